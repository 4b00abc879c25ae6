"""Ranks memories: meaning, words, recency of use, and what the owner marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from app.engine.recall.fusion import near_or, share_of_best, weighted
from app.engine.recall.keyword_matches import KeywordMatches
from app.engine.recall.recency import recency
from app.engine.recall.scored import Scored
from app.engine.recall.tier import TierIndex
from app.settings import RecallSettings
from app.vault.store import MemoryMarks

Floats = npt.NDArray[np.float64]
_ALIKE = 0.3  # calibrated cosine; when the best is below it, none is alike
_IMPORTANT = 0.8  # from here on, a manual or pinned memory is favoured


def score_memories(
    tier: TierIndex,
    keys: Sequence[int],
    marks: Mapping[int, MemoryMarks],
    query: npt.NDArray[np.float32] | None,
    matches: KeywordMatches | None,
    now: datetime,
    settings: RecallSettings,
) -> Scored:
    """`0.55 semantic + 0.30 keyword + 0.15 recency` (weights from settings; of the channels in use), plus the bonus."""
    shown = [key for key in keys if key in marks]
    semantic = keyword = coverage = np.zeros(len(shown))
    if not shown or (query is None and matches is None):
        return Scored.nothing(shown)
    channels: list[tuple[float, Floats]] = []
    if matches is not None:
        raw, coverage = matches.of(shown)
        keyword = share_of_best(raw) if raw.max(initial=0.0) > 1e-9 else coverage
        channels.append((settings.weight_keyword, keyword))
    if query is not None:
        rows = tier.vectors.rows(shown)
        semantic = (rows @ query).astype(np.float64)
        channels.append((settings.weight_semantic, near_or(share_of_best(semantic, _ALIKE), rows, keyword)))
    used = recency([marks[key].last_access_at.timestamp() for key in shown], now, settings.recency_days)
    channels.append((settings.weight_recency, used))
    bonus = [settings.pinned_bonus * (marks[key].favoured and marks[key].importance >= _IMPORTANT) for key in shown]
    return Scored(shown, weighted(channels) + np.array(bonus), semantic, keyword, coverage, used)
