"""Open WebUI's export: an array of chats, or one chat object by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.interop.importers import files
from app.interop.importers.base import ImportedTurn, Reading, Request, moment
from app.interop.importers.files import plain
from app.interop.importers.trees import branch, without_reasoning


class OpenWebUiImporter:
    format = "openwebui"

    def matches(self, path: Path, head: bytes) -> bool:
        tree = b'"history"' in head and (b'"parentId"' in head or b'"currentId"' in head or b'"childrenIds"' in head)
        return tree or (b'"chat"' in head and b'"messages"' in head and b'"role"' in head and b'"content"' in head)

    def open(self, request: Request) -> Reading:
        return Reading(self.format, lambda reading: files.conversations(reading, request, _chat, stem="chat"))


def _chat(entry: Any, reading: Reading, where: str, request: Request) -> Iterator[ImportedTurn]:
    chat = entry.get("chat", entry) if isinstance(entry, dict) else None
    path = _path(chat) if isinstance(chat, dict) else None
    if not isinstance(chat, dict) or path is None:
        reading.skip(where, "not_a_conversation")
        return
    identity = str(entry.get("id") or chat.get("id") or f"{request.path.stem}-{reading.conversations}")
    title = str(entry.get("title") or chat.get("title") or "")
    begun = moment(entry.get("created_at") or chat.get("timestamp"), request.now)
    for place, message in enumerate(path):
        text = _text(message.get("content")) if isinstance(message, dict) else None
        if text is None or not isinstance(message.get("role"), str):
            reading.skip(where, "not_a_message")
            continue
        if message["role"] not in {"user", "assistant"}:
            continue  # the system's and the tools' words
        text = plain(text) if message["role"] == "user" else without_reasoning(text)
        if text:
            begun = moment(message.get("timestamp"), begun)
            source_id = str(message.get("id") or place)
            yield ImportedTurn(identity, message["role"], text, begun, 0, source_id, title)


def _path(chat: dict[str, Any]) -> list[Any] | None:
    """The branch on show, or the plain list where there is no tree; None where there is neither."""
    history = chat.get("history")
    nodes = history.get("messages") if isinstance(history, dict) else None
    if isinstance(history, dict) and isinstance(nodes, dict):
        return branch(nodes, history.get("currentId"), lambda node: node.get("parentId"))
    linear = chat.get("messages")
    return linear if isinstance(linear, list) else None


def _text(content: Any) -> str | None:
    """Text, or text in parts of which others are pictures."""
    if isinstance(content, list):
        pieces = [part.get("text") for part in content if isinstance(part, dict)]
        return "\n".join(piece for piece in pieces if isinstance(piece, str))
    return content if isinstance(content, str) else None
