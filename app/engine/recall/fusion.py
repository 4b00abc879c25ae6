"""Scores of several channels on one scale, and their weighted sum."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def share_of_best(values: npt.ArrayLike, at_least: float = 0.0) -> Floats:
    """Each value as a share of the best one, 0 to 1; what is not above 0 counts as 0. `at_least`: a best value below
    it counts as that, so that noise is not made large."""
    positive = np.maximum(np.asarray(values, np.float64), 0.0)
    best = positive.max(initial=at_least)
    return positive / best if best > 0 else positive


def near_or(near: Floats, rows: npt.NDArray[np.float32], keyword: Floats) -> Floats:
    """Nearness of each row of vectors; a text whose vector is still to come (a zero row) counts by its words."""
    result: Floats = np.where(rows.any(axis=1), near, keyword)
    return result


def weighted(channels: Sequence[tuple[float, Floats]]) -> Floats:
    """Sum of weight times values over (weight, values) pairs, divided by the sum of the weights."""
    total = sum(weight for weight, _ in channels)
    result: Floats = sum((weight * values for weight, values in channels), np.zeros_like(channels[0][1]))
    return result / total if total > 0 else result


def best_of_group(values: Floats, groups: Sequence[str]) -> Floats:
    """For each item the best value of its group."""
    best: dict[str, float] = {}
    for value, group in zip(values.tolist(), groups, strict=True):
        best[group] = max(best.get(group, 0.0), value)
    return np.array([best[group] for group in groups], np.float64)
