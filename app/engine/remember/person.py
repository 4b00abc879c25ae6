"""Turns the speaker's own sentence into the second person by rules: "I live in Bruges" -> "You live in Bruges."."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re
from datetime import datetime
from typing import Literal

from app.engine.remember.statements import language_of
from app.engine.types import Language

Speech = Literal["en", "zh", "other"]

_OTHER_SCRIPT = re.compile(
    r"[\u3040-\u30ff\uac00-\ud7af\u0400-\u04ff\u0600-\u06ff\u0590-\u05ff\u0e00-\u0e7f\u0900-\u097f\u0370-\u03ff]"
)
_FOREIGN = re.compile(
    r"\b(?:mi|mis|tengo|vivo|soy|estoy|el|los|las|una|con|para|pero|muy|que|vive|trabajo|hermana|hermano|je|suis|j'ai|j'habite|mon|ma|mes|les|une|avec|pour|est|"
    r"chez|dans|ich|bin|habe|wohne|meine?|der|die|das|und|nicht|ist|mit|mein|io|sono|ho|abito|mio|mia|il|lo|gli|con|per|è|che|nella|eu|sou|moro|meu|minha|"
    r"não|com|uma|nos|ik|ben|woon|mijn|het|een|niet|jag|är|bor|och|inte)\b",
    re.I,
)
_ENGLISH = re.compile(
    r"\b(?:i|i'm|my|the|a|is|am|are|was|to|of|and|in|we|our|me|for|with|it|at|have|has|do|don't|not|on|that|this|he|she|his|her|they|you|your|be|will|been|from|but|"
    r"so|by|an|as|no|or|us|if|up|out|now|who|had|were|can|never|always|remember)\b",
    re.I,
)
_FILLER = re.compile(
    r"^(?:(?:hey|hi|hello|well|so|oh|ok|okay|yes|yeah|yep|no|nope|right|btw|by the way|also|and|but|actually|anyway|sure|thanks|thank you|hm+|um+|uh+|you know|look|"
    r"listen|honestly|to be honest|just so you know|fyi|for the record|please note|great|cool|nice|then|recently)\b[,.!:\s]+(?:that\s+)?)+(?=\S)",
    re.I,
)
_ZH_FILLER = re.compile(
    r"^(?:(?:对了|顺便说(?:一下|一句)?|顺便提一下|嗯+|哦+|啊|那个|其实|话说|你好|您好|好的|是的|对|另外|还有|而且|不过|但是|但|所以|然后|说起来|老实说|说实话|告诉你)[，,、！!。\s]+)+"
)
_SPEECH = re.compile(
    r"\b(?:said|says|told|asked|asks|wrote|texted|thinks|think|replied|shouted|whispered)\b|说|问|告诉|觉得|认为|写道",
    re.I,
)
_SWAPS = (
    (r"\bI'm not\b", "you're not"), (r"\bI'm\b", "you're"), (r"\bI am\b", "you are"), (r"\bI was\b", "you were"), (r"\bI wasn't\b", "you weren't"),
    (r"\bI've\b", "you've"), (r"\bI'll\b", "you'll"), (r"\bI'd\b", "you'd"), (r"\bI ain't\b", "you aren't"),
    (r"\bI ((?:\w+ly|never|also|still|just|once|only|always|often|usually) )was\b", r"you \1were"), (r"\bI ((?:\w+ly|never|also|still|just|only|always|often|usually) )am\b", r"you \1are"),
    (r"\bme and\b", "you and"), (r"\band I\b", "and you"), (r"\bam I\b", "are you"), (r"(?<!\d )\bam\b(?! and \d)", "are"), (r"\bI\b(?!\.\w)", "you"),
    (r"\bwe're\b", "you're"), (r"\bwe've\b", "you've"), (r"\bwe'll\b", "you'll"), (r"\bwe'd\b", "you'd"), (r"\bwe\b", "you"),
    (r"\bmyself\b", "yourself"), (r"\bourselves\b", "yourselves"), (r"\bmine\b", "yours"), (r"\bours\b", "yours"),
    (r"\bmy\b", "your"), (r"\bour\b", "your"), (r"\bme\b", "you"), (r"\bus\b", "you"),
)  # fmt: skip
_SWAP_RULES = tuple((re.compile(pattern, re.I if "I" not in pattern else 0), text) for pattern, text in _SWAPS)
_EN_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_EN_SHORT = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def speech_language(text: str) -> Speech:
    """English, Chinese, or another language, in which case the statement is quoted and not rewritten."""
    if _OTHER_SCRIPT.search(text):
        return "other"
    if language_of(text) == "zh":
        return "zh"
    foreign = len(_FOREIGN.findall(text)) + len(re.findall(r"[¿¡ñßãõ]", text))
    english = len(_ENGLISH.findall(text))
    return "other" if (foreign >= 2 and foreign > english) or (foreign and not english) else "en"


def second_person(text: str) -> str | None:
    """The statement as said to its speaker, or None when rules cannot do it safely: another language, words addressed to
    the assistant, quoted speech, or a text too long to be one statement."""
    speech = speech_language(text)
    if speech == "zh":
        return _chinese(text)
    return _english(text) if speech == "en" else None


def first_person(statement: str) -> str:
    """A memory's content as its speaker would say it, for comparison with what they say."""
    if speech_language(statement) == "zh":
        return statement.replace("你", "我")
    swaps = (
        ("you're", "I'm"),
        ("you are", "I am"),
        ("you were", "I was"),
        ("you've", "I've"),
        ("your", "my"),
        ("you", "I"),
    )
    for second, first in swaps:
        statement = re.sub(rf"\b{second}\b", first, statement, flags=re.I)
    return statement


def _english(text: str) -> str | None:
    bare = _FILLER.sub("", text.strip()) or text.strip()
    bare = bare.replace("’", "'")
    if len(bare) > 220 or re.search(r"\b(?:you|your|yours|you're|u)\b", bare, re.I) or re.search(r"[\"“”]", bare):
        return None
    reported = _SPEECH.search(bare)
    if reported and re.search(r"\b(?:I|my|me|we|our)\b", bare[reported.end() :]) and not re.match(r"^(?:I|we)\b", bare):
        return None  # whose "I" is it?
    bare = re.sub(r"\bi\b", "I", bare)
    bare = re.sub(r"\b[iI]m\b", "I'm", bare)
    for pattern, replacement in _SWAP_RULES:
        bare = pattern.sub(replacement, bare)
    return _closed(bare[0].upper() + bare[1:], ".")


def _chinese(text: str) -> str | None:
    bare = _ZH_FILLER.sub("", text.strip()) or text.strip()
    if len(bare) > 110 or re.search(r"[你您]", bare) or re.search(r"[“”\"「」]", bare):
        return None
    reported = _SPEECH.search(bare)
    if reported and "我" in bare[reported.end() :] and not bare.startswith(("我", "咱")):
        return None
    bare = re.sub(r"(?<!自)[我咱](?!行我素)们?", lambda m: "你们" if m.group().endswith("们") else "你", bare)
    return _closed(bare, "。")


def _closed(text: str, stop: str) -> str:
    trimmed = text.rstrip(" ,;:，；：、~～.。!！…")
    return trimmed if trimmed.endswith(("?", "？")) else trimmed + stop


def short_date(day: datetime, lang: Language) -> str:
    return f"{day.month}月{day.day}日" if lang == "zh" else f"{day.day} {_EN_SHORT[day.month - 1]}"


def long_date(year: int, month: int, day: int, lang: Language) -> str:
    return f"{year}年{month}月{day}日" if lang == "zh" else f"{day} {_EN_MONTHS[month - 1]} {year}"


def report(text: str, said_at: datetime, *, asked: bool = False) -> str:
    """The statement as a report of what was said: `You said on 12 Oct: "…"`, 你在10月12日说过：“…”."""
    lang = language_of(text)
    inner = re.sub(r"\s+", " ", text.strip()).rstrip("。") if lang == "zh" else re.sub(r"\s+", " ", text.strip())
    if lang == "zh":
        verb = "要求" if asked else "说过"
        return f"你在{short_date(said_at, 'zh')}{verb}：“{inner.replace('“', '‘').replace('”', '’')}”"
    verb = "asked" if asked else "said"
    return f'You {verb} on {short_date(said_at, "en")}: "{inner.replace(chr(34), chr(39))}"'
