"""What each step of ranking turns adds, and whether its weight holds on conversations it was not fitted to."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from recalling import locomo
from recalling.locomo import Way
from recalling.worlds import Cached
from report import Figure

from app.engine.recall import ranking, turns
from app.engine.recall.scored import Scored
from app.settings import RecallSettings

_NOT_CHANNELS = {
    "turn_share",
    "turn_newest",
    "turn_newest_share",
    "turn_vector_candidates",
    "turn_keyword_candidates",
    "turn_shortlist",
}
WEIGHTS = [
    field.name
    for field in dataclasses.fields(RecallSettings)
    if field.name.startswith("turn_") and field.name not in _NOT_CHANNELS and "abstain" not in field.name
]
Floats = npt.NDArray[np.float64]


def ablation(file: Path, embedder: Cached, settings: RecallSettings) -> Iterator[Figure]:
    """Recall at 10 with one step at a time left out."""
    replaced = dataclasses.replace
    ways = {
        "everything": Way(settings),
        "vectors_alone": Way(settings, "semantic"),
        "words_alone": Way(settings, "keyword"),
    }
    none = {name: 0.0 for name in WEIGHTS if name not in ("turn_semantic", "turn_keyword")}
    ways["vectors_and_words_alone"] = Way(replaced(settings, **none, mmr_trade=1.0, time_bonus=0.0))  # type: ignore[arg-type]
    for name in WEIGHTS:
        ways[f"without_{name}"] = Way(replaced(settings, **{name: 0.0}))  # type: ignore[arg-type]
    ways["without_mmr"] = Way(replaced(settings, mmr_trade=1.0))
    ways["without_time_bonus"] = Way(replaced(settings, time_bonus=0.0))
    ways["without_abstention"] = Way(replaced(settings, abstain_beside=0.0, turn_abstain_en=1e-3))
    asked = list(locomo.ask_all(file, embedder, ways))
    whole = {depth: locomo.averaged([a for a in asked if a.way == "everything"], depth) for depth in locomo.DEPTHS}
    for name in ways:
        part = [one for one in asked if one.way == name]
        figures = {depth: locomo.averaged(part, depth) for depth in locomo.DEPTHS}
        lost = (figures[10] - whole[10]) * 100
        yield Figure(
            f"steps_{name}_recall_at_10", figures[10], "", None, None, f"{lost:+.1f} points; at 5 {figures[5]:.3f}"
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """What ranked the candidates of one question (n, channels), and which of them are evidence (n,)."""

    conversation: int
    channels: Floats
    evidence: Floats
    wanted: int


def cross_validation(file: Path, embedder: Cached, settings: RecallSettings) -> Iterator[Figure]:
    """Weights fitted to all conversations but one, tried on that one; beside them the weights of the settings.

    Ranking alone: abstention and variety are left out, so the figures lie beside those of the product, not on them.
    """
    questions = _captured(file, embedder, settings)
    shipped = np.array([getattr(settings, name) for name in WEIGHTS])
    numbers = sorted({question.conversation for question in questions})
    held_out = []
    for number in numbers:
        others = [question for question in questions if question.conversation != number]
        ours = [question for question in questions if question.conversation == number]
        weights = _fitted(others)
        held_out.append(_recall(ours, weights))
        told = f"weights of the settings {_text(_recall(ours, shipped))}"
        yield Figure(f"steps_fold_{number}_recall_at_5_and_10", _text(held_out[-1]), "", None, None, told)
    mean = tuple(float(np.mean(depth)) for depth in zip(*held_out, strict=True))
    told = f"weights of the settings {_text(_recall(questions, shipped))}"
    yield Figure("steps_cross_validated_recall_at_5_and_10", _text(mean), "", None, None, told)
    weights = _fitted(questions)
    chosen = ", ".join(f"{name} {value:.3f}" for name, value in zip(WEIGHTS, weights, strict=True))
    yield Figure("steps_fitted_to_all", _text(_recall(questions, weights)), "", None, None, chosen)


def _captured(file: Path, embedder: Cached, settings: RecallSettings) -> list[Question]:
    last: dict[str, Any] = {}
    fuse, score = turns.fused, ranking.score_turns

    def fused(channels: Mapping[str, Floats], chosen: RecallSettings) -> Floats:
        last["channels"] = channels
        return fuse(channels, chosen)

    def score_turns(*given: Any) -> Scored:
        scored = score(*given)
        last["keys"] = scored.keys
        return scored

    found: list[Question] = []

    def watch(number: int, evidence: set[str], place: dict[str, str]) -> None:
        columns = np.stack([last["channels"][name] for name in WEIGHTS], axis=1)
        hits = np.array([float(place[f"message:{key}"] in evidence) for key in last["keys"]])
        found.append(Question(number, columns, hits, len(evidence)))

    turns.fused, ranking.score_turns = fused, score_turns
    try:
        for _ in locomo.ask_all(file, embedder, {"": Way(settings)}, watch):
            pass
    finally:
        turns.fused, ranking.score_turns = fuse, score
    return found


def _recall(questions: list[Question], weights: Floats) -> tuple[float, float]:
    shares = []
    for question in questions:
        order = np.argsort(-(question.channels @ weights), kind="stable")
        shares.append([question.evidence[order[:depth]].sum() / question.wanted for depth in (5, 10)])
    at_5, at_10 = np.mean(shares, axis=0)
    return float(at_5), float(at_10)


def _fitted(questions: list[Question]) -> Floats:
    """Coordinate ascent from equal weights on the mean of recall at 5 and at 10."""
    weights = np.full(len(WEIGHTS), 0.1)
    best = sum(_recall(questions, weights))
    for factors in ((0.0, 0.5, 2.0), (0.5, 0.7, 1.4), (0.8, 1.25), (0.9, 1.1)):
        for place in range(len(WEIGHTS)):
            for factor in factors:
                tried = weights.copy()
                tried[place] *= factor
                if (reached := sum(_recall(questions, tried))) > best:
                    weights, best = tried, reached
    return weights / weights.sum()


def _text(figures: tuple[float, ...]) -> str:
    return " / ".join(f"{figure:.3f}" for figure in figures)
