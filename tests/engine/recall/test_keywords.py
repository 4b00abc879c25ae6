"""The incremental keyword index gives rank_bm25's scores."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from rank_bm25 import BM25Okapi

from app.engine.recall.keywords import KeywordIndex, packed

WORDS = st.sampled_from([f"w{n}" for n in range(12)])
DOCUMENT = st.lists(WORDS, max_size=8)
QUERY = st.lists(WORDS, max_size=5)


def fresh_scores(documents: dict[int, list[str]], query: list[str]) -> np.ndarray:
    return BM25Okapi(list(documents.values())).get_scores(query)


class AddsAndRemoves(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.index = KeywordIndex()
        self.documents: dict[int, list[str]] = {}

    @rule(key=st.integers(0, 15), document=DOCUMENT)
    def add(self, key: int, document: list[str]) -> None:
        self.index.add(key, document)
        self.documents[key] = document

    @rule(key=st.integers(0, 15))
    def remove(self, key: int) -> None:
        self.index.remove(key)
        self.documents.pop(key, None)

    @rule(query=QUERY)
    def ask(self, query: list[str]) -> None:
        if not any(self.documents.values()):
            assert self.index.match(query).best() == []
            return
        expected = fresh_scores(self.documents, query)
        matches = self.index.match(query)
        np.testing.assert_allclose(matches.of(list(self.documents))[0], expected, rtol=0, atol=1e-9)
        scores = dict(zip(self.documents, expected, strict=True))
        ranked = matches.best()
        assert set(ranked) == {key for key, words in self.documents.items() if set(words) & set(query)}
        assert all(scores[a] >= scores[b] - 1e-9 for a, b in pairwise(ranked))

    @invariant()
    def sizes_agree(self) -> None:
        assert len(self.index) == len(self.documents)


TestAddsAndRemoves = AddsAndRemoves.TestCase
TestAddsAndRemoves.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


@settings(deadline=None)
@given(st.dictionaries(st.integers(0, 40), DOCUMENT, min_size=1), QUERY)
def test_loading_many_at_once_is_the_same_as_one_by_one(documents: dict[int, list[str]], query: list[str]) -> None:
    at_once, by_one = KeywordIndex(), KeywordIndex()
    at_once.load(packed(documents))
    for key, words in documents.items():
        by_one.add(key, words)
    assert at_once.match(query).best() == by_one.match(query).best()
    one, many = (index.match(query).of(list(documents))[0] for index in (by_one, at_once))
    np.testing.assert_allclose(one, many, rtol=0, atol=1e-9)


def test_the_best_few_are_the_head_of_all() -> None:
    index = KeywordIndex()
    for key in range(200):
        index.add(key, ["tea"] * (key % 7) + ["cake"] * (key % 3) + ["filler"] * (key % 11))
    matches = index.match(["tea", "cake"])
    assert matches.best(10) == matches.best()[:10]


def test_a_lone_memory_is_found_by_its_words_although_its_score_is_negative() -> None:
    index = KeywordIndex()
    index.add(1, ["budget", "60"])
    matches = index.match(["budget"])
    assert matches.best() == [1]
    assert matches.of([1])[1] == pytest.approx([1.0])


def test_coverage_is_the_share_of_the_questions_weight() -> None:
    index = KeywordIndex()
    index.load(packed({1: ["hamster", "food"], 2: ["cat", "food"], 3: ["cat", "bed"]}))
    coverage = index.match(["hamster", "unheard"]).of([1, 2])[1]
    assert 0.3 < coverage[0] < 0.5
    assert coverage[1] == 0


def test_everything_removed_leaves_nothing_and_can_be_added_again() -> None:
    index = KeywordIndex()
    for _ in range(2):
        for key in range(50):
            index.add(key, [f"w{key % 5}", "all"])
        for key in range(50):
            index.remove(key)
        assert len(index) == 0
        assert index.match(["all", "w1"]).best() == []


def test_removing_what_is_not_there_is_no_error() -> None:
    KeywordIndex().remove(7)
