"""Reads numbers written in words and in Chinese, and finds every number of a text for comparison."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re
import unicodedata

_EN = {"a": 1, "an": 1, "a couple of": 2, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
       "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
       "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}  # fmt: skip
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}
_ZH_NUMBER = re.compile(
    r"(?<![\u4e00-\u9fff]{0}[每第])[零〇一二两三四五六七八九十百千万亿]+(?:点[零〇一二三四五六七八九]+)?"
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*\s?(?:[kKmM](?![A-Za-z])|万|千|百|亿|%)?")
# 一 and 两 in words that count nothing
_NOT_COUNTED = re.compile(
    r"一(?:个|下|点|些|直|起|定|样|般|切|边|共|旦|次|会|家|种|只|名|位|天|月|周)|(?:星期|周|礼拜)[一二三四五六]|万一|十分|千万|万分|百分|第一|统一|唯一|之一|一"
)
_SCALE = {"k": 1e3, "m": 1e6, "万": 1e4, "千": 1e3, "百": 1e2, "亿": 1e8, "%": 1e-2}


def english_number(word: str) -> int:
    """ "three" or "3" as an int; raises KeyError for a word it does not know."""
    low = word.lower()
    return int(low) if low.isdigit() else _EN[low]


def chinese_number(text: str) -> int:
    """八十, 八十万, 二〇二六, 12 as an int."""
    if text.isdigit():
        return int(text)
    if all(c in _DIGITS for c in text):
        return int("".join(str(_DIGITS[c]) for c in text))
    total, section, digit = 0, 0, 0
    for c in text:
        if c in _DIGITS:
            digit = _DIGITS[c]
        elif c in ("万", "亿"):
            total = (total + section + digit) * _UNITS[c]
            section, digit = 0, 0
        elif c in _UNITS:
            section += (digit or 1) * _UNITS[c]
            digit = 0
    return total + section + digit


def numbers(text: str) -> list[str]:
    """Every number of the text in a form that compares: 80k = 80,000 = 八万 = 8 万. Sorted, with repetitions."""
    folded = unicodedata.normalize("NFKC", text)
    found: list[str] = []
    for m in _NUMBER.finditer(folded):
        raw = m.group().strip()
        scale = 1.0
        if raw[-1].lower() in _SCALE:
            scale = _SCALE[raw[-1].lower()]
            raw = raw[:-1].strip()
        if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", raw):
            raw = raw.replace(",", "")
        try:
            found.append(f"{float(raw) * scale:g}" if scale != 1.0 or "." in raw else str(int(raw)))
        except ValueError:
            found.append(raw)
    rest = _NUMBER.sub(" ", folded)
    for word in re.findall(r"[A-Za-z]+", rest):
        if word.lower() in _EN and word.lower() not in ("a", "an", "one"):
            found.append(str(_EN[word.lower()]))
    for m in _ZH_NUMBER.finditer(_NOT_COUNTED.sub(" ", rest)):
        whole = m.group().split("点")[0]
        if whole and (any(c in _DIGITS for c in whole) or "十" in whole):
            found.append(str(chinese_number(whole)))
    return sorted(found)
