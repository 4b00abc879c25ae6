"""Takes messages apart and drops by rule what can never be evidence: questions, tasks, greetings, other voices."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from app.engine.remember import kinds
from app.engine.remember.candidate import Origin, Refusal, Utterance
from app.engine.remember.injection import is_attack, is_order
from app.engine.remember.statements import language_of, split
from app.engine.types import DropReason, Message, RedactedText, Source

_REASONS: dict[str, DropReason] = {
    "empty": "empty",
    "small_talk": "small_talk",
    "question": "question",
    "hypothetical": "hypothetical",
    "request": "command",
    "forget": "command",
}
_TELLS_MASK = re.compile(r"(?:\bis\b|\bare\b|是|为|:|：|=|就是|`)\W{0,4}\[[^\]\n]{2,40}\]")
_MASK = re.compile(r"\[[^\]\n]{2,40}\]")
_SECRET_WORDS = re.compile(
    r"\b(?:my|the|our|admin|password|passcode|pin|key|api|token|secret|card|number|account|phone|mobile|email|e-mail|address|passport|id|ssn|iban|is|are|and|of|for|login|user|"
    r"code|this|it|here|wallet|bank|private|license|licence|social|security|remember|root|wifi|wi-fi)\b|我|的|是|密码|口令|身份证号?码?|卡号|银行卡|手机号?码?|电话|邮箱|账号|护照号?码?|密钥|地址|和|号码?|就|为|信用卡",
    re.I,
)


class Screening:
    """Rules only; the same messages always give the same utterances."""

    def __init__(self, redact: Callable[[str], RedactedText]) -> None:
        self._redact = redact

    def screen(self, messages: Sequence[Message], source: Source) -> tuple[list[Utterance], list[Refusal]]:
        """What the person told, and what was dropped, both in order."""
        told: list[Utterance] = []
        refused: list[Refusal] = []
        answers: dict[str, list[str]] = {}  # by conversation: what the assistant said
        for message in messages:
            origin = Origin(message.said_at, message.conversation, message.id, message.index, message.user_id)
            if message.role != "user":
                answers.setdefault(message.conversation, []).append(message.content)
                reason: DropReason = "assistant" if message.role == "assistant" else "recalled"
                refused.append(Refusal(self._redact(message.content), origin, reason))
                continue
            said = answers.get(message.conversation, [])
            found = 0
            for statement in split(message.content):
                found += 1
                self._statement(statement.text, origin, source, said, told, refused)
            if not found:
                refused.append(Refusal(self._redact(message.content), origin, "empty"))
        return told, refused

    def explicit(self, text: RedactedText, origin: Origin, source: Source, *, endorsed: bool) -> Utterance:
        """What the person told the program to remember, as it stands."""
        return Utterance(text, origin, source, language_of(text.text), certain=True, endorsed=endorsed)

    def _statement(
        self, text: str, origin: Origin, source: Source, said: list[str], told: list[Utterance], refused: list[Refusal]
    ) -> None:
        lang = language_of(text)
        inside = kinds.remember_inside(text)
        if inside is not None:
            before, behind = inside
            order = "记住" if lang == "zh" else "remember "
            points_back = kinds.remember_payload(order + behind) == ""
            ordered = kinds.remember_payload(before) is not None
            parts = [before if ordered else order + before] if points_back and before else [before, order + behind]
            for part in parts:
                if any(c.isalnum() for c in part):
                    self._statement(part, origin, source, said, told, refused)
            return
        kind = kinds.kind_of(text, lang)
        quote = self._redact(text)
        if _only_masks(quote.text):
            refused.append(Refusal(quote, origin, "empty"))
        elif _repeats(text, said):
            refused.append(Refusal(quote, origin, "recalled"))
        elif kind == "remember":
            payload = kinds.remember_payload(text) or ""
            if payload:
                explicit: Source = source if source in ("imported", "api") else "manual"
                told.append(Utterance(self._redact(payload), origin, explicit, language_of(payload), certain=True))
            elif told and told[-1].origin == origin:  # "I live in Rome. Remember that."
                told[-1] = replace(told[-1], certain=True, source=source if source in ("imported", "api") else "manual")
            elif said and said[-1].strip():
                told.append(
                    Utterance(self._redact(said[-1]), origin, "manual", language_of(said[-1]), True, endorsed=True)
                )
            else:
                refused.append(Refusal(quote, origin, "command"))
        elif kind in _REASONS:
            refused.append(Refusal(quote, origin, _REASONS[kind]))
        elif is_attack(text) or (is_order(text) and kind != "standing"):
            refused.append(Refusal(quote, origin, "command"))
        else:
            reminder = kinds.reminder_payload(text) is not None
            standing = kind == "standing"
            told.append(
                Utterance(
                    quote,
                    origin,
                    source,
                    lang,
                    standing=standing,
                    reminder=reminder,
                    floor=0.8 if standing or reminder else 0.0,
                )
            )


def _only_masks(text: str) -> bool:
    """A secret and nothing else: "my card number is [card number]" tells nothing once it is masked."""
    if not _TELLS_MASK.search(text) and not re.fullmatch(r"\W*\[[^\]]+\]\W*", text):
        return False
    rest = _SECRET_WORDS.sub(" ", _MASK.sub(" ", text))
    return len(re.findall(r"[A-Za-z]{3,}", rest)) + len(re.findall(r"[\u4e00-\u9fff]", rest)) / 2 < 2


def _repeats(text: str, said: list[str]) -> bool:
    """Words the assistant had said before, pasted back: no evidence of anything."""
    plain = _plain(text)
    return len(plain) >= 12 and any(plain in _plain(answer) for answer in said)


def _plain(text: str) -> str:
    return re.sub(r"[\s\W_]+", "", unicodedata.normalize("NFKC", text).casefold())
