"""Whether a result is about the question at all, on scales that do not depend on the other candidates."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.engine.types import Language
from app.settings import RecallSettings

Floats = npt.NDArray[np.float64]


_ASKS = re.compile(
    r"[?？]\s*$"
    r"|^\W*(?:what|when|where|who|whom|whose|which|how|did|do|does|have|has|was|were|is|are|tell me|remind me)\b"
    r"|什么|哪|谁|几[点号天次]|多少|怎么|吗\W*$|呢\W*$|(?:说说|告诉我|记得)",
    re.IGNORECASE,
)


def asks(text: str) -> bool:
    """Whether the words ask for something. "I'm tired today" names a time and asks nothing about it."""
    return not text.rstrip().endswith(("!", "！")) and bool(_ASKS.search(text))


def by_size(least: float, count: int) -> float:
    """The similarity that still means something among `count` memories. Among many, one is alike by chance: the whole
    threshold at 10,000, falling with the logarithm to half of it below ten."""
    return least * min(1.0, max(0.5, 0.35 + 0.65 * math.log10(max(count, 1)) / 4))


@dataclass(frozen=True, slots=True)
class Least:
    """What a result must reach: similarity to a question of its own language, of the other one, share of its terms."""

    same: float
    across: float
    coverage: float


def least_of_turns(asked: Language, settings: RecallSettings, *, words_alone: bool = False) -> Least:
    """Set from questions whose answer is not there, and from ones whose answer is, in both languages. Where words are
    all there is to compare, a share of them is enough, as for memories."""
    if words_alone:
        return Least(settings.turn_abstain_en, settings.turn_abstain_en_across, settings.abstain_keyword)
    if asked == "zh":
        return Least(settings.turn_abstain_zh, settings.turn_abstain_zh_across, settings.turn_abstain_keyword)
    return Least(settings.turn_abstain_en, settings.turn_abstain_en_across, settings.turn_abstain_keyword)


def relevant(
    semantic: Floats, coverage: Floats, *, least_semantic: npt.ArrayLike, least_coverage: float, beside: float
) -> npt.NDArray[np.bool_]:
    """Which results stand. Evidence is meaning and words together: 1 for a result that is alike enough, or holds enough
    of the question's words, or half of both. Without one such result nothing is known and none stands; beside one,
    results with a share of `beside` of that evidence stand too.

    semantic: calibrated cosine; coverage: share of the question's term weight, both 0 to 1. least_semantic: one value,
    or one for each result.
    """
    evidence = np.maximum(semantic, 0) / np.maximum(least_semantic, 1e-9) + coverage / max(least_coverage, 1e-9)
    result: npt.NDArray[np.bool_] = evidence >= (beside if (evidence >= 1 - 1e-9).any() else np.inf)
    return result
