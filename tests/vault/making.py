"""Short ways to make what the store takes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from app.engine.types import Memory, MemoryDraft, RedactedText
from app.vault.store import Store

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def words(text: str) -> RedactedText:
    return RedactedText(text)


def draft(content: str, **changes: Any) -> MemoryDraft:
    values: dict[str, Any] = {
        "content": RedactedText(content),
        "quote": RedactedText(changes.pop("quote", content)),
        "memory_type": "fact",
        "label": "fact",
        "importance": 0.6,
        "confidence": 0.8,
        "source": "automatic",
        "said_at": NOON,
    }
    return MemoryDraft(**{**values, **changes})


def said(store: Store, text: str, *, quote: str | None = None, **changes: Any) -> Memory:
    """A conversation with one user message and the memory that came from it."""
    conversation = store.create_conversation(words("Chat"), at=NOON)
    message = store.add_message(conversation.id, "user", words(text), NOON)
    made = draft(
        changes.pop("content", text),
        quote=quote or text,
        conversation=conversation.id,
        message_id=message.id,
        index=0,
        **changes,
    )
    return store.add_memory(made, at=NOON)
