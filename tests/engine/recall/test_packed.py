"""Keyword rows as arrays hold what the lists of terms held."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.recall.keywords import KeywordIndex, packed
from app.engine.recall.packed import Packed
from app.engine.recall.texts import is_chinese
from app.vault.store import TERM_SEPARATOR

TERMS = st.lists(st.sampled_from(["tea", "cake", "20250312-88", "火锅", "火", "锅"]), max_size=15)
DOCUMENTS = st.dictionaries(st.integers(1, 30), TERMS, max_size=12)


def joined(documents: dict[int, list[str]]) -> dict[int, str]:
    return {key: TERM_SEPARATOR.join(terms) for key, terms in documents.items()}


def unpacked(held: Packed) -> dict[int, list[str]]:
    words = list(held.numbers)
    runs = zip(held.keys.tolist(), held.offsets[:-1], held.offsets[1:], strict=True)
    return {key: [words[number] for number in held.ids[start:end]] for key, start, end in runs}


@settings(deadline=None)
@given(DOCUMENTS)
def test_rows_of_the_vault_keep_every_term_in_order(documents: dict[int, list[str]]) -> None:
    assert unpacked(Packed.of_rows(joined(documents))) == documents
    assert unpacked(packed(documents)) == documents


@settings(deadline=None)
@given(DOCUMENTS, st.dictionaries(st.integers(1, 30), st.integers(1, 35)))
def test_the_turn_before_lends_its_terms(documents: dict[int, list[str]], before: dict[int, int]) -> None:
    led = Packed.of_rows(joined(documents)).with_context(before)
    assert unpacked(led) == {key: documents.get(before.get(key, 0), []) + terms for key, terms in documents.items()}


@settings(deadline=None)
@given(DOCUMENTS)
def test_the_language_is_told_from_the_first_terms(documents: dict[int, list[str]]) -> None:
    told = Packed.of_rows(joined(documents)).chinese().tolist()
    assert told == [is_chinese(terms) for terms in documents.values()]


def test_among_thousands_the_best_few_are_those_of_a_full_ranking() -> None:
    chance = np.random.default_rng(3)
    words = [f"w{number}" for number in range(60)]
    share = 1 / np.arange(1, 61)
    documents = {
        key: ["all", *chance.choice(words, chance.integers(1, 12), p=share / share.sum()).tolist()]
        for key in range(6_000)
    }
    index = KeywordIndex()
    index.load(packed(documents))
    for key in range(0, 6_000, 7):
        index.remove(key)
    for key in range(0, 600, 7):
        index.add(key, documents[key + 1])
    for _ in range(40):
        matches = index.match(["all", *chance.choice(words, 4).tolist()])
        assert matches.best(30) == matches.best()[:30]
