"""Resolves the time a statement speaks of against the moment it was said, in both languages."""
# ruff: noqa: E501 (a table of phrases: each line is one way of naming a time)

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from app.engine.remember.numerals import chinese_number, english_number
from app.engine.remember.plans import HABIT


@dataclass(frozen=True, slots=True)
class When:
    """`event_at` is an ISO local date, or date-time with the offset of the message. `phrase` is text[start:end];
    `relative` phrases ("yesterday") lose their sense with time, absolute ones do not."""

    event_at: str
    start: int
    end: int
    relative: bool
    day: date


_DAYS = {"mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "sat": 5, "sun": 6}
_MONTHS = {name.lower(): i for i, name in enumerate(calendar.month_abbr) if name}
_ZH_DAYS = {
    "一": 0,
    "二": 1,
    "三": 2,
    "四": 3,
    "五": 4,
    "六": 5,
    "日": 6,
    "天": 6,
    "1": 0,
    "2": 1,
    "3": 2,
    "4": 3,
    "5": 4,
    "6": 5,
    "7": 6,
}
_DAY = r"(?P<day>mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_N = r"(?P<n>\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a couple of)"
_ZN = r"(?P<n>\d+|[一二两三四五六七八九十]+)"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_CLOCK = re.compile(
    r"\b(?:at|from|by|around|@)\s*(?P<h>\d{1,2})(?::(?P<m>\d{2}))?\s*(?P<ap>am|pm|a\.m\.|p\.m\.|o'clock)?(?![\d%])|\b(?P<h2>\d{1,2})(?::(?P<m2>\d{2}))?\s*(?P<ap2>am|pm)\b"
    r"|\b(?P<h3>\d{1,2}):(?P<m3>\d{2})\b",
    re.I,
)
_ZH_CLOCK = re.compile(
    r"(?P<part>早上|上午|中午|下午|晚上|凌晨|傍晚|今晚|明早|明晚|早|晚)?(?P<h>\d{1,2}|[一二两三四五六七八九十]{1,3})(?:点|时(?!间|候)|[:：](?=\d\d))(?P<m>半|一刻|三刻|\d{1,2}|[一二三四五六七八九十]{1,3})?分?(?!钟)"
)
_DURING_PAST = re.compile(
    r"\b(?:was|were|had|did|went|got|met|saw|bought|signed|started|finished|moved|quit|left|came|ran|broke|lost|won|passed|failed|had|made|took|visited|sold|told|said|\w{3,}ed)\b|了|过(?!去|来|敏|程)",
)

Rule = tuple[re.Pattern[str], Callable[[re.Match[str], datetime, bool], "date | None"], bool]


def _shift_months(day: date, months: int) -> date:
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _shift(day: date, n: int, unit: str) -> date:
    if unit in ("day", "天", "日"):
        return day + timedelta(days=n)
    if unit in ("week", "周", "星期", "礼拜"):
        return day + timedelta(weeks=n)
    return _shift_months(day, n * (12 if unit in ("year", "年") else 1))


def _week_day(said: datetime, weeks: int, weekday: int) -> date:
    """Day of the calendar week (Monday first) so many weeks from now: 下周三 said on any day is next week's Wednesday."""
    monday = said.date() - timedelta(days=said.weekday())
    return monday + timedelta(weeks=weeks, days=weekday)


def _bare_day(said: datetime, weekday: int, past: bool) -> date:
    ahead = (weekday - said.weekday()) % 7
    return said.date() + timedelta(days=ahead - 7 if past and ahead else ahead)


def _calendar_day(said: datetime, year: int | None, month: int, day: int, past: bool) -> date | None:
    try:
        if year is not None:
            return date(year, month, day)
        found = date(said.year, month, day)
    except ValueError:
        return None
    if past and found > said.date():
        return _shift_months(found, -12)
    return _shift_months(found, 12) if not past and found < said.date() else found


def _en_month_day(m: re.Match[str], said: datetime, past: bool) -> date | None:
    year = int(m["year"]) if m["year"] else None
    return _calendar_day(said, year, _MONTHS[m["month"][:3].lower()], int(m["d"]), past)


def _en_month(m: re.Match[str], said: datetime, past: bool) -> date | None:
    month = _MONTHS[m["month"][:3].lower()]
    if m["year"]:
        return date(int(m["year"]), month, 1)
    which = (m["which"] or "").lower()
    if which == "next":
        return date(said.year + 1 if month <= said.month else said.year, month, 1)
    if which == "last" or (past and month != said.month):
        return date(said.year if month < said.month else said.year - 1, month, 1)
    return date(said.year if month >= said.month else said.year + 1, month, 1)


def _en_named_day(m: re.Match[str], said: datetime, past: bool) -> date:
    weekday = _DAYS[m["day"][:3].lower()]
    which = (m["which"] or "").lower()
    if which.startswith("next"):
        return _week_day(said, 1, weekday)
    if which.startswith("this"):
        return _week_day(said, 0, weekday)
    if which.startswith(("last", "past")):
        return said.date() - timedelta(days=(said.weekday() - weekday - 1) % 7 + 1)
    return _bare_day(said, weekday, past)


def _turn(word: str) -> int:
    return {"last": -1, "past": -1, "next": 1, "coming": 1, "this": 0}[word.lower()]


def _season(m: re.Match[str], said: datetime, past: bool) -> date:
    month = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12}[
        m["season"].lower()
    ]
    which = (m["which"] or "").lower()
    step = {"last": -1, "next": 1, "去年": -1, "明年": 1, "今年": 0, "后年": 2, "前年": -2}.get(which, 0)
    year = said.year + step
    if which == "next" and month > said.month:
        year = said.year if month - said.month > 3 else said.year + 1
    if which == "last" and month + 2 < said.month:
        year = said.year
    return date(year, month, 1)


_EN_RULES: tuple[Rule, ...] = (
    (re.compile(r"\b(?P<year>\d{4})-(?P<mo>\d{2})-(?P<d>\d{2})\b"), lambda m, s, p: _calendar_day(s, int(m["year"]), int(m["mo"]), int(m["d"]), p), False),
    (re.compile(rf"\b(?:on )?(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b(?:,? (?P<year>\d{{4}}))?", re.I), _en_month_day, False),
    (re.compile(rf"\b(?:on )?{_MONTH} (?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (?P<year>\d{{4}}))?", re.I), _en_month_day, False),
    (re.compile(r"\bthe day after tomorrow\b", re.I), lambda m, s, p: s.date() + timedelta(days=2), True),
    (re.compile(r"\bthe day before yesterday\b", re.I), lambda m, s, p: s.date() - timedelta(days=2), True),
    (re.compile(r"\b(?:yesterday(?: morning| afternoon| evening| night)?|last night)\b", re.I), lambda m, s, p: s.date() - timedelta(days=1), True),
    (re.compile(r"\b(?:tomorrow(?: morning| afternoon| evening| night)?)\b", re.I), lambda m, s, p: s.date() + timedelta(days=1), True),
    (re.compile(r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b", re.I), lambda m, s, p: s.date(), True),
    (re.compile(rf"\b{_N} {_UNIT} ago\b", re.I), lambda m, s, p: _shift(s.date(), -english_number(m["n"]), m["unit"].lower()), True),
    (re.compile(rf"\b(?:in|within) {_N} {_UNIT}(?:'? time)?\b", re.I), lambda m, s, p: _shift(s.date(), english_number(m["n"]), m["unit"].lower()), True),
    (re.compile(rf"\b{_DAY},? (?P<which>next|last|this) week\b", re.I), lambda m, s, p: _week_day(s, _turn(m["which"]), _DAYS[m["day"][:3].lower()]), True),
    (re.compile(rf"\b(?:on |by |until |for )?(?:(?P<which>next|this coming|this past|this|last|past) )?(?<![\w-]){_DAY}\b(?!s\b)", re.I), _en_named_day, True),
    (re.compile(r"\b(?P<which>next|last|this) weekend\b|\b(?:this|at|on) the weekend\b", re.I), lambda m, s, p: _week_day(s, _turn(m["which"] or "this"), 5), True),
    (re.compile(rf"\b(?:the )?(?P<which>next|last|past|coming) {_UNIT}\b", re.I), lambda m, s, p: _shift(s.date(), _turn(m["which"]), m["unit"].lower()), True),
    (re.compile(rf"\b(?:in|since|until|by|for|this|(?P<which>next|last)) (?:early |late |mid-?)?{_MONTH}\b(?: (?P<year>\d{{4}}))?(?! \d)", re.I), _en_month, False),
    (re.compile(r"\b(?:(?P<which>next|last|this) )(?P<season>spring|summer|autumn|fall|winter)\b", re.I), _season, True),
)  # fmt: skip
_W = r"(?:周|星期|礼拜)"
_ZH_RULES: tuple[Rule, ...] = (
    (re.compile(r"(?P<year>\d{4}|[一二三四五六七八九〇零]{4})年(?P<mo>\d{1,2}|[一二三四五六七八九十]{1,3})月(?:(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?)?"),
     lambda m, s, p: _calendar_day(s, chinese_number(m["year"]), chinese_number(m["mo"]), chinese_number(m["d"]) if m["d"] else 1, p), False),
    (re.compile(r"(?:(?P<y>今年|明年|去年|后年))?(?P<mo>\d{1,2}|[一二三四五六七八九十]{1,3})月(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?"),
     lambda m, s, p: _calendar_day(s, s.year + {"今年": 0, "明年": 1, "去年": -1, "后年": 2}[m["y"]] if m["y"] else None, chinese_number(m["mo"]), chinese_number(m["d"]), p), False),
    (re.compile(r"大前天"), lambda m, s, p: s.date() - timedelta(days=3), True),
    (re.compile(r"大后天"), lambda m, s, p: s.date() + timedelta(days=3), True),
    (re.compile(r"前天"), lambda m, s, p: s.date() - timedelta(days=2), True),
    (re.compile(r"后天"), lambda m, s, p: s.date() + timedelta(days=2), True),
    (re.compile(r"昨天|昨晚|昨日|昨夜"), lambda m, s, p: s.date() - timedelta(days=1), True),
    (re.compile(r"明天|明早|明晚|明日"), lambda m, s, p: s.date() + timedelta(days=1), True),
    (re.compile(r"今天|今晚|今早|今日"), lambda m, s, p: s.date(), True),
    (re.compile(rf"(?P<turn>上+|下+|本|这|这个)个?{_W}(?P<day>[一二三四五六日天1-7])(?![\d个天])"),
     lambda m, s, p: _week_day(s, _zh_turn(m["turn"]), _ZH_DAYS[m["day"]]), True),
    (re.compile(rf"(?P<turn>上+|下+|本|这|这个)个?(?:周末|{_W}末)"), lambda m, s, p: _week_day(s, _zh_turn(m["turn"]), 5), True),
    (re.compile(r"(?<![上下每个])(?:这)?(?:周|星期|礼拜)(?P<day>[一二三四五六日天])(?![个天周])"), lambda m, s, p: _bare_day(s, _ZH_DAYS[m["day"]], p), True),
    (re.compile(rf"{_ZN}个?(?P<unit>天|日|周|星期|礼拜|月|年)(?:之)?前"), lambda m, s, p: _shift(s.date(), -chinese_number(m["n"]), m["unit"]), True),
    (re.compile(rf"(?:再过|过)?{_ZN}个?(?P<unit>天|日|周|星期|礼拜|月|年)(?:之|以)?后"), lambda m, s, p: _shift(s.date(), chinese_number(m["n"]), m["unit"]), True),
    (re.compile(r"(?P<turn>上+|下+)个?(?:周|星期|礼拜)"), lambda m, s, p: s.date() + timedelta(weeks=_zh_turn(m["turn"])), True),
    (re.compile(r"(?P<turn>上+|下+)个?月(?:(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?(?P<end>底)?"),
     lambda m, s, p: _zh_month(s, _zh_turn(m["turn"]), m["d"], m["end"]), True),
    (re.compile(r"(?:本月|这个?月|月)底"), lambda m, s, p: _zh_month(s, 0, None, "底"), True),
    (re.compile(r"(?:今年)?年底"), lambda m, s, p: date(s.year, 12, 31), True),
    (re.compile(r"(?:(?P<which>今年|明年|去年|后年|前年)的?)(?P<season>[春夏秋冬])天?"), _season, True),
    (re.compile(r"(?:(?P<y>今年|明年|去年|后年))?(?<![\d个几一二三四五六七八九十上下])(?P<mo>\d{1,2}|[一二三四五六七八九十]{1,2})月份?(?![\d日号个])"),
     lambda m, s, p: _zh_named_month(s, m["y"], chinese_number(m["mo"]), p), False),
    (re.compile(r"(?P<y>前年|去年|明年|后年)"), lambda m, s, p: _shift_months(s.date(), 12 * {"前年": -2, "去年": -1, "明年": 1, "后年": 2}[m["y"]]), True),
)  # fmt: skip


def _zh_turn(word: str) -> int:
    return word.count("下") - word.count("上")


def _zh_month(said: datetime, turn: int, day: str | None, end: str | None) -> date | None:
    first = _shift_months(said.date().replace(day=1), turn)
    if end:
        return first.replace(day=calendar.monthrange(first.year, first.month)[1])
    return (
        _calendar_day(said, first.year, first.month, chinese_number(day), False)
        if day
        else _shift_months(said.date(), turn)
    )


def _zh_named_month(said: datetime, year: str | None, month: int, past: bool) -> date | None:
    if not 1 <= month <= 12:
        return None
    if year:
        return date(said.year + {"今年": 0, "明年": 1, "去年": -1, "后年": 2}[year], month, 1)
    if past and month != said.month:
        return date(said.year if month < said.month else said.year - 1, month, 1)
    return date(said.year if month >= said.month else said.year + 1, month, 1)


def resolve(text: str, said_at: datetime) -> When | None:
    """The first time the statement names. A weekday or month without "next" lies behind when the statement tells of the
    past ("on Friday I signed"), ahead otherwise. None when it names none."""
    past = bool(_DURING_PAST.search(text)) and not re.search(
        r"\b(?:will|going to|due|must|need to|have to|should)\b|要(?=去|来|搬|买|换|考|见|参|开|交|飞|回|到|做|给|走)|会(?=去|来|在|到|有)|打算|准备|计划|改到|改成|推迟|提前|截止",
        text,
    )
    habit = bool(HABIT.search(text))
    best: When | None = None
    for pattern, compute, relative in (*_EN_RULES, *_ZH_RULES):
        for m in pattern.finditer(text):
            if best is not None and m.start() >= best.start:
                break
            day = compute(m, said_at, past)
            if day is not None and not (habit and relative):
                best = When(day.isoformat(), m.start(), m.end(), relative, day)
                break
    if best is None:
        return _by_library(text, said_at, past)
    clock = _clock(text)
    if clock is None:
        return best
    moment = datetime(best.day.year, best.day.month, best.day.day, clock[0], clock[1], tzinfo=said_at.tzinfo)
    return When(moment.isoformat(timespec="minutes"), best.start, best.end, best.relative, best.day)


def _by_library(text: str, said_at: datetime, past: bool) -> When | None:
    """Ways of writing a date that the rules do not know (12/10/2026, 12.10.2026, 3 days from now) go to dateparser."""
    m = re.search(
        r"\b\d{1,2}[./-]\d{1,2}[./-]\d{4}\b|\b\d{4}[./]\d{1,2}[./]\d{1,2}\b|\b(?:\d+|two|three|four|five|six) (?:days?|weeks?|months?|years?) (?:from now|from today|back)\b",
        text,
    )
    if m is None:
        return None
    import dateparser  # here: it takes half a second to load and few statements need it

    phrase = m.group().replace(" from today", " from now").replace(" back", " ago")
    found = dateparser.parse(
        phrase,
        languages=["en"],
        settings={
            "RELATIVE_BASE": said_at.replace(tzinfo=None),
            "PREFER_DATES_FROM": "past" if past else "future",
            "DATE_ORDER": "DMY",
        },
    )
    if found is None:
        return None
    return When(found.date().isoformat(), m.start(), m.end(), "from" in phrase or "ago" in phrase, found.date())


def _clock(text: str) -> tuple[int, int] | None:
    m = _ZH_CLOCK.search(text)
    if m:
        hour = chinese_number(m["h"])
        minute = {"半": 30, "一刻": 15, "三刻": 45, None: 0}.get(m["m"])
        minute = chinese_number(m["m"]) if minute is None else minute
        part = m["part"] or ("晚" if "晚" in text[: m.start()] else "下午" if "下午" in text[: m.start()] else "")
        if part in ("下午", "晚上", "傍晚", "今晚", "明晚", "晚") and hour < 12:
            hour += 12
        return (hour, minute) if hour < 24 and minute < 60 else None
    m = _CLOCK.search(text)
    if not m:
        return None
    hour = int(m["h"] or m["h2"] or m["h3"])
    minute = int(m["m"] or m["m2"] or m["m3"] or 0)
    half = (m["ap"] or m["ap2"] or "").lower().replace(".", "")
    if half == "pm" and hour < 12:
        hour += 12
    elif half == "am" and hour == 12:
        hour = 0
    elif not half and not (m["m"] or m["m3"]):
        return None  # "at 5" may be a place or an age; only with am, pm or minutes
    return (hour, minute) if hour < 24 and minute < 60 else None
