"""Stage 3: a question, the conversation before it and a block of memories become a stream of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Protocol

from app.engine.language import language_of
from app.engine.prompt import Prompt, PromptBuilder, Question
from app.engine.prompt_guard import imported
from app.engine.style import Style, lasting, typed, wishes
from app.engine.types import Cancel, ChatTurn, Language, MemoryBlock, Message, Usage
from app.settings import AnswerSettings


class Chat(Protocol):
    """The chat model as this stage needs it (models/chat.py has one)."""

    n_ctx: int
    prefill_rate: float  # tokens of prompt per second, measured on this machine

    def count_tokens(self, text: str) -> int: ...

    def count_turns(self, turns: Sequence[ChatTurn]) -> int: ...

    def stream(
        self,
        turns: Sequence[ChatTurn],
        *,
        max_tokens: int,
        temperature: float,
        cancel: Cancel | None = None,
        on_usage: Callable[[Usage], None] | None = None,
    ) -> Iterator[str]: ...

    def prefill(self, turns: Sequence[ChatTurn], cancel: Cancel | None = None) -> bool: ...


class Answerer:
    """Answers questions. The memory block is never stored: the next prompt holds the bare question and the answer."""

    def __init__(self, chat: Chat, settings: AnswerSettings) -> None:
        self.usage = Usage()  # of the last answer
        self._chat = chat
        self._settings = settings
        self._builder = PromptBuilder(chat, settings)

    def memory_budget(self) -> int:
        """Tokens of memories one answer may carry: a share of the window, and what the machine reads in the time the
        settings give."""
        share = int(self._chat.n_ctx * self._settings.memory_share)
        return max(
            self._settings.memory_least, min(share, int(self._chat.prefill_rate * self._settings.memory_seconds))
        )

    def count_tokens(self, text: str) -> int:
        return self._chat.count_tokens(text)

    def answer(
        self,
        question: str,
        history: Sequence[Message],
        block: MemoryBlock,
        *,
        lang: Language | None = None,
        now: datetime,
        style: Style | None = None,
        cancel: Cancel | None = None,
    ) -> Iterator[str]:
        """Text as it is made; `usage` holds tokens and times afterwards.

        `lang` is the question's language (found when not given); the owner's lasting wish for a language goes before.
        `style`: the wishes that hold; without it those of the settings and of this conversation do.
        """
        prompt = self.prompt(question, history, block, lang=lang, now=now, style=style)

        def keep(usage: Usage) -> None:
            self.usage = usage

        yield from self._chat.stream(
            prompt.turns,
            max_tokens=prompt.reply_tokens,
            temperature=self._settings.temperature,
            cancel=cancel,
            on_usage=keep,
        )

    def prompt(
        self,
        question: str,
        history: Sequence[Message],
        block: MemoryBlock,
        *,
        lang: Language | None = None,
        now: datetime,
        style: Style | None = None,
    ) -> Prompt:
        """What the model will read."""
        wished = (self._wishes(history) if style is None else style).then(wishes(typed(question)))
        asked = Question(question, block.lines, wished.language or lang or language_of(question), wished, now)
        return self._builder.build(asked, _turns(history))

    def prepare(self, history: Sequence[Message], cancel: Cancel | None = None, *, lang: Language = "en") -> bool:
        """While idle: read the conversation as the next prompt will begin, so that its first word comes sooner.

        Background work; False when an answer or the cancel came first.
        """
        turns = self._builder.ahead(_turns(history), lang)
        return self._chat.prefill(turns, cancel)

    def _wishes(self, history: Sequence[Message]) -> Style:
        """Lasting wishes in the settings and typed in this conversation; imported turns are data, not wishes."""
        own = [m.content for m in history if m.role == "user" and m.source_id is None]
        return lasting([self._settings.style, *map(typed, own)])


def _turns(history: Sequence[Message]) -> list[ChatTurn]:
    """Turns that said something; an answer stopped before its first word is none."""
    return [ChatTurn(message.role, _said(message)) for message in history if message.content.strip()]


def _said(message: Message) -> str:
    """Imported turns are somebody else's text, the assistant's too: an order in them is reported, not repeated."""
    if message.source_id is None:
        return message.content
    return imported(message.content, language_of(message.content))
