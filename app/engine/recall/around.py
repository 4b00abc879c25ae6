"""The span of "before I moved": the event is looked up among the memories, its date bounds the question."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import numpy.typing as npt

from app.engine.recall.spans import Span
from app.engine.recall.tier import TierIndex
from app.engine.recall.tokens import terms
from app.engine.recall.when_asked import Relation
from app.vault.store import MemoryMarks, Store

_NEAREST = 5


def span_around(
    relation: Relation,
    clause: str,
    vector: npt.NDArray[np.float32] | None,
    tier: TierIndex,
    store: Store,
    *,
    least_semantic: float,
) -> Span | None:
    """Days before or after the event that `clause` names, the event's own day left out; None when no memory fits.

    vector: calibrated vector of the clause. A memory fits by meaning (cosine of at least `least_semantic`) or by
    holding every term of the clause; among those that fit, the nearest counts.
    """
    words = terms(clause)
    matches = tier.keywords.match(words) if words else None
    keys = tier.candidates(vector, matches, nearest=_NEAREST, matching=_NEAREST)
    if not keys:
        return None
    semantic = tier.vectors.rows(keys) @ vector if vector is not None else np.zeros(len(keys))
    coverage = matches.of(keys)[1] if matches is not None else np.zeros(len(keys))
    marks = store.memory_marks(keys)
    fitting = [
        (float(semantic[i] + coverage[i]), key)
        for i, key in enumerate(keys)
        if key in marks and (semantic[i] >= least_semantic or coverage[i] >= 0.999)
    ]
    if not fitting:
        return None
    day = _day(marks[max(fitting)[1]])
    one = timedelta(days=1)
    return Span(None, day - one) if relation == "before" else Span(day + one, None)


def _day(mark: MemoryMarks) -> date:
    return date.fromisoformat(mark.event_at[:10]) if mark.event_at else mark.said_at.date()
