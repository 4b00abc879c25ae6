"""Telegram Desktop's `result.json`: everything, or one chat."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, Any

import ijson

from app.interop.importers import files, people
from app.interop.importers.base import Reading, Request, moment


class TelegramImporter:
    format = "telegram"

    def matches(self, path: Path, head: bytes) -> bool:
        full = b'"personal_information"' in head or (b'"chats"' in head and b'"list"' in head)
        return full or (b'"messages"' in head and (b'"from_id"' in head or b'"actor_id"' in head or b"_chat" in head))

    def open(self, request: Request) -> Reading:
        return Reading(
            self.format, lambda reading: people.turns(reading, lambda: _said(reading, request), _owner(request))
        )


def _owner(request: Request) -> str | None:
    """A full export says whose it is."""
    if request.owner is not None:
        return request.owner
    with files.open_json(request.path) as file:
        try:
            own = next(iter(files.items(file, "personal_information.user_id")), None)
        except ijson.JSONError:
            own = None  # told where the chats are read
    return f"user{own}" if own is not None else None


def _said(reading: Reading, request: Request) -> Iterator[people.Said]:
    """One message is held at a time. What a chat is called stands before its messages."""
    chat: dict[str, Any] = {}
    at, listed = request.now, 0
    with files.open_json(request.path) as file:
        try:
            for place, value in _pieces(file):
                where = f"conversation {reading.conversations}"
                if place == "chat":
                    if chat and not listed:
                        reading.skip(where, "not_a_conversation")
                    chat, listed = {}, 0
                    reading.conversations += 1
                elif place == "messages":
                    listed = 1
                elif place == "odd chat":
                    reading.conversations += 1
                    reading.skip(f"conversation {reading.conversations}", "not_a_conversation")
                elif place != "message":
                    chat[place] = value
                elif not isinstance(value, dict):
                    reading.skip(f"{where} message {listed}", "not_a_message")
                    listed += 1
                else:
                    listed += 1
                    at = moment(value.get("date_unixtime") or value.get("date"), at)
                    if value.get("type") == "message" and (text := _text(value.get("text"))):
                        yield _message(value, text, str(chat.get("id") or where), str(chat.get("name") or ""), at)
            if chat and not listed:
                reading.skip(f"conversation {reading.conversations}", "not_a_conversation")
        except ijson.JSONError:
            reading.skip(f"after conversation {reading.conversations}", "damaged")


def _pieces(file: IO[bytes]) -> Iterator[tuple[str, Any]]:
    """("chat", None) where one begins, ("name" | "id" | "type", value), ("messages", None), ("message", value)."""
    builder: ijson.ObjectBuilder | None = None
    base = next((p for p, _, _ in ijson.parse(file) if p in {"chats", "messages"}), "messages")
    base = "chats.list.item" if base == "chats" else ""
    file.seek(0)
    dot = f"{base}." if base else ""
    item = f"{dot}messages.item"
    for prefix, event, value in ijson.parse(file, use_float=True):
        if builder is not None:
            builder.event(event, value)
            if prefix == item and event in {"end_map", "end_array"}:
                yield "message", builder.value
                builder = None
        elif prefix == item and event in {"start_map", "start_array"}:
            builder = ijson.ObjectBuilder()
            builder.event(event, value)
        elif prefix == item:
            yield "message", value
        elif prefix == base and event == "start_map":
            yield "chat", None
        elif prefix == base and base and event not in {"end_map", "map_key"}:
            yield "odd chat", None
        elif prefix == f"{dot}messages" and event == "start_array":
            yield "messages", None
        elif event in {"string", "number"} and prefix in {f"{dot}name", f"{dot}id", f"{dot}type"}:
            yield prefix.removeprefix(dot), value


def _message(message: dict[str, Any], text: str, identity: str, title: str, at: datetime) -> people.Said:
    """What was forwarded are the words of whoever wrote them first."""
    speaker, name = str(message.get("from_id") or ""), str(message.get("from") or "")
    first = message.get("forwarded_from")
    if first is not None and first != message.get("from"):
        return people.Said(identity, "", str(first), text, at, str(message.get("id")), mine=False, title=title)
    return people.Said(identity, speaker, name, text, at, str(message.get("id")), title=title)


def _text(value: Any) -> str:
    """Plain text, or text in pieces of which some are links and the like."""
    if isinstance(value, str):
        return files.plain(value)
    if not isinstance(value, list):
        return ""
    pieces = (piece.get("text", "") if isinstance(piece, dict) else piece for piece in value)
    return files.plain("".join(piece for piece in pieces if isinstance(piece, str)))
