"""Telephone numbers: strict formats anywhere, anything a number plan accepts where the words say telephone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import phonenumbers
from phonenumbers import PhoneNumberType

from app.engine.redact.spans import Group, Span, before, digit_runs, glued_to_word, joined, names_a_thing, windows

_PHONE_WORD = re.compile(
    r"(?:手机|手機|电话|電話|座机|座機|固话|传真|傳真|联系方式|聯繫|联系|聯絡|热线|熱線|号码|號碼|打给|打給|致电"
    r"|拨打|撥打|短信|微信|电联|机主|家里电话|办公室电话|(?<![A-Za-z])(?:phone|telephone|tele?|mobile|cell"
    r"|cellphone|call|text|sms|ring|dial|fax|whatsapp|signal|imessage|reach|contact|landline|tel\.|mob|handphone"
    r"|hp)|(?<![A-Za-z])(?:my|his|her|their|our|your|new|old|home|work|office|[A-Za-z]{2,12}['’]s)[ ](?:(?:new|old"
    r"|phone|cell|mobile|home|work|office|contact|direct|personal|business|backup|(?-i:[A-Z][a-z]{1,12}"
    r"|[A-Z]{2,3}))[ ]){0,2}number)[^\d]{0,24}$",
    re.IGNORECASE,
)
_PHONE_PREFIX = re.compile(
    r"(?<![A-Za-z0-9])(?:tel|phone|mobile|cell|call|fax|mob|ph|no|is|at|t|m|p|wechat|vx|wx|on|to)$", re.IGNORECASE
)
# Not for reaching a person: support lines and the like stay readable.
_PUBLIC = frozenset(
    {PhoneNumberType.TOLL_FREE, PhoneNumberType.SHARED_COST, PhoneNumberType.PREMIUM_RATE, PhoneNumberType.UAN}
)
_MAINLAND = [(11,), (3, 4, 4), (3, 8), (7, 4), (3, 3, 5), (4, 3, 4), (3, 5, 3), (5, 6), (4, 4, 3)]
_MAINLAND_PREFIXED = [(2, *s) for s in _MAINLAND] + [(4, *s) for s in _MAINLAND] + [(13,), (15,)]
_MOBILE = re.compile(r"1[3-9]\d{9}")
_LANDLINE_SHAPES = [(3, 7), (3, 8), (4, 7), (4, 8), (3, 4, 4), (4, 4, 4), (4, 3, 4), (3, 3, 4)]
_LANDLINE = re.compile(r"0(?:10|2\d|[3-9]\d\d)[1-9]\d{6,7}")
# (region, shapes, what the first group looks like): formats that are telephone numbers wherever they stand.
_STRICT: list[tuple[str, list[tuple[int, ...]], re.Pattern[str]]] = [
    ("US", [(3, 3, 4)], re.compile(r"[2-9]\d\d")),
    ("US", [(1, 3, 3, 4)], re.compile(r"1")),
    ("JP", [(3, 4, 4)], re.compile(r"0[5789]0")),
    ("KR", [(3, 4, 4)], re.compile(r"01\d")),
    ("GB", [(5, 6), (5, 3, 3)], re.compile(r"0[127]\d{3}")),
    ("GB", [(3, 4, 4), (4, 3, 4)], re.compile(r"0[12]\d{1,2}")),
    ("TW", [(4, 3, 3), (4, 6)], re.compile(r"09\d\d")),
    ("AU", [(4, 3, 3)], re.compile(r"04\d\d")),
]
_REGIONS: tuple[str, ...] = (
    "CN", "HK", "TW", "MO", "US", "GB", "JP", "KR", "SG", "AU", "IN", "DE", "FR", "IT", "ES", "NL", "BR", "MX",
    "CA", "NZ", "IE", "IL", "MY", "TH", "VN", "PH", "ID", "RU", "ZA", "CH", "SE", "PL",
)  # fmt: skip
_CHINESE_REGIONS: tuple[str, ...] = ("CN", "HK", "TW", "MO", "SG", "MY", "JP", "KR")
_DATE = re.compile(
    r"(?:19|20)\d\d[-./ ]?(?:0?[1-9]|1[0-2])[-./ ]?(?:0?[1-9]|[12]\d|3[01])(?!\d)|\d{1,2}[./-]\d{1,2}[./-](?:19"
    r"|20)?\d\d(?!\d)"
)


def _valid(number: str, region: str | None) -> bool:
    """True for a number of the region's plan that reaches a person; after "+" a possible length is enough."""
    try:
        parsed = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return False
    if region is None and len(number) >= 11 and phonenumbers.is_possible_number(parsed):
        return phonenumbers.number_type(parsed) not in _PUBLIC
    return phonenumbers.is_valid_number(parsed) and phonenumbers.number_type(parsed) not in _PUBLIC


def _is_public(number: str, region: str) -> bool:
    try:
        return phonenumbers.number_type(phonenumbers.parse(number, region)) in _PUBLIC
    except phonenumbers.NumberParseException:
        return False


def _apart(text: str, cut: list[Group], run: list[Group]) -> bool:
    """True when nothing numeric is glued to the cut: no decimal point, no longer hyphenated number."""
    first, last = cut[0].index, cut[-1].index
    if (
        first
        and text[run[first - 1].end : cut[0].start] not in (" ", "  ", "/", " / ", "\n", "\t", ") ", " (", " - ")
        and not (run[first - 1].digits in ("86", "0086") and first == 1)
    ):
        return False
    if last + 1 < len(run):
        gap, following = text[cut[-1].end : run[last + 1].start], run[last + 1].digits
        if gap.strip(" \t\n") in (".", "_") or (gap in ("-",) and len(following) > 5):
            return False
    if (
        cut[0].start
        and text[cut[0].start - 1] in ",.$¥€£=&"
        and re.search(r"\d[,.]$|[$¥€£]$", before(text, cut[0].start, 2))
    ):
        return False
    return text[cut[-1].end : cut[-1].end + 1] not in ("%",)


def find_phones(text: str) -> Iterator[Span]:
    """Mainland mobiles, landlines, international numbers, strict national formats, and labelled numbers."""
    for run in digit_runs(text, at_least=7):
        base = run[0].start - 2
        taken = bytearray(run[-1].end - base)
        for span in (*_international(text, run), *_mainland(text, run), *_strict(text, run)):
            if not any(taken[span.start - base : span.end - base]):
                taken[span.start - base : span.end - base] = b"\1" * (span.end - span.start)
                yield span
        if not any(taken):
            yield from _labelled(text, run)


def _international(text: str, run: list[Group]) -> Iterator[Span]:
    for first, group in enumerate(run):
        plus = group.start - 1
        dialled = group.digits[:2] == "00" and group.digits[2:3] not in ("", "0")  # 0044 for +44
        if not dialled and (plus < 0 or not (text[plus] == "+" or text[max(0, plus - 1) : plus + 1] == "+(")):
            continue
        plus = group.start if dialled else plus if text[plus] == "+" else plus - 1
        if (
            plus
            and text[plus - 1].isascii()
            and text[plus - 1].isalnum()
            and not _PHONE_PREFIX.search(before(text, plus, 16))
        ):
            continue
        for last in range(min(len(run), first + 7), first, -1):
            cut = run[first:last]
            digits = joined(cut)[2:] if dialled else joined(cut)
            if (
                7 <= len(digits) <= 15
                and (len(cut) > 1 or not dialled or _PHONE_WORD.search(before(text, plus, 40)))
                and _valid("+" + digits, None)
                and not glued_to_word(text, cut[0].start, cut[-1].end)
                and not (dialled and (names_a_thing(text, plus, cut[-1].end) or not _apart(text, cut, run)))
            ):
                opened = text[plus - 1 : plus] == "(" and ")" in text[plus : cut[-1].end]
                yield Span("PHONE", plus - opened, cut[-1].end, 0.9, "phone/international")
                break


def _mainland(text: str, run: list[Group]) -> Iterator[Span]:
    if len(run) == 11 and all(len(g.digits) == 1 for g in run) and _MOBILE.fullmatch(joined(run)):
        yield Span("PHONE", run[0].start, run[-1].end, 0.8, "phone/mainland")
    for cut in (*windows(run, _MAINLAND_PREFIXED), *windows(run, _MAINLAND)):
        digits = joined(cut)
        number = re.sub(r"^(?:0086|86)", "", digits) if len(digits) > 11 else digits
        if not _MOBILE.fullmatch(number) or not _apart(text, cut, run):
            continue
        start, end = cut[0].start, cut[-1].end
        if glued_to_word(text, start, end, _PHONE_PREFIX) or names_a_thing(text, start, end):
            continue
        if text[start - 1 : start] == "+" or (text[max(0, start - 1) : start] == "(" and ")" in text[start:end]):
            start -= 1
        yield Span("PHONE", start, end, 0.85, "phone/mainland")
    for cut in windows(run, _LANDLINE_SHAPES):
        digits, start, end = joined(cut), cut[0].start, cut[-1].end
        opened = text[start - 1 : start] == "(" and text[cut[0].end : cut[0].end + 1] == ")"
        if (
            _LANDLINE.fullmatch(digits)
            and "/" not in text[start:end]
            and _apart(text, cut, run)
            and not glued_to_word(text, start, end)
            and not names_a_thing(text, start, end)
        ):
            yield Span("PHONE", start - opened, end, 0.8, "phone/landline")


def _strict(text: str, run: list[Group]) -> Iterator[Span]:
    for region, shapes, first in _STRICT:
        for cut in windows(run, shapes):
            start, end = cut[0].start, cut[-1].end
            if not first.fullmatch(cut[0].digits) or not _apart(text, cut, run) or "\n" in text[start:end]:
                continue
            if (
                glued_to_word(text, start, end, _PHONE_PREFIX)
                or names_a_thing(text, start, end)
                or not _valid(joined(cut), region)
            ):
                continue
            opened = text[start - 1 : start] == "(" and ")" in text[start:end]
            yield Span("PHONE", start - opened, end, 0.75, f"phone/{region.lower()}")


def _labelled(text: str, run: list[Group]) -> Iterator[Span]:
    start, end, digits = run[0].start, run[-1].end, joined(run)
    if not 7 <= len(digits) <= 15 or not _PHONE_WORD.search(before(text, start, 40)):
        return
    if max(len(g.digits) for g in run) < 3 and not re.fullmatch(r"0[1-9](?:\d\d){4}", digits):
        return
    if _DATE.match(text, start) or names_a_thing(text, start, end) or glued_to_word(text, start, end, _PHONE_PREFIX):
        return
    if re.match(r"[:.,]\d|%", text[end : end + 2]) or (
        re.search(r"[:,.$¥€£]$", before(text, start, 1)) and text[start - 2 : start - 1].isdigit()
    ):
        return
    if digits[:3] in ("400", "800", "955") and len(digits) in (5, 10):
        return
    regions = _CHINESE_REGIONS if re.search(r"[\u4e00-\u9fff]", before(text, start, 12)) else _REGIONS
    if any(_valid(digits, region) for region in regions) and not any(_is_public(digits, r) for r in ("US", "GB", "AU")):
        opened = text[start - 1 : start] == "(" and ")" in text[start:end]
        yield Span("PHONE", start - opened, end, 0.6, "phone/labelled")


_NUMERALS = dict(zip("零〇一二三四五六七八九幺壹贰叁肆伍陆柒捌玖", "001234567891123456789", strict=True))
_SPELLED = re.compile(r"[零〇一二三四五六七八九幺壹贰叁肆伍陆柒捌玖]{11,40}")


def find_spelled_phones(text: str) -> Iterator[Span]:
    """Mainland mobiles written in Chinese numerals: 一三八…"""
    for match in _SPELLED.finditer(text):
        if len(match.group()) == 11 and _MOBILE.fullmatch("".join(_NUMERALS[c] for c in match.group())):
            yield Span("PHONE", match.start(), match.end(), 0.8, "phone/spelled")


_DIGIT_WORD = "zero|oh|one|two|three|four|five|six|seven|eight|nine"
_SPOKEN = re.compile(
    rf"(?<![A-Za-z])(?:number|phone|mobile|cell|telephone|call|text|dial|reach)[a-z ]{{0,20}}?[ ]?(?:is|at"
    rf"|on|under|:|me|him|her)[ ]?"
    rf"(?P<value>(?:(?:double|triple)[ ])?(?:{_DIGIT_WORD})(?:[ ,\-]{{1,2}}(?:(?:double"
    rf"|triple)[ ])?(?:{_DIGIT_WORD})){{6,14}})(?![A-Za-z])",
    re.IGNORECASE,
)


def find_spoken_phones(text: str) -> Iterator[Span]:
    """Numbers spelled in English words: "my number is four one five …"."""
    for match in _SPOKEN.finditer(text):
        yield Span("PHONE", match.start("value"), match.end("value"), 0.7, "phone/spoken")
