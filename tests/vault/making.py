"""Short ways to make what the store takes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np

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


def index(store: Store, *memories: Memory) -> None:
    """Vectors and terms for these memories and for every message that has none."""
    for memory in memories:
        vector = np.random.default_rng(memory.key).normal(size=384)
        store.put_vectors("memory", [(memory.key, vector / np.linalg.norm(vector))], "e5")
        store.set_terms("memory", memory.key, memory.content.lower().split())
    for key in store.missing_vectors("transcript", "e5"):
        store.put_vectors("transcript", [(key, np.full(384, 0.05))], "e5")
        store.set_terms("transcript", key, store.message(key).content.split())


def fill(store: Store, count: int = 60) -> None:
    """Other rows, so that pages are shared, split and merged."""
    with store.transaction():
        for number in range(count):
            index(store, said(store, f"An ordinary sentence, number {number}, about nothing much. 普通的一句话"))
