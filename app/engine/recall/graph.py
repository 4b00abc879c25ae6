"""Approximate neighbours for very large tiers: an unchanging HNSW graph over int8 vectors, kept as bytes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from app import cxx_runtime

cxx_runtime.share()

from usearch.index import Index  # noqa: E402

Keys = npt.NDArray[np.int64]
_CONNECTIVITY, _BUILD_EFFORT, _SEARCH_EFFORT = 24, 128, 320
_BATCH = 10_000


class Graph:
    """Made once from many vectors and then only read; what changes later is the caller's to follow.

    The vectors inside are rounded to int8: half the bytes of float16, so that a million fit into one row of the vault.
    Whoever asks compares the found keys with the true vectors.
    """

    def __init__(self, index: Index) -> None:
        self._index = index

    @classmethod
    def build(
        cls, keys: Keys, rows: npt.NDArray[np.float16], progress: Callable[[int, int], None] = lambda done, total: None
    ) -> Graph:
        """Unit rows of shape (n, dimensions); takes minutes for a million."""
        index = Index(
            ndim=rows.shape[1],
            metric="cos",
            dtype="i8",
            connectivity=_CONNECTIVITY,
            expansion_add=_BUILD_EFFORT,
            expansion_search=_SEARCH_EFFORT,
        )
        for start in range(0, len(keys), _BATCH):
            index.add(keys[start : start + _BATCH].astype(np.uint64), rows[start : start + _BATCH].astype(np.float32))
            progress(min(start + _BATCH, len(keys)), len(keys))
        return cls(index)

    @classmethod
    def restore(cls, data: bytes, dimensions: int) -> Graph | None:
        """None for bytes that are cut, damaged or of another width: the graph is a cache and is built again."""
        try:
            index = Index.restore(data)
        except (RuntimeError, ValueError):
            return None
        if index is None or index.ndim != dimensions or len(index) == 0:
            return None
        index.expansion_search = _SEARCH_EFFORT
        return cls(index)

    def __len__(self) -> int:
        return len(self._index)

    def dump(self) -> bytes:
        return bytes(self._index.save())

    def keys(self) -> Keys:
        return np.asarray(self._index.keys, np.uint64).astype(np.int64)

    def near(self, query: npt.NDArray[np.float32], limit: int) -> Keys:
        """About the `limit` nearest keys, best first."""
        found = self._index.search(query, min(limit, len(self._index)))
        return np.asarray(found.keys, np.uint64).astype(np.int64)
