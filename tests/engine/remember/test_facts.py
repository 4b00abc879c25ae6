"""Attribute values are read by rules: whose, which, what; nothing from what is denied, past or supposed."""

from __future__ import annotations

import pytest

from app.engine.attributes import ATTRIBUTES, cardinality
from app.engine.remember.facts import extract, same_value, subject_of


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I live in Ghent", ("me", "home", "Ghent")),
        ("I moved to Bruges", ("me", "home", "Bruges")),
        ("我上周搬到合肥了", ("me", "home", "合肥")),
        ("My sister Lucía lives in Rosario", ("Lucía", "home", "Rosario")),
        ("我妈妈住在长沙", ("妈妈", "home", "长沙")),
        ("I started a new job at Bosch", ("me", "employer", "Bosch")),
        ("我跳槽到腾讯了", ("me", "employer", "腾讯")),
        ("The workshop budget is 4000 euro", ("workshop", "budget", "4000 euro")),
        ("We raised the workshop budget to 6500 euro", ("workshop", "budget", "6500 euro")),
        ("我们把市场部的预算从30万提高到50万了", ("市场部", "budget", "50万")),
        ("the deadline for the grant is 3 May", ("grant", "deadline", "3 May")),
        ("截止日期改到周五了", ("", "deadline", "周五")),
        ("My name is Ingrid", ("me", "name", "Ingrid")),
        ("我叫李明", ("me", "name", "李明")),
        ("I turned 35", ("me", "age", "35")),
        ("我儿子今年五岁", ("儿子", "age", "五")),
        ("my boss is now Olaf", ("me", "boss", "Olaf")),
        ("我老板叫周建国", ("me", "boss", "周建国")),
        ("生日是三月七号", ("me", "birthday", "三月七号")),
        ("I'm allergic to peanuts", ("me", "allergy", "peanuts")),
        ("我对海鲜过敏", ("me", "allergy", "海鲜")),
        ("I know Elif from the choir", ("me", "knows", "Elif")),
        ("I was born in Cebu", ("me", "birthplace", "Cebu")),
    ],
)  # fmt: skip
def test_extracted(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in [(f.subject, f.attribute, f.value) for f in extract(text)]


@pytest.mark.parametrize(
    "text",
    ["I used to live in Rome", "I no longer work at Siemens", "I don't live in Oslo", "我不住在上海", "what a day"],
)
def test_nothing_is_read_from_what_is_not_so(text: str) -> None:
    assert [f for f in extract(text) if not f.loose] == []


def test_an_attribute_holds_one_value_several_or_never_changes() -> None:
    assert [cardinality(a) for a in ("home", "budget", "child", "allergy", "birthplace", "birthday")] == [
        "one", "one", "many", "many", "fixed", "fixed",
    ]  # fmt: skip
    assert cardinality("my:locker") == "one"
    assert all(a.en and a.zh for a in ATTRIBUTES.values())


def test_whom_a_statement_is_about() -> None:
    texts = [
        "I live in Ghent",
        "my friend Rafa says he can't stand opera",
        "我妹妹小薇在苏州上大学",
        "Elif works at Nokia",
        "my boss hates emails",
    ]
    assert [subject_of(t) for t in texts] == ["me", "Rafa", "小薇", "Elif", "boss"]


def test_values_that_differ_in_writing_only_are_the_same() -> None:
    assert same_value("the 3rd floor", "3rd floor")
    assert same_value("Siemens AG", "Siemens")
    assert not same_value("4000 euro", "40000 euro")
    assert not same_value("南京", "合肥")
