"""Candidates of one tier with the parts of their scores."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scored:
    """Arrays run along `keys`."""

    keys: list[int]
    scores: Floats  # 0 to about 1
    semantic: Floats  # calibrated cosine
    keyword: Floats  # 0 to 1 over the candidates
    coverage: Floats  # share of the question's term weight held, 0 to 1
    recency: Floats  # 0 to 1

    def with_bonus(self, bonus: Floats) -> Scored:
        return replace(self, scores=self.scores + bonus)

    @classmethod
    def nothing(cls, keys: list[int]) -> Scored:
        none = np.zeros(len(keys))
        return cls(keys, none, none, none, none, none)
