"""Surface features of a statement that an embedding blurs: who speaks, when, how long, in what mood."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from app.engine.remember.attitude import attitudes
from app.engine.remember.facts import extract, subject_of
from app.engine.remember.kinds import is_hypothetical, is_question, is_request, is_standing, kind_of
from app.engine.remember.numerals import numbers
from app.engine.remember.plans import is_plan
from app.engine.remember.statements import language_of

_FIRST = re.compile(r"\b(?:I|I'm|I've|I'll|I'd|my|mine|we|our|we're|we've)\b|[我咱]")
_SECOND = re.compile(r"\b(?:you|your)\b|[你您]", re.I)
_TODAY = re.compile(
    r"\b(?:today|tonight|now|right now|this (?:morning|afternoon|evening)|just|currently)\b|今天|今晚|刚才|刚刚|现在|下午|马上|待会",
    re.I,
)
_LASTING = re.compile(
    r"\b(?:always|usually|every|often|never|each|lately|recently|these days|since|for (?:\w+ )?years?|regularly|weekly|daily)\b|总是|一直|经常|每天|每周|每|从来|最近|通常|习惯|平时|常",
    re.I,
)
_PAST = re.compile(r"\b(?:was|were|had|did|went|got|bought|met|made|started|finished|moved|\w{3,}ed)\b|了|过")
_WILL = re.compile(r"\b(?:I'll|I will|I might|I can|I may|let me|let's)\b|我会|我来|我去|我先|我再|我试", re.I)
_PRAISE = re.compile(
    r"\b(?:thanks?|thank you|great|good idea|sounds?|helpful|useful|suggestions?|recommend(?:ed|ations?)?|advice|tips?|you mentioned|check (?:it|them|those|out)|definitely|appreciate|perfect)\b|谢|建议|推荐|不错|好的|你说|有用|实用|会试",
    re.I,
)
_FEELING = re.compile(
    r"\b(?:feel|feeling|felt|happy|sad|tired|excited|stressed|anxious|bored|glad)\b|感到|觉得|开心|难过|焦虑|心情|压力",
    re.I,
)
_STUB = re.compile(
    r"^\W*(?:it|that|this|they|those|these|he|she|which|and|but|or)\b|^(?:这|那|它|他|她|但|而|所以|也|都)", re.I
)
NAMES = (
    "first", "second", "today", "lasting", "past", "will", "praise", "feeling", "stub", "question", "request", "standing", "hypothetical", "small_talk",
    "plan", "attitude", "fact", "other", "number", "name", "zh", "log_length", "very_short", "long", "exclaims", "starts_first", "comma", "remember",
)  # fmt: skip


def features(text: str) -> npt.NDArray[np.float32]:
    """One value per name of NAMES, each about -1 to 2."""
    lang = language_of(text)
    kind = kind_of(text, lang)
    length = len(text) * (2.2 if lang == "zh" else 1.0)
    facts = extract(text)
    values = (
        bool(_FIRST.search(text)), bool(_SECOND.search(text)), bool(_TODAY.search(text)), bool(_LASTING.search(text)), bool(_PAST.search(text)),
        bool(_WILL.search(text)), bool(_PRAISE.search(text)), bool(_FEELING.search(text)), bool(_STUB.search(text)), is_question(text, lang),
        is_request(text, lang), is_standing(text), is_hypothetical(text), kind == "small_talk", is_plan(text), bool(attitudes(text)),
        any(not f.loose for f in facts), subject_of(text) != "me", bool(numbers(text)),
        bool(re.search(r"(?<=[a-z,] )[A-Z][a-z]+|《", text)), lang == "zh", float(np.log(max(length, 4.0)) - 3.7), length < 14, length > 120,
        text.rstrip().endswith(("!", "！")), bool(re.match(r"^\W*(?:I|I'm|I've|my|we|our)\b|^我", text)), bool(re.search("[,，]", text)), kind == "remember",
    )  # fmt: skip
    return np.asarray(values, dtype=np.float32)
