"""Noting what is about to go, deleted or overwritten by the person, so that its bytes are scrubbed and searched for."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from app.vault import remnants
from app.vault.store import rows
from app.vault.store.base import StoreBase


class Noting(StoreBase):
    """Runs inside a transaction opened by `_deleting` or `_overwriting`, which ends with the needles for the scrub."""

    _gone: list[str | bytes] | None = None

    @contextlib.contextmanager
    def _deleting(
        self, *, out_of_reach: tuple[str, ...] = ("backups",), receipt: bool = True
    ) -> Iterator[Counter[str]]:
        """Collects counts of what is removed; all of it, its needles and its receipt are committed together."""
        with self.transaction():
            outer, self._gone = self._gone, []
            removed: Counter[str] = Counter()
            try:
                yield removed
                needles = remnants.needles_of(self._gone)
            finally:
                self._gone = outer
            if needles:
                self._db.execute("INSERT INTO scrub_pending (seal, sealed) VALUES (?, ?)", remnants.seal(needles))
            if receipt:
                self._db.execute(
                    "INSERT INTO receipts (at, state, removed, out_of_reach) VALUES (?, 'removed', ?, ?)",
                    (rows.stamp(self._now()), json.dumps(dict(removed)), json.dumps(out_of_reach)),
                )

    @contextlib.contextmanager
    def _overwriting(self) -> Iterator[None]:
        """For words the person replaces: scrubbed like a deletion, without a receipt. Needles that live on in other
        rows (the new wording, the quote) count as no remnant."""
        with self._deleting(receipt=False):
            yield

    def _note(self, found: Iterable[tuple[Any, ...]]) -> int:
        """Remember the values of rows that are about to go; returns how many rows those were."""
        assert self._gone is not None
        count = 0
        for row in found:
            self._gone.extend(value for value in row if value)
            count += 1
        return count


def lost(old: str, new: str) -> str:
    """The piece of the old text that the new one no longer has: what lies between their common start and end."""
    start = _shared(old, new)
    end = _shared(old[start:][::-1], new[start:][::-1])
    return old[start : len(old) - end]


def _shared(one: str, other: str) -> int:
    """Length of their common start."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
