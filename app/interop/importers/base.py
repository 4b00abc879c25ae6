"""What an importer is: a reader of one file format that yields turns in the order they were said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from app.engine.types import Role


@dataclass(frozen=True, slots=True)
class ImportedTurn:
    """One raw turn of another program; `index` counts from 0. Reading the file again gives the same `source_id`."""

    conversation: str
    role: Role
    content: str
    said_at: datetime
    index: int
    source_id: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """An entry that could not be used: where it stands, and a short code why. Never its content."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Request:
    """What to read. `owner`: which speaker is the person, where a format does not say."""

    path: Path
    now: datetime
    owner: str | None = None


class Reading:
    """One run over an export. `skipped` and `conversations` are complete once `turns()` is used up."""

    def __init__(self, format_name: str, read: Callable[[Reading], Iterator[ImportedTurn]]) -> None:
        self.format = format_name
        self.skipped: list[Skipped] = []
        self.conversations = 0
        self.speakers: dict[str, str] = {}  # id and name, where the format does not say which is the person
        self._read = read

    def turns(self) -> Iterator[ImportedTurn]:
        return self._read(self)

    def restart(self) -> None:
        """Count anew: the file is read once more from its beginning."""
        self.skipped.clear()
        self.conversations = 0

    def skip(self, where: str, reason: str) -> None:
        self.skipped.append(Skipped(where, reason))


class Importer(Protocol):
    """One format. `matches` looks at the name and the first bytes only."""

    @property
    def format(self) -> str: ...

    def matches(self, path: Path, head: bytes) -> bool: ...

    def open(self, request: Request) -> Reading: ...


def moment(value: Any, fallback: datetime) -> datetime:
    """A time as exports write it: seconds or milliseconds since 1970, ISO 8601, or nothing."""
    if isinstance(value, bool) or value in (None, ""):
        return fallback
    if isinstance(value, str) and not _number(value):
        try:
            parsed = datetime.fromisoformat(value.strip())
        except ValueError:
            return fallback
        return parsed if parsed.tzinfo else parsed.astimezone()
    seconds = float(value)
    while abs(seconds) > 1e11:  # milliseconds and finer
        seconds /= 1000
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError):
        return fallback


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
