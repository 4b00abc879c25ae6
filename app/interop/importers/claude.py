"""Claude's `conversations.json`, alone or in the ZIP it comes in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.engine.types import Role
from app.interop.importers import files
from app.interop.importers.base import ImportedTurn, Reading, Request, moment
from app.interop.importers.trees import branch, without_reasoning

_SAID = frozenset({"text", "voice_note"})


class ClaudeImporter:
    format = "claude"

    def matches(self, path: Path, head: bytes) -> bool:
        return b'"chat_messages"' in head

    def open(self, request: Request) -> Reading:
        return Reading(self.format, lambda reading: files.conversations(reading, request, _conversation))


def _conversation(entry: Any, reading: Reading, where: str, request: Request) -> Iterator[ImportedTurn]:
    messages = entry.get("chat_messages") if isinstance(entry, dict) else None
    if not isinstance(messages, list):
        reading.skip(where, "not_a_conversation")
        return
    identity = str(entry.get("uuid") or entry.get("conversation_id") or where)
    begun = moment(entry.get("created_at") or entry.get("create_time"), request.now)
    title = str(entry.get("name") or entry.get("title") or "")
    for place, message in enumerate(_on_show(messages, entry.get("current_leaf_message_uuid"))):
        if not isinstance(message, dict):
            reading.skip(f"{where} message {place + 1}", "not_a_message")
            continue
        sender = message.get("sender")
        if sender not in {"human", "assistant"}:
            reading.skip(f"{where} message {place + 1}", "unknown_role")
            continue
        role: Role = "user" if sender == "human" else "assistant"
        text = _text(message) if role == "user" else without_reasoning(_text(message))
        if text:
            begun = moment(message.get("created_at"), begun)
            yield ImportedTurn(identity, role, text, begun, 0, str(message.get("uuid") or place), title)


def _on_show(messages: list[Any], leaf: Any) -> list[Any]:
    """Edited and regenerated messages stand beside the ones they replaced: the branch of the newest is meant."""
    nodes = {m["uuid"]: m for m in messages if isinstance(m, dict) and isinstance(m.get("uuid"), str)}
    parents = [node.get("parent_message_uuid") for node in nodes.values()]
    if len(nodes) < len(messages) or len(set(parents)) == len(parents) or None in parents:
        return messages  # no versions, or no tree
    return branch(nodes, leaf if leaf in nodes else next(reversed(nodes)), lambda node: node["parent_message_uuid"])


def _text(message: dict[str, Any]) -> str:
    """Text blocks where there are any (thinking and tools left out), else the flat text. Attachments are not said."""
    blocks = [block for block in message.get("content") or () if isinstance(block, dict)]
    pieces = [block["text"] for block in blocks if block.get("type") in _SAID and isinstance(block.get("text"), str)]
    text = "\n".join(piece for piece in pieces if piece.strip())
    flat = message.get("text")
    return files.plain(text or flat)
