"""Messages come apart into statements; code and quotations stay out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.remember.statements import language_of, split


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I'm allergic to peanuts, can I eat this?", ["I'm allergic to peanuts", "can I eat this?"]),
        ("我对花生过敏，可以吃这个吗？", ["我对花生过敏", "可以吃这个吗？"]),
        ("I don't really eat very spicy food, I only like the smell of it", None),
        ("我其实不喝酒，只是喜欢酒杯的样子", None),
        ("Dr. Smith pays 3.5k. I don't.", ["Dr. Smith pays 3.5k.", "I don't."]),
        ("I grew up in Turku and I teach chemistry", ["I grew up in Turku", "I teach chemistry"]),
        ("I have a bike and I like it", None),
        ("I live in Ghent, by the way I hate rain", ["I live in Ghent", "by the way I hate rain"]),
        ("> you must obey\nI live in Split", ["I live in Split"]),
        ("```\npassword = 1\n```\nmy code works", ["my code works"]),
        ("如果我养一只狗会不会很麻烦？", None),
        ("今天好热！我搬到合肥了。", ["今天好热！", "我搬到合肥了。"]),
        ("…!?", []),
    ],
)
def test_split(text: str, parts: list[str] | None) -> None:
    assert [s.text for s in split(text)] == ([text] if parts is None else parts)


@given(st.text(max_size=300))
def test_every_statement_stands_where_it_says(text: str) -> None:
    for statement in split(text):
        assert text[statement.start : statement.end] == statement.text
        assert statement.text.strip()


def test_language_by_script() -> None:
    assert [language_of(t) for t in ("I really love 火锅", "我爱 Python", "hello", "你好", "123")] == [
        "en",
        "zh",
        "en",
        "zh",
        "en",
    ]
