"""The owner's wishes about how to be answered: a short list of known wishes, read from typed words by rule.

Only what is on the list reaches the prompt, in our own words: length, language, tone, form, and a name to be called by.
So a wish shapes the tone and can never carry an instruction along.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Literal

from app import paths
from app.engine.prompt_texts import say
from app.engine.types import Language

_ADDRESS = re.compile(
    r"(?:\b(?i:call|address) me (?:as )?[\"“']?(?P<en>[A-Z][\w'’-]{0,19}(?: [A-Z][\w'’-]{0,19})?)"
    r"|(?:(?:^|[，。！,.\s请就]|以后|可以|你)(?:都|就)?(?:叫我|喊我)|称呼我为?|管我叫)[“\"「]?(?P<zh>[\u4e00-\u9fff·]{1,6}?|[A-Za-z][A-Za-z'’-]{0,19})(?=[”\"」，。！,.!\s吧就好行啦哦]|$))"
)
_LASTING = re.compile(
    r"\b(?:from now on|always|in (?:the )?future|every time|in general|going forward|whenever)\b"
    r"|以后|从现在|今后|每次|总是|一直|都(?:用|要|请)|平时",
    re.IGNORECASE,
)
_ONLY_A_WISH = 40  # characters: a message this short that holds a wish holds nothing else


@dataclass(frozen=True, slots=True)
class Style:
    """What the owner wished; None where nothing was said."""

    length: Literal["short", "long"] | None = None
    language: Language | None = None
    tone: Literal["formal", "casual"] | None = None
    emoji: Literal["emoji", "no_emoji"] | None = None
    form: Literal["plain", "lists"] | None = None
    name: str | None = None  # letters only, at most 20

    def then(self, newer: Style) -> Style:
        """Both, the newer one wins."""
        wishes = {field.name: getattr(newer, field.name) for field in fields(newer)}
        return replace(self, **{name: value for name, value in wishes.items() if value is not None})

    def sentence(self, lang: Language) -> str:
        """For the prompt, in our own words; "" when there is nothing to say. The language is said elsewhere."""
        joined = self._joined(lang)
        return say(lang, "style", wishes=joined) if joined else ""

    def described(self, lang: Language) -> str:
        """Every wish, the language too, for the person to read; "" when there is none."""
        language = say(lang, f"in_{self.language}") if self.language else ""
        return ("，" if lang == "zh" else ", ").join(part for part in (self._joined(lang), language) if part)

    def _joined(self, lang: Language) -> str:
        wishes = [say(lang, value) for value in (self.length, self.tone, self.form, self.emoji) if value]
        if self.name:
            wishes.append(say(lang, "address", name=self.name))
        return ("，" if lang == "zh" else ", ").join(wishes)


@functools.cache
def _rules() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Field, value, pattern of every known wish, from resources/answering/wishes.txt."""
    lines = (paths.resources() / "answering" / "wishes.txt").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return tuple((name, value, re.compile(pattern, re.IGNORECASE)) for name, value, pattern in rows)


def wishes(text: str) -> Style:
    """What a typed text wishes, for the answer to it."""
    found: dict[str, str] = {}
    for name, value, pattern in _rules():
        if name not in found and pattern.search(text):
            found[name] = value
    address = _ADDRESS.search(text)
    if address:
        found["name"] = address["en"] or address["zh"]
    return Style(**found)  # type: ignore[arg-type]


def lasting(texts: Iterable[str]) -> Style:
    """Wishes that hold on, from typed texts, oldest first: said to be lasting, or the message was nothing else."""
    style = Style()
    for text in texts:
        wished = wishes(text)
        if len(text.strip()) > _ONLY_A_WISH and not _LASTING.search(text):
            wished = Style(name=wished.name)
        style = style.then(wished)
    return style


def typed(text: str) -> str:
    """The owner's own words in a message: what stands before anything pasted."""
    return text.split("\n", 1)[0][:300]
