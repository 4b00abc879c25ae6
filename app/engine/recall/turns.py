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
    channels: list[tuple[float, Floats]] = []
    semantic = keyword = coverage = nothing
    if matches is not None and shown:
        raw, coverage = matches.of(shown)
        keyword = share_of_best(raw) if raw.max(initial=0.0) > 1e-9 else coverage
        channels += [(settings.turn_keyword, keyword), (settings.turn_talk_keyword, best_of_group(keyword, groups))]
    if query is not None and shown:
        rows = tier.vectors.rows(shown)
        before, after = (
            tier.vectors.rows(places) @ query
            for places in ([links.before(k) or 0 for k in shown], [next(iter(links.after(k)), 0) for k in shown])
        )
        semantic = (rows @ query).astype(np.float64)
        best = max(float(semantic.max()), 1e-6)
        near = near_or(np.clip(semantic / best, 0, 1), rows, keyword)
        channels += [
            (settings.turn_semantic, near),
            (settings.turn_semantic_before, np.clip(before / best, 0, 1).astype(np.float64)),
            (settings.turn_semantic_after, np.clip(after / best, 0, 1).astype(np.float64)),
            (settings.turn_talk_semantic, best_of_group(near, groups)),
        ]
    if not channels:
        return Scored.nothing(shown)
    named = np.array([asked.fits(speaker(marks[key].content, marks[key].role)) for key in shown])
    length = np.array([min(1.0, np.log1p(links.length(key)) / _LONG) for key in shown])
    asks = np.array([float(is_question(marks[key].content)) for key in shown])
    channels += [(settings.turn_speaker, named), (settings.turn_length, length), (settings.turn_question, 1 - asks)]
    return Scored(shown, weighted(channels), semantic, keyword, coverage, nothing)
