"""What a new statement does to a known one: exact reasons to replace, and none to confuse."""
# ruff: noqa: E501 (tables of sentences)

from __future__ import annotations

from collections import Counter

import pytest

from app.engine.remember.relation import Thresholds, canonical, relate
from tests.engine.remember.world import cases

THRESHOLDS = Thresholds()


@pytest.mark.parametrize(
    ("old", "new", "similarity", "verdict", "reason"),
    [
        ("I am left-handed", "I'm left-handed.", 0.9, "same", "identical"),
        ("I live in Ghent", "I moved to Bruges", 0.3, "update", "same_key"),
        ("I love dumplings", "I hate dumplings, they make me sick", 0.5, "update", "opposite_attitude"),
        ("我爱吃榴莲", "我现在不喜欢吃榴莲了", 0.5, "update", "opposite_attitude"),
        ("the soak test runs 10 minutes", "the soak test on staging runs 30 minutes", 0.9, "different", "other_number"),
        ("the soak test runs 10 minutes", "the soak test now runs 30 minutes", 0.9, "update", "word_of_change"),
        (
            "The kitchen budget is 8000 euro",
            "the garden budget was raised to 3000 euro",
            0.9,
            "different",
            "other_subject",
        ),
        ("My brother lives in Malmö", "I live in Aarhus", 0.8, "different", "other_subject"),
        ("I know Elif from the choir", "I know Tomasz from work", 0.8, "different", "other_name"),
        ("I'm planning a trip to Norway", "the trip to Norway is cancelled", 0.6, "update", "plan_cancelled"),
        ("I'm planning a trip to Norway", "the trip to Vienna is cancelled", 0.6, "different", "cancellation"),
        ("I was born in Cebu", "I was born in Manila", 0.9, "different", "fixed_attribute"),
        ("I was born in Cebu", "actually, I was born in Manila", 0.9, "update", "same_key"),
        ("I like Americano", "I live in Shanghai", 0.4, "different", "other_name"),
        ("I like tea", "I live in a flat", 0.2, "different", "other_topic"),
    ],
)
def test_relation(old: str, new: str, similarity: float, verdict: str, reason: str) -> None:
    found = relate(new, old, similarity, THRESHOLDS)
    assert (found.verdict, found.reason) == (verdict, reason)


def test_no_likeness_makes_other_numbers_dates_names_or_negation_the_same() -> None:
    pairs = [
        ("I pay 50 euro", "I pay 60 euro"), ("the test is on Monday", "the test is on Tuesday"), ("I met Ola", "then I met Ulf"),
        ("I eat meat", "I don't eat meat"), ("我左膝做过手术", "我右膝做过手术"), ("我早上跑步", "我晚上跑步"),
    ]  # fmt: skip
    assert [
        relate(b, a, 0.99, THRESHOLDS).verdict for a, b in pairs if relate(b, a, 0.99, THRESHOLDS).verdict == "same"
    ] == []


def test_normal_forms_ignore_person_case_and_punctuation() -> None:
    assert canonical("I'm LEFT-handed!") == canonical("You are left handed.")
    assert canonical("记住我是左撇子") == canonical("你是左撇子。")


@pytest.mark.real
def test_labelled_pairs(real_parts: dict) -> None:
    """The whole file: nothing wrongly replaced; the figures of the pairs kept apart are the benchmark's."""
    from app.engine.remember.person import second_person
    from app.engine.remember.statements import language_of

    rows = cases("consolidation_pairs")
    assert len(rows) >= 300
    embedder, calibration = real_parts["embedder"], real_parts["calibration"]
    langs = [language_of(r["old"]) for r in rows]
    old = calibration.center(embedder.passages([second_person(r["old"]) or r["old"] for r in rows]), langs)
    new = calibration.center(embedder.passages([second_person(r["new"]) or r["new"] for r in rows]), langs)
    found: Counter[tuple[str, str]] = Counter()
    for row, similarity in zip(rows, (old * new).sum(1), strict=True):
        found[row["verdict"], relate(row["new"], row["old"], float(similarity), THRESHOLDS).verdict] += 1
    assert found["different", "update"] + found["same", "update"] <= 2
    assert found["update", "update"] >= 0.85 * sum(n for (label, _), n in found.items() if label == "update")
