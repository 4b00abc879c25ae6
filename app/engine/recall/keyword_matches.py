"""How the documents of a keyword index match one query: the best few without scoring all that hold a common word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Norms = Callable[[npt.NDArray[np.integer[Any]]], Floats]
_DIGITS = 9  # sums differ by their order in the last places
_MANY = 512  # documents; before a term that so many hold, it is worth asking whether it can still matter


@dataclass(frozen=True, slots=True)
class Asked:
    """One term of a query: which slots hold it how often, what it can give, its share of the query's weight."""

    slots: npt.NDArray[np.int32]  # ascending
    frequencies: npt.NDArray[np.int32]
    most: float  # times * idf * (k1 + 1): more than this it gives no document
    weight: float

    def gains(self, norms: Norms) -> Floats:
        frequencies = self.frequencies.astype(np.float64)
        result: Floats = self.most * frequencies / (frequencies + norms(self.slots))
        return result


class KeywordMatches:
    """Valid until the index changes.

    Scores are BM25Okapi's (they can be negative in a tiny corpus). Coverage is the share of the query's term weight a
    document holds, 0 to 1, on a scale that does not depend on the other documents.
    """

    __slots__ = ("_alive", "_asked", "_key_at", "_norms", "_slot_of", "_total")

    def __init__(
        self,
        key_at: npt.NDArray[np.int64],
        slot_of: Mapping[int, int],
        alive: npt.NDArray[np.bool_],
        norms: Norms,
        asked: Sequence[Asked],
        total: float,
    ) -> None:
        """alive: slots that hold a document; norms: k1 * (1 - b + b * length / mean length) of given slots; total:
        weight of all terms of the query, known or not."""
        self._key_at, self._slot_of, self._alive, self._norms = key_at, slot_of, alive, norms
        self._asked, self._total = sorted(asked, key=lambda one: len(one.slots)), total

    def best(self, limit: int | None = None) -> list[int]:
        """Keys that hold at least one term, best first; equal scores rank by coverage, then by key.

        Rare terms are scored first. Once the `limit` best are ahead of all that the common terms left could give, only
        those within reach are scored in full (Turtle and Flood 1995, "max score").
        """
        if limit is not None and limit <= 0:
            return []
        scores, held = np.zeros(len(self._key_at)), np.zeros(len(self._key_at), np.bool_)
        left = sum(one.most for one in self._asked)
        may_stop = limit is not None and all(one.most >= 0 for one in self._asked)
        least = -np.inf
        for one in self._asked:
            if may_stop and limit is not None and len(one.slots) > _MANY and scores.max(initial=0.0) > left:
                kth = self._kth(scores, held, limit)
                if kth > left:
                    least = kth - left - 10**-_DIGITS
                    break
            scores[one.slots] += one.gains(self._norms)
            held[one.slots] = True
            left -= one.most
        else:
            if limit is not None:
                least = self._kth(scores, held, limit) - 10**-_DIGITS
        slots = np.flatnonzero(held & self._alive)
        slots = slots[scores[slots] >= least]
        exact, coverage = (np.round(values, _DIGITS) for values in self._at(slots))
        order = np.lexsort((self._key_at[slots], -coverage, -exact))[:limit]
        return [int(key) for key in self._key_at[slots[order]]]

    def of(self, keys: Sequence[int]) -> tuple[Floats, Floats]:
        """Scores and coverage of the given keys, in their order; 0 for unknown ones."""
        scores, coverage = np.zeros(len(keys)), np.zeros(len(keys))
        known = [(place, self._slot_of[key]) for place, key in enumerate(keys) if key in self._slot_of]
        if known:
            places, slots = map(list, zip(*known, strict=True))
            scores[places], coverage[places] = self._at(np.array(slots, np.int64))
        return scores, coverage

    def _at(self, slots: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        scores, coverage = np.zeros(len(slots)), np.zeros(len(slots))
        norms = self._norms(slots)
        for one in self._asked:
            places = np.searchsorted(one.slots, slots)
            inside = np.minimum(places, len(one.slots) - 1)
            holds = one.slots[inside] == slots
            frequencies = np.where(holds, one.frequencies[inside], 0).astype(np.float64)
            scores += one.most * frequencies / (frequencies + norms)
            coverage += one.weight * holds
        return scores, coverage / self._total if self._total else coverage

    def _kth(self, scores: Floats, held: npt.NDArray[np.bool_], limit: int) -> float:
        """The score of the `limit`-th best so far; -inf while there are fewer."""
        found = scores[held & self._alive]
        return float(np.partition(found, -limit)[-limit]) if len(found) >= limit else -np.inf
