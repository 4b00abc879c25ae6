"""Needles and the search for them."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.vault.remnants import MOST, RUN, Search, needles_of, seal, unseal


def test_any_24_bytes_of_a_text_hold_a_whole_needle() -> None:
    text = "".join(random.Random(7).choices("abcdefghij 火锅上海", k=200))
    raw = text.encode()
    needles = needles_of([text])
    for at in range(len(raw) - 24 + 1):
        assert any(needle in raw[at : at + 24] for needle in needles)


def test_texts_are_looked_for_in_utf16_too() -> None:
    assert Search(needles_of(["You live in Shanghai"])).run(["You live in Shanghai".encode("utf-16-le")])


def test_what_is_shorter_than_eight_bytes_is_not_looked_for() -> None:
    assert needles_of([b"1234567"]) == frozenset()
    assert needles_of([b"12345678"]) == {b"12345678"}


def test_a_very_large_deletion_is_sampled_over_all_its_values() -> None:
    values = [str(n).encode() * 40 for n in range(100_000, 130_000)]
    needles = needles_of(values)
    assert 20_000 < len(needles) < 2 * MOST + len(values)


@settings(deadline=None)
@given(st.frozensets(st.binary(min_size=8, max_size=RUN), max_size=20))
def test_sealing_and_unsealing(needles: frozenset[bytes]) -> None:
    key, sealed = seal(needles)
    assert unseal(key, sealed) == needles
    assert not Search(needles).run([key + sealed])


@settings(deadline=None)
@given(
    st.lists(st.binary(min_size=8, max_size=RUN), min_size=1, max_size=10),
    st.lists(st.binary(max_size=64), max_size=6),
    st.randoms(use_true_random=False),
)
def test_the_search_agrees_with_looking_for_each_needle(
    needles: list[bytes], blocks: list[bytes], chance: random.Random
) -> None:
    for _ in range(2):
        blocks.insert(chance.randint(0, len(blocks)), chance.choice(needles))
    stream = b"".join(blocks)
    assert Search(frozenset(needles)).run(blocks) == {needle for needle in needles if needle in stream}
