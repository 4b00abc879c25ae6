"""Takes conversations from files through the whole pipeline: redacted, stored once, remembered in the order said."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.engine.engine import Engine
from app.engine.errors import KeepsakeError
from app.engine.transfer import Transfer
from app.engine.types import Cancel, Dropped, Message, Progress, Receipt, RedactedText, RememberReport
from app.interop.export_format import is_export
from app.interop.importers import ImportedTurn, Request, Skipped, open_import
from app.vault.store import Store

_CHUNK = 40  # turns stored in one transaction; what is typed meanwhile waits for no more than these
Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to take in. `chosen`: places of the conversations in the file, from 0; None means all of them."""

    path: Path
    format: str = "auto"
    owner: str | None = None
    chosen: frozenset[int] | None = None
    total: int = 0  # turns, where they were counted before

    def takes(self, place: int) -> bool:
        return self.chosen is None or place in self.chosen


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of an import. `job` is None where nothing new was in it; not `finished`: it can be taken up again."""

    report: RememberReport
    skipped: list[Skipped]
    job: int | None = None
    finished: bool = True


class Intake:
    """Imports, one at a time. The same file twice adds nothing. Each import is a job in the vault: it is taken up where
    it stopped after a pause, a close or a crash, and taken back whole."""

    def __init__(self, engine: Engine, transfer: Transfer) -> None:
        self._engine = engine
        self._transfer = transfer
        self._store: Store = engine.parts.store
        self._running = threading.Lock()

    def run(
        self, wanted: Wanted, cancel: Cancel, progress: Report, *, dry_run: bool = False, keep_report: bool = True
    ) -> Taken:
        """What was remembered, and the entries passed over. `keep_report`: False for counts without the memories.

        Raises file_unreadable, file_format_unknown, owner_unknown, import_running, or file_bad_entry when nothing in
        the file could be read.
        """
        if not self._running.acquire(blocking=False):
            raise KeepsakeError("import_running")
        try:
            if wanted.format in {"auto", "keepsake-export"} and wanted.path.is_file() and is_export(wanted.path):
                return Taken(RememberReport(), []) if dry_run else Taken(*self._transfer.restore(wanted.path))
            return self._take(wanted, None, cancel, progress, dry_run=dry_run, keep_report=keep_report)
        finally:
            self._running.release()

    def resume(
        self, job: int, cancel: Cancel, progress: Report, *, path: Path | None = None, keep_report: bool = True
    ) -> Taken:
        """Go on with an import that was cut short. `path`: where the file is now, if it has moved."""
        if not self._running.acquire(blocking=False):
            raise KeepsakeError("import_running")
        try:
            return self._take(self._wanted(job, path), job, cancel, progress, keep_report=keep_report)
        finally:
            self._running.release()

    def jobs(self) -> list[dict[str, Any]]:
        """Imports, newest first: id, format, name of the file, started_at, finished_at, done, total, running."""
        running = self._running.locked()
        jobs = []
        for job in self._store.imports():
            kept = self._store.get_setting(_note(job["id"]), {})
            done = job["finished_at"] is not None
            jobs.append({**job, "name": Path(str(kept.get("path", ""))).name, "running": running and not done})
        return jobs

    def undo(self, job: int, *, wait: bool = False) -> Receipt:
        """Take an import back for good: what came with it goes, what it replaced comes back. Raises import_unknown."""
        if not any(found["id"] == job for found in self._store.imports()):
            raise KeepsakeError("import_unknown")
        if not self._running.acquire(blocking=False):
            raise KeepsakeError("import_running")
        try:
            self._store.set_setting(_note(job), None)
            return self._engine.parts.forgetter.forget_import(job, wait=wait)
        finally:
            self._running.release()

    def _take(
        self,
        wanted: Wanted,
        job: int | None,
        cancel: Cancel,
        progress: Report,
        *,
        dry_run: bool = False,
        keep_report: bool = True,
    ) -> Taken:
        self._engine.consolidate(cancel, messages=self._left_waiting(), source="imported")
        source = open_import(Request(wanted.path, self._engine.parts.clock(), wanted.owner), wanted.format)
        report, done, stopped, read = RememberReport(), 0, False, 0
        known = self._done(job, wanted.path)
        turns = self._chosen(source.turns(), wanted)
        while not (stopped := cancel.is_set()) and (chunk := list(itertools.islice(turns, _CHUNK))):
            before, done = done, done + len(chunk)
            read += len(chunk)
            if done <= known:
                continue  # in already, before the import was cut short
            if dry_run:
                messages = [self._preview(turn) for turn in chunk]
            else:
                job, messages = self._put(source.format, chunk, job, wanted)
            tell = _scaled(progress, before, len(chunk), wanted.total)
            report += _kept(self._remember(messages, cancel, tell, dry_run=dry_run), keep_report)
            if cancel.is_set():  # the rest of this chunk waits in the vault and is remembered first of all later
                stopped = True
                break
            if job is not None:
                self._store.advance_import(job, done)
            progress(Progress(done, max(done, wanted.total), "importing"))
        if source.skipped and not read and not stopped:
            raise KeepsakeError("file_bad_entry", where=source.skipped[0].where)
        if job is not None and not stopped:
            self._store.finish_import(job, at=self._engine.parts.clock())
        return Taken(report, list(source.skipped), job, not stopped)

    def _chosen(self, turns: Iterator[ImportedTurn], wanted: Wanted) -> Iterator[ImportedTurn]:
        places: dict[str, int] = {}
        return (turn for turn in turns if wanted.takes(places.setdefault(turn.conversation, len(places))))

    def _remember(self, messages: list[Message], cancel: Cancel, progress: Report, *, dry_run: bool) -> RememberReport:
        others = tuple(Dropped(m.index, "assistant", m.id) for m in messages if m.role != "user")
        typed = [message for message in messages if message.role == "user"]
        return RememberReport(messages=len(others), dropped=others) + self._engine.consolidate(
            cancel, progress, messages=typed, source="imported", dry_run=dry_run
        )

    def _left_waiting(self) -> list[Message]:
        """Imported messages that an earlier import stored and had no time to remember."""
        waiting = self._store.waiting_messages()
        imported = {c for c in {m.conversation for m in waiting} if self._store.conversation(c).source != "chat"}
        return [message for message in waiting if message.conversation in imported]

    def _put(
        self, format_name: str, turns: list[ImportedTurn], job: int | None, wanted: Wanted
    ) -> tuple[int | None, list[Message]]:
        """Store what is new under the job, which begins with it. What a crash left waiting is remembered later."""
        redact = self._engine.redact
        source = f"import:{format_name}"
        put: list[Message] = []
        with self._store.transaction():
            for turn in turns:
                name = redact(turn.conversation).text
                found = self._store.find_conversation(source, name)
                identity = identity_of(turn, redact)
                if found is not None and self._store.has_source_message(found.id, identity):
                    continue
                if job is None:
                    job = self._begin(format_name, wanted)
                if found is None:
                    title = redact(turn.title or turn.conversation)
                    found = self._store.create_conversation(
                        title, source=source, source_id=name, at=turn.said_at, id=self._free_id(name), import_job=job
                    )
                message = self._store.add_message(
                    found.id, turn.role, redact(turn.content), turn.said_at, source_id=identity,
                    index=turn.index, remembered=turn.role != "user", import_job=job,
                )  # fmt: skip
                put.append(message)
        return job, put

    def _begin(self, format_name: str, wanted: Wanted) -> int:
        job = self._store.start_import(format_name, at=self._engine.parts.clock(), total=wanted.total or None)
        redact = self._engine.redact
        note: dict[str, Any] = {"mark": _mark(wanted.path)}
        for name, words in (("path", redact(str(wanted.path))), ("owner", redact(wanted.owner or ""))):
            if words.text and not words.masks:  # what is masked cannot be read back: it is asked for again
                note[name] = words
        if wanted.chosen is not None:
            note["chosen"] = sorted(wanted.chosen)
        self._store.set_setting(_note(job), note)
        return job

    def _wanted(self, job: int, path: Path | None) -> Wanted:
        found = next((item for item in self._store.imports(unfinished_only=True) if item["id"] == job), None)
        if found is None:
            raise KeepsakeError("import_unknown")
        note = self._store.get_setting(_note(job), {})
        chosen = frozenset(note["chosen"]) if "chosen" in note else None
        where = path or Path(str(note.get("path", "")))
        return Wanted(where, found["format"], note.get("owner"), chosen, found["total"] or 0)

    def _done(self, job: int | None, path: Path) -> int:
        """How many turns need not be looked at again: none where the file is another one than before."""
        if job is None or self._store.get_setting(_note(job), {}).get("mark") != _mark(path):
            return 0
        return int(next(found["done"] for found in self._store.imports() if found["id"] == job))

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


def identity_of(turn: ImportedTurn, redact: Callable[[str], RedactedText]) -> str:
    """The other program's id of a message; its place in the file where the id itself holds what is masked."""
    return turn.source_id if not redact(turn.source_id).masks else f"place-{turn.index}"


def _note(job: int) -> str:
    """The setting that holds where a job's file is and what of it was chosen."""
    return f"import.{job}"


def _mark(path: Path) -> list[int]:
    """Tells whether a file is the one of before: its size and when it was written."""
    try:
        found = path.stat()
    except OSError:
        raise KeepsakeError("file_unreadable") from None
    return [found.st_size, found.st_mtime_ns]


def _kept(report: RememberReport, whole: bool) -> RememberReport:
    """A report of a large import would be as large as the import: without `whole` only its ids are kept."""
    return report if whole else RememberReport(report.messages, report.added, report.updated, report.superseded)


def _scaled(progress: Report, before: int, size: int, total: int) -> Report:
    """The remembering of one chunk as a part of the whole file."""

    def tell(inner: Progress) -> None:
        done = before + size * inner.done // max(1, inner.total)
        progress(Progress(done, max(done, total), "importing"))

    return tell
