"""Time expressions in English questions."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from app.engine.recall import spans
from app.engine.recall.numerals import number_of
from app.engine.recall.spans import Span

_MONTH_NAMES = (
    "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept"
    "|october oct|november nov|december dec"
)
_MONTHS = {name: place for place, names in enumerate(_MONTH_NAMES.split("|"), start=1) for name in names.split(" ")}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SEASONS = {"spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn", "winter": "winter"}
_NEAR = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "yesterday": -1,
    "the day before today": -1,
    "last night": -1, "the day before yesterday": -2, "tomorrow": 1, "the day after tomorrow": 2,
}  # fmt: skip
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}

_MONTH = "(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY = "(?P<weekday>" + "|".join(_DAYS) + r")\b"
_SEASON = r"(?P<season>spring|summer|autumn|fall|winter)\b"
_COUNT = (
    r"(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a few|several|a couple of)"
)
_UNIT = r"(?P<unit>day|week|month|year)s?\b"
_YEAR = r"(?:,?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d)\b)?"
_NTH = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\b"
_LEAD = r"\b(?:in|during|since|until|till|before|after|by|of|for|that)\s+(?:the\s+)?"


def english_span(text: str, today: date) -> tuple[Span, str] | None:
    """The first time expression of lower-case `text` as days, and its words; or None."""
    for pattern, build in _PATTERNS:
        match = pattern.search(text)
        span = build(match, today) if match else None
        if match and span:
            return _bounded(span, match[0], text[: match.start()], today), match[0]
    return None


def _bounded(span: Span, found: str, before: str, today: date) -> Span:
    """`before May` ends where May begins; `since May` begins there."""
    word = re.search(r"\b(before|until|till|after|since)\s+(?:the\s+)?$", before) or re.match(
        r"(before|until|till|after|since)\b", found
    )
    if word is None:
        return span
    if word[1] in ("before", "until", "till"):
        return span.before(today)
    return span.after(today) if word[1] == "after" else span.since(today)


def _count(text: str) -> int:
    return {"a few": 3, "several": 3, "a couple of": 2}.get(text) or number_of(text) or 1


def _iso(match: re.Match[str], today: date) -> Span | None:
    at = spans.safe_day(int(match["y"]), int(match["m"]), int(match["d"]))
    return spans.day(at) if at else None


def _near(match: re.Match[str], today: date) -> Span:
    return spans.day(today + timedelta(days=_NEAR[match[0]]))


def _ago(match: re.Match[str], today: date) -> Span:
    """As wide as the unit is vague: "two years ago" is that whole year."""
    count, unit = _count(match["count"]), match["unit"]
    if unit == "year":
        return spans.year(max(1, today.year - count))
    if unit == "month":
        return spans.months_from(today, -count)
    return spans.week(today, -count) if unit == "week" else spans.day(today - timedelta(days=count))


def _the_last(match: re.Match[str], today: date) -> Span:
    return Span(today - timedelta(days=_count(match["count"] or "1") * _UNIT_DAYS[match["unit"]]), today)


def _unit(match: re.Match[str], today: date) -> Span:
    shift = {"last": -1, "previous": -1, "past": -1, "this": 0, "next": 1}[match["which"]]
    unit = match["unit"]
    if unit == "year":
        return spans.year(today.year + shift)
    if unit == "month":
        return spans.months_from(today, shift)
    return spans.weekend(today, shift) if unit == "weekend" else spans.week(today, shift)


def _the_weekend(match: re.Match[str], today: date) -> Span:
    """The newest that has begun."""
    return spans.weekend(today, 0 if today.weekday() >= 5 else -1)


def _month_of(match: re.Match[str], today: date) -> Span:
    return spans.month(today.year + {"last": -1, "this": 0, "next": 1}[match["which"]], _MONTHS[match["month"]])


def _named(match: re.Match[str], today: date) -> Span:
    """Last, this or next: a weekday, a season or a month."""
    which = match["which"]
    if match["weekday"]:
        place = _DAYS.index(match["weekday"])
        if which == "this":
            return spans.day(today - timedelta(days=today.weekday() - place))
        if which == "next":
            return spans.day(today + timedelta(days=(place - today.weekday()) % 7 or 7))
        return spans.day(today - timedelta(days=(today.weekday() - place) % 7 or 7))
    if match["season"]:
        name = _SEASONS[match["season"]]
        return spans.last_season(today, name) if which == "last" else spans.season(today.year + (which == "next"), name)
    number = _MONTHS[match["month"]]
    if which == "next":
        return spans.month(today.year + (number <= today.month), number)
    return spans.month(today.year - (which == "last" and number >= today.month), number)


def _month_day(match: re.Match[str], today: date) -> Span | None:
    year, number = match["year"], _MONTHS[match["month"]]
    if "day" in match.re.groupindex:
        at = spans.safe_day(int(year or 2000), number, int(match["day"]))
        return spans.day(at, every_year=year is None) if at else None
    return spans.month(int(year or 2000), number, every_year=year is None)


def _season(match: re.Match[str], today: date) -> Span:
    year = match["year"]
    return spans.season(int(year or 2000), _SEASONS[match["season"]], every_year=year is None)


def _year(match: re.Match[str], today: date) -> Span:
    return spans.year(int(match["year"]))


_PATTERNS: list[tuple[re.Pattern[str], Callable[[re.Match[str], date], Span | None]]] = [
    (re.compile(r"\b(?P<y>(?:19|20)\d\d)[-/](?P<m>\d{1,2})[-/](?P<d>\d{1,2})\b"), _iso),
    (re.compile(r"\b(?:" + "|".join(sorted(_NEAR, key=len, reverse=True)) + r")\b"), _near),
    (re.compile(rf"\b{_COUNT}\s+{_UNIT}\s+(?:ago|back|earlier)\b"), _ago),
    (re.compile(rf"\bthe\s+(?:last|past)\s+(?:{_COUNT}\s+)?{_UNIT}"), _the_last),
    (re.compile(r"\b(?:at|on|over|during)\s+the\s+weekend\b"), _the_weekend),
    (re.compile(rf"\b{_MONTH}\s+(?:of\s+)?(?P<which>last|this|next)\s+year\b"), _month_of),
    (re.compile(r"\b(?P<which>last|this|next|previous|past)\s+(?P<unit>weekend|week|month|year)\b"), _unit),
    (re.compile(rf"\b(?P<which>last|this|next)\s+(?:{_DAY}|{_SEASON}|{_MONTH})"), _named),
    (re.compile(rf"\b{_MONTH}\s+(?:the\s+)?{_NTH}{_YEAR}"), _month_day),
    (re.compile(rf"\b{_NTH}\s+(?:of\s+)?{_MONTH}{_YEAR}"), _month_day),
    (re.compile(rf"{_LEAD}(?:early |late |mid-?)?{_MONTH}{_YEAR}"), _month_day),
    (re.compile(rf"\b{_MONTH},?\s+(?P<year>(?:19|20)\d\d)\b"), _month_day),
    (re.compile(rf"{_LEAD}{_SEASON}{_YEAR}"), _season),
    (re.compile(rf"\b{_SEASON},?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d)\b"), _season),
    (re.compile(rf"{_LEAD}(?P<year>(?:19|20)\d\d)\b"), _year),
]
