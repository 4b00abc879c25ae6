"""What an importer is: a reader of one file format that yields turns in the order they were said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

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


class Source(Protocol):
    """An opened export. `skipped` is complete once `turns` is used up."""

    format: str
    skipped: list[Skipped]

    def turns(self) -> Iterator[ImportedTurn]: ...


class Importer(Protocol):
    """One format. `matches` looks at the name and the first bytes only."""

    format: str

    def matches(self, path: Path, head: bytes) -> bool: ...

    def open(self, path: Path, now: datetime) -> Source: ...
