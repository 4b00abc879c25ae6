"""How a row of the fact table is said: one plain sentence in the second person, in the reader's language.

A small model does not connect 你的home：宁波 with "where do I live" and invents a city; 你住在宁波 it repeats.
"""

from __future__ import annotations

from app.engine.attributes import ATTRIBUTES
from app.engine.types import Fact, Language

# attribute: what follows "You", what follows a name, what follows 你 or a name
_SAID: dict[str, tuple[str, str, str]] = {
    "name": ("are called {}", "is called {}", "叫{}"),
    "nickname": ("like to be called {}", "is called {}", "希望被称呼为{}"),
    "home": ("live in {}", "lives in {}", "住在{}"),
    "employer": ("work at {}", "works at {}", "在{}上班"),
    "job": ("work as {}", "works as {}", "的职业是{}"),
    "age": ("are {} years old", "is {} years old", "{}岁"),
    "school": ("study at {}", "studies at {}", "在{}上学"),
    "car": ("drive {}", "drives {}", "的车是{}"),
    "weight": ("weigh {}", "weighs {}", "的体重是{}"),
    "marital_status": ("are {}", "is {}", "的婚姻状况：{}"),
    "diet": ("are {}", "is {}", "的饮食：{}"),
    "birthplace": ("were born in {}", "was born in {}", "出生在{}"),
    "hometown": ("come from {}", "comes from {}", "的老家是{}"),
    "handedness": ("are {}", "is {}", "是{}"),
    "allergy": ("are allergic to {}", "is allergic to {}", "对{}过敏"),
    "illness": ("have {}", "has {}", "有{}"),
    "language": ("speak {}", "speaks {}", "会说{}"),
    "instrument": ("play the {}", "plays the {}", "会的乐器：{}"),
    "teaches": ("teach {}", "teaches {}", "教{}"),
    "knows": ("know {}", "knows {}", "认识{}"),
    "learning": ("are learning {}", "is learning {}", "在学{}"),
}
_ZH_NAMES = {
    "boss": "领导", "partner": "伴侣", "child": "孩子", "pet": "宠物", "sibling": "兄弟姐妹", "desk": "工位",
    "meeting_time": "会议时间", "height": "身高",
}  # fmt: skip


def say(fact: Fact, lang: Language) -> str:
    """Without its date: "You live in Leeds", "Tess plays the cello", 你家装修的预算是15万."""
    mine = fact.subject == "me"
    said = _SAID.get(fact.attribute)
    if lang == "zh":
        who = "你" if mine else fact.subject
        return f"{who}{said[2].format(fact.value)}" if said else f"{who}的{_zh_name(fact.attribute)}是{fact.value}"
    if said:
        return f"You {said[0].format(fact.value)}" if mine else f"{fact.subject} {said[1].format(fact.value)}"
    name = fact.attribute.rpartition(":")[2].replace("_", " ")
    return f"Your {name} is {fact.value}" if mine else f"{_owner(fact.subject)} {name} is {fact.value}"


def _zh_name(attribute: str) -> str:
    known = ATTRIBUTES.get(attribute)
    return _ZH_NAMES.get(attribute) or (known.zh[0] if known else attribute.rpartition(":")[2].replace("_", " "))


def _owner(subject: str) -> str:
    """ "Tess's", but "the kitchen renovation": a thing in lower case owns nothing."""
    return f"{subject}'s" if subject[:1].isupper() else f"The {subject}"
