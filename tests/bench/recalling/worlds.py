"""A throw-away encrypted vault with the product's own recall over it, for benchmarks."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from app.engine.recall.recall import Recall
from app.engine.types import Clock, Embedder, MemoryDraft, RedactedText, Vectors
from app.models.calibration import Calibration
from app.models.catalogue import Catalogue
from app.models.runtime import Runtime
from app.settings import AnswerSettings, ModelSettings, RecallSettings
from app.vault.database import Database
from app.vault.store import Store


class Cached:
    """An embedder that keeps what it made in a file, when `KEEPSAKE_BENCH_CACHE` names a folder. For tuning by hand."""

    def __init__(self, embedder: Embedder) -> None:
        self.model_id, self.dimensions, self._embedder = embedder.model_id, embedder.dimensions, embedder
        folder = os.environ.get("KEEPSAKE_BENCH_CACHE")
        self._file = Path(folder) / "embeddings.npz" if folder else None
        self._known: dict[str, np.ndarray] = {}
        if self._file and self._file.exists():
            stored = np.load(self._file)
            self._known = dict(zip(stored["texts"].tolist(), stored["vectors"], strict=True))
        self._fresh = 0

    def queries(self, texts: list[str]) -> Vectors:
        return self._made("q", texts, self._embedder.queries)

    def passages(self, texts: list[str]) -> Vectors:
        return self._made("p", texts, self._embedder.passages)

    def _made(self, kind: str, texts: list[str], make) -> Vectors:  # type: ignore[no-untyped-def]
        missing = [text for text in dict.fromkeys(texts) if kind + text not in self._known]
        if missing:
            self._known.update(zip([kind + text for text in missing], make(missing), strict=True))
            self._fresh += len(missing)
        return np.stack([self._known[kind + text] for text in texts]) if texts else np.zeros((0, self.dimensions))

    def save(self) -> None:
        if self._file and self._fresh:
            np.savez(self._file, texts=np.array(list(self._known)), vectors=np.stack(list(self._known.values())))
            self._fresh = 0


def embedder() -> Cached:
    return Cached(Runtime(Catalogue.load(), ModelSettings(), AnswerSettings()).embedder())


def calibration() -> Calibration:
    return Calibration.load(next(entry for entry in Catalogue.load().for_role("embedding") if entry.calibration))


@contextlib.contextmanager
def world(clock: Clock) -> Iterator[Store]:
    """An empty store in a vault that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "vault.db", secrets.token_bytes(32), create=True)
        try:
            yield Store(database, clock)
        finally:
            database.close()


def add_conversation(store: Store, turns: Sequence[tuple[str, str, datetime]], title: str = "talk") -> list[int]:
    """Turns are (role, content, said_at); returns the message ids."""
    conversation = store.create_conversation(RedactedText(title), at=turns[0][2])
    return [
        store.add_message(conversation.id, role, RedactedText(content), said_at, remembered=True).id  # type: ignore[arg-type]
        for role, content, said_at in turns
    ]


def draft(content: str, said_at: datetime, **changes: object) -> MemoryDraft:
    values: dict[str, object] = {
        "content": RedactedText(content), "quote": RedactedText(content), "memory_type": "fact", "label": "fact",
        "importance": 0.6, "confidence": 0.8, "source": "automatic", "said_at": said_at, **changes,
    }  # fmt: skip
    return MemoryDraft(**values)  # type: ignore[arg-type]


def recall_over(store: Store, made: Embedder, clock: Clock, settings: RecallSettings | None = None) -> Recall:
    recall = Recall(store, made, calibration(), settings or RecallSettings(), clock=clock)
    recall.rebuild()
    return recall


def utc(year: int, month: int, day: int, hour: int = 12) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)
