"""Another embedding model: its vectors are made beside the old ones in quiet moments, then take their place at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.engine.types import Embedder, Tier
from app.vault.store import Store

TIERS: tuple[Tier, ...] = ("memory", "transcript")
BATCH = 64
SLICE_SECONDS = 2.0  # of work before other chores get their turn


class Chosen(Protocol):
    """The embedding model that is wanted; loaded only when it is first used. None: none is installed."""

    def __call__(self) -> Embedder | None: ...


@dataclass(frozen=True, slots=True)
class Change:
    """How far a change of the embedding model has come, in memories and messages."""

    done: int
    total: int


class Reembedding:
    """Search goes on with the old model until every row has a vector of the new one. What is made is kept in the vault
    batch by batch, so a stop at any point costs one batch; `switched` is called after the change."""

    def __init__(self, store: Store, wanted: Chosen, switched: Callable[[], None]) -> None:
        self._store, self._wanted, self._switched = store, wanted, switched

    def due(self) -> bool:
        active, wanted = self._store.active_model(), self._wanted()
        return active is not None and wanted is not None and wanted.model_id != active

    def change(self) -> Change | None:
        """Where the change stands; None when there is none to make."""
        wanted = self._wanted()
        if wanted is None or not self.due():
            return None
        counts = [self._store.indexed(tier, wanted.model_id) for tier in TIERS]
        return Change(sum(done for done, _ in counts), sum(total for _, total in counts))

    def run(self, enough: threading.Event) -> None:
        """Go on for a slice of time, or until `enough` is set."""
        wanted = self._wanted()
        until = time.monotonic() + SLICE_SECONDS
        while wanted is not None and self.due() and not enough.is_set() and time.monotonic() < until:
            if sum(self._batch(tier, wanted) for tier in TIERS) == 0:
                self._store.switch_model(wanted.model_id)
                self._switched()
                return

    def _batch(self, tier: Tier, wanted: Embedder) -> int:
        """Vectors for the next rows without one; returns how many those were."""
        keys = self._store.missing_vectors(tier, wanted.model_id, limit=BATCH)
        texts = self._store.contents(tier, keys)
        if texts:
            rows = zip(texts, wanted.passages(list(texts.values())), strict=True)
            self._store.put_vectors(tier, list(rows), wanted.model_id)
        return len(keys)
