"""One tier of one user in memory: its vectors (calibrated), its keyword lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from app.engine.recall.fusion import share_of_best
from app.engine.recall.keywords import KeywordIndex, KeywordMatches
from app.engine.recall.vectors import VectorIndex


class TierIndex:
    """Both channels of one tier. A key may be in one of them only: a text without words, a vector still to come."""

    def __init__(self, dimensions: int, *, k1: float, b: float) -> None:
        self.vectors = VectorIndex(dimensions)
        self.keywords = KeywordIndex(k1=k1, b=b)

    def __len__(self) -> int:
        return max(len(self.vectors), len(self.keywords))

    def load(self, keys: npt.ArrayLike, vectors: npt.ArrayLike, terms: Mapping[int, Sequence[str]]) -> None:
        """Fill an empty index."""
        self.vectors.add_many(keys, vectors)
        self.keywords.add_many(terms)

    def remove(self, key: int) -> None:
        self.vectors.remove(key)
        self.keywords.remove(key)

    def candidates(
        self, query: npt.NDArray[np.float32] | None, matches: KeywordMatches | None, *, nearest: int, matching: int
    ) -> list[int]:
        """Union of the nearest vectors and the best keyword matches, nearest first."""
        keys: list[int] = []
        if query is not None:
            keys.extend(self.vectors.search(query, nearest).keys.tolist())
        if matches is not None:
            keys.extend(matches.best(matching))
        return list(dict.fromkeys(keys))

    def shortlist(
        self,
        keys: list[int],
        query: npt.NDArray[np.float32] | None,
        matches: KeywordMatches | None,
        weights: tuple[float, float],
        size: int,
    ) -> list[int]:
        """The `size` best of the candidates by meaning and words alone, so that few rows need to be read.

        weights: of the shares of the best similarity and of the best keyword score.
        """
        if len(keys) <= size:
            return keys
        scores = np.zeros(len(keys))
        if query is not None:
            scores += weights[0] * share_of_best(self.vectors.rows(keys) @ query)
        if matches is not None:
            scores += weights[1] * share_of_best(matches.of(keys)[0])
        return [keys[place] for place in np.argsort(-scores, kind="stable")[:size]]
