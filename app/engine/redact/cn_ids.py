"""Identity papers and plates of mainland China, Hong Kong, Macau and Taiwan."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from stdnum.iso7064 import mod_11_2

from app.engine.redact.spans import Span, after, before, glued_to_word, names_a_thing

# First two digits of a residence code (GB/T 2260); 81-83: residents of Hong Kong, Macau, Taiwan; 91: foreigners.
_RESIDENCE = (
    "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91"
)
_PROVINCES = frozenset(_RESIDENCE.split())
_GAP = r"[ \-·_]?"
_ID18 = re.compile(
    rf"(?<!\d)(?<!\d[.\-])\d(?:{_GAP}\d){{16}}{_GAP}[\dXx](?![\dA-Za-z])"
    rf"|(?<!\d)\d{{6}}[ \n]{{1,3}}\d{{8}}[ \n]{{1,3}}\d{{3}}[\dXx](?![\dA-Za-z])"
)
_ID15 = re.compile(r"(?<![\d.])\d{6}[ \-]?\d{6}[ \-]?\d{3}(?![\dA-Za-z])")
_ID_WORD = re.compile(
    r"身份证|身份證|身分證|证件|證件|居民证|公民身份|户口|戶口|老证|一代证|\bID\b|id[_ -]?card|identity|居住证"
    r"|居住證",
    re.IGNORECASE | re.ASCII,
)
_ID_PREFIX = re.compile(r"(?<![A-Za-z0-9])(?:id|no|card|is|number)$", re.IGNORECASE)


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return 1880 <= year <= 2099


def is_resident_id(number: str) -> bool:
    """18-character resident identity number: known province, real birthday, check character (GB 11643-1999)."""
    number = number.upper()
    return (
        number[:2] in _PROVINCES
        and _is_day(int(number[6:10]), int(number[10:12]), int(number[12:14]))
        and bool(mod_11_2.is_valid(number))
    )


def find_resident_ids(text: str) -> Iterator[Span]:
    for match in _ID18.finditer(text):
        number = re.sub(r"[^\dXx]", "", match.group())
        if glued_to_word(text, match.start(), match.end(), _ID_PREFIX):
            continue
        if is_resident_id(number):
            yield Span("CN_ID", match.start(), match.end(), 1.0, "cn_id/18")
    for match in _ID15.finditer(text):
        digits = re.sub(r"\D", "", match.group())
        near = before(text, match.start(), 24) + "|" + after(text, match.end(), 8)
        if (
            digits[:2] in _PROVINCES
            and _is_day(1900 + int(digits[6:8]), int(digits[8:10]), int(digits[10:12]))
            and _ID_WORD.search(near)
        ):
            yield Span("CN_ID", match.start(), match.end(), 0.7, "cn_id/15")


_HK = re.compile(
    r"(?<![A-Za-z0-9])([A-Za-z]{1,2}(?![ ])|[A-Z]{1,2}(?=[ ]))[ ]?(\d{6})[ ]?(?:\(([0-9Aa])\)|([0-9Aa]))(?![A-Za-z0-9])"
)
_HK_WORD = re.compile(
    r"香港|港澳|身份[证證]|身分[证證]|证件|證件|hkid|hong kong|\bid\b|identity", re.IGNORECASE | re.ASCII
)


def is_hong_kong_id(letters: str, digits: str, check: str) -> bool:
    """Check digit of the Hong Kong card: weights 9 to 2 over both letters (blank = 36) and six digits, sum 0 mod 11."""
    values = [36] * (2 - len(letters)) + [ord(c) - 55 for c in letters.upper()] + [int(d) for d in digits]
    total = sum(v * w for v, w in zip(values, range(9, 1, -1), strict=True))
    return (total + (10 if check.upper() == "A" else int(check))) % 11 == 0


def find_hong_kong_ids(text: str) -> Iterator[Span]:
    for match in _HK.finditer(text):
        letters, digits, bracketed, plain = match.groups()
        if not is_hong_kong_id(letters, digits, bracketed or plain):
            continue
        if bracketed or _HK_WORD.search(before(text, match.start(), 24)):
            yield Span("HK_ID", match.start(), match.end(), 0.9, "hk_id")


_TW = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][1289]\d{8}(?![A-Za-z0-9])")
_TW_LETTERS = "ABCDEFGHJKLMNPQRSTUVXYWZIO"  # letter -> 10 to 35 in this order


def is_taiwan_id(number: str) -> bool:
    """Check digit of the Taiwanese identity number: letter as two digits, weights 1, 9, 8 … 1, 1, sum 0 mod 10."""
    code = _TW_LETTERS.index(number[0].upper()) + 10
    digits = [code // 10, code % 10, *(int(d) for d in number[1:])]
    return sum(d * w for d, w in zip(digits, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True)) % 10 == 0


def find_taiwan_ids(text: str) -> Iterator[Span]:
    for match in _TW.finditer(text):
        if is_taiwan_id(match.group()):
            yield Span("TW_ID", match.start(), match.end(), 0.85, "tw_id")


# Papers without a check digit are believed only beside their name: (type, rule, names, number).
_NAMED = [
    (
        "TRAVEL_PERMIT",
        "permit/home_return",
        r"回[乡鄉][证證]|通行[证證]|来往内地|來往內地|home return",
        r"[HMhm]\d{8}(?:\d{2})?",
    ),
    ("TRAVEL_PERMIT", "permit/hk_macau", r"通行[证證]|港澳|往[来來]", r"[CWcw][A-Za-z0-9]\d{7}"),
    (
        "TRAVEL_PERMIT",
        "permit/taiwan",
        r"台胞[证證]|臺胞[证證]|通行[证證]|入台[证證]",
        r"[TLtl]?\d{8}(?:\d{2})?(?:\([A-Z0-9]\))?",
    ),
    (
        "CN_PASSPORT",
        "passport/china",
        r"护照|護照|passport",
        r"(?:[EGDSPHKegdsphk]\d{8}|[EeGg][A-Za-z]\d{7}|1[45]\d{7}"
        r"|[DdSsPp][EeDd]\d{7})",
    ),
    (
        "PASSPORT",
        "passport/other",
        r"护照|護照|passport|travel document|reisepass|passeport|pasaporte",
        r"(?:[A-Za-z]{1,2}[ ]?\d{6,8}|\d{8,9}|\d{2}[A-Za-z]{2}\d{5}|[CFGHJKLMNPRTVWXYZ0-9]{9,10})",
    ),
    (
        "DRIVER_LICENSE",
        "driver/licence",
        r"驾照|駕照|驾驶证|駕駛證|驾驶执照|駕駛執照|driver'?s? licen[cs]e|driving licen[cs]e|licen[cs]e number"
        r"|\bDL(?: no\.?)?",
        r"[A-Za-z]{0,5}\d[A-Za-z0-9\-]{4,17}",
    ),
    (
        "SOCIAL_SECURITY",
        "social_security/cn",
        r"社保[卡号]|社保卡号|医保[卡号]|醫保卡?|社会保障号|健保卡|公积金[账帐]号|social security (?:card|no)",
        r"[A-Za-z]{0,2}\d{8,18}[XxA-Z]?",
    ),
    (
        "NATIONAL_ID",
        "national_id/officer",
        r"军官证|士兵证|警官证|残疾证|居留证|居留許可|居留许可|居留證|外国人永久居留|绿卡号?",
        r"(?:[\u4e00-\u9fff]?字?第?[A-Za-z]{0,3}\d{6,20}号?)",
    ),
]
_JOIN = (
    r"[ \t]*[,，]?[ \t]*(?:号码?|號碼?|编号|編號|证号|no\.?|nr\.?|number|num|#|id)?[ \t]*(?:(?:is|was|are"
    r"|has|是|为|為|叫"
    r"|改成|换成|變成)[ \t]*)?[:=#]?[ \t]*\n?[ \t\"'(]{0,3}"
)
_NAMED_RULES = [
    (
        kind,
        rule,
        re.compile(
            rf"(?:{names})(?:{_JOIN}){{1,2}}(?<![A-Za-z0-9])(?P<value>{number})(?![A-Za-z0-9])",
            re.IGNORECASE | re.ASCII,
        ),
    )
    for kind, rule, names, number in _NAMED
]


def find_named_papers(text: str) -> Iterator[Span]:
    for kind, rule, pattern in _NAMED_RULES:
        for match in pattern.finditer(text):
            value = match["value"]
            if sum(c.isdigit() for c in value) >= 4:
                yield Span(kind, match.start("value"), match.end("value"), 0.8 if kind != "PASSPORT" else 0.75, rule)


# Passports of these forms are believed further from the word: "the new passport has number …", "护照丢了，旧的是…".
_PASSPORT_FAR = re.compile(
    r"(?:护照|護照|passport|reisepass|passeport|pasaporte)[^\d。！？!?;；\n]{0,28}?\n?(?<![A-Za-z0-9\-])"
    r"(?P<value>(?P<china>[EGDSPHK]\d{8}|[EG][A-Z]\d{7})|[A-Z]\d{8}|[A-Z]{2}\d{7}|\d{2}[A-Z]{2}\d{5}|\d{9}"
    r"|[CFGHJKLMNPRTVWXYZ](?=[A-Z0-9]*[A-Z])(?=(?:[A-Z]*\d){4})[CFGHJKLMNPRTVWXYZ0-9]{8})(?![A-Za-z0-9\-])",
    re.IGNORECASE,
)
_ANY_ID = (
    r"(?:[证證]件(?:号码?|號碼?|编号)|身[份分](?:号码|號碼|识别码|識別碼|證字號|证字号)|(?<![A-Za-z])(?:identity|identification"
    r"|(?:my|his|her|our|their|your|national|personal|citizen|government)[ ](?:national[ ])?id)"
    r"(?:[ ]card)?[ ](?:number|no\.?|#))"
)
_ANY_ID_NUMBER = r"(?<![A-Za-z0-9\-])(?=(?:[A-Za-z\-]{0,14}\d){6})[A-Za-z0-9\-]{6,20}(?![A-Za-z0-9])"
_ANY_ID_RULES = (
    re.compile(rf"{_ANY_ID}(?:{_JOIN})(?P<value>{_ANY_ID_NUMBER})", re.IGNORECASE),
    re.compile(
        rf"(?P<value>{_ANY_ID_NUMBER})[^\d\n。！？!?.]{{0,16}}?(?:是|为|為|is|as)[ ]?(?:我|他|她|我们|本人"
        rf"|爸|妈)?的?[ ]?{_ANY_ID}",
        re.IGNORECASE,
    ),
)


_MACAU = re.compile(r"(?<![A-Za-z0-9])[157]\d{6}[ ]?\(\d\)(?![A-Za-z0-9])")
_MACAU_WORD = re.compile(
    r"澳[门門]|macau|macao|\bBIR\b|身[份分][证證]|[证證]件|hkid|\bid\b|identity", re.IGNORECASE | re.ASCII
)


def find_macau_ids(text: str) -> Iterator[Span]:
    """Seven digits and a bracketed one, after a word of identity."""
    for match in _MACAU.finditer(text):
        if _MACAU_WORD.search(before(text, match.start(), 24)) and not names_a_thing(text, match.start(), match.end()):
            yield Span("MO_ID", match.start(), match.end(), 0.8, "mo_id")


def find_any_ids(text: str) -> Iterator[Span]:
    """Numbers that are called somebody's passport or identity number, whatever their form."""
    for match in _PASSPORT_FAR.finditer(text):
        if not names_a_thing(text, match.start("value"), match.end("value")):
            kind = "CN_PASSPORT" if match["china"] else "PASSPORT"
            yield Span(kind, match.start("value"), match.end("value"), 0.7, "passport/far")
    for pattern in _ANY_ID_RULES:
        for match in pattern.finditer(text):
            if not names_a_thing(text, match.start(), match.end()):
                yield Span("NATIONAL_ID", match.start("value"), match.end("value"), 0.5, "national_id/named")


_PLATE = re.compile(
    r"[京津沪冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼渝滬遼魯蘇贛晉陝閩貴粵寧瓊雲]"
    r"(?i:[A-HJ-NP-Z])[ ·.\-]?"
    r"(?i:[A-HJ-NP-Z0-9]{5}|[A-HJK][A-HJ-NP-Z0-9]\d{4}|\d{5}[DF]|[A-HJ-NP-Z0-9]{4}[挂学警港澳领試试])"
    r"(?![A-Za-z0-9])"
)
_PLATE_OTHER = re.compile(
    r"(?:车牌号?|車牌號?|license plate|licence plate|number plate|plate number|registration plate"
    r"|\bplate)[ \t]*(?:is|was|are|是|为|為|号码|號碼|no\.?"
    r"|number)?[ \t]*[:=#]?[ \t\"']{0,3}(?P<value>[A-Za-z0-9]{2,4}[ \-·]?[A-Za-z0-9]{2,4})(?![A-Za-z0-9])",
    re.IGNORECASE | re.ASCII,
)


def find_plates(text: str) -> Iterator[Span]:
    for match in _PLATE.finditer(text):
        if sum(c.isdigit() for c in match.group()) >= 2:
            yield Span("CN_PLATE", match.start(), match.end(), 0.8, "plate/mainland")
    for match in _PLATE_OTHER.finditer(text):
        value = match["value"]
        if any(c.isdigit() for c in value) and any(c.isalpha() for c in value):
            yield Span(
                "CN_PLATE"
                if re.search(
                    r"[车車]牌",
                    match.group(),
                )
                else "PLATE",
                match.start("value"),
                match.end("value"),
                0.6,
                "plate/labelled",
            )
