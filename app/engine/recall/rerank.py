"""A second opinion on the best candidates: the door to a cross-encoder, and how its scores join the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt


class Reranker(Protocol):
    """Scores of (query, passage) pairs, shape (n,), higher is better, on the model's own scale."""

    def scores(self, query: str, passages: Sequence[str]) -> npt.NDArray[np.float32]: ...


def rerank(
    reranker: Reranker, query: str, passages: Sequence[str], fused: npt.ArrayLike, *, weight: float
) -> npt.NDArray[np.float64]:
    """Blend of the cross-encoder's scores and the fused ones, both scaled to 0-1 over these candidates.

    weight: share of the cross-encoder, 0 to 1. An answer of wrong length or with NaN is a ValueError.
    """
    given = np.asarray(reranker.scores(query, list(passages)), np.float64)
    if len(given) != len(passages) or not np.isfinite(given).all():
        raise ValueError("the reranker must give one finite score a passage")
    before = np.asarray(fused, np.float64)
    return weight * _scaled(given) + (1 - weight) * _scaled(before)


def _scaled(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    if not len(values):
        return values
    low, high = float(values.min()), float(values.max())
    return (values - low) / (high - low) if high > low else np.ones_like(values)
