"""What is exported can be imported elsewhere and compares equal; a readable file is for its owner only."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.transfer import Transfer
from app.engine.types import MemoryDraft, RedactedText
from app.vault.database import Database
from app.vault.store import Store
from tests.engine.conftest import MovingClock


def words(text: str) -> RedactedText:
    return RedactedText(text)


@pytest.fixture
def stores(tmp_path: Path) -> Callable[[str], Store]:
    clock = MovingClock()
    return lambda name: Store(Database(tmp_path / f"{name}.db", bytes(range(32)), create=True), clock)


def filled(store: Store) -> Store:
    clock = MovingClock()
    talk = store.create_conversation(words("周末去苏州"), at=clock())
    question = store.add_message(talk.id, "user", words("I moved to Bruges"), clock(), remembered=True)
    made = [
        store.add_memory(
            MemoryDraft(words(text), words(quote), "fact", "fact", 0.7, 0.9, "automatic", clock(), (words("home"),),
                        conversation=talk.id, message_id=question.id, index=0),
            at=clock(),
        )
        for text, quote in (("You live in Ghent.", "I live in Ghent"), ("You live in Bruges.", "I moved to Bruges"))
    ]  # fmt: skip
    store.supersede([made[0].id], made[1].id, reason="same_key", at=clock())
    store.pin_memory(made[1].id, True)
    store.add_message(talk.id, "assistant", words("Noted."), clock(), memories=[made[1].id], remembered=True)
    return store


def lines(path: Path) -> list[dict[str, object]]:
    entries = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [{name: value for name, value in entry.items() if not (entry["kind"] == "message" and name == "id")}
            for entry in entries]  # fmt: skip


def test_an_export_restored_elsewhere_exports_the_same(stores: Callable[[str], Store], tmp_path: Path) -> None:
    clock = MovingClock()
    Transfer(filled(stores("one")), words, clock).export(tmp_path / "one.jsonl", "json", "en")
    other = stores("other")
    report, skipped = Transfer(other, words, clock).restore(tmp_path / "one.jsonl")
    assert (len(report.added), skipped) == (2, [])
    Transfer(other, words, clock).export(tmp_path / "other.jsonl", "json", "en")
    assert lines(tmp_path / "other.jsonl") == lines(tmp_path / "one.jsonl")


def test_a_restored_memory_knows_its_message_so_that_forgetting_reaches_it(
    stores: Callable[[str], Store], tmp_path: Path
) -> None:
    Transfer(filled(stores("one")), words, MovingClock()).export(tmp_path / "one.jsonl", "json", "en")
    other = stores("other")
    Transfer(other, words, MovingClock()).restore(tmp_path / "one.jsonl")
    other.delete_memories([memory.id for memory in other.memories()])
    said = [message.content for talk in other.conversations() for message in other.messages(talk.id)]
    assert not any("Bruges" in text for text in said)


def test_restoring_twice_adds_nothing(stores: Callable[[str], Store], tmp_path: Path) -> None:
    clock = MovingClock()
    store = filled(stores("one"))
    transfer = Transfer(store, words, clock)
    transfer.export(tmp_path / "one.jsonl", "json", "en")
    before = (store.count_memories(), store.count_messages())
    report, _ = transfer.restore(tmp_path / "one.jsonl")
    assert report.added == ()
    assert (store.count_memories(), store.count_messages()) == before


def test_a_damaged_line_is_named_and_the_rest_comes_in(stores: Callable[[str], Store], tmp_path: Path) -> None:
    clock = MovingClock()
    path = tmp_path / "one.jsonl"
    Transfer(filled(stores("one")), words, clock).export(path, "json", "en")
    text = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([text[0], '{"kind": "memory", "id": 3}', "not json", *text[1:]]), "utf-8")
    report, skipped = Transfer(stores("other"), words, clock).restore(path)
    assert [entry.where for entry in skipped] == ["line 2", "line 3"]
    assert len(report.added) == 2


@pytest.mark.parametrize(("language", "title"), [("en", "# What Keepsake remembers"), ("zh", "# Keepsake 记得的事")])
def test_markdown_reads_well_in_both_languages(
    stores: Callable[[str], Store], tmp_path: Path, language: str, title: str
) -> None:
    path = tmp_path / "memories.md"
    Transfer(filled(stores("one")), words, MovingClock()).export(path, "markdown", language)  # type: ignore[arg-type]
    text = path.read_text("utf-8")
    assert text.startswith(title)
    assert "- You live in Bruges. — “I moved to Bruges”, 2026-03-02" in text
    assert "周末去苏州" in text


def test_an_export_is_for_its_owner_only(stores: Callable[[str], Store], tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    Transfer(filled(stores("one")), words, MovingClock()).export(path, "json", "en")
    assert path.stat().st_mode & 0o777 == 0o600
