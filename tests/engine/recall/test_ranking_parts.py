"""The small steps of ranking, each by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.recall.abstain import least_of_turns, relevant
from app.engine.recall.cutoff import falls_off
from app.engine.recall.fusion import best_of_group, share_of_best, weighted
from app.engine.recall.mmr import diversify
from app.engine.recall.numerals import number_of
from app.engine.recall.recency import recency
from app.engine.recall.rerank import rerank
from app.engine.recall.spans import Span
from app.engine.recall.speakers import asked_about
from app.engine.recall.texts import is_chinese, is_question, speaker
from app.engine.recall.time_bonus import happened_in, newness
from app.engine.recall.tokens import fold, terms
from app.settings import RecallSettings

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
SCORES = st.lists(st.floats(-1, 1), max_size=20)


# --- fusion ---


def test_scores_become_shares_of_the_best_and_nothing_below_zero_counts() -> None:
    assert share_of_best([2, 1, -1]).tolist() == [1, 0.5, 0]
    assert share_of_best([-1, -2]).tolist() == [0, 0]
    assert share_of_best([]).tolist() == []


@settings(deadline=None)
@given(SCORES, SCORES)
def test_a_weighted_sum_stays_between_its_channels(left: list[float], right: list[float]) -> None:
    size = min(len(left), len(right))
    a, b = share_of_best(left[:size]), share_of_best(right[:size])
    fused = weighted([(0.55, a), (0.30, b)])
    assert (fused <= np.maximum(a, b) + 1e-9).all()
    assert (fused >= np.minimum(a, b) - 1e-9).all()


def test_each_item_gets_the_best_of_its_group() -> None:
    assert best_of_group(np.array([0.1, 0.9, 0.4]), ["a", "a", "b"]).tolist() == [0.9, 0.9, 0.4]


# --- recency ---


def test_recency_falls_to_a_third_in_a_week_and_the_future_counts_as_now() -> None:
    times = [(NOW - timedelta(days=days)).timestamp() for days in (0, 7, 14, -30)]
    assert recency(times, NOW, 7).tolist() == pytest.approx([1, np.exp(-1), np.exp(-2), 1])


# --- cut ---


def test_the_list_ends_where_scores_fall_off() -> None:
    assert falls_off([1.0, 0.9, 0.4, 0.39], share=0.3, drop=0.3) == 2
    assert falls_off([1.0, 0.8, 0.6, 0.4, 0.2], share=0.35, drop=0.3) == 4
    assert falls_off([1.0, 0.1, 0.1], share=0.35, drop=0.3, at_least=3) == 3
    assert falls_off([], share=0.35, drop=0.3) == 0


# --- MMR ---


def test_variety_prefers_what_is_new_over_a_copy() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1]], np.float32)
    assert diversify([1.0, 0.99, 0.6], vectors, keep=2, trade=0.5) == [0, 2]
    assert diversify([1.0, 0.99, 0.6], vectors, keep=2, trade=1.0) == [0, 1]


@settings(deadline=None)
@given(st.integers(0, 12), st.integers(0, 12))
def test_variety_only_reorders(count: int, keep: int) -> None:
    chosen = diversify(np.linspace(1, 0, count), np.eye(max(count, 1), dtype=np.float32)[:count], keep=keep, trade=0.7)
    assert chosen == list(range(min(count, keep)))


# --- rerank ---


class Given:
    def __init__(self, *scores: float) -> None:
        self._scores = np.array(scores, np.float32)

    def scores(self, query: str, passages: object) -> np.ndarray:
        return self._scores


def test_the_cross_encoders_scale_does_not_matter() -> None:
    small = rerank(Given(0.1, 0.2, 0.3), "q", ["a", "b", "c"], [1, 0.5, 0], weight=0.6)
    large = rerank(Given(-50, 0, 50), "q", ["a", "b", "c"], [1, 0.5, 0], weight=0.6)
    assert small.tolist() == pytest.approx(large.tolist(), abs=1e-6)
    assert small.tolist() == pytest.approx([0.4, 0.5, 0.6], abs=1e-6)


@pytest.mark.parametrize("scores", [(1.0,), (1.0, float("nan"))])
def test_an_answer_that_does_not_fit_is_refused(scores: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="one finite score"):
        rerank(Given(*scores), "q", ["a", "b"], [1, 0], weight=0.5)


# --- abstention ---


def test_meaning_or_words_or_half_of_both_make_a_result_stand() -> None:
    semantic, coverage = np.array([0.5, 0.0, 0.2, 0.1, -0.9]), np.array([0.0, 0.7, 0.3, 0.1, 0.5])
    stands = relevant(semantic, coverage, least_semantic=0.4, least_coverage=0.6, beside=1.0)
    assert stands.tolist() == [True, True, True, False, False]


def test_beside_a_strong_result_weaker_ones_stand_and_alone_they_do_not() -> None:
    weak, strong = np.array([0.2, 0.05]), np.array([0.2, 0.05, 0.5])
    assert relevant(weak, weak * 0, least_semantic=0.4, least_coverage=0.6, beside=0.4).tolist() == [False, False]
    assert relevant(strong, strong * 0, least_semantic=0.4, least_coverage=0.6, beside=0.4).tolist() == [
        True, False, True,
    ]  # fmt: skip


def test_between_languages_less_similarity_is_enough() -> None:
    semantic = np.array([0.3, 0.3])
    assert relevant(semantic, semantic * 0, least_semantic=[0.4, 0.2], least_coverage=0.6, beside=1.0).tolist() == [
        False, True,
    ]  # fmt: skip


# --- who speaks ---


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What did Caroline paint?", {"caroline"}),
        ("What painters did you recommend to me?", {"assistant"}),
        ("你给我推荐过哪些画家？", {"assistant"}),
        ("What kind of music do I like?", {"user"}),
        ("我喜欢哪些菜系？", {"user"}),
        ("Tell me about pottery", set()),
    ],
)
def test_whose_words_are_asked_for(question: str, names: set[str]) -> None:
    asked = asked_about(fold(question), frozenset({"caroline", "melanie", "user", "assistant"}))
    assert asked.names == names


def test_a_question_after_nobody_fits_everybody_alike() -> None:
    asked = asked_about("tell about pottery", frozenset({"user"}))
    assert asked.fits("user") == asked.fits("assistant") == 0.5


def test_speakers_are_read_from_a_group_chat() -> None:
    assert speaker("Anna Lee: hello there", "user") == "anna lee"
    assert speaker("小明：你好", "user") == "小明"
    assert speaker("hello there", "assistant") == "assistant"
    assert speaker("12:30 lunch", "user") == "user"


@pytest.mark.parametrize("text", ["Where?", "在哪里？", 'He said "why?"', "Really?!"])
def test_turns_that_ask(text: str) -> None:
    assert is_question(text)
    assert not is_question(text + " I know.")


def test_language_of_terms() -> None:
    assert is_chinese(terms("我喜欢火锅 ok"))
    assert not is_chinese(terms("I like 火 and many other things"))
    assert not is_chinese([])


# --- time ---


def test_what_happened_in_the_span_counts_more_than_what_was_said_in_it() -> None:
    span = Span(NOW.date() - timedelta(days=3), NOW.date())
    long_ago = NOW - timedelta(days=400)
    days = [
        ("2026-11-17", long_ago),
        (None, NOW),
        ("2020-01-01", NOW),
        (None, long_ago),
        ("2026-11-17T09:30+08:00", NOW),
    ]
    assert happened_in(span, days).tolist() == [1, 1, 0.5, 0, 1]
    assert happened_in(None, days).tolist() == [0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("十二", 12),
        ("二十", 20),
        ("三十一", 31),
        ("两", 2),
        ("二〇二三", 2023),
        ("一百零五", 105),
        ("three", 3),
        ("x", None),
        ("", None),
    ],
)
def test_numbers_in_words(text: str, number: int | None) -> None:
    assert number_of(text) == number


def test_only_what_is_near_can_be_the_newest_word() -> None:
    said, semantic = [10.0, 20.0, 30.0, 40.0], np.array([0.6, 0.58, 0.5, 0.1])
    assert newness(said, semantic, 0.75).tolist() == [0, 0.5, 1, 0]
    assert newness(said, np.zeros(4), 0.75).tolist() == [0, 0, 0, 0]
    assert newness([], np.zeros(0), 0.75).tolist() == []


def test_turns_must_reach_more_in_english_and_less_between_languages() -> None:
    english, chinese = (least_of_turns(lang, RecallSettings()) for lang in ("en", "zh"))
    assert english.same > chinese.same > english.across > chinese.across


def test_a_best_value_that_is_noise_is_not_made_large() -> None:
    assert share_of_best([0.06, 0.03], 0.3).tolist() == pytest.approx([0.2, 0.1])
    assert share_of_best([0.6, 0.3], 0.3).tolist() == [1, 0.5]
