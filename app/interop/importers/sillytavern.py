"""SillyTavern's chat files: JSON lines, the first one about the chat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from app.engine.types import Role
from app.interop.importers import files
from app.interop.importers.base import ImportedTurn, Reading, Request, moment
from app.interop.importers.trees import without_reasoning

_TEXT_TIMES = ("%B %d, %Y %I:%M%p", "%Y-%m-%d@%Hh%Mm%Ss", "%Y-%m-%d@%Hh%Mm%Ss%fms", "%Y-%m-%d @%Hh %Mm %Ss %fms")


class SillyTavernImporter:
    format = "sillytavern"

    def matches(self, path: Path, head: bytes) -> bool:
        line = head.lstrip(b"\xef\xbb\xbf").split(b"\n", 1)[0]
        return (
            b'"chat_metadata"' in line
            or (b'"user_name"' in line and b'"character_name"' in line)
            or b'"is_user"' in line
        )

    def open(self, request: Request) -> Reading:
        return Reading(self.format, lambda reading: _turns(reading, request))


def _turns(reading: Reading, request: Request) -> Iterator[ImportedTurn]:
    reading.conversations = 1
    character = ""
    index, at = 0, request.now
    with files.open_text(request.path) as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
            except (json.JSONDecodeError, RecursionError):
                reading.skip(f"line {number}", "not_json")
                continue
            if not isinstance(entry, dict):
                reading.skip(f"line {number}", "not_a_message")
            elif "mes" not in entry:
                character = str(entry.get("character_name") or character)
            elif not entry.get("is_system") and (text := _text(entry)):
                role: Role = "user" if entry.get("is_user") else "assistant"
                at = _time(entry.get("send_date"), at)
                title = character or request.path.stem
                yield ImportedTurn(request.path.stem, role, text, at, index, f"line {number}", title)
                index += 1


def _text(entry: dict[str, Any]) -> str:
    """The version that was on show, without thoughts; in a group the speaker's name stays with the words."""
    swipes, chosen = entry.get("swipes"), entry.get("swipe_id")
    text = entry.get("mes")
    if isinstance(swipes, list) and isinstance(chosen, int) and 0 <= chosen < len(swipes):
        text = swipes[chosen]
    if not isinstance(text, str):
        return ""
    return files.plain(text) if entry.get("is_user") else without_reasoning(text)


def _time(value: Any, fallback: datetime) -> datetime:
    if isinstance(value, str):
        for form in _TEXT_TIMES:
            try:
                return datetime.strptime(value.strip().replace("am", "AM").replace("pm", "PM"), form).astimezone()
            except ValueError:
                continue  # the next form
    return moment(value, fallback)
