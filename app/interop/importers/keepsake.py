"""Format `keepsake`: JSON lines {"conversation", "role", "content", "at"}, the time optional."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from app.engine.types import Role
from app.interop.importers.base import ImportedTurn, Skipped

_ROLES = frozenset(get_args(Role))


class KeepsakeImporter:
    format = "keepsake"

    def matches(self, path: Path, head: bytes) -> bool:
        line = head.lstrip(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
        return line.startswith(b"{") and b'"role"' in line and b'"content"' in line and b'"conversation"' in line

    def open(self, path: Path, now: datetime) -> KeepsakeSource:
        return KeepsakeSource(path, now)


class KeepsakeSource:
    """Lines are read one at a time, so a file of any size fits. A line that is not a turn is named and passed over."""

    format = "keepsake"

    def __init__(self, path: Path, now: datetime) -> None:
        self._path = path
        self._now = now
        self.skipped: list[Skipped] = []

    def turns(self) -> Iterator[ImportedTurn]:
        with self._path.open("r", encoding="utf-8-sig", errors="replace") as file:
            index = 0
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                turn = self._turn(line, index, number)
                index += 1
                if turn is not None:
                    yield turn

    def _turn(self, line: str, index: int, number: int) -> ImportedTurn | None:
        try:
            entry: Any = json.loads(line)
        except json.JSONDecodeError:
            self._skip(number, "not_json")
            return None
        if not isinstance(entry, dict) or not isinstance(entry.get("content"), str):
            self._skip(number, "no_content")
            return None
        if entry.get("role") not in _ROLES:
            self._skip(number, "unknown_role")
            return None
        try:
            said_at = datetime.fromisoformat(entry["at"]) if entry.get("at") else self._now
        except (TypeError, ValueError):
            self._skip(number, "unknown_time")
            return None
        if said_at.tzinfo is None:
            said_at = said_at.astimezone()
        conversation = str(entry.get("conversation") or "import")
        # Place, time and length tell turns apart; a hash of the raw words would be a trace of them on the disk.
        stamp = said_at.isoformat() if entry.get("at") else ""
        identity = str(entry.get("id") or f"{index}-{len(entry['content'])}-{stamp}")
        return ImportedTurn(conversation, entry["role"], entry["content"], said_at, index, identity)

    def _skip(self, number: int, reason: str) -> None:
        self.skipped.append(Skipped(f"line {number}", reason))
