"""Takes conversations from files through the whole pipeline: redacted, stored once, remembered in the order said."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

from app.engine.engine import Engine
from app.engine.errors import KeepsakeError
from app.engine.transfer import Transfer
from app.engine.types import Cancel, Dropped, Message, Progress, RememberReport
from app.interop.export_format import is_export
from app.interop.importers import ImportedTurn, Request, Skipped, open_import

_CHUNK = 200  # turns stored in one transaction


class Intake:
    """Imports. The same file twice adds nothing; a crash in the middle is taken up by the next import of the file."""

    def __init__(self, engine: Engine, transfer: Transfer) -> None:
        self._engine = engine
        self._transfer = transfer
        self._store = engine.parts.store

    def run(
        self,
        path: str,
        format_name: str,
        cancel: Cancel,
        progress: Callable[[Progress], None],
        *,
        dry_run: bool = False,
        owner: str | None = None,
    ) -> tuple[RememberReport, list[Skipped]]:
        """What was remembered, and the entries passed over.

        Raises file_unreadable, file_format_unknown, or file_bad_entry when nothing in the file could be read.
        """
        file = Path(path)
        if format_name in {"auto", "keepsake-export"} and file.is_file() and is_export(file) and not dry_run:
            return self._transfer.restore(file)
        self._engine.consolidate(cancel, progress)  # what an earlier import left waiting comes first
        source = open_import(Request(file, self._engine.parts.clock(), owner), format_name)
        report = RememberReport()
        for chunk in _chunks(source.turns(), _CHUNK):
            if cancel.is_set():
                break
            messages = [self._preview(turn) for turn in chunk] if dry_run else self._put(source.format, chunk)
            others = tuple(Dropped(m.index, "assistant", m.id) for m in messages if m.role != "user")
            typed = [message for message in messages if message.role == "user"]
            report += RememberReport(messages=len(others), dropped=others)
            report += self._engine.consolidate(cancel, progress, messages=typed, source="imported", dry_run=dry_run)
        if source.skipped and not report.messages:
            raise KeepsakeError("file_bad_entry", where=source.skipped[0].where)
        return report, source.skipped

    def _put(self, format_name: str, turns: list[ImportedTurn]) -> list[Message]:
        """Store what is new, and return it. What a crash left waiting is remembered with everything that waits."""
        redact = self._engine.redact
        source = f"import:{format_name}"
        put: list[Message] = []
        with self._store.transaction():
            for turn in turns:
                name = redact(turn.conversation).text
                found = self._store.find_conversation(source, name)
                if found is None:
                    title = redact(turn.title or turn.conversation)
                    found = self._store.create_conversation(
                        title, source=source, source_id=name, at=turn.said_at, id=self._free_id(name)
                    )
                identity = self._identity(turn)
                if self._store.has_source_message(found.id, identity):
                    continue
                message = self._store.add_message(
                    found.id, turn.role, redact(turn.content), turn.said_at,
                    source_id=identity, index=turn.index, remembered=turn.role != "user",
                )  # fmt: skip
                put.append(message)
        return put

    def _identity(self, turn: ImportedTurn) -> str:
        """The other program's id of a message; its place in the file where the id itself holds what is masked."""
        return turn.source_id if not self._engine.redact(turn.source_id).masks else f"place-{turn.index}"

    def _free_id(self, name: str) -> str | None:
        """The other program's name for the conversation, unless a conversation here has it."""
        try:
            self._store.conversation(name)
        except KeepsakeError:
            return name
        return None

    def _preview(self, turn: ImportedTurn) -> Message:
        text = self._engine.redact(turn.content)
        return Message(
            -1 - turn.index, turn.conversation, turn.role, text.text, turn.said_at, text.masks, index=turn.index
        )


def _chunks(turns: Iterator[ImportedTurn], size: int) -> Iterator[list[ImportedTurn]]:
    while chunk := list(itertools.islice(turns, size)):
        yield chunk
