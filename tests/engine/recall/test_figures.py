"""Dates and amounts of one value have one term in common, however they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.recall.figures import amount_terms, date_terms, plain_numbers
from app.engine.recall.tokens import fold, terms


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Nora was born on 14 June 2019", "@2019-06-14"),
        ("June 14th, 2019", "@2019-06-14"),
        ("the 14th of June", "@06-14"),
        ("2019-06-14", "@06-14"),
        ("2019/6/14", "@2019-06-14"),
        ("2019年6月14日", "@2019-06-14"),
        ("二〇一九年六月十四号", "@2019-06-14"),
        ("6月14號", "@06-14"),
        ("in October", "@10"),
        ("十月", "@10"),
        ("March 2024", "@2024"),
    ],
)
def test_a_date_has_one_form(text: str, term: str) -> None:
    assert term in terms(text)


@pytest.mark.parametrize("text", ["you may come", "march on", "13月40日", "order 2019-61-14", "三个月后", "1.2.3"])
def test_what_is_no_date_stays_words(text: str) -> None:
    found, rest = date_terms(fold(text))
    assert found == []
    assert rest == fold(text)


def test_another_day_of_the_month_shares_no_day() -> None:
    assert "@10-27" not in terms("10月2日")
    assert not {"月", "日"} & set(terms("10月2日"))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1,284.50 euros", "1284.5 euros"),
        ("€1,248.50元", "€1248.5元"),
        ("12,345,678", "12345678"),
        ("3.00", "3"),
        ("v1.20.0", "v1.20.0"),
        ("10.0.0.1", "10.0.0.1"),
        ("A-20,931", "A-20,931"),
        ("1,2,3", "1,2,3"),
    ],
)
def test_numbers_lose_what_carries_no_value(text: str, plain: str) -> None:
    assert plain_numbers(text) == plain


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("50 thousand", "50000"), ("50k", "50000"), ("1.5 million", "1500000"), ("五万", "50000"), ("50万", "500000"),
        ("2.7万", "27000"), ("两万七", "27000"), ("三千五", "3500"), ("一百二", "120"), ("一百零二", "102"),
        ("三万五千", "35000"),
    ],
)  # fmt: skip
def test_amounts_in_words_of_size_are_digits_too(text: str, amount: str) -> None:
    assert amount_terms(text) == [amount]


@pytest.mark.parametrize("text", ["二三", "一九八四", "50 kg", "万一", "千万"])
def test_what_is_no_amount_gives_none(text: str) -> None:
    assert [term for term in amount_terms(text) if not term.isdigit()] == []


@given(st.text())
def test_no_text_raises(text: str) -> None:
    date_terms(fold(text))
    amount_terms(fold(text))
    plain_numbers(text)
