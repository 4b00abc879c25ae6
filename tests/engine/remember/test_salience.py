"""The head: reproducible, calibrated, and measured on lines no training line was written from."""

from __future__ import annotations

import json

import numpy as np
import pytest

from app.engine.remember.judging import importance, told_floor
from app.engine.remember.salience import SalienceHead
from app.engine.remember.surface import NAMES, features
from app.paths import resources
from tests.engine.remember.world import cases

LINES = [json.loads(line) for line in (resources() / "salience" / "lines.jsonl").read_text("utf-8").splitlines()]


def test_there_are_enough_training_lines_of_both_languages_and_both_sorts() -> None:
    assert len(LINES) >= 1500
    for lang in ("en", "zh"):
        for keep in (True, False):
            assert sum(r["lang"] == lang and r["keep"] == keep for r in LINES) >= 400
    assert {r["label"] for r in LINES if r["keep"]} >= {
        "fact",
        "preference",
        "decision",
        "follow_up",
        "feedback",
        "episode",
    }


def test_no_held_out_line_is_a_training_line_or_from_a_person_or_conversation_of_one() -> None:
    held = cases("salience_heldout")
    assert min(sum(r["lang"] == lang for r in held) for lang in ("en", "zh")) >= 400
    assert not {r["text"].casefold() for r in held} & {r["text"].casefold() for r in LINES}
    assert not {r["group"] for r in held} & {r.get("group") for r in LINES}
    assert not {r["text"].casefold() for r in cases("salience_fresh")} & {r["text"].casefold() for r in LINES}


def test_enough_held_out_lines_bear_a_second_readers_label() -> None:
    assert sum("second" in r for r in cases("salience_heldout")) >= 100


def test_features_are_finite_and_named() -> None:
    for text in ("I live in Ghent", "我住在合肥", "?", "a" * 5000):
        values = features(text)
        assert values.shape == (len(NAMES),)
        assert np.isfinite(values).all()


def test_importance_follows_confidence_and_label() -> None:
    assert importance(0.8, "fact", explicit=False) == pytest.approx(0.7)
    assert importance(0.8, "preference", explicit=False) == pytest.approx(0.8)
    assert importance(0.8, "decision", explicit=False) == pytest.approx(0.75)
    assert importance(0.1, "fact", explicit=True) == 0.9


def test_a_stated_attribute_or_liking_is_worth_keeping_however_short() -> None:
    assert told_floor("I play the tuba") >= 0.5
    assert told_floor("我爱吃咖喱") >= 0.5
    assert told_floor("I like this song") == told_floor("I like your idea") == told_floor("saw a heron") == 0.0
    assert told_floor("Einstein was born in Ulm") == 0.0


@pytest.mark.real
def test_the_head_belongs_to_the_installed_embedding_model_and_separates(real_parts: dict) -> None:
    head = SalienceHead.load(resources() / "salience" / "head.npz")
    embedder = real_parts["embedder"]
    assert head.model_id == embedder.model_id
    rows = cases("salience_heldout")
    texts = [r["text"] for r in rows]
    judged = head.judge(texts, embedder.queries(texts))
    for lang, least in (("en", 0.95), ("zh", 0.91)):
        keep = np.array([j.confidence for j, r in zip(judged, rows, strict=True) if r["lang"] == lang and r["keep"]])
        junk = np.array(
            [j.confidence for j, r in zip(judged, rows, strict=True) if r["lang"] == lang and not r["keep"]]
        )
        assert (keep[:, None] > junk[None]).mean() >= least
