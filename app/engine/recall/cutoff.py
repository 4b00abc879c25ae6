"""Where a ranked list stops being about the question."""

from __future__ import annotations

from collections.abc import Sequence


def falls_off(scores: Sequence[float], *, share: float, drop: float, at_least: int = 1) -> int:
    """How many of the ranked (descending) scores to keep.

    Stops before the first score under `share` of the best one, or before a step down of more than `drop` of the best
    one; never before `at_least` results.
    """
    if not scores:
        return 0
    best = max(scores[0], 1e-9)
    for place in range(1, len(scores)):
        if place >= at_least and (scores[place] < share * best or scores[place - 1] - scores[place] > drop * best):
            return place
    return len(scores)
