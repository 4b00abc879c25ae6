"""Open WebUI's export: an array of chats, or one chat object by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.interop.importers import files
from app.interop.importers.base import ImportedTurn, Reading, Request, moment
from app.interop.importers.trees import branch, without_reasoning


class OpenWebUiImporter:
    format = "openwebui"

    def matches(self, path: Path, head: bytes) -> bool:
        return b'"history"' in head and (b'"parentId"' in head or b'"currentId"' in head or b'"childrenIds"' in head)

    def open(self, request: Request) -> Reading:
        return Reading(self.format, lambda reading: files.conversations(reading, request, _chat, stem="chat"))


def _chat(entry: Any, reading: Reading, where: str, request: Request) -> Iterator[ImportedTurn]:
    chat = entry.get("chat", entry) if isinstance(entry, dict) else None
    history = chat.get("history") if isinstance(chat, dict) else None
    if not isinstance(chat, dict) or not isinstance(history, dict) or not isinstance(history.get("messages"), dict):
        reading.skip(where, "not_a_conversation")
        return
    identity = str(entry.get("id") or chat.get("id") or f"{request.path.stem}-{reading.conversations}")
    title = str(entry.get("title") or chat.get("title") or "")
    begun = moment(entry.get("created_at") or chat.get("timestamp"), request.now)
    path = branch(history["messages"], history.get("currentId"), lambda node: node.get("parentId"))
    for place, message in enumerate(path):
        text = message.get("content") if isinstance(message, dict) else None
        if not isinstance(text, str) or message.get("role") not in {"user", "assistant"}:
            reading.skip(where, "not_a_message")
            continue
        text = text.strip() if message["role"] == "user" else without_reasoning(text)
        if text:
            said_at = moment(message.get("timestamp"), begun)
            source_id = str(message.get("id") or place)
            yield ImportedTurn(identity, message["role"], text, said_at, 0, source_id, title)
