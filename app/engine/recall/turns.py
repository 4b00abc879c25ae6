"""Ranks turns of past conversations: words, neighbours, conversation, speaker, length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from app.engine.recall.fusion import best_of_group, near_or, share_of_best, weighted
from app.engine.recall.index import UserIndex
from app.engine.recall.keyword_matches import KeywordMatches
from app.engine.recall.scored import Scored
from app.engine.recall.speakers import Asked
from app.engine.recall.texts import is_question, speaker
from app.settings import RecallSettings
from app.vault.store import TurnMarks

Floats = npt.NDArray[np.float64]
_ALIKE = 0.3  # calibrated cosine; when the best is below it, none is alike
_LONG = float(np.log1p(40))  # terms of a turn that counts as long


def score_turns(
    index: UserIndex,
    keys: Sequence[int],
    marks: Mapping[int, TurnMarks],
    query: npt.NDArray[np.float32] | None,
    matches: KeywordMatches | None,
    asked: Asked,
    settings: RecallSettings,
) -> Scored:
    """Weighted sum of the channels, each 0 to 1; weights from settings. `query` None leaves the semantic ones out,
    `matches` None the keyword ones."""
    shown = [key for key in keys if key in marks]
    tier, links = index.tiers["transcript"], index.links
    groups = [marks[key].conversation for key in shown]
    nothing = np.zeros(len(shown))
    channels: dict[str, Floats] = {}  # by the name of their weight
    semantic = keyword = coverage = nothing
    if matches is not None and shown:
        raw, coverage = matches.of(shown)
        keyword = share_of_best(raw) if raw.max(initial=0.0) > 1e-9 else coverage
        channels |= {"turn_keyword": keyword, "turn_talk_keyword": best_of_group(keyword, groups)}
    if query is not None and shown:
        rows = tier.vectors.rows(shown)
        after = tier.vectors.rows([next(iter(links.after(key)), 0) for key in shown]) @ query
        semantic = (rows @ query).astype(np.float64)
        best = max(float(semantic.max()), _ALIKE)
        near = near_or(np.clip(semantic / best, 0, 1), rows, keyword)
        channels |= {
            "turn_semantic": near,
            "turn_semantic_after": np.clip(after / best, 0, 1).astype(np.float64),
            "turn_talk_semantic": best_of_group(near, groups),
        }
    if not channels:
        return Scored.nothing(shown)
    named = np.array([asked.fits(speaker(marks[key].content, marks[key].role)) for key in shown])
    length = np.array([min(1.0, np.log1p(links.length(key)) / _LONG) for key in shown])
    asks = np.array([float(is_question(marks[key].content)) for key in shown])
    channels |= {"turn_speaker": named, "turn_length": length, "turn_question": 1 - asks}
    return Scored(shown, fused(channels, settings), semantic, keyword, coverage, nothing)


def fused(channels: Mapping[str, Floats], settings: RecallSettings) -> Floats:
    """The weighted sum of channels that are named after their weights in the settings."""
    return weighted([(getattr(settings, name), values) for name, values in channels.items()])
