"""What a recognizer hands back, and the small text helpers recognizers share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

# Characters that may stand between the digits of one number.
_BETWEEN = r"[ \t\-.·()/_]{1,3}|[ \t]?\r?\n[ \t]?"
_RUN = re.compile(rf"\d{{1,40}}(?:(?:{_BETWEEN})\d{{1,40}})*")
_GROUP = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Span:
    """One recognized stretch of text, in code points of the text that was searched.

    `score` (0 to 1) decides whose type names an overlap; `rule` is the pattern class, such as "phone/mainland".
    """

    type: str
    start: int
    end: int
    score: float
    rule: str


@dataclass(frozen=True, slots=True)
class Group:
    """A digit group inside a run of digits and separators."""

    start: int
    end: int
    digits: str
    index: int  # place in its run


def digit_runs(text: str, *, at_least: int) -> Iterator[list[Group]]:
    """Maximal runs such as "4111 1111-1111", as their digit groups; only runs with `at_least` digits."""
    for run in _RUN.finditer(text):
        if run.end() - run.start() < at_least:
            continue
        groups = [
            Group(g.start(), g.end(), g.group(), i) for i, g in enumerate(_GROUP.finditer(text, run.start(), run.end()))
        ]
        if sum(len(g.digits) for g in groups) >= at_least:
            yield groups


def windows(groups: list[Group], shapes: Iterable[tuple[int, ...]]) -> Iterator[list[Group]]:
    """Every stretch of neighbouring groups whose lengths are one of `shapes`."""
    wanted = set(shapes)
    longest = max(map(len, wanted))
    lengths = [len(g.digits) for g in groups]
    for first in range(len(groups)):
        for size in range(min(longest, len(groups) - first), 0, -1):
            if tuple(lengths[first : first + size]) in wanted:
                yield groups[first : first + size]


def joined(groups: list[Group]) -> str:
    return "".join(g.digits for g in groups)


def separators(text: str, groups: list[Group]) -> list[str]:
    """What stands between the groups."""
    return [text[a.end : b.start] for a, b in pairwise(groups)]


def before(text: str, start: int, width: int) -> str:
    return text[max(0, start - width) : start]


def after(text: str, end: int, width: int) -> str:
    return text[end : end + width]


# A label right before a number that says it is not about a person: order, parcel, version, student, time stamp.
_THING = re.compile(
    r"""(?:订单|訂單|单号|單號|编号|編號|流水|快递|快遞|运单|運單|物流|发票|發票|学号|學號|工号|工號|工单|工單|合同|批次|型号|型號|货号|貨號
    |条码|條碼|条形码|序列|邮编|郵編|版本|时间戳|時間戳|取件码|取件碼|代码|代碼|房号|案号|案號|票号|车次|航班|书号|書號
    |信用代码|税号|稅號|商品|产品|產品|资产|资产|设备号|幸运数字|圆周率|圓周率|准考证|準考證|报名号|座位|工位|彩票
    |(?<![A-Za-z])(?:order|invoice|tracking|ticket|case|ref|reference|part|item|model|batch|lot|commit|build|serial|sku|isbn|issn
    |ean|upc|asin|imei|timestamp|epoch|version|ver|revision|rev|page|issue|pr|bug|student|employee|matric|booking|confirmation|flight
    |receipt|transaction|txn|shipment|parcel|package|awb|docket|catalogue?|barcode|gtin|doi|patent|po|pmid|arxiv|lottery|seed|checksum|crc
    |port|pid|build|job|run|request|trace|span|session|row|record|event|meeting))
    [ \t]*(?:(?:号|號|码|碼|编号|号码|代码
    |(?:id|number|numbers|no\.?|num|code|nr\.?|was|is|are|是|为|為)(?![A-Za-z]))[ \t]*){0,3}
    [:=#"' \t(\[]{0,4}$""",
    re.IGNORECASE | re.VERBOSE,
)
_THING_AFTER = re.compile(
    r"[ \t]{0,2}(?:元|块钱|塊|美元|日元|円|万|亿|億|人次|人(?!民)|个|個|次|条|件|台|辆|部|本|页|份|箱|吨|步"
    r"|公里|米|字节"
    r"|毫秒|微秒|纳秒|秒|step|bytes?\b|ms\b|ns\b|km\b|kg\b|mm\b|rows?\b|users?\b|views?\b|units?\b|pieces\b|items\b|copies\b"
    r"|downloads\b|records\b|entries\b|lines\b|tokens\b|people\b|visit(?:or)?s\b|hits\b|plays\b|likes\b|times\b|dollars\b|euros\b|pounds\b"
    r"|usd\b|eur\b|cny\b|rmb\b|gbp\b|is (?:an?|the) (?:part|order|model"
    r"|serial|tracking|ticket|case|invoice|product)|是(?:一个|个)?(?:\d{1,2}位)?(?:订单|訂單|编号|編號|单号|版本"
    r"|型号|学号))",
    re.IGNORECASE,
)


def names_a_thing(text: str, start: int, end: int) -> bool:
    """True when the label beside a number says order, parcel, version, amount … and so nothing about a person."""
    return _THING.search(before(text, start, 40)) is not None or _THING_AFTER.match(text, end) is not None


def glued_to_word(text: str, start: int, end: int, allowed: re.Pattern[str] | None = None) -> bool:
    """True when an ASCII letter or digit touches the span; words `allowed` before it ("Visa4111…") do not count."""
    left = text[start - 1] if start else ""
    right = text[end] if end < len(text) else ""
    if right.isascii() and right.isalnum():
        return True
    if not (left.isascii() and left.isalnum()):
        return False
    return not (allowed and not left.isdigit() and allowed.search(before(text, start, 16)))
