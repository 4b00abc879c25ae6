"""Reads attribute values out of a statement by rules: whose, which attribute, which value."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from app.engine.attributes import Cardinality, cardinality
from app.engine.remember.fact_patterns import (
    EN_RULES,
    LOOSE,
    RELATIONS,
    THING_NAME,
    THINGS,
    ZH_RELATIONS,
    ZH_RULES,
)


@dataclass(frozen=True, slots=True)
class FactValue:
    """`subject` is "me", a person, or the thing a budget or deadline belongs to ("" when it was not said)."""

    subject: str
    attribute: str
    value: str
    loose: bool = False  # "my X is Y": one value only when a word of change or a number says so

    @property
    def cardinality(self) -> Cardinality:
        return cardinality(self.attribute)


_NOT_PEOPLE = frozenset(
    [
        "The", "This", "That", "It", "There", "They", "We", "You", "What", "When", "Where", "How", "Yes",
        "No", "Oh", "And", "But", "So", "If", "Then", "My", "Our", "Just", "Also", "Yesterday", "Today", "Last", "Next",
    ]
)  # fmt: skip
_NEGATED = re.compile(
    r"\b(?:not|n't|never|no longer|used to|almost|would|might|if)\b|不再|没有?|不(?=是|住|在|做|叫|会|对|属|过敏)|以前|曾经|差点",
    re.I,
)


def extract(text: str) -> list[FactValue]:
    """Every attribute value the statement tells, most specific first. Negated, past and supposed values are left out."""
    found: list[FactValue] = []
    for rule in THINGS:
        for m in rule.finditer(text):
            raw = m.group("a").lower()
            name = THING_NAME.get(raw, raw.replace(" ", "_").replace("-", ""))
            thing = _tidy(m.group("q") or (m.groupdict().get("q2") or ""))
            _add(found, FactValue(_thing(thing), name, _tidy(m.group("v"))), text, m.start())
    for name, pattern in (*EN_RULES, *ZH_RULES):
        for m in pattern.finditer(text):
            who = subject_from(m.group("who") or "")
            if who is not None:
                _add(found, FactValue(who, name, _tidy(m.group("v"))), text, m.start())
    if not found:
        for rule in LOOSE:
            own = rule.search(text)
            if own and not re.match(rf"(?:{RELATIONS}|{ZH_RELATIONS})$", own["a"], re.I):
                found.append(FactValue("me", "my:" + normal(own["a"]), _tidy(own["v"]), loose=True))
                break
    return found


def _add(found: list[FactValue], fact: FactValue, text: str, start: int) -> None:
    if (
        not fact.value
        or len(fact.value) > 60
        or _NEGATED.search(text[max(0, start - 2) : text.find(fact.value, start) + 1])
    ):
        return
    if all((f.subject, f.attribute) != (fact.subject, fact.attribute) for f in found):
        found.append(fact)


def subject_from(who: str) -> str | None:
    """What "I", "my sister Lucía", 我妹妹小薇 stand for: I and 我 are "me"; "my sister Lucía" is "Lucía"; 我妹妹小薇 is 小薇; "my boss" is "boss"; None when it is nobody."""
    who = who.strip()
    low = who.lower()
    if low in ("", "i", "me", "we", "my", "our", "everyone", "people", "friends", "they") or who in (
        "我",
        "我们",
        "我的",
        "们",
        "我们的",
    ):
        return "me"
    if low in ("he", "she") or who in _NOT_PEOPLE:
        return None
    m = re.match(rf"(?:my|our) (?:\w+ )?({RELATIONS})(?:'s)?(?:,? ([A-ZÀ-Þ][\w'’-]+))?$", who, re.I)
    if m:
        return m.group(2) or m.group(1).lower()
    m = re.match(rf"我们?的?({ZH_RELATIONS})叫?([\u4e00-\u9fff]{{0,3}})$", who)
    if m:
        return m.group(2) or m.group(1)
    if who.startswith("我"):
        return "me"
    return who


def subject_of(text: str) -> str:
    """Whom a statement is about: "me", or the other person it speaks of."""
    m = re.match(
        rf"^\W*(?:(?:and|so|but|well|oh|yesterday|today|also|remember|that)\W+)*(?:my|our) (?:\w+ )?"
        rf"(?P<rel>{RELATIONS})\b(?:,? (?P<name>[A-ZÀ-Þ][\w'’-]+))?",
        text,
        re.I,
    )
    if m:
        name = m["name"]
        return name if name and name[0].isupper() else m["rel"].lower()
    m = re.match(
        rf"^(?:昨天|今天|那个|对了|还有|记住|，|,)*我们?家?的?({ZH_RELATIONS})(?:叫)?([\u4e00-\u9fff]{{2}}(?=说|在|是|喜欢|不|想|要|会|每|最|对|，|有|去|讨厌|爱|住))?",
        text,
    )
    if m:
        return m.group(2) or m.group(1)
    m = re.match(rf"^\W*[A-ZÀ-Þ][\w'’-]+ is (?:my|our) ({RELATIONS})\b", text) or re.match(
        rf"^[\u4e00-\u9fff]{{2,4}}是我们?的?({ZH_RELATIONS})", text
    )
    if m:
        return m.group(1).lower()
    if re.match(r"^\W*[A-ZÀ-Þ][\w'’-]+ is (?:where|what|how|when) (?:I|we)\b", text):
        return "me"
    m = re.match(
        r"^\W*([A-ZÀ-Þ][\w'’-]{2,})(?:'s)? (?:is|was|has|likes|loves|hates|lives|works|says|said|told|wants|plays|prefers|needs|moved|can't|doesn't|got)\b",
        text,
    )
    return m.group(1) if m and m.group(1) not in _NOT_PEOPLE else "me"


def normal(value: str) -> str:
    """A value or subject as it is compared: NFKC, case-folded, without articles, fillers and punctuation."""
    folded = unicodedata.normalize("NFKC", value).casefold().strip()
    folded = re.sub(r"\b(?:the|a|an|my|our|your|about|around|now|currently|exactly)\b", " ", folded)
    folded = re.sub(r"^(?:大约|大概|现在|一共)|(?:左右|了|的)$", "", folded)
    return re.sub(r"[\s\W_]+", " ", folded).strip()


def same_value(a: str, b: str) -> bool:
    x, y = normal(a).replace(" ", ""), normal(b).replace(" ", "")
    return x == y or (
        min(len(x), len(y)) >= 2 and (x in y or y in x) and re.findall(r"\d+", x) == re.findall(r"\d+", y)
    )


def same_subject(a: str, b: str) -> bool:
    """Equal, or one of the two things was not named at all ("the budget is now 80k")."""
    x, y = normal(a), normal(b)
    return x == y or (x in ("", "me") and y in ("", "me"))


def _thing(name: str) -> str:
    low = normal(re.sub(r"\b(?:new|current|total|overall|whole)\b|^把|项目的?$", "", name, flags=re.I))
    return (
        low
        if low
        not in (
            "i",
            "we",
            "you",
            "it",
            "that",
            "this",
            "and the",
            "and",
            "but",
            "so",
            "我",
            "我们",
            "新",
            "总",
            "这个",
            "那个",
        )
        else ""
    )


def _tidy(value: str) -> str:
    value = re.sub(r"^(?:now|in|at|to|the new|about|大约|大概|在)\s+", "", value.strip(), flags=re.I)
    return re.sub(r"\s*(?:now|instead|already|again|too|as well|了|的)$", "", value.strip(" '\"“”.,")).strip()
