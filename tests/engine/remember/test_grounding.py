"""A rewrite says what its quote says: no number, name, negation or deed more or less."""

from __future__ import annotations

import pytest

from app.engine.remember.grounding import names, reason_against
from app.engine.remember.numerals import numbers


@pytest.mark.parametrize(
    ("quote", "statement", "reason"),
    [
        ("I live in Bruges", "You live in Bruges.", None),
        ("well, I've two kids and work nights at the clinic", "You have two kids and work nights at the clinic.", None),
        ("我在成都做兽医，主要看猫", "你在成都做兽医，主要看猫。", None),
        ("from now on send me email", "You plan to send emails to everyone.", "rewrite_invented"),
        ("the budget is 4000 euro", "Your budget is 5000 euro.", "rewrite_invented_number"),
        ("the budget is 4000 euro", "You have a budget in euro.", "rewrite_lost_number"),
        ("I don't like beef", "You like beef.", "rewrite_lost_negation"),
        ("我不喝酒", "你喝酒。", "rewrite_lost_negation"),
        ("I met Elif in the choir", "You met somebody in the choir.", "rewrite_lost_name"),
        ("I met Elif in the choir", "You met Elif in the choir in Paris.", "rewrite_invented_name"),
        ("我在学琴", "You are learning the piano.", "rewrite_other_language"),
        ("saw a cat today", "You enjoy seeing a cat today.", "rewrite_invented"),
        ("路上看到一只猫", "你喜欢在路上看到一只猫。", "rewrite_invented"),
        (
            "我去了青岛",
            "你去了青岛，你的朋友在那里工作生活，你很喜欢那里的海，也喜欢那里的人，还有那里的啤酒和海边的老房子，风景特别好。",
            "rewrite_too_long",
        ),
    ],
)
def test_reason_against(quote: str, statement: str, reason: str | None) -> None:
    assert reason_against(statement, quote) == reason


def test_numbers_compare_however_they_are_written() -> None:
    assert numbers("80k") == numbers("80,000") == numbers("八万") == numbers("8 万") == numbers("80000")
    assert numbers("two kids") == numbers("2 kids") == numbers("两个孩子")
    assert numbers("一个人") == numbers("星期三") == []


def test_names_are_capitals_inside_a_sentence() -> None:
    assert names("My friend Rafa and I went to Turku") == {"rafa", "turku"}
    assert names("Yesterday we left") == set()
    assert names("我用 Windows 和 Go") == {"windows", "go"}
