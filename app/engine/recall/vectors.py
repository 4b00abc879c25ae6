"""Vectors by key: one dense float16 matrix, searched exactly by usearch, or through a graph where one is attached."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app import cxx_runtime

cxx_runtime.share()

from usearch.index import MetricKind, search  # noqa: E402

from app.engine.recall.graph import Graph  # noqa: E402

Matrix = npt.NDArray[np.float32]
Halves = npt.NDArray[np.float16]
Keys = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class VectorHits:
    """Nearest keys, best first, with their cosine to the query (-1 to 1)."""

    keys: Keys
    similarities: npt.NDArray[np.float32]


def unit_rows(vectors: npt.ArrayLike, dimensions: int) -> Matrix:
    """Rows scaled to length 1. Wrong width, NaN, infinity or a zero row is a ValueError: they would poison results."""
    rows = np.atleast_2d(np.asarray(vectors, np.float32))
    if rows.ndim != 2 or rows.shape[1] != dimensions:
        raise ValueError(f"expected vectors of {dimensions} dimensions")
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    if not np.isfinite(lengths).all() or (lengths < 1e-6).any():
        raise ValueError("a vector is zero or not finite")
    scaled: Matrix = rows / lengths
    return scaled


_GRAPH_OVERFETCH = 4
_ALONE = 20_000  # below, one thread is done before others have started


class VectorIndex:
    """Nearest neighbours. Rows stay dense: the last one takes the place of a removed one.

    An attached graph only proposes; similarities are always those of the rows. Keys that were put after it was built
    are compared one by one.
    """

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self._rows: Halves = np.zeros((16, dimensions), np.float16)
        self._key_at: Keys = np.zeros(16, np.int64)
        self._slot_of: dict[int, int] = {}
        self._graph: Graph | None = None
        self._beside_graph: set[int] = set()

    def __len__(self) -> int:
        return len(self._slot_of)

    def __contains__(self, key: int) -> bool:
        return key in self._slot_of

    def add(self, key: int, vector: npt.ArrayLike) -> None:
        """Put one vector; a key that is known already gets the new one."""
        row = unit_rows(vector, self.dimensions)[0]
        slot = self._slot_of.get(key)
        if slot is None:
            slot = len(self._slot_of)
            if slot == len(self._key_at):
                more = max(slot // 4, 16)
                self._rows = np.concatenate([self._rows, np.zeros((more, self.dimensions), np.float16)])
                self._key_at = np.concatenate([self._key_at, np.zeros(more, np.int64)])
            self._slot_of[key] = slot
            self._key_at[slot] = key
        self._rows[slot] = row
        if self._graph is not None:
            self._beside_graph.add(key)

    def add_many(self, keys: npt.ArrayLike, vectors: npt.ArrayLike) -> None:
        """Put many vectors, row i under key i; on an empty index the matrix is taken as a whole."""
        wanted = np.asarray(keys, np.int64).reshape(-1)
        if not len(wanted):
            return
        rows = unit_rows(vectors, self.dimensions)
        if len(rows) != len(wanted):
            raise ValueError("keys and vectors differ in number")
        if self._slot_of or len(np.unique(wanted)) != len(wanted):
            for key, row in zip(wanted.tolist(), rows, strict=True):
                self.add(key, row)
            return
        self._rows, self._key_at = rows.astype(np.float16), wanted.copy()
        self._slot_of = {key: slot for slot, key in enumerate(wanted.tolist())}

    def adopt(self, keys: Keys, rows: Halves) -> None:
        """Take a whole matrix of unit rows, row i under key i, without copying it; the index must be empty."""
        if self._slot_of:
            raise ValueError("the index holds vectors already")
        if len(keys) != len(rows) or (len(rows) and rows.shape[1] != self.dimensions):
            raise ValueError("keys and vectors do not fit together")
        if len(keys):
            self._rows, self._key_at = rows, keys
            self._slot_of = {key: slot for slot, key in enumerate(keys.tolist())}
            if len(self._slot_of) != len(keys):
                raise ValueError("a key is given twice")

    def remove(self, key: int) -> None:
        """Take one vector out; an unknown key is not an error. The freed row is zeroed: nothing of it stays."""
        slot = self._slot_of.pop(key, None)
        if slot is None:
            return
        self._beside_graph.discard(key)
        last = len(self._slot_of)
        if slot != last:
            self._rows[slot] = self._rows[last]
            moved = int(self._key_at[last])
            self._key_at[slot], self._slot_of[moved] = moved, slot
        self._rows[last] = 0
        self._key_at[last] = 0

    def get(self, key: int) -> Matrix | None:
        """The vector of a key, or None."""
        slot = self._slot_of.get(key)
        return None if slot is None else self._rows[slot].astype(np.float32)

    def rows(self, keys: Sequence[int]) -> Matrix:
        """Vectors of keys, shape (len(keys), dimensions); a key without a vector gives a zero row."""
        found = np.zeros((len(keys), self.dimensions), np.float32)
        known = [(i, self._slot_of[key]) for i, key in enumerate(keys) if key in self._slot_of]
        if known:
            places, slots = map(list, zip(*known, strict=True))
            found[places] = self._rows[slots]
        return found

    def keys(self) -> Keys:
        return self._key_at[: len(self._slot_of)].copy()

    def copy(self) -> tuple[Keys, Halves]:
        """All keys and their rows, as they are now."""
        live = len(self._slot_of)
        return self._key_at[:live].copy(), self._rows[:live].copy()

    def changed_since(self, keys: Keys, rows: Halves) -> list[int]:
        """Of the given keys those that have another vector now; what was added is not among them."""
        return [
            key
            for key, row in zip(keys.tolist(), rows, strict=True)
            if key in self._slot_of and not np.array_equal(self._rows[self._slot_of[key]], row)
        ]

    def attach(self, graph: Graph | None, newer: Iterable[int] = ()) -> None:
        """Search through the graph from now on (None: exactly). `newer`: keys whose vectors it has not, or older."""
        self._graph = graph
        held = set(graph.keys().tolist()) if graph else set()
        self._beside_graph = {key for key in self._slot_of if key not in held} if graph else set()
        self._beside_graph.update(key for key in newer if key in self._slot_of)

    @property
    def beside_graph(self) -> int | None:
        """How many keys the graph has not; None without one."""
        return None if self._graph is None else len(self._beside_graph)

    def search(self, vector: npt.ArrayLike, limit: int, *, only: Sequence[int] | None = None) -> VectorHits:
        """The `limit` nearest, among the keys `only` where they are given; fewer when fewer are known. Ties by key."""
        query = unit_rows(vector, self.dimensions)[0]
        if only is not None:
            return self._nearest(np.array([key for key in only if key in self._slot_of], np.int64), query, limit)
        count = min(limit, len(self._slot_of))
        if count <= 0:
            return VectorHits(np.zeros(0, np.int64), np.zeros(0, np.float32))
        if self._graph is not None:
            proposed = [k for k in self._graph.near(query, _GRAPH_OVERFETCH * count).tolist() if k in self._slot_of]
            candidates = np.array(list(self._beside_graph.union(proposed)), np.int64)
            if len(candidates) >= count:  # else too much was removed since it was built
                return self._nearest(candidates, query, count)
        live = self._rows[: len(self._slot_of)]
        matches = search(
            live, query.astype(np.float16), count, MetricKind.IP, exact=True, threads=1 if len(live) < _ALONE else 0
        )
        slots = np.asarray(matches.keys, np.int64)
        keys, similarities = self._key_at[slots], 1 - np.asarray(matches.distances, np.float32)
        order = np.lexsort((keys, -similarities))
        return VectorHits(keys[order], similarities[order])

    def _nearest(self, candidates: Keys, query: Matrix, limit: int) -> VectorHits:
        similarities = self.rows(candidates.tolist()) @ query
        order = np.lexsort((candidates, -similarities))[:limit]
        return VectorHits(candidates[order], similarities[order])
