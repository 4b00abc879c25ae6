"""Imports of exports as other programs really write them: every oddity of wild.py and wild_people.py."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.interop.importers import ImportedTurn, Request, open_import
from tests.interop.wild import Wild, with_assistants
from tests.interop.wild_people import with_people

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def read(folder: Path, case: Wild) -> tuple[list[ImportedTurn], int]:
    path = folder / case.file
    path.write_bytes(case.content)
    source = open_import(Request(path, NOW, case.owner), "auto")
    return list(source.turns()), len(source.skipped)


@pytest.mark.parametrize("case", [*with_assistants(), *with_people()], ids=str)
def test_what_was_said_is_found_and_nothing_else(tmp_path: Path, case: Wild) -> None:
    turns, skipped = read(tmp_path, case)
    assert [(turn.role, turn.content) for turn in turns] == list(case.turns)
    assert skipped == case.skipped
    days = [turn.said_at.astimezone(UTC).date().isoformat() for turn in turns[: len(case.dates)]]
    assert days == list(case.dates)
    assert len({(turn.conversation, turn.source_id) for turn in turns}) == len(turns)
