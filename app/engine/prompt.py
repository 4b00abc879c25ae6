"""Builds the prompt of one answer and makes it fit: the question always, then recent turns, then memories.

Everything before the last turn is a pure function of the older turns and moves in big steps only, so that the model's
cache of it stays good from one question to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.engine import prompt_guard
from app.engine.about_self import about_whom, answers, asks_about_known, asks_about_self, mentioned, needs_date, tells
from app.engine.language import language_of
from app.engine.prompt_summary import summarise
from app.engine.prompt_texts import date, say
from app.engine.style import Style
from app.engine.types import ChatTurn, Language
from app.settings import AnswerSettings

_MARGIN = 16  # tokens between the prompt, the answer and the end of the window
_TURN_OVERHEAD = 8  # tokens of a template around one turn, roughly; the whole prompt is counted exactly in the end
_SHRINK = 0.9  # of a question that is too long, until it fits


class Counter(Protocol):
    """What prompt building asks of a chat model."""

    n_ctx: int

    def count_tokens(self, text: str) -> int: ...

    def count_turns(self, turns: Sequence[ChatTurn]) -> int: ...


@dataclass(frozen=True, slots=True)
class Prompt:
    turns: list[ChatTurn]
    reply_tokens: int
    notes: int  # how many memory lines found room
    dropped_turns: int  # how many of the oldest turns made room


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    notes: Sequence[str]  # dated memory lines, best first
    lang: Language  # of the answer
    style: Style
    now: datetime


class PromptBuilder:
    """Budget: window minus reply minus margin, counted with the model's own tokenizer."""

    def __init__(self, model: Counter, settings: AnswerSettings) -> None:
        self._model = model
        self._settings = settings

    def build(self, question: Question, history: Sequence[ChatTurn]) -> Prompt:
        """The turns of one answer. Never drops the question; a question larger than the window loses its middle."""
        reply, room = self._room()
        prefix, dropped = self.prefix(history, room=room, lang=language_of(question.text))
        notes = list(question.notes)
        text = question.text
        share = min(1.0, room / max(1, self._model.count_tokens(text)))
        while True:
            turns = [*prefix, ChatTurn("user", self._last_turn(question, text, notes, prefix))]
            excess = self._model.count_turns(turns) - room
            if excess <= 0:
                break
            if notes:
                notes.pop()
            elif len(prefix) > 1:
                prefix, dropped = prefix[:1], len(history)
            elif share * len(question.text) < 1:  # a window smaller than the fixed words; the model refuses it
                break
            else:
                share *= _SHRINK
                text = _without_middle(question.text, share, question.lang)
        return Prompt(turns, reply, len(notes), dropped)

    def ahead(self, history: Sequence[ChatTurn], lang: Language) -> list[ChatTurn]:
        """The turns that the next prompt begins with, known before the question is. `lang`: of a first question."""
        return self.prefix(history, room=self._room()[1], lang=lang)[0]

    def _room(self) -> tuple[int, int]:
        """Tokens for the answer, and for the prompt."""
        reply = max(1, min(self._settings.reply_tokens, self._model.n_ctx // 4))
        return reply, self._model.n_ctx - reply - _MARGIN

    def prefix(
        self, history: Sequence[ChatTurn], *, room: int | None = None, lang: Language = "en"
    ) -> tuple[list[ChatTurn], int]:
        """System turn (with the summary of what left) and the turns that stay; and how many left.

        The system turn speaks the language of the conversation's first words, or `lang` when there are none yet.

        Turns leave in steps of half the history budget, whole exchanges at a time, so the prefix changes rarely.
        """
        clean = [self._clean(turn) for turn in history]
        costs = [self._model.count_tokens(turn.content) + _TURN_OVERHEAD for turn in clean]
        budget = self._settings.history_tokens
        step = max(1, budget // 2)
        excess = sum(costs) - budget
        target = -(-excess // step) * step if excess > 0 else 0
        start = leaving = 0
        while start < len(costs) and leaving < target:
            leaving += costs[start]
            start += 1
        start = min(start, self._last_exchange(clean))
        if room is not None:
            while start < len(costs) and sum(costs[start:]) > room // 2:  # a huge last exchange leaves after all
                start += 1
        while 0 < start < len(clean) and clean[start].role != "user":
            start += 1
        lang = next((language_of(turn.content) for turn in clean if turn.role == "user"), lang)
        return [ChatTurn("system", self._system(lang, clean[:start])), *clean[start:]], start

    def _system(self, lang: Language, left: Sequence[ChatTurn]) -> str:
        text = say(lang, "system")
        summary = summarise(left, self._settings.summary_tokens, self._model.count_tokens) if left else ""
        return f"{text}\n\n{say(lang, 'summary')}\n{summary}" if summary else text

    def _last_turn(self, question: Question, text: str, notes: Sequence[str], prefix: Sequence[ChatTurn]) -> str:
        """Notes, date, wishes, then the question: what changes every time stands last."""
        lang = question.lang
        written = language_of(text)
        about_self = asks_about_self(text) or asks_about_known(text, notes)
        # A report that somebody once wrote an order helps only who asks for it; beside other questions it is repeated.
        told = [line for line in notes if about_self or prompt_guard.harmless(line, written)]
        lines = [prompt_guard.note(line, written) for line in told]
        named = about_whom(text, lines)
        if named and not answers(text, lines):  # what is known of others would only be mistaken for theirs
            lines = named
        known = ""
        if lines:
            known = f"{say(written, 'notes')}\n" + "\n".join(f"- {line}" for line in lines)
        elif about_self and not self._mentioned(text, prefix):
            known = say(written, "nothing")
        fence = f"{prompt_guard.OPEN}\n{known}\n{prompt_guard.CLOSE}\n" if known else ""
        hints = [say(written, "today", date=date(written, question.now))] if needs_date(text) else []
        hints += [say(written, "told")] if tells(text) else []
        if about_self and (lines or not self._mentioned(text, prefix)):
            hints.append(say(written, _certainty(text, lines)))
        texts = [*lines, *(turn.content for turn in prefix)]
        hints += [question.style.sentence(written), _language(written, lang, texts)]
        asked = prompt_guard.material(text, written)
        between = "" if written == "zh" else " "
        said = between.join(hint for hint in hints if hint)
        return f"{fence}{said}\n\n{asked}" if said else f"{fence}{asked}"

    def _mentioned(self, text: str, prefix: Sequence[ChatTurn]) -> bool:
        """Whether the conversation in the prompt has a word of the question in it, so that it may hold the answer."""
        return mentioned(text, [turn.content for turn in prefix if turn.role != "assistant"][1:])

    def _clean(self, turn: ChatTurn) -> ChatTurn:
        """A turn as history: what was asked, without the notes that stood beside it."""
        if turn.role != "user":
            return turn
        return ChatTurn("user", prompt_guard.material(turn.content, language_of(turn.content)))

    def _last_exchange(self, turns: Sequence[ChatTurn]) -> int:
        """Where the last question begins: it and its answer stay as long as they fit."""
        return max((number for number, turn in enumerate(turns) if turn.role == "user"), default=len(turns))


def _without_middle(text: str, share: float, lang: Language) -> str:
    """Head and tail of a text, this share of its characters together, with a mark that says how much is missing."""
    keep = int(len(text) * share)
    head = keep * 2 // 3
    mark = say(lang, "cut", count=len(text) - keep)
    return f"{text[:head]}\n{mark}\n{text[len(text) - (keep - head) :]}"


def _certainty(question: str, notes: Sequence[str]) -> str:
    """How the prompt speaks of what is not in the notes. A note with a word of the question in it probably answers, and
    a small model that is then told about not knowing says it does not know (measured)."""
    if not notes:
        return "unknown"
    if answers(question, notes):
        return "known"
    return "only" if about_whom(question, notes) else "unsure"


def _language(written: Language, wished: Language, texts: Sequence[str]) -> str:
    """Said where it could be mistaken. Told to answer a Chinese question in Chinese, a small model takes that for a
    translation and repeats the question."""
    if wished != written:
        return say(written, f"language_{wished}")
    return say(written, "language") if written == "en" or any(language_of(text) == "en" for text in texts) else ""
