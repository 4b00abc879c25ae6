"""Facts by name, lines for the model, and fitting them into a budget."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.recall.condense import Line, extract, fit, newest_per_key
from app.engine.recall.facts_lookup import matching_facts
from app.engine.recall.lines import short_date
from app.engine.recall.tokens import fold, terms
from app.engine.types import Fact

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


def fact(subject: str, attribute: str, value: str = "x") -> Fact:
    return Fact(subject, attribute, value, NOW)


FACTS = [
    fact("me", "home"),
    fact("me", "employer"),
    fact("workshop", "budget"),
    fact("trip", "budget"),
    fact("me", "my:locker_code"),
]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Where do I live?", [("me", "home")]),
        ("我住在哪里？", [("me", "home")]),
        ("Which company do I work for?", [("me", "employer")]),
        ("What is the budget for the workshop?", [("workshop", "budget")]),
        ("What is my locker code?", [("me", "my:locker_code")]),
        ("What is the weather?", []),
        ("What is the budget?", []),
    ],
)
def test_questions_find_their_facts(question: str, found: list[tuple[str, str]]) -> None:
    assert [(one.subject, one.attribute) for one in matching_facts(fold(question), FACTS)] == found


# --- budget ---


def line(text: str, key: str, days_ago: int = 0) -> Line:
    return Line(text, key, NOW - timedelta(days=days_ago), key)


def count(text: str) -> int:
    return len(text.split())


def test_of_lines_about_one_thing_the_newest_is_told() -> None:
    lines = [line("budget 50", "budget", 9), line("tea", "tea"), line("budget 60", "budget", 1)]
    assert [one.text for one in newest_per_key(lines)] == ["budget 60", "tea"]


@settings(deadline=None)
@given(st.lists(st.text("ab .", max_size=60), max_size=8), st.integers(0, 30))
def test_the_budget_is_never_exceeded(texts: list[str], budget: int) -> None:
    lines = [line(text, str(place)) for place, text in enumerate(texts)]
    kept, used = fit(lines, {"a"}, budget_tokens=budget, count_tokens=count, terms=terms, characters=50)
    assert used <= budget
    assert used == sum(count(one.text) for one in kept)


def test_what_is_too_long_is_cut_to_the_sentences_that_answer() -> None:
    long = "We talked for hours. The lemon tree needs water twice a week. Then it rained. Nothing else happened."
    kept, _ = fit(
        [line(long, "tree")], set(terms("How often does the lemon tree need water?")),
        budget_tokens=10, count_tokens=count, terms=terms, characters=60,
    )  # fmt: skip
    assert [one.text for one in kept] == ["The lemon tree needs water twice a week."]
    assert kept[0].memory_id == "tree"


def test_extracts_keep_the_order_of_the_text_in_both_languages() -> None:
    assert (
        extract("我去了公园。天气很好。我吃了火锅。", set(terms("火锅 公园")), terms, lambda t: len(t) <= 30)
        == "我去了公园。 … 我吃了火锅。"
    )
    assert extract("one long sentence without an end " * 9, set(), terms, lambda t: len(t) <= 20) == ""


def test_dates_name_the_year_only_when_it_is_another() -> None:
    day = datetime(2026, 5, 3, tzinfo=UTC).date()
    assert short_date(day, "en", NOW) == "3 May"
    assert short_date(day, "zh", NOW) == "5月3日"
    assert short_date(day.replace(year=2025), "en", NOW) == "3 May 2025"
    assert short_date(day.replace(year=2025), "zh", NOW) == "2025年5月3日"
