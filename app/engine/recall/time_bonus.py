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


def _fit(span: Span, event: str | None, said: datetime) -> float:
    if event and span.holds(date.fromisoformat(event[:10])):
        return 1.0
    if span.holds(said.date()):
        return _SAID_ONLY if event else 1.0
    return 0.0
