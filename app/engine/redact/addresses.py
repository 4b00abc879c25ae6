"""Street addresses down to the house, where form or context leave no doubt. Towns and districts stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.engine.redact.spans import Span, after, before

_STREET = re.compile(
    r"(?<![A-Za-z0-9./\-])\d{1,5}[A-Za-z]?(?:[-/]\d{1,4})?[ ]+(?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East"
    r"|West)\.?[ ]+)?(?:(?:[A-Z][A-Za-z'’.\-]{1,20}|\d{1,3}(?:st|nd|rd|th)|of|the|de|la)[ ]+){1,4}(?:Street|St"
    r"|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Way|Close"
    r"|Crescent|Cres|Row|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Mews|Gardens|Grove|Hill|Walk|Quay|Alley|Loop"
    r"|Trail)(?![A-Za-z])\.?(?:[ ](?:N|S|E|W|NE|NW|SE|SW|North|South|East"
    r"|West)(?![A-Za-z]))?(?P<unit>,?[ ]*(?:(?:Apt|Apartment|Unit|Suite|Ste|Flat|Floor|Fl|Room"
    r"|Rm)\.?[ ]*#?[A-Za-z0-9\-]{1,6}|#[ ]?[A-Za-z0-9\-]{1,6}))?"
)
_CODE = re.compile(
    r"(?:,?[ ]+[A-Z][A-Za-z.]{1,20}){0,3},?[ ]+(?P<code>(?:[A-Z]{2}[ ]+)?\d{5}(?:-\d{4})?(?!\d)"
    r"|[A-Z]{1,2}\d[A-Z\d]?[ ]\d[A-Z]{2}(?![A-Za-z0-9])|[A-Z]\d[A-Z][ ]\d[A-Z]\d(?![A-Za-z0-9]))"
)
_AT_HOME = re.compile(
    r"address|(?<![A-Za-z])(?:live|lives|living|lived|home|house|apartment|flat|reside[sd]?|residing|stay(?:ing|s)?"
    r"|ship(?:ped)?|deliver(?:ed|y)?|mail(?:ed)?|send|sent|moved?|moving|move in|place|pick (?:me|us) up|come (?:to"
    r"|over)|park)(?![A-Za-z])",
    re.IGNORECASE,
)
_PO_BOX = re.compile(r"(?<![A-Za-z])P\.?[ ]?O\.?[ ]?Box[ ]+\d{1,6}", re.IGNORECASE)


def find_addresses(text: str) -> Iterator[Span]:
    """Type ADDRESS: house number and street with its unit, and the postal code that follows."""
    for match in _STREET.finditer(text):
        code = _CODE.match(text, match.end())
        if match["unit"] or code or _AT_HOME.search(before(text, match.start(), 40)):
            yield Span("ADDRESS", match.start(), match.end(), 0.7, "address/street")
            if code:
                yield Span("ADDRESS", code.start("code"), code.end("code"), 0.7, "address/postcode")
    for match in _PO_BOX.finditer(text):
        yield Span("ADDRESS", match.start(), match.end(), 0.7, "address/po_box")
    yield from _chinese(text)


_NUMBER = r"(?:\d{1,5}|[一二三四五六七八九十百]{1,5})"
_LANE = r"(?:路|街|大道|大街|巷|胡同|道)(?:[东西南北中東]?[一二三四五六七八九十\d]{0,2}(?:段|路|街|巷))?"
_ROOM = (
    r"(?:[A-Za-z\d一二三四五六七八九十]{1,5}(?:号楼|號樓|栋|棟|幢|座|单元|單元|室|楼|樓|层|層|户|戶|房|門|门|期|区"
    r"|號室)[ ]?)"
)
_ZH_STREET = re.compile(
    rf"[\u4e00-\u9fff]{{1,5}}{_LANE}[ ]?(?:{_NUMBER}(?:弄|巷)[ ]?)?{_NUMBER}(?:[-之]\d{{1,4}})?[ ]?(?:号|號"
    rf"|弄)(?!线|線|楼梯|码|店|上)(?:院|楼|大院)?[ ]?(?P<rest>(?:[\u4e00-\u9fff]{{2,8}}?)?{_ROOM}{{1,4}}"
    rf"(?:\d{{2,5}}(?![\dA-Za-z年月日元]))?)?"
)
_ZH_HOME = re.compile(
    rf"[\u4e00-\u9fff]{{2,6}}(?:小区|花园|花園|公寓|家园|家園|新村|社区|大厦|大廈|名苑|雅苑|佳苑|嘉园|华庭|豪庭"
    rf"|公馆|小區|社區|苑|府|邸)[ ]?(?P<rooms>{_ROOM}{{1,4}})(?P<last>[\dA-Za-z]{{2,6}}(?:室|号|號|房)?)?"
)
_ZH_AT = re.compile(r"住|家|地址|收货|收貨|寄|送到|送货|快递|搬|租|房子|公寓|宿舍")
_EDGE = re.compile(
    r".*(?:[市区县镇乡省區縣鎮鄉]|住在|位于|位於|地址|搬到|搬去|寄到|送到|寄给|就在|是在|[在到是住于於去])",
    re.DOTALL,
)


def _chinese(text: str) -> Iterator[Span]:
    for match in _ZH_STREET.finditer(text):
        near = before(text, match.start(), 16) + match.group()[:4]
        if match["rest"] or (
            _ZH_AT.search(near)
            and not re.match(
                r"[\u4e00-\u9fff]?(?:线|店|餐厅|饭店)",
                after(text, match.end(), 4),
            )
        ):
            yield Span("ADDRESS", _from_edge(text, match.start()), match.end(), 0.7, "address/street")
    for match in _ZH_HOME.finditer(text):
        if match["last"] or len(re.findall(r"号楼|號樓|栋|棟|幢|座|单元|單元|室", match["rooms"])) > 1:
            yield Span("ADDRESS", _from_edge(text, match.start()), match.end(), 0.7, "address/compound")


def _from_edge(text: str, start: int) -> int:
    """Where the name of the street begins: after the district or the verb before it."""
    lane = re.compile(r"[\u4e00-\u9fff]{1,5}?(?:路|街|大道|巷|胡同|道|小区|花园|公寓|家园|新村|社区|苑|府)").match(
        text, start
    )
    head = text[start : lane.end() - 1] if lane else text[start : start + 5]
    edge = _EDGE.match(head)
    return start + edge.end() if edge and edge.end() < len(head) else start
