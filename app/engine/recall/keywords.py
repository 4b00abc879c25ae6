"""BM25Okapi over documents that come and go: rank-bm25's scores from an inverted list kept in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class _Postings:
    """The documents that hold one term: slots and term frequencies in arrays that grow by doubling."""

    __slots__ = ("frequencies", "size", "slots")

    def __init__(self, slots: npt.NDArray[np.int32], frequencies: npt.NDArray[np.int32]) -> None:
        self.slots, self.frequencies, self.size = slots, frequencies, len(slots)

    def append(self, slot: int, frequency: int) -> None:
        if self.size == len(self.slots):
            grow = max(4, self.size)
            self.slots = np.concatenate([self.slots, np.zeros(grow, np.int32)])
            self.frequencies = np.concatenate([self.frequencies, np.zeros(grow, np.int32)])
        self.slots[self.size] = slot
        self.frequencies[self.size] = frequency
        self.size += 1

    def discard(self, slot: int) -> None:
        """The last entry takes the place of the removed one."""
        at = int(np.nonzero(self.slots[: self.size] == slot)[0][0])
        self.size -= 1
        self.slots[at] = self.slots[self.size]
        self.frequencies[at] = self.frequencies[self.size]


def _counted(terms: Iterable[str]) -> dict[str, int]:
    """Term frequencies; most texts hold no term twice, and that is quick to see."""
    held = list(terms)
    once = dict.fromkeys(held, 1)
    return once if len(once) == len(held) else dict(Counter(held))


class KeywordMatches:
    """How one query matches: valid until the index changes.

    Scores are BM25Okapi's (they can be negative in a tiny corpus). Coverage is the share of the query's term weight a
    document holds, 0 to 1, on a scale that does not depend on the other documents.
    """

    __slots__ = ("_coverage", "_key_at", "_scores", "_slot_of", "_touched")

    def __init__(
        self,
        key_at: Ints,
        slot_of: Mapping[int, int],
        scores: Floats,
        coverage: Floats,
        touched: npt.NDArray[np.bool_],
    ) -> None:
        self._key_at, self._slot_of, self._scores = key_at, slot_of, scores
        self._coverage, self._touched = coverage, touched

    def best(self, limit: int | None = None) -> list[int]:
        """Keys that hold at least one term, best first; equal scores rank by coverage, then by key."""
        slots = np.nonzero(self._touched)[0]
        if limit is not None and 0 < limit < len(slots):  # keep ties with the last place; only these are sorted
            matched = self._scores[slots]
            slots = slots[matched >= np.partition(matched, -limit)[-limit]]
        scores, coverage = np.round(self._scores[slots], 9), np.round(self._coverage[slots], 9)  # sums differ by order
        order = np.lexsort((self._key_at[slots], -coverage, -scores))[:limit]
        return [int(key) for key in self._key_at[slots[order]]]

    def of(self, keys: Sequence[int]) -> tuple[Floats, Floats]:
        """Scores and coverage of the given keys, in their order; 0 for unknown ones."""
        scores, coverage = np.zeros(len(keys)), np.zeros(len(keys))
        known = [(place, self._slot_of[key]) for place, key in enumerate(keys) if key in self._slot_of]
        if known:
            places, slots = map(list, zip(*known, strict=True))
            scores[places], coverage[places] = self._scores[slots], self._coverage[slots]
        return scores, coverage


class KeywordIndex:
    """Scores equal `rank_bm25.BM25Okapi` over the same documents (k1, b, epsilon as there) within 1e-9.

    Source of the formula: Trotman, Puurula, Burgess, "Improvements to BM25 and Language Models Examined" (ATIRE
    variant), idf = ln(N - n + 0.5) - ln(n + 0.5), floored at epsilon * mean idf where negative.
    """

    def __init__(self, *, k1: float = 1.5, b: float = 0.75, epsilon: float = 0.25) -> None:
        self._k1, self._b, self._epsilon = k1, b, epsilon
        self._postings: dict[str, _Postings] = {}
        self._documents: dict[int, dict[str, int]] = {}  # key -> term frequencies
        self._slot_of: dict[int, int] = {}
        self._key_at: Ints = np.zeros(16, np.int64)
        self._length_at: Floats = np.zeros(16, np.float64)
        self._size = 0
        self._total_length = 0
        self._with_frequency: Counter[int] = Counter()  # document frequency -> number of terms that have it
        self._floor: float | None = None

    def __len__(self) -> int:
        return self._size

    def __contains__(self, key: int) -> bool:
        return key in self._slot_of

    def add(self, key: int, terms: Iterable[str]) -> None:
        """Index one document; one that is known already is replaced."""
        if key in self._slot_of:
            self.remove(key)
        frequencies = _counted(terms)
        slot = self._take_slot(key, sum(frequencies.values()))
        self._documents[key] = frequencies
        for term, frequency in frequencies.items():
            postings = self._postings.get(term)
            if postings is None:
                postings = self._postings[term] = _Postings(np.zeros(1, np.int32), np.zeros(1, np.int32))
                postings.size = 0
            self._move_frequency(postings.size, postings.size + 1)
            postings.append(slot, frequency)
        self._floor = None

    def add_many(self, documents: Mapping[int, Sequence[str]]) -> None:
        """Index many documents at once; on an empty index in one vectorised pass."""
        if self._size:
            for key, terms in documents.items():
                self.add(key, terms)
            return
        self._documents = {key: _counted(terms) for key, terms in documents.items()}
        counted = list(self._documents.values())
        n = self._size = len(counted)
        self._key_at = np.fromiter(self._documents, np.int64, n)
        self._slot_of = {key: slot for slot, key in enumerate(self._documents)}
        self._length_at = np.fromiter((sum(f.values()) for f in counted), np.float64, n)
        self._total_length = int(self._length_at.sum())
        ids: dict[str, int] = {}
        flat = np.fromiter((ids.setdefault(term, len(ids)) for f in counted for term in f), np.int64)
        frequencies = np.fromiter((count for f in counted for count in f.values()), np.int32)
        slots = np.repeat(np.arange(n, dtype=np.int32), np.fromiter((len(f) for f in counted), np.int64, n))
        order = np.argsort(flat, kind="stable")
        slots, frequencies = slots[order], frequencies[order]
        held = np.bincount(flat, minlength=len(ids))
        ends = np.cumsum(held)
        starts = ends - held
        self._postings = {
            term: _Postings(slots[start:end], frequencies[start:end])
            for term, start, end in zip(ids, starts.tolist(), ends.tolist(), strict=True)
        }
        self._with_frequency = Counter(held.tolist())
        self._floor = None

    def remove(self, key: int) -> None:
        """Forget one document; an unknown key is not an error."""
        slot = self._slot_of.get(key)
        if slot is None:
            return
        for term in self._documents.pop(key):
            postings = self._postings[term]
            self._move_frequency(postings.size, postings.size - 1)
            postings.discard(slot)
            if not postings.size:
                del self._postings[term]
        self._give_slot(key, slot)
        self._floor = None

    def match(self, query: Sequence[str]) -> KeywordMatches:
        """Score every document that holds a term of the query; a term given twice counts twice."""
        n = self._size
        scores, weights, touched, total = np.zeros(n), np.zeros(n), np.zeros(n, np.bool_), 0.0
        mean = self._total_length / n if n else 0.0
        for term, times in Counter(query).items():
            postings = self._postings.get(term)
            held = postings.size if postings else 0
            weight = float(np.log1p((n - held + 0.5) / (held + 0.5)))
            total += weight
            if postings is None:
                continue
            slots, frequency = postings.slots[:held], postings.frequencies[:held].astype(np.float64)
            norm = self._k1 * (1 - self._b + self._b * self._length_at[slots] / mean)
            scores[slots] += times * self.idf(term) * (frequency * (self._k1 + 1) / (frequency + norm))
            weights[slots] += weight
            touched[slots] = True
        return KeywordMatches(self._key_at, self._slot_of, scores, weights / total if total else weights, touched)

    def idf(self, term: str) -> float:
        """Inverse document frequency of one term with BM25Okapi's floor; 0 for a term no document holds."""
        postings = self._postings.get(term)
        if postings is None:
            return 0.0
        idf = float(np.log(self._size - postings.size + 0.5) - np.log(postings.size + 0.5))
        return idf if idf >= 0 else self._floor_idf()

    def _floor_idf(self) -> float:
        if self._floor is None:
            held = np.fromiter(self._with_frequency, np.float64)
            terms = np.fromiter(self._with_frequency.values(), np.float64)
            idf = np.log(self._size - held + 0.5) - np.log(held + 0.5)
            self._floor = self._epsilon * float((idf * terms).sum() / terms.sum())
        return self._floor

    def _take_slot(self, key: int, length: int) -> int:
        if self._size == len(self._key_at):
            more = max(self._size, 64)
            self._key_at = np.concatenate([self._key_at, np.zeros(more, self._key_at.dtype)])
            self._length_at = np.concatenate([self._length_at, np.zeros(more, self._length_at.dtype)])
        slot = self._size
        self._key_at[slot], self._length_at[slot] = key, length
        self._slot_of[key] = slot
        self._size += 1
        self._total_length += length
        return slot

    def _give_slot(self, key: int, slot: int) -> None:
        """The last document moves into the freed slot, so that slots stay dense."""
        self._size -= 1
        self._total_length -= int(self._length_at[slot])
        del self._slot_of[key]
        last = self._size
        if slot == last:
            return
        moved = int(self._key_at[last])
        for term in self._documents[moved]:
            postings = self._postings[term]
            held = postings.slots[: postings.size]
            held[held == last] = slot
        self._key_at[slot], self._length_at[slot] = moved, self._length_at[last]
        self._slot_of[moved] = slot

    def _move_frequency(self, old: int, new: int) -> None:
        if old:
            self._with_frequency[old] -= 1
            if not self._with_frequency[old]:
                del self._with_frequency[old]
        if new:
            self._with_frequency[new] += 1
