"""A real store, a stand-in embedder, and short ways to fill them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.engine.recall.recall import Recall
from app.engine.types import Language, Memory, MemoryDraft, RedactedText, Vectors
from app.settings import RecallSettings
from app.vault.database import Database
from app.vault.store import Store

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


class Uncalibrated:
    """The stand-in embedder's space needs no centring."""

    def center(self, vectors: Vectors, langs: Sequence[Language]) -> Vectors:
        assert len(vectors) == len(langs)
        return vectors


class Counting:
    """An embedder that says how many texts it embedded."""

    def __init__(self, inner: Any) -> None:
        self.model_id, self.dimensions, self._inner = inner.model_id, inner.dimensions, inner
        self.passages_made = 0

    def queries(self, texts: list[str]) -> Vectors:
        return np.asarray(self._inner.queries(texts))

    def passages(self, texts: list[str]) -> Vectors:
        self.passages_made += len(texts)
        return np.asarray(self._inner.passages(texts))


@pytest.fixture
def embedder() -> Counting:
    from tests.fakes import FakeEmbedder

    return Counting(FakeEmbedder())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    database = Database(tmp_path / "vault.db", bytes(range(32)), create=True)
    yield Store(database, lambda: NOW)
    database.close()


@pytest.fixture
def make_recall(store: Store, embedder: Counting) -> Callable[..., Recall]:
    def make(**changes: Any) -> Recall:
        reranker = changes.pop("reranker", None)
        return Recall(store, embedder, Uncalibrated(), RecallSettings(**changes), clock=lambda: NOW, reranker=reranker)

    return make


@pytest.fixture
def recall(make_recall: Callable[..., Recall]) -> Recall:
    return make_recall()


@pytest.fixture
def keep(store: Store) -> Callable[..., Memory]:
    """Store a memory: `keep("You live in Berlin", said_at=…, importance=…)`."""

    def add(content: str, **changes: Any) -> Memory:
        accessed = changes.pop("accessed", None)
        values: dict[str, Any] = {
            "content": RedactedText(content), "quote": RedactedText(content), "memory_type": "fact", "label": "fact",
            "importance": 0.5, "confidence": 0.8, "source": "automatic", "said_at": NOW, **changes,
        }  # fmt: skip
        return store.add_memory(MemoryDraft(**values), at=accessed or values["said_at"])

    return add


@pytest.fixture
def talk(store: Store) -> Callable[..., list[int]]:
    """Store a conversation of (role, text) turns; returns the message ids."""

    def add(*turns: tuple[str, str], at: datetime = NOW, user_id: str = "me") -> list[int]:
        conversation = store.create_conversation(RedactedText("talk"), at=at, user_id=user_id)
        return [
            store.add_message(conversation.id, role, RedactedText(text), at, user_id=user_id).id  # type: ignore[arg-type]
            for role, text in turns
        ]

    return add
