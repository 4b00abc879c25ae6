"""Time expressions in Chinese questions."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from app.engine.recall import spans
from app.engine.recall.numerals import number_of
from app.engine.recall.spans import Span

_NEAR = {
    "今天": 0, "今日": 0, "今晚": 0, "今早": 0, "昨天": -1, "昨晚": -1, "昨日": -1, "前天": -2, "大前天": -3,
    "明天": 1, "明日": 1, "明晚": 1, "后天": 2, "大后天": 3,
}  # fmt: skip
_SHIFTS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_UNIT_DAYS = {"天": 1, "日": 1, "周": 7, "星期": 7, "礼拜": 7, "月": 30, "年": 365}

_NUMBER = r"\d{1,3}|[零〇一二两三四五六七八九十百]{1,4}"
_YEAR = r"(?:(?P<y>(?:19|20)\d\d|[零〇一二三四五六七八九]{4})年|(?P<relative>大前年|前年|去年|今年|明年|后年))"
_WHICH = "(?P<which>上上|上|这|本|下下|下)"
_WEEK = "(?:周|星期|礼拜)"


def chinese_span(text: str, today: date) -> tuple[Span, str] | None:
    """The first time expression of `text` (Simplified) as days, and its words; or None."""
    for pattern, build in _PATTERNS:
        match = pattern.search(text)
        span = build(match, today) if match else None
        if match and span:
            return _bounded(span, text[match.end() :], today), match[0]
    return None


def _bounded(span: Span, rest: str, today: date) -> Span:
    """五月之前 ends where May begins; 五月以来 begins there."""
    if re.match(r"(之|以)前", rest):
        return span.before(today)
    if re.match(r"(之|以)后", rest):
        return span.after(today)
    return span.since(today) if rest.startswith("以来") else span


def _near(match: re.Match[str], today: date) -> Span:
    return spans.day(today + timedelta(days=_NEAR[match[0]]))


def _ago(match: re.Match[str], today: date) -> Span:
    """As wide as the unit is vague: 两年前 is that whole year."""
    count, unit = number_of(match["count"]) or 1, match["unit"]
    if unit == "年":
        return spans.year(max(1, today.year - count))
    if unit == "月":
        return spans.months_from(today, -count)
    return spans.day(today - timedelta(days=count)) if unit in "天日" else spans.week(today, -count)


def _the_last(match: re.Match[str], today: date) -> Span:
    return Span(today - timedelta(days=(number_of(match["count"] or "1") or 1) * _UNIT_DAYS[match["unit"]]), today)


def _week(match: re.Match[str], today: date) -> Span:
    shift, name = _SHIFTS[match["which"]], match["weekday"]
    if not name:
        return spans.week(today, shift)
    if name == "末":
        return spans.weekend(today, shift)
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=shift)
    return spans.day(monday + timedelta(days=min("一二三四五六日天".index(name), 6)))


def _month(match: re.Match[str], today: date) -> Span:
    return spans.months_from(today, _SHIFTS[match["which"]])


def _year_of(match: re.Match[str], today: date) -> int | None:
    if match["y"]:
        return number_of(match["y"])
    return today.year + _YEARS[match["relative"]] if match["relative"] else None


def _date(match: re.Match[str], today: date) -> Span | None:
    year, number = _year_of(match, today), number_of(match["m"])
    if not number or not 1 <= number <= 12:
        return None
    if match["d"] is None:
        return spans.month(year or 2000, number, every_year=year is None)
    at = spans.safe_day(year or 2000, number, number_of(match["d"]) or 0)
    return spans.day(at, every_year=year is None) if at else None


def _season(match: re.Match[str], today: date) -> Span:
    year = _year_of(match, today)
    return spans.season(year or 2000, _SEASONS[match["season"]], every_year=year is None)


def _year(match: re.Match[str], today: date) -> Span | None:
    year = _year_of(match, today)
    return spans.year(year) if year and 1900 <= year <= 2200 else None


_PATTERNS: list[tuple[re.Pattern[str], Callable[[re.Match[str], date], Span | None]]] = [
    (re.compile("|".join(sorted(_NEAR, key=len, reverse=True))), _near),
    (re.compile(rf"(?P<count>{_NUMBER})个?(?P<unit>天|周|星期|礼拜|(?<=个)月|年)(?:以|之)?前"), _ago),
    (re.compile(rf"(?:最近|过去|近)(?:这|的)?(?P<count>{_NUMBER})?个?(?P<unit>天|日|周|星期|礼拜|月|年)"), _the_last),
    (re.compile(rf"{_WHICH}个?{_WEEK}(?P<weekday>[一二三四五六日天末])?"), _week),
    (re.compile(rf"{_WHICH}个?月"), _month),
    (
        re.compile(
            rf"{_YEAR}?的?(?<![\d一二三四五六七八九十])(?P<m>\d{{1,2}}|十[一二]?|[一二三四五六七八九])月份?"
            r"(?:的?(?P<d>\d{1,2}|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号])?"
        ),
        _date,
    ),
    (re.compile(rf"{_YEAR}?的?(?P<season>[春夏秋冬])[天季]"), _season),
    (re.compile(_YEAR), _year),
]
