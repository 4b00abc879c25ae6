"""Format `keepsake`: JSON lines {"conversation", "role", "content", "at"}, the time optional."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from app.engine.types import Role
from app.interop.importers.base import ImportedTurn, Reading, Request, moment

_ROLES = frozenset(get_args(Role))


class KeepsakeImporter:
    format = "keepsake"

    def matches(self, path: Path, head: bytes) -> bool:
        line = head.lstrip(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
        return line.startswith(b"{") and b'"role"' in line and b'"content"' in line

    def open(self, request: Request) -> Reading:
        return Reading(self.format, lambda reading: _turns(reading, request))


def _turns(reading: Reading, request: Request) -> Iterator[ImportedTurn]:
    """Lines are read one at a time, so a file of any size fits. A line that is not a turn is named and passed over."""
    with request.path.open("r", encoding="utf-8-sig", errors="replace") as file:
        index = 0
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            turn = _turn(line, index, request.now)
            index += 1
            if isinstance(turn, str):
                reading.skip(f"line {number}", turn)
            else:
                yield turn


def _turn(line: str, index: int, now: datetime) -> ImportedTurn | str:
    """The turn, or why there is none."""
    try:
        entry: Any = json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        return "not_json"
    if not isinstance(entry, dict) or not isinstance(entry.get("content"), str):
        return "no_content"
    if entry.get("role") not in _ROLES:
        return "unknown_role"
    try:
        given = entry.get("at")
        said_at = now if not given else datetime.fromisoformat(given) if isinstance(given, str) else moment(given, now)
    except (TypeError, ValueError):
        return "unknown_time"
    if said_at.tzinfo is None:
        said_at = said_at.astimezone()
    # Place, time and length tell turns apart; a hash of the raw words would be a trace of them on the disk.
    stamp = said_at.isoformat() if entry.get("at") else ""
    identity = str(entry.get("id") or f"{index}-{len(entry['content'])}-{stamp}")
    conversation = str(entry.get("conversation") or "import")
    title = str(entry.get("title") or "")
    return ImportedTurn(conversation, entry["role"], entry["content"], said_at, index, identity, title)
