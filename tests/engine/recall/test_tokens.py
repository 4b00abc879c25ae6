"""Keyword terms: what two spellings of one thing share."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.recall.tokens import terms


def shared(left: str, right: str) -> set[str]:
    return set(terms(left)) & set(terms(right))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("order 20250312-88 arrived", "20250312-88"),
        ("order 20250312-88 arrived", "20250312"),
        ("I write C++ all day", "c++"),
        ("ask gpt-4o", "gpt-4o"),
        ("ask gpt-4o", "gpt"),
        ("follow @nasa", "@nasa"),
        ("follow @nasa", "nasa"),
        ("ticket POL-358", "pol-358"),
        ("version 20.04", "20.04"),
        ("C# and F#", "c#"),
        ("买了新设备", "设备"),
        ("晚上吃火锅", "火锅"),
        ("预算50万", "50"),
        ("ｉＰｈｏｎｅ１５", "iphone15"),
    ],
)
def test_codes_numbers_and_words_are_found(text: str, term: str) -> None:
    assert term in terms(text)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I was running in the park", "Where does he run?"),
        ("my sister's dogs", "the dog of my sister"),
        ("買了新的設備", "设备"),
        ("我喜歡喝烏龍茶", "乌龙茶"),
        ("CAFÉ opened", "café"),
        ("Don’t call", "don't"),
    ],
)
def test_other_forms_of_a_word_match(said: str, asked: str) -> None:
    assert shared(said, asked)


def test_function_words_carry_nothing_and_negation_does() -> None:
    assert terms("What is the of and to me?") == []
    assert terms("的了吗") == ["的了", "了吗"]
    assert "not" in terms("I do not eat meat")


def test_a_single_character_finds_a_longer_word() -> None:
    assert shared("我家的猫叫年糕", "猫")


@settings(deadline=None)
@given(st.text())
def test_no_text_raises_and_no_term_is_blank(text: str) -> None:
    assert all(term.strip() for term in terms(text))


@pytest.mark.parametrize(
    "text", ["why?", "AND", '"', "user:name", "POL-358", "multi-agent", "/", "#", "?", "\ud800", ""]
)
def test_what_broke_other_keyword_searches_is_just_text(text: str) -> None:
    terms(text)
