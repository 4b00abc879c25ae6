"""Writes what passed as one short statement in the second person: by rule where that is safe, else by the model."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.engine.remember.candidate import Utterance
from app.engine.remember.extraction import Extractor
from app.engine.remember.grounding import reason_against
from app.engine.remember.injection import defused, is_order
from app.engine.remember.kinds import reminder_payload
from app.engine.remember.person import long_date, report, second_person, speech_language
from app.engine.remember.when import When
from app.engine.types import Language, RedactedText

_LONG = {"en": 110, "zh": 50}  # characters above which a statement is worth condensing by the model


@dataclass(frozen=True, slots=True)
class Written:
    """`by`: rule, model or quote; `note`: why it is the quote, a code for the log."""

    content: RedactedText
    tags: tuple[str, ...] = ()
    by: str = "rule"
    note: str = ""


class Writer:
    """Statements from utterances. Every text that leaves it was redacted once more."""

    def __init__(self, redact: Callable[[str], RedactedText], extractor: Extractor | None) -> None:
        self._redact = redact
        self._extractor = extractor

    def write(self, told: Sequence[Utterance], times: Sequence[When | None], *, model: bool = True) -> list[Written]:
        """One statement for each utterance, in order."""
        written: list[Written | None] = [self._by_rule(u, when) for u, when in zip(told, times, strict=True)]
        todo = [i for i, w in enumerate(written) if w is None]
        if todo and model and self._extractor is not None:
            for i, rewrite in zip(todo, self._extractor.rewrite([told[i].quote.text for i in todo]), strict=True):
                note = "no_rewrite" if rewrite is None else reason_against(rewrite.note, told[i].quote.text)
                if rewrite is not None and note is None and second_person_form(rewrite.note):
                    written[i] = Written(
                        self._redact(defused(dated(rewrite.note, times[i], told[i].lang))), rewrite.tags, "model"
                    )
                else:
                    written[i] = self._fallback(told[i], times[i], note or "rewrite_wrong_person")
        return [
            w if w is not None else self._fallback(u, when, "") for u, w, when in zip(told, written, times, strict=True)
        ]

    def _by_rule(self, utterance: Utterance, when: When | None) -> Written | None:
        text = utterance.quote.text
        if utterance.endorsed:
            return Written(self._redact(_endorsed(text)), by="quote", note="endorsed")
        if is_order(text):
            return Written(
                self._redact(report(defused(text), utterance.origin.said_at)), by="quote", note="order_as_report"
            )
        if utterance.standing:
            return Written(
                self._redact(report(defused(text), utterance.origin.said_at, asked=True)), by="quote", note="asked"
            )
        if utterance.reminder:
            payload = reminder_payload(text) or text
            plain = second_person(payload)
            if plain is not None:
                return Written(self._redact(defused(dated(plain, _within(when, text, payload), utterance.lang))))
        if speech_language(text) == "other":
            return Written(
                self._redact(report(defused(text), utterance.origin.said_at)), by="quote", note="other_language"
            )
        if len(text) > _LONG[utterance.lang]:
            return None
        plain = second_person(text)
        return None if plain is None else Written(self._redact(defused(dated(plain, when, utterance.lang))))

    def _fallback(self, utterance: Utterance, when: When | None, note: str) -> Written:
        plain = second_person(utterance.quote.text)
        if plain is not None:
            return Written(self._redact(defused(dated(plain, when, utterance.lang))), note=note)
        return Written(
            self._redact(report(defused(utterance.quote.text), utterance.origin.said_at)),
            by="quote",
            note=note or "kept_words",
        )


def dated(statement: str, when: When | None, lang: Language) -> str:
    """With "yesterday" replaced by its date: the word would mean another day tomorrow."""
    if when is None or not when.relative:
        return statement
    phrase = _PHRASES[lang].search(statement)
    if phrase is None or re.match(r" (?:is|was)\b", statement[phrase.end() :]):
        return statement  # "Today is your birthday" bears its date as the event
    date = long_date(when.day.year, when.day.month, when.day.day, lang)
    if lang == "zh":
        return statement[: phrase.start()] + date + statement[phrase.end() :]
    text = "on " + date
    starts = phrase.start() == 0
    return statement[: phrase.start()] + (text[0].upper() + text[1:] if starts else text) + statement[phrase.end() :]


# Only words that name one day; "last week" stays a week, and the memory bears its date anyway.
_PHRASES = {
    "en": re.compile(r"\b(?:the day (?:after tomorrow|before yesterday)|yesterday|tomorrow|today|(?:on |this |next |last )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b(?!s)(?! (?:morning|evening|night|afternoon))", re.I),
    "zh": re.compile(r"大前天|大后天|前天|后天|昨天|明天|今天|(?:上+|下+|这)个?(?:周|星期|礼拜)[一二三四五六日天]|(?<!每)(?:周|星期|礼拜)[一二三四五六日天](?![一二三四五六日])"),
}  # fmt: skip


def second_person_form(note: str) -> bool:
    """No "user", no "I", no 我 outside quotation marks."""
    bare = re.sub(r"[\"“「].*?[\"”」]", "", note)
    return not re.search(r"\b(?:I|I'm|my|me|the user|user's?)\b|[我咱]|用户", bare)


def _within(when: When | None, text: str, payload: str) -> When | None:
    return when if when is not None and text[when.start : when.end] in payload else None


def _endorsed(text: str) -> str:
    short = " ".join(defused(text).split())
    return short if len(short) <= 400 else short[:397] + "…"
