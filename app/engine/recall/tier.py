"""One tier of one user in memory: its vectors (calibrated), its keyword lists."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.engine.recall.fusion import near_or, share_of_best
from app.engine.recall.keyword_matches import KeywordMatches
from app.engine.recall.keywords import KeywordIndex
from app.engine.recall.packed import Packed
from app.engine.recall.vectors import Halves, Keys, VectorIndex


class TierIndex:
    """Both channels of one tier. A key may be in one of them only: a text without words, a vector still to come."""

    def __init__(self, dimensions: int, *, k1: float, b: float) -> None:
        self.vectors = VectorIndex(dimensions)
        self.keywords = KeywordIndex(k1=k1, b=b)

    def __len__(self) -> int:
        return max(len(self.vectors), len(self.keywords))

    def load(self, keys: Keys, vectors: Halves, documents: Packed) -> None:
        """Fill an empty index; the arrays are taken, not copied. vectors: unit rows."""
        self.vectors.adopt(keys, vectors)
        self.keywords.load(documents)

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
        scores = keyword = np.zeros(len(keys))
        if matches is not None:
            keyword = share_of_best(matches.of(keys)[0])
            scores = weights[1] * keyword
        if query is not None:
            rows = self.vectors.rows(keys)
            scores = scores + weights[0] * near_or(share_of_best(rows @ query), rows, keyword)
        return [keys[place] for place in np.argsort(-scores, kind="stable")[:size]]
