"""Time in a question, in both languages, as seen on Wednesday 18 November 2026."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.recall.spans import Span
from app.engine.recall.tokens import fold
from app.engine.recall.when_asked import asks_how_it_stands, time_asked

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


def span(question: str) -> Span | None:
    return time_asked(fold(question), NOW).span


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("What did I do yesterday?", (2026, 11, 17), (2026, 11, 17)),
        ("昨天我做了什么？", (2026, 11, 17), (2026, 11, 17)),
        ("大前天呢", (2026, 11, 15), (2026, 11, 15)),
        ("What did I do last week?", (2026, 11, 9), (2026, 11, 15)),
        ("上週我做了什麼", (2026, 11, 9), (2026, 11, 15)),
        ("上上周", (2026, 11, 2), (2026, 11, 8)),
        ("上周三开会说了什么", (2026, 11, 11), (2026, 11, 11)),
        ("上个周末去哪了", (2026, 11, 14), (2026, 11, 15)),
        ("this weekend", (2026, 11, 21), (2026, 11, 22)),
        ("what happened 3 days ago", (2026, 11, 15), (2026, 11, 15)),
        ("三天前", (2026, 11, 15), (2026, 11, 15)),
        ("two months ago", (2026, 9, 1), (2026, 9, 30)),
        ("两个月前", (2026, 9, 1), (2026, 9, 30)),
        ("two years ago", (2024, 1, 1), (2024, 12, 31)),
        ("两年前我在哪工作", (2024, 1, 1), (2024, 12, 31)),
        ("in the last two weeks", (2026, 11, 4), (2026, 11, 18)),
        ("最近三天", (2026, 11, 15), (2026, 11, 18)),
        ("last month", (2026, 10, 1), (2026, 10, 31)),
        ("上个月", (2026, 10, 1), (2026, 10, 31)),
        ("last summer", (2026, 6, 1), (2026, 8, 31)),
        ("去年夏天我去了哪里？", (2025, 6, 1), (2025, 8, 31)),
        ("the winter of 2023", (2023, 12, 1), (2024, 2, 29)),
        ("last year", (2025, 1, 1), (2025, 12, 31)),
        ("前年", (2024, 1, 1), (2024, 12, 31)),
        ("in 2022", (2022, 1, 1), (2022, 12, 31)),
        ("二〇二二年", (2022, 1, 1), (2022, 12, 31)),
        ("in May 2023", (2023, 5, 1), (2023, 5, 31)),
        ("2023年五月", (2023, 5, 1), (2023, 5, 31)),
        ("on 2023-05-08", (2023, 5, 8), (2023, 5, 8)),
        ("2 July 2023", (2023, 7, 2), (2023, 7, 2)),
        ("July 2nd, 2023", (2023, 7, 2), (2023, 7, 2)),
        ("2023年12月25日", (2023, 12, 25), (2023, 12, 25)),
        ("去年十二月二十五号", (2025, 12, 25), (2025, 12, 25)),
        ("last Friday", (2026, 11, 13), (2026, 11, 13)),
        ("next Friday", (2026, 11, 20), (2026, 11, 20)),
        ("next March", (2027, 3, 1), (2027, 3, 31)),
        ("明天有什么安排", (2026, 11, 19), (2026, 11, 19)),
    ],
)
def test_a_time_becomes_days(question: str, start: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    assert span(question) == Span(date(*start), date(*end))


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("since March", date(2026, 3, 1), None),
        ("五月之前", None, date(2026, 4, 30)),
        ("before 2020", None, date(2019, 12, 31)),
        ("after 2 July 2023", date(2023, 7, 3), None),
        ("去年以来", date(2025, 1, 1), None),
    ],
)
def test_open_spans(question: str, start: date | None, end: date | None) -> None:
    assert span(question) == Span(start, end)


@pytest.mark.parametrize(
    "question", ["On May 2nd, which movie did I watch?", "在5月2号，我看了哪一部电影？", "五月二号那天"]
)
def test_a_date_without_a_year_fits_every_year(question: str) -> None:
    found = span(question)
    assert found is not None
    assert found.holds(date(2023, 5, 2))
    assert found.holds(date(2026, 5, 2))
    assert not found.holds(date(2026, 5, 3))


def test_a_season_that_crosses_the_year_holds_both_ends() -> None:
    found = span("冬天我常去哪里")
    assert found is not None
    assert found.holds(date(2025, 12, 31))
    assert found.holds(date(2026, 1, 1))
    assert not found.holds(date(2026, 6, 1))


@pytest.mark.parametrize(
    "question", ["May I ask?", "What do you march for?", "我喜欢什么电影", "C++ 20", "My 3 cats", "30 February"]
)
def test_what_is_no_time(question: str) -> None:
    assert span(question) is None


@pytest.mark.parametrize(
    ("question", "relation", "clause"),
    [
        ("Where did I live before I moved?", "before", "i moved"),
        ("我搬家之前住在哪里？", "before", "搬家"),
        ("毕业以后我做什么", "after", "毕业"),
        ("What changed after we got the dog?", "after", "we got the dog"),
    ],
)
def test_an_event_can_bound_the_question(question: str, relation: str, clause: str) -> None:
    assert time_asked(fold(question), NOW).around == (relation, clause)


@pytest.mark.parametrize(
    "question", ["Where I used to live", "What was my previous job?", "我以前住在哪里", "我原来的公司"]
)
def test_asking_for_the_past(question: str) -> None:
    assert time_asked(fold(question), NOW).past


@pytest.mark.parametrize("question", ["Where do I live?", "我住在哪里", "我曾经推荐过什么电影"])
def test_asking_for_the_present(question: str) -> None:
    assert not time_asked(fold(question), NOW).past


@settings(deadline=None)
@given(st.text(alphabet="0123456789年月日号上下周末前后以之个零一二三十百 abdefhlnorstuwy-/", max_size=30))
def test_no_text_raises(text: str) -> None:
    time_asked(fold(text), NOW)


@pytest.mark.parametrize(("question", "start", "end"), [
    ("what did i pay for in early june this year?", date(2026, 6, 1), date(2026, 6, 30)),
    ("which book did i finish in march last year?", date(2025, 3, 1), date(2025, 3, 31)),
    ("who did i eat with at the weekend?", date(2026, 11, 14), date(2026, 11, 15)),
    ("what did i do the day before today?", date(2026, 11, 17), date(2026, 11, 17)),
])  # fmt: skip
def test_months_of_a_named_year_and_the_weekend(question: str, start: date, end: date) -> None:
    span = time_asked(question, datetime(2026, 11, 18, 12, tzinfo=UTC)).span
    assert span is not None
    assert (span.start, span.end) == (start, end)


@pytest.mark.parametrize("question", [
    "how many chickens do we have?", "where is my desk?", "when is the launch of my podcast?", "我的房租是多少？",
    "我现在能做多少个俯卧撑？", "where does anna live now?", "我的播客是什么时候上线？",
])  # fmt: skip
def test_questions_after_how_things_stand(question: str) -> None:
    assert asks_how_it_stands(question)


@pytest.mark.parametrize("question", [
    "where did i live?", "when was my surgery?", "what does anna like?", "我以前住在哪？", "我去过哪里？",
    "how much did i pay last year?", "我是什么时候去的？", "你推荐过什么书？",
])  # fmt: skip
def test_questions_after_what_was(question: str) -> None:
    assert not asks_how_it_stands(question)
