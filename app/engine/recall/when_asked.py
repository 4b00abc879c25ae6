"""The time a question asks about, in English and Chinese: a span of days, the past as such, or "before I moved"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Literal

from app.engine.recall.spans import Span
from app.engine.recall.tokens import fold
from app.engine.recall.when_chinese import chinese_span
from app.engine.recall.when_english import english_span

Relation = Literal["before", "after"]

_PAST = re.compile(
    r"\b(used to|previous(ly)?|former(ly)?|originally|back then|at first|in the past|old|earlier|no longer|before)\b"
    r"|以前|之前|从前|原来|原先|过去|当时|那时|旧的|曾(?!经)"
)
_AROUND_ENGLISH = re.compile(r"\b(?P<relation>before|after|since)\s+(?P<clause>(?:i|we|my|our|the)\b[^?.,!;]{2,60})")
_AROUND_CHINESE = re.compile(
    r"(?:^|[，,。我们在])(?P<clause>[^，。？?！!,我们在]{2,20}?)(?P<relation>之前|以前|之后|以后|以来)"
)


_NOW = re.compile(r"\b(now|currently|these days|nowadays|at the moment|so far)\b|现在|目前|如今|至今|最新|当前")
_MINE = re.compile(r"\b(i|my|we|our)\b|我|咱")
_STANDS = re.compile(
    r"\b(do|does|is|are|am|have|has)\b|'(?:s|ve|re|m)\b|总共|一共|还剩|是多少|是几|多少|有几|叫什么|在哪|住哪|是什么|是谁"
)
_OVER = re.compile(
    r"\b(did|was|were|had|when(?! (?:is|are|do|does|will)\b)|used to|last|ago|first|before|previous(?:ly)?|ever)\b"
    r"|\b(tell|told|mention(?:ed)?)\b"
    r"|曾|过|以前|之前|当时|那时|上次|去年|昨|(?:什么时候|哪天).*[的过了]\W*$|第一次|原来|告诉|提到"
)


def asks_how_it_stands(question: str) -> bool:
    """Whether a folded question is after the present state of something, so that the newest word on it counts: says
    "now", or asks in the present tense about the owner."""
    if _OVER.search(question):
        return False
    return bool(_NOW.search(question) or (_MINE.search(question) and _STANDS.search(question)))


@dataclass(frozen=True, slots=True)
class TimeAsked:
    """What a question says about time. `around`: an event whose date bounds it, such as ("before", "i moved"). `words`:
    those that name the span."""

    span: Span | None = None
    past: bool = False
    around: tuple[Relation, str] | None = None
    words: str = ""


def time_asked(question: str, now: datetime) -> TimeAsked:
    """Reads the time out of a question that is folded (lower case, Simplified characters). Never raises."""
    today = now.date()
    past = _PAST.search(question) is not None
    found = english_span(question, today) or chinese_span(question, today)
    if found is not None:
        return TimeAsked(found[0], past, words=found[1])
    around = _AROUND_ENGLISH.search(question) or _AROUND_CHINESE.search(question)
    if around is None:
        return TimeAsked(None, past)
    relation: Relation = "before" if around["relation"] in ("before", "之前", "以前") else "after"
    return TimeAsked(None, past, (relation, around["clause"].strip()))


def period_of(words: str, now: datetime) -> tuple[datetime, datetime] | None:
    """The time that words such as "last week" or 上个月 name, from its first moment until before its end, in the zone
    of `now` and never later than now. None for words that name no time that has begun."""
    spans = (time_asked(f"{before}{fold(words)}", now).span for before in ("", "in ", "on ", "last "))
    span = next((found.anchored(now.date()) for found in spans if found is not None), None)
    if span is None or span.start is None or span.end is None:
        return None
    since = datetime.combine(span.start, time.min, now.tzinfo)
    until = min(now, datetime.combine(span.end + timedelta(days=1), time.min, now.tzinfo))
    return (since, until) if since < until else None
