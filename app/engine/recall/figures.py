"""Dates and amounts of a text as terms of one form, however and in whichever language they are written."""

from __future__ import annotations

import re

from app.engine.recall.numerals import number_of

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_YEAR = r"(?:,?\s+(?P<year>(?:19|20)\d\d)\b)?"
_NTH = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\b"
_HAN_NUMBER = "[零〇一二两三四五六七八九十]{1,3}"
_DATES = [
    re.compile(r"(?<![\w-])(?P<year>(?:19|20)\d\d)(?P<joint>[-/.])(?P<m>[01]?\d)(?P=joint)(?P<day>[0-3]?\d)(?![\w-])"),
    re.compile(
        rf"(?:(?P<year>(?:19|20)\d\d|[零〇一二三四五六七八九]{{4}})年的?)?(?P<m>\d{{1,2}}|{_HAN_NUMBER})月份?"
        rf"(?:的?(?P<day>\d{{1,2}}|{_HAN_NUMBER})[日号])?"
    ),
    re.compile(rf"\b{_MONTH}\s+(?:the\s+)?{_NTH}{_YEAR}"),
    re.compile(rf"\b{_NTH}\s+(?:of\s+)?{_MONTH}{_YEAR}"),
    re.compile(rf"\b{_MONTH},?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d)\b"),
    re.compile(r"\b(?P<month>january|february|april|june|july|august|september|october|november|december)\b"),
    re.compile(r"\b(?:in|of|since|by|until|last|this|next|early|late)\s+(?P<month>may|march)\b"),
]
_GROUPED = re.compile(r"(?<![a-z0-9_.,-])\d{1,3}(?:,\d{3})+(?![\d,])")
_DECIMALS = re.compile(r"(?<![a-z0-9_.-])(\d+)\.(\d*?)0+(?![a-z0-9_.-])")
_SCALED = re.compile(r"(?<![a-z0-9_.-])(\d+(?:\.\d+)?)\s?(k|thousand|million|万|千|亿)(?![a-z])")
_SCALES = {"k": 1_000, "thousand": 1_000, "千": 1_000, "万": 10_000, "million": 1_000_000, "亿": 100_000_000}
_HAN_AMOUNT = re.compile("[零〇一二两三四五六七八九十百千万]{2,}")


def plain_numbers(text: str) -> str:
    """`1,284.50` as `1284.5`: without separators of thousands and closing zeros. Codes and versions stay."""
    if not any(character.isdigit() for character in text):
        return text
    text = _GROUPED.sub(lambda match: match[0].replace(",", ""), text)
    return _DECIMALS.sub(lambda match: f"{match[1]}.{match[2]}".rstrip("."), text)


def date_terms(text: str) -> tuple[list[str], str]:
    """Terms of the dates in folded text, and the text without them: 14 june 2019, 2019年6月14日 and 2019-06-14 all give
    @06, @06-14, @2019 and @2019-06-14; 六月 gives @06."""
    found: list[str] = []

    def take(match: re.Match[str]) -> str:
        terms = _terms(match)
        found.extend(terms)
        return " " if terms else match[0]

    for pattern in _DATES:
        text = pattern.sub(take, text)
    return found, text


def _terms(match: re.Match[str]) -> list[str]:
    named = match.groupdict()
    month = _MONTHS.index(named["month"][:3]) + 1 if named.get("month") else number_of(named["m"])
    said, year_said = named.get("day"), named.get("year")
    day = number_of(said) if said else None
    if not month or month > 12 or (said and not (day and day <= 31)):
        return []
    year = number_of(year_said) if year_said else None
    terms = [f"@{month:02}"]
    if day:
        terms.append(f"@{month:02}-{day:02}")
    if year:
        terms.append(f"@{year}")
        if day:
            terms.append(f"@{year}-{month:02}-{day:02}")
    return terms


def amount_terms(text: str) -> list[str]:
    """Amounts that are written with a word of size, as plain digits: 50 thousand, 50k, 5万 and 五万 give 50000."""
    scaled = (_amount(float(match[1]) * _SCALES[match[2]]) for match in _SCALED.finditer(text))
    han = (_han_amount(match[0]) for match in _HAN_AMOUNT.finditer(text))
    return [term for term in (*scaled, *han) if term]


def _amount(value: float) -> str:
    return str(int(value)) if value == int(value) else ""


def _han_amount(text: str) -> str:
    """两万七 is 27000, 三千五 is 3500, 一百二 is 120: a last bare digit counts in the next smaller unit."""
    value = 0
    thousands, ten_thousand, rest = text.rpartition("万")
    if ten_thousand:
        high = number_of(thousands)
        if high is None:
            return ""
        if len(rest) == 1 and (digit := number_of(rest)) is not None and digit < 10:
            return str(high * 10_000 + digit * 1_000)
        value = high * 10_000
    if not rest:
        return str(value) if value else ""
    if not ten_thousand and not any(character in rest for character in "十百千"):
        return ""  # 二三 or a year: digits alone are no amount
    low = number_of(rest)
    if low is None:
        return ""
    for unit, size in (("千", 100), ("百", 10)):
        if len(rest) >= 3 and rest[-2] == unit and 0 < (last := number_of(rest[-1]) or 0) < 10:
            low += last * size - last
    return str(value + low)
