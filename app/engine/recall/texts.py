"""What of a memory or a turn is embedded and tokenized."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from app.engine.types import Language

_HAN_START = re.compile("[\u3400-\u9fff]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LATIN = re.compile("[A-Za-z]+")
_NAMED = re.compile(r"^\s*([^\W\d_][\w .'’-]{0,29}?)\s*[:：]\s*(?=\S)")
_EMPTY = """what where who when which did do does done doing was were is are am will would have had has i me my we you
    to in on at for of the a an and there that s m ll re any anything something happen happened happening happens going
    go went plan planned plans planning schedule scheduled up tell about remember remind know else all day"""
_EMPTY_WORDS = frozenset(_EMPTY.split())
_SAYS_WHAT = re.compile(
    "[^\\W_a-zA-Z我你们咱都会要将有的了在是过吗呢啊得什么嘛干做些事情发生忙安排计划打算啥去还记那这一天时候]"
)
_QUESTION_END = re.compile(r"[?？][\s\"'”’)）」』~～!！。.]*$")


def asks_something(text: str) -> bool:
    """Whether a question has letters or digits, so that its meaning can be compared at all."""
    return any(character.isalnum() for character in text)


def only_when(question: str) -> bool:
    """Whether what is left of a question without its time asks for nothing in particular: what did I do, 我做了什么."""
    words = _LATIN.findall(question.lower())
    return not _SAYS_WHAT.search(question) and all(word in _EMPTY_WORDS for word in words)


def is_chinese(terms: Iterable[str]) -> bool:
    """Whether of the first terms at least as many are Han as others; enough to choose a calibration mean."""
    han = total = 0
    for term in islice(terms, 12):
        total += 1
        han += bool(_HAN_START.match(term))
    return total > 0 and han * 2 >= total


def is_han_term(term: str) -> bool:
    """Whether a keyword term is Chinese."""
    return _HAN_START.match(term) is not None


def text_language(text: str) -> Language:
    """As `engine.language.language_of`, from the beginning of the text and a hundred times as fast: recall asks for
    every candidate."""
    head = text[:200]
    han = len(_HAN.findall(head))
    return "zh" if han and han >= len(_LATIN.findall(head)) else "en"


def speaker(content: str, role: str) -> str:
    """Lower-case name that begins a turn of a group chat ("Anna: …"), else the role."""
    match = _NAMED.match(content)
    return match[1].lower() if match else role


def is_question(content: str) -> bool:
    """Whether a turn ends by asking; such turns seldom hold what is looked for."""
    return _QUESTION_END.search(content) is not None
