"""How well the dates of candidates fit the time a question asks about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

import numpy as np
import numpy.typing as npt

from app.engine.recall.spans import Span

_SAID_ONLY = 0.5  # said in that time, but about another


def happened_in(span: Span | None, days: Sequence[tuple[str | None, datetime]]) -> npt.NDArray[np.float64]:
    """For each (event_at, said_at): 1 when it happened in the span, or was said in it and has no time of its own;
    0.5 when it was said in it but happened at another time; else 0. Without a span all are 0."""
    return np.array([_fit(span, event, said) if span else 0.0 for event, said in days], np.float64)


def newness(said: Sequence[float], semantic: npt.NDArray[np.float64], share: float) -> npt.NDArray[np.float64]:
    """0 to 1 from the oldest to the newest of those that are about as near as the nearest; 0 for the others.

    said: seconds since the epoch; share: of the best similarity, from which a candidate counts as near.
    """
    times = np.asarray(said, np.float64)
    near = (semantic > 0) & (semantic >= share * semantic.max(initial=0.0))
    if not near.any():
        return np.zeros(len(times))
    low, high = times[near].min(), times[near].max()
    result: npt.NDArray[np.float64] = np.where(near, (times - low) / max(high - low, 1.0), 0.0)
    return result


def _fit(span: Span, event: str | None, said: datetime) -> float:
    if event and span.holds(date.fromisoformat(event[:10])):
        return 1.0
    if span.holds(said.date()):
        return _SAID_ONLY if event else 1.0
    return 0.0
