"""Keeps the running conversation: where a turn hangs, what came before it, and private talk that is never written."""

from __future__ import annotations

import itertools
import uuid
from collections import OrderedDict
from dataclasses import dataclass

from app.engine.errors import KeepsakeError
from app.engine.types import Clock, Message, RedactedText
from app.vault.store import Store

TITLE_LENGTH = 42
_PRIVATE_KEPT = 20  # private conversations held in memory at once


@dataclass(frozen=True, slots=True)
class AskRequest:
    """One typed message. `parent`: branch after this message (0: at the start). `regenerate`: answer anew what this
    answer replied to. `keep`: spans (start, end) of the text that the person does not want masked."""

    text: str
    conversation: str | None = None
    private: bool = False
    parent: int | None = None
    regenerate: int | None = None
    user_id: str = "me"
    keep: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A question in its place. `raw` is what was typed: the model may see it, nothing may store it."""

    conversation: str
    question: Message
    history: tuple[Message, ...]
    raw: str
    private: bool = False
    again: bool = False  # answered before: what it orders may have been carried out

    def kept_words(self) -> tuple[str, ...]:
        """What the person kept from being masked in this conversation; an answer may repeat it."""
        return tuple(word for message in (*self.history, self.question) for word in message.kept_words())

    @property
    def last_answer(self) -> Message | None:
        return next((message for message in reversed(self.history) if message.role == "assistant"), None)


class Dialogue:
    """Writes questions and answers to the store, or holds them in memory when the talk is private."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._private: OrderedDict[str, list[Message]] = OrderedDict()
        self._private_ids = itertools.count(-1, -1)

    def begin(self, request: AskRequest, text: RedactedText) -> Turn:
        """Put the question where it belongs. Unknown ids raise conversation_unknown or message_unknown."""
        if request.private:
            return self._begin_private(request, text)
        if request.regenerate is not None:
            return self._again(request.regenerate)
        now = self._clock()
        with self._store.transaction():
            if request.conversation is None:
                title = text.shortened(TITLE_LENGTH)
                conversation = self._store.create_conversation(title, at=now, user_id=request.user_id).id
                history: list[Message] = []
            else:
                conversation = self._store.conversation(request.conversation).id
                history = self._store.messages(conversation, leaf=request.parent)
            question = self._store.add_message(
                conversation, "user", text, now, parent=request.parent, index=len(history), user_id=request.user_id
            )
        return Turn(conversation, question, tuple(history), request.text)

    def end(
        self, turn: Turn, answer: RedactedText, *, memories: tuple[str, ...] = (), stopped: bool = False
    ) -> Message:
        """Put the answer under its question; the part that came before a stop is kept and marked."""
        now = self._clock()
        if turn.private:
            message = Message(
                next(self._private_ids), turn.conversation, "assistant", answer.text, now,
                parent=turn.question.id, stopped=stopped, memories=memories, remembered=True,
            )  # fmt: skip
            self._private.setdefault(turn.conversation, []).append(message)
            return message
        return self._store.add_message(
            turn.conversation, "assistant", answer, now, parent=turn.question.id, stopped=stopped,
            memories=memories, index=len(turn.history) + 1, remembered=True, user_id=turn.question.user_id,
        )  # fmt: skip

    def forget_private(self) -> None:
        self._private.clear()

    def _again(self, answer_id: int) -> Turn:
        answer = self._store.message(answer_id)
        if answer.role != "assistant" or answer.parent is None:
            raise KeepsakeError("message_unknown")
        question = self._store.message(answer.parent)
        history = self._store.messages(question.conversation, leaf=question.id)[:-1]
        return Turn(question.conversation, question, tuple(history), question.content, again=True)

    def _begin_private(self, request: AskRequest, text: RedactedText) -> Turn:
        conversation = request.conversation or f"private-{uuid.uuid4().hex[:12]}"
        if request.conversation and request.conversation not in self._private:
            stored = self._store.messages(self._store.conversation(conversation).id)
            self._private[conversation] = list(stored)  # a private aside in a stored conversation
        messages = self._private.setdefault(conversation, [])
        self._private.move_to_end(conversation)
        while len(self._private) > _PRIVATE_KEPT:
            self._private.popitem(last=False)
        history = tuple(messages)
        parent = history[-1].id if history else None
        question = Message(
            next(self._private_ids), conversation, "user", text.text, self._clock(), masks=text.masks,
            parent=parent, index=len(history), remembered=True, user_id=request.user_id, kept=text.kept,
        )  # fmt: skip
        messages.append(question)
        return Turn(conversation, question, history, request.text, private=True)
