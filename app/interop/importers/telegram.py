"""Telegram Desktop's `result.json`: everything, or one chat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ijson

from app.interop.importers import files, people
from app.interop.importers.base import Reading, Request, moment


class TelegramImporter:
    format = "telegram"

    def matches(self, path: Path, head: bytes) -> bool:
        full = b'"personal_information"' in head or (b'"chats"' in head and b'"list"' in head)
        return full or (b'"messages"' in head and (b'"from_id"' in head or b'"actor_id"' in head or b"_chat" in head))

    def open(self, request: Request) -> Reading:
        return Reading(self.format, lambda reading: people.turns(_said(reading, request), _owner(request)))


def _owner(request: Request) -> str | None:
    """A full export says whose it is."""
    if request.owner is not None:
        return request.owner
    with request.path.open("rb") as file:
        try:
            own = next(iter(files.items(file, "personal_information.user_id")), None)
        except ijson.JSONError:
            own = None  # told where the chats are read
    return f"user{own}" if own is not None else None


def _said(reading: Reading, request: Request) -> Iterator[people.Said]:
    with request.path.open("rb") as file:
        single = next(iter(files.items(file, "chats")), None) is None
        file.seek(0)
        try:
            for chat in files.items(file, "" if single else "chats.list.item"):
                reading.conversations += 1
                yield from _chat(chat, reading, request)
        except ijson.JSONError:
            reading.skip(f"after conversation {reading.conversations}", "damaged")


def _chat(chat: Any, reading: Reading, request: Request) -> Iterator[people.Said]:
    where = f"conversation {reading.conversations}"
    if not isinstance(chat, dict) or not isinstance(chat.get("messages"), list):
        reading.skip(where, "not_a_conversation")
        return
    identity, title = str(chat.get("id") or where), str(chat.get("name") or "")
    for message in chat["messages"]:
        if not isinstance(message, dict):
            reading.skip(where, "not_a_message")
        elif message.get("type") == "message" and (text := _text(message.get("text"))):
            said_at = moment(message.get("date_unixtime") or message.get("date"), request.now)
            speaker, name = str(message.get("from_id") or ""), str(message.get("from") or "")
            yield people.Said(identity, speaker, name, text, said_at, str(message.get("id")), title=title)


def _text(value: Any) -> str:
    """Plain text, or text in pieces of which some are links and the like."""
    if isinstance(value, str):
        return value.strip()
    if not isinstance(value, list):
        return ""
    pieces = (piece.get("text", "") if isinstance(piece, dict) else piece for piece in value)
    return "".join(piece for piece in pieces if isinstance(piece, str)).strip()
