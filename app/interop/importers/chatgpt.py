"""ChatGPT's `conversations.json`, alone, split into several files, or in the ZIP it comes in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.engine.types import Role
from app.interop.importers import files
from app.interop.importers.base import ImportedTurn, Reading, Request, moment
from app.interop.importers.trees import branch, without_reasoning

_TEXT_KINDS = frozenset({"text", "multimodal_text"})
_QUIET_KINDS = frozenset(  # parts of an answer that are no words of it
    {"thoughts", "reasoning_recap", "code", "execution_output", "user_editable_context", "tether_browsing_display",
     "tether_quote", "system_error", "model_editable_context"}
)  # fmt: skip


class ChatGptImporter:
    format = "chatgpt"

    def matches(self, path: Path, head: bytes) -> bool:
        return b'"mapping"' in head

    def open(self, request: Request) -> Reading:
        return Reading(self.format, lambda reading: files.conversations(reading, request, _conversation))


def _conversation(entry: Any, reading: Reading, where: str, request: Request) -> Iterator[ImportedTurn]:
    if not isinstance(entry, dict) or not isinstance(entry.get("mapping"), dict):
        reading.skip(where, "not_a_conversation")
        return
    identity = str(entry.get("conversation_id") or entry.get("id") or where)
    begun = moment(entry.get("create_time"), request.now)
    for place, node in enumerate(branch(entry["mapping"], entry.get("current_node"), lambda node: node.get("parent"))):
        message = node.get("message") if isinstance(node, dict) else None
        if not isinstance(message, dict):
            continue
        role, text = _said(message, reading, where)
        if role is None or not text:
            continue
        begun = moment(message.get("create_time"), begun)
        source_id = str(message.get("id") or node.get("id") or place)
        yield ImportedTurn(identity, role, text, begun, 0, source_id, str(entry.get("title") or ""))


def _said(message: dict[str, Any], reading: Reading, where: str) -> tuple[Role | None, str]:
    author = message.get("author") or {}
    hidden = (message.get("metadata") or {}).get("is_visually_hidden_from_conversation")
    content = message.get("content")
    if hidden or author.get("role") not in {"user", "assistant"} or not isinstance(content, dict):
        return None, ""
    if message.get("recipient") not in (None, "all"):
        return None, ""  # a call to a tool
    kind = content.get("content_type")
    if kind not in _TEXT_KINDS:
        if kind not in _QUIET_KINDS:
            reading.skip(where, "unknown_content_type")
        return None, ""
    pieces = [_piece(part) for part in content.get("parts") or ()]
    text = "\n".join(piece for piece in pieces if piece.strip())
    role: Role = "user" if author["role"] == "user" else "assistant"
    return role, files.plain(text) if role == "user" else without_reasoning(text)


def _piece(part: Any) -> str:
    if isinstance(part, str):
        return part
    text = part.get("text") if isinstance(part, dict) else None
    return text if isinstance(text, str) else ""
