"""Stretches of calendar days: weeks, months, seasons, and whether a date falls in one."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class Span:
    """Days from `start` to `end`, both included; None is open. `every_year`: no year was named, so any year fits."""

    start: date | None
    end: date | None
    every_year: bool = False

    def holds(self, day: date) -> bool:
        if self.every_year and self.start is not None and self.end is not None:
            low, high, at = ((d.month, d.day) for d in (self.start, self.end, day))
            return low <= at <= high if low <= high else at >= low or at <= high
        return (self.start is None or day >= self.start) and (self.end is None or day <= self.end)

    def within(self, days: int) -> bool:
        """Whether it is closed and no longer than that."""
        return self.start is not None and self.end is not None and (self.end - self.start).days < days

    def before(self, today: date) -> Span:
        start = self.anchored(today).start
        return Span(None, start - timedelta(days=1)) if start else self

    def after(self, today: date) -> Span:
        end = self.anchored(today).end
        return Span(end + timedelta(days=1), None) if end else self

    def since(self, today: date) -> Span:
        return Span(self.anchored(today).start, None)

    def anchored(self, today: date) -> Span:
        """A span of every year becomes the newest one that has begun."""
        if not self.every_year or self.start is None or self.end is None:
            return self
        length = self.end - self.start
        for number in (today.year, today.year - 1):
            start = safe_day(number, self.start.month, self.start.day)
            if start and start <= today:
                return Span(start, start + length)
        return Span(self.start, self.end)


def day(at: date, *, every_year: bool = False) -> Span:
    return Span(at, at, every_year)


def week(at: date, shift: int = 0) -> Span:
    """Monday to Sunday of the week of `at`, moved by `shift` weeks."""
    monday = at - timedelta(days=at.weekday()) + timedelta(weeks=shift)
    return Span(monday, monday + timedelta(days=6))


def weekend(at: date, shift: int = 0) -> Span:
    monday = at - timedelta(days=at.weekday()) + timedelta(weeks=shift)
    return Span(monday + timedelta(days=5), monday + timedelta(days=6))


def month(year: int, number: int, *, every_year: bool = False) -> Span:
    return Span(date(year, number, 1), date(year, number, calendar.monthrange(year, number)[1]), every_year)


def months_from(at: date, shift: int) -> Span:
    """The calendar month `shift` months from the one of `at`."""
    count = at.year * 12 + at.month - 1 + shift
    return month(count // 12, count % 12 + 1)


def year(number: int) -> Span:
    return Span(date(number, 1, 1), date(number, 12, 31))


def season(number: int, name: str, *, every_year: bool = False) -> Span:
    """Meteorological season of the northern half; a winter ends in February of the next year."""
    first = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}[name]
    last = months_from(date(number, first, 1), 2)
    return Span(date(number, first, 1), last.end, every_year)


def last_season(at: date, name: str) -> Span:
    """The newest season of that name that began before `at` and is not the running one."""
    for number in (at.year, at.year - 1, at.year - 2):
        span = season(number, name)
        if span.end is not None and span.end < at:
            return span
    raise AssertionError("a season of two years ago has ended")


def safe_day(number_of_year: int, number_of_month: int, number_of_day: int) -> date | None:
    """The date, or None where the calendar has no such day."""
    try:
        return date(number_of_year, number_of_month, number_of_day)
    except ValueError:
        return None
