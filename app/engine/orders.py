"""Carries out what a message asks of the memory itself, by rule and never by the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.engine import intent, replies
from app.engine.dialogue import Turn
from app.engine.forget import ALL, Forgetter
from app.engine.language import language_of
from app.engine.replies import Reply
from app.engine.types import Language, Memory, Message, RememberReport, Source
from app.vault.store import Store


@dataclass(frozen=True, slots=True)
class _Asked:
    """Memories a person was asked about, and the message that named them."""

    ids: tuple[str, ...]
    order: Message


class Orders:
    """`remember`: keeps the message's own words. `endorse`: keeps an answer as it stands."""

    def __init__(
        self,
        store: Store,
        forgetter: Forgetter,
        *,
        remember: Callable[[Sequence[Message], Source], RememberReport],
        endorse: Callable[[int], RememberReport],
    ) -> None:
        self._store = store
        self._forgetter = forgetter
        self._remember = remember
        self._endorse = endorse
        self._asked: dict[str, _Asked] = {}  # by conversation
        self._newest: dict[str, str] = {}  # by conversation: the memory "forget that" means

    def note(self, conversation: str, report: RememberReport) -> None:
        """What was kept last in a conversation is what "forget that" will mean."""
        for memory in (*report.updated, *report.added):
            self._newest[conversation] = memory.id

    def carry_out(self, turn: Turn) -> Reply | None:
        """The reply to an order; None for ordinary talk."""
        text, language = turn.question.content, language_of(turn.question.content)
        asked = self._asked.pop(turn.conversation, None)
        if asked is not None:
            match intent.answer_to_confirmation(text).kind:
                case "confirm":
                    return self._forget(asked.ids, asked.order, language)
                case "refuse":
                    return Reply(replies.say("kept", language))
        order = intent.parse(text)
        if order.kind == "about_me":
            return self._about_me(turn, language)
        if turn.private:
            return None  # private talk reads, and changes nothing
        match order.kind:
            case "remember":
                return self._kept(turn, self._remember([turn.question], "manual"), language)
            case "remember_answer":
                answer = turn.last_answer
                if answer is None or not answer.content.strip():
                    return Reply(replies.say("nothing_to_remember", language))
                return self._kept(turn, self._endorse(answer.id), language)
            case "forget_last":
                prefer = self._newest.get(turn.conversation)
                return self._forget(self._forgetter.last(turn.question.user_id, prefer=prefer), None, language)
            case "forget_topic":
                return self._ask(turn, self._forgetter.about(order.topic, turn.question.user_id), language)
            case "forget_all":
                return self._ask(turn, self._store.memories(statuses=ALL, user_id=turn.question.user_id), language)
        return None

    def _about_me(self, turn: Turn, language: Language) -> Reply:
        memories = self._store.memories(user_id=turn.question.user_id)
        shown = replies.most_important(memories, self._store.facts(turn.question.user_id))
        sentence, listing = replies.about(shown, len(memories) - len(shown), language)
        return Reply(sentence, listing, memories=tuple(memory.id for memory in shown))

    def _kept(self, turn: Turn, report: RememberReport, language: Language) -> Reply:
        self.note(turn.conversation, report)
        sentence, listing = replies.remembered(report, language)
        return Reply(sentence, listing, remembered=report)

    def _ask(self, turn: Turn, found: Sequence[Memory], language: Language) -> Reply:
        """A topic can mean more than the person thinks: they see the list before anything goes."""
        if not found:
            return Reply(replies.say("nothing_to_forget", language))
        self._asked[turn.conversation] = _Asked(tuple(memory.id for memory in found), turn.question)
        return Reply(replies.say("confirm", language, count=len(found)), replies.bullets(found))

    def _forget(self, ids: Sequence[str], order: Message | None, language: Language) -> Reply:
        gone = [self._store.memory(memory_id) for memory_id in ids]
        if not gone:
            return Reply(replies.say("nothing_to_forget", language))
        self._forgetter.forget([memory.id for memory in gone], order=order)
        return Reply(replies.say("forgotten", language), replies.bullets(gone))
