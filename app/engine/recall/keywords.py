"""BM25Okapi over documents that come and go: rank-bm25's scores from an inverted list kept in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from app.engine.recall.keyword_matches import Asked, KeywordMatches
from app.engine.recall.packed import Packed

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]

_SPARE = 256  # documents that may come or go before the lists are packed anew


class _Grown:
    """The documents added since packing that hold one term: slots, ascending, and frequencies."""

    __slots__ = ("frequencies", "slots")

    def __init__(self) -> None:
        self.slots: list[int] = []
        self.frequencies: list[int] = []


class KeywordIndex:
    """Scores equal `rank_bm25.BM25Okapi` over the same documents (k1, b, epsilon as there) within 1e-9.

    Most documents lie packed: for each term one ascending run of slots. Later ones stand beside in short lists, removed
    ones are marked; when there are many of both, all is packed anew. A slot is never given twice in between, so every
    list stays ascending.

    Source of the formula: Trotman, Puurula, Burgess, "Improvements to BM25 and Language Models Examined" (ATIRE
    variant), idf = ln(N - n + 0.5) - ln(n + 0.5), floored at epsilon * mean idf where negative.
    """

    def __init__(self, *, k1: float = 1.5, b: float = 0.75, epsilon: float = 0.25) -> None:
        self._k1, self._b, self._epsilon = k1, b, epsilon
        self._floor: float | None = None
        self._adopt(Packed.of_rows({}))

    def __len__(self) -> int:
        return len(self._slot_of)

    def __contains__(self, key: int) -> bool:
        return key in self._slot_of

    def add(self, key: int, terms: Iterable[str]) -> None:
        """Index one document; one that is known already is replaced."""
        self.remove(key)
        counted = Counter(terms)
        ids = np.fromiter((self._number(term) for term in counted), np.int32, len(counted))
        slot = self._take_slot(key, counted.total())
        self._held_by[ids] += 1
        self._grown_ids[slot] = np.repeat(ids, np.fromiter(counted.values(), np.int64, len(counted)))
        for number, frequency in zip(ids.tolist(), counted.values(), strict=True):
            grown = self._grown.setdefault(number, _Grown())
            grown.slots.append(slot)
            grown.frequencies.append(frequency)
        self._changed()

    def load(self, documents: Packed) -> None:
        """Take many documents at once; the index must be empty."""
        if self._slot_of:
            raise ValueError("the index holds documents already")
        self._adopt(documents)

    def remove(self, key: int) -> None:
        """Forget one document; an unknown key is not an error."""
        slot = self._slot_of.pop(key, None)
        if slot is None:
            return
        self._held_by[np.unique(self._ids_of(slot))] -= 1
        self._total_length -= int(self._length_at[slot])
        self._alive[slot] = False
        self._changed()

    def match(self, query: Sequence[str]) -> KeywordMatches:
        """How every document that holds a term of the query scores; a term given twice counts twice."""
        n = len(self._slot_of)
        mean = self._total_length / n if n else 0.0
        asked, total = [], 0.0
        for term, times in Counter(query).items():
            number = self._numbers.get(term)
            held = int(self._held_by[number]) if number is not None else 0
            weight = float(np.log1p((n - held + 0.5) / (held + 0.5)))
            total += weight
            if number is not None and held:
                slots, frequencies = self._postings(number)
                asked.append(Asked(slots, frequencies, times * self.idf(term) * (self._k1 + 1), weight))

        def norms(slots: npt.NDArray[np.integer[Any]]) -> Floats:
            result: Floats = self._k1 * (1 - self._b + self._b / max(mean, 1e-9) * self._length_at[slots])
            return result

        return KeywordMatches(self._key_at, self._slot_of, self._alive, norms, asked, total)

    def idf(self, term: str) -> float:
        """Inverse document frequency of one term with BM25Okapi's floor; 0 for a term no document holds."""
        number = self._numbers.get(term)
        held = int(self._held_by[number]) if number is not None else 0
        if not held:
            return 0.0
        idf = float(np.log(len(self) - held + 0.5) - np.log(held + 0.5))
        return idf if idf >= 0 else self._floor_idf()

    def _floor_idf(self) -> float:
        floor = self._floor
        if floor is None:
            terms_with = np.bincount(self._held_by)
            held = np.flatnonzero(terms_with[1:]) + 1
            idf = np.log(len(self) - held + 0.5) - np.log(held + 0.5)
            floor = self._floor = self._epsilon * float((idf * terms_with[held]).sum() / terms_with[held].sum())
        return floor

    # --- packed lists -----------------------------------------------------------------------------------------------

    def _adopt(self, documents: Packed) -> None:
        n, lengths = len(documents.keys), np.diff(documents.offsets)
        self._numbers = documents.numbers
        self._ids, self._offsets = documents.ids, documents.offsets
        self._key_at: Ints = documents.keys.copy()
        self._slot_of: dict[int, int] = {key: slot for slot, key in enumerate(self._key_at.tolist())}
        if len(self._slot_of) != n:
            raise ValueError("a key is given twice")
        self._length_at: Floats = lengths.astype(np.float64)
        self._alive = np.ones(n, np.bool_)
        self._used, self._packed, self._changes = n, n, 0
        self._total_length = int(lengths.sum())
        pairs = documents.ids.astype(np.int64) * max(n, 1) + np.repeat(np.arange(n), lengths)
        pairs.sort()
        first = np.flatnonzero(np.concatenate([np.ones(min(len(pairs), 1), np.bool_), pairs[1:] != pairs[:-1]]))
        self._frequencies: Counts = np.diff(np.append(first, len(pairs))).astype(np.int32)
        terms, slots = np.divmod(pairs[first], max(n, 1))
        self._slots: Counts = slots.astype(np.int32)
        self._held_by: Counts = np.bincount(terms, minlength=max(len(self._numbers), 1)).astype(np.int32)
        self._starts: Ints = np.concatenate([np.zeros(1, np.int64), np.cumsum(self._held_by, dtype=np.int64)])
        self._grown: dict[int, _Grown] = {}
        self._grown_ids: dict[int, Counts] = {}
        self._floor = None

    def _repack(self) -> None:
        """The documents that are left, as if they had been loaded now; terms that none holds are forgotten."""
        slots = list(self._slot_of.values())
        parts = [self._ids_of(slot) for slot in slots]
        lengths = np.fromiter(map(len, parts), np.int64, len(parts))
        ids = np.concatenate(parts) if parts else np.zeros(0, np.int32)
        held = np.flatnonzero(self._held_by)
        renumbered = np.zeros(len(self._held_by), np.int32)
        renumbered[held] = np.arange(len(held), dtype=np.int32)
        numbers = {term: int(renumbered[number]) for term, number in self._numbers.items() if self._held_by[number]}
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        self._adopt(Packed(np.fromiter(self._slot_of, np.int64, len(slots)), renumbered[ids], offsets, numbers))

    def _postings(self, number: int) -> tuple[Counts, Counts]:
        """Slots, ascending, removed ones among them, and frequencies."""
        slots, frequencies = self._slots[:0], self._frequencies[:0]
        if number + 1 < len(self._starts):
            run = slice(self._starts[number], self._starts[number + 1])
            slots, frequencies = self._slots[run], self._frequencies[run]
        grown = self._grown.get(number)
        if grown is None:
            return slots, frequencies
        return (
            np.concatenate([slots, np.array(grown.slots, np.int32)]),
            np.concatenate([frequencies, np.array(grown.frequencies, np.int32)]),
        )

    def _ids_of(self, slot: int) -> Counts:
        if slot < self._packed:
            return self._ids[self._offsets[slot] : self._offsets[slot + 1]]
        return self._grown_ids[slot]

    def _number(self, term: str) -> int:
        number = self._numbers.setdefault(term, len(self._numbers))
        if number >= len(self._held_by):
            self._held_by = np.concatenate([self._held_by, np.zeros(max(64, number), np.int32)])
        return number

    def _take_slot(self, key: int, length: int) -> int:
        slot = self._used
        if slot == len(self._key_at):
            more = max(slot // 4, 64)
            self._key_at = np.concatenate([self._key_at, np.zeros(more, np.int64)])
            self._length_at = np.concatenate([self._length_at, np.zeros(more, np.float64)])
            self._alive = np.concatenate([self._alive, np.zeros(more, np.bool_)])
        self._key_at[slot], self._length_at[slot], self._alive[slot] = key, length, True
        self._slot_of[key] = slot
        self._used += 1
        self._total_length += length
        return slot

    def _changed(self) -> None:
        self._floor = None
        self._changes += 1
        if self._changes > _SPARE + len(self._slot_of):
            self._repack()


def packed(documents: Mapping[int, Sequence[str]]) -> Packed:
    """Documents given as lists of terms, ready for `KeywordIndex.load`."""
    numbers: dict[str, int] = {}
    ids = [numbers.setdefault(term, len(numbers)) for terms in documents.values() for term in terms]
    lengths = np.fromiter(map(len, documents.values()), np.int64, len(documents))
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    return Packed(np.fromiter(documents, np.int64, len(documents)), np.array(ids, np.int32), offsets, numbers)
