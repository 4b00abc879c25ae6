"""What every part of the store stands on: the database, transactions, and telling indexes what was committed."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, Literal, TypeVar

from app.engine.errors import KeepsakeError
from app.engine.types import Clock, StoreChange, Tier
from app.vault.database import Database

OnChange = Callable[[list[StoreChange]], None]
Item = TypeVar("Item")
_BATCH = 10_000  # placeholders in one statement


def batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items in lists short enough for one statement."""
    batch: list[Item] = []
    for item in items:
        batch.append(item)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def marks(items: list[Any]) -> str:
    """`?, ?, ?` for an IN list."""
    return ", ".join("?" * len(items))


class StoreBase:
    """Holds the connection. Reads and writes may come from any thread; a transaction keeps other threads out."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._db = database
        self._clock = clock
        self._changes: list[StoreChange] = []
        self._listeners: list[OnChange] = []
        self._committed: deque[list[StoreChange]] = deque()
        self._telling = threading.RLock()
        self._is_telling = False

    def _now(self) -> datetime:
        return self._clock()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; one inside another joins it. Listeners are told after the outermost COMMIT."""
        with self._db.lock:
            outer = not self._db.in_transaction
            before = len(self._changes)
            try:
                with self._db.transaction():
                    yield
            except BaseException:
                del self._changes[before:]
                raise
            if outer and self._changes:
                self._committed.append(self._changes)
                self._changes = []
        if outer:
            self._tell()

    def on_change(self, callback: OnChange) -> None:
        """Call back after each commit, in commit order and outside the store's lock, with what changed.

        `upsert`: the row is to be read again and now belongs in the index (its vector or terms may not be there yet, or
        have changed). `remove`: the row is gone or has left recall (archived, superseded, not to be quoted any more).
        """
        self._listeners.append(callback)

    def forget_listeners(self) -> None:
        """Nobody who listened so far hears anything more (everything over the store is built anew)."""
        self._listeners = []

    def _tell(self) -> None:
        with self._telling:
            if self._is_telling:  # a listener wrote to the store: the loop below will come to it
                return
            self._is_telling = True
            try:
                while self._committed:
                    changes = list(dict.fromkeys(self._committed.popleft()))
                    for listener in self._listeners:
                        listener(changes)
            finally:
                self._is_telling = False

    def _changed(self, tier: Tier, key: int, op: Literal["upsert", "remove"]) -> None:
        self._changes.append(StoreChange(tier, key, op))

    # --- ids ----------------------------------------------------------------------------------------------------

    def _key(self, memory_id: str) -> int:
        row = self._db.first("SELECT key FROM memories WHERE id = ?", (memory_id,))
        if row is None:
            raise KeepsakeError("memory_unknown")
        return int(row[0])

    def _keys(self, memory_ids: Iterable[str]) -> list[int]:
        return [self._key(memory_id) for memory_id in dict.fromkeys(memory_ids)]

    def _require_conversation(self, conversation_id: str) -> None:
        if self._db.first("SELECT 1 FROM conversations WHERE id = ?", (conversation_id,)) is None:
            raise KeepsakeError("conversation_unknown")
