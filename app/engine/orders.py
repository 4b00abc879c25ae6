"""Carries out what a message asks of the memory itself, by rule and never by the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from app.engine import intent, replies
from app.engine.dialogue import Turn
from app.engine.forget import ALL, Forgetter
from app.engine.language import language_of
from app.engine.replies import Reply
from app.engine.types import Language, Memory, Message, Receipt, RememberReport, Source
from app.vault.store import Store

Period = tuple[datetime, datetime]  # from, until before
FRESH = timedelta(hours=1)  # "the last one" needs no question when it was made since


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a person was asked about, and the message that named it."""

    what: Literal["memories", "period", "conversation"]
    order: Message
    ids: tuple[str, ...] = ()
    period: Period | None = None


class Orders:
    """`remember`: keeps the message's own words. `endorse`: keeps an answer as it stands. `find_period`: the days that
    words such as "last week" name, None for words that name none.

    Nothing goes without a question but what the person has just seen being kept, and the newest memory when it was
    named as such within the hour.
    """

    def __init__(
        self,
        store: Store,
        forgetter: Forgetter,
        *,
        remember: Callable[[Sequence[Message], Source], RememberReport],
        endorse: Callable[[int], RememberReport],
        find_period: Callable[[str], Period | None],
    ) -> None:
        self._store = store
        self._forgetter = forgetter
        self._remember = remember
        self._endorse = endorse
        self._find_period = find_period
        self._asked: dict[str, _Asked] = {}  # by conversation
        self._newest: dict[str, tuple[str, int]] = {}  # by conversation: what was kept last, after which message

    def note(self, turn: Turn, report: RememberReport) -> None:
        """What was kept last in a conversation is what "forget that" will mean."""
        for memory in (*report.updated, *report.added):
            self._newest[turn.conversation] = (memory.id, turn.question.id)

    def carry_out(self, turn: Turn) -> Reply | None:
        """The reply to an order; None for ordinary talk."""
        text, language = turn.question.content, language_of(turn.question.content)
        asked = self._asked.pop(turn.conversation, None)
        if asked is not None:
            match intent.answer_to_confirmation(text).kind:
                case "confirm":
                    return self._confirmed(turn, asked, language)
                case "refuse":
                    return Reply(replies.say("kept", language))
        order = intent.parse(text)
        if order.kind == "about_me":
            return self._about_me(turn, language)
        if turn.private:  # private talk reads, and changes nothing
            return Reply(replies.say("private", language)) if order.kind.startswith("forget") else None
        match order.kind:
            case "remember":
                return self._kept(turn, self._remember([turn.question], "manual"), language)
            case "remember_answer":
                answer = turn.last_answer
                if answer is None or not answer.content.strip():
                    return Reply(replies.say("nothing_to_remember", language))
                return self._kept(turn, self._endorse(answer.id), language)
            case "forget_this" | "forget_last":
                return self._last(turn, language, named=order.kind == "forget_last", sure=not order.topic)
            case "forget_topic":
                return self._ask(turn, self._forgetter.about(order.topic, turn.question.user_id), language)
            case "forget_period":
                return self._ask_period(turn, order.topic, language)
            case "forget_conversation":
                return self._ask_conversation(turn, language)
            case "forget_all":
                found = self._store.memories(statuses=ALL, user_id=turn.question.user_id, newest_first=True)
                return self._ask(turn, found, language, name="confirm_all")
        return None

    def _about_me(self, turn: Turn, language: Language) -> Reply:
        memories = self._store.memories(user_id=turn.question.user_id)
        shown = replies.most_important(memories, self._store.facts(turn.question.user_id))
        sentence, listing = replies.about(shown, len(memories) - len(shown), language)
        return Reply(sentence, listing, memories=tuple(memory.id for memory in shown))

    def _kept(self, turn: Turn, report: RememberReport, language: Language) -> Reply:
        self.note(turn, report)
        sentence, listing = replies.remembered(report, language)
        return Reply(sentence, listing, remembered=report)

    def _last(self, turn: Turn, language: Language, *, named: bool, sure: bool) -> Reply:
        """What was just kept goes at once, where the words can mean nothing else; anything older is shown first."""
        kept, after = self._newest.get(turn.conversation, ("", 0))
        user = turn.question.user_id
        found = [self._store.memory(memory_id) for memory_id in self._forgetter.last(user, prefer=kept or None)]
        before = next((message.id for message in reversed(turn.history) if message.role == "user"), None)
        noted = bool(found) and found[0].id == kept and after == before
        seen = noted or (bool(found) and before is not None and found[0].message_id == before)  # after a restart too
        fresh = named and bool(found) and turn.question.said_at - found[0].created_at <= FRESH
        if found and sure and not turn.again and (seen or fresh):
            return self._forget([found[0].id], None, language)
        return self._ask(turn, found, language)

    def _ask(self, turn: Turn, found: Sequence[Memory], language: Language, *, name: str = "confirm") -> Reply:
        """A topic can mean more than the person thinks: they see the list before anything goes."""
        if not found:
            return Reply(replies.say("nothing_to_forget", language))
        ids = tuple(memory.id for memory in found)
        self._asked[turn.conversation] = _Asked("memories", turn.question, ids)
        return Reply(replies.say(name, language, count=len(found)), replies.bullets(found, language))

    def _ask_period(self, turn: Turn, words: str, language: Language) -> Reply:
        period = self._find_period(words)
        if period is None:
            return self._ask(turn, self._forgetter.about(words, turn.question.user_id), language)
        since, until = period
        found = self._forgetter.in_period(since, until, turn.question.user_id)
        self._asked[turn.conversation] = _Asked("period", turn.question, period=period)
        days = {"since": replies.day(since, language), "until": replies.day(until - timedelta(seconds=1), language)}
        sentence = replies.say("confirm_period", language, count=len(found), **days)
        return Reply(sentence, replies.bullets(found, language))

    def _ask_conversation(self, turn: Turn, language: Language) -> Reply:
        found = [m for m in self._store.memories(statuses=ALL, user_id=turn.question.user_id)
                 if m.conversation == turn.conversation]  # fmt: skip
        self._asked[turn.conversation] = _Asked("conversation", turn.question)
        sentence = replies.say("confirm_conversation", language, count=len(found))
        return Reply(sentence, replies.bullets(found, language))

    def _confirmed(self, turn: Turn, asked: _Asked, language: Language) -> Reply:
        if asked.period is not None:
            receipt = self._forgetter.forget_period(*asked.period)
            return Reply(replies.say("forgotten_period", language) + replies.receipt(receipt, language))
        if asked.what == "conversation":
            receipt = self._forgetter.forget_conversation(turn.conversation, memories="delete")
            sentence = replies.say("forgotten_conversation", language)
            return Reply(sentence + replies.receipt(receipt, language), gone=True)
        return self._forget(asked.ids, asked.order, language)

    def _forget(self, ids: Sequence[str], order: Message | None, language: Language) -> Reply:
        """Memories that somebody else deleted between question and answer are gone already."""
        known = {memory.id: memory for memory in self._store.memories(statuses=ALL, user_id=None)}
        gone = [known[memory_id] for memory_id in ids if memory_id in known]
        if not gone:
            return Reply(replies.say("nothing_to_forget", language))
        receipt: Receipt = self._forgetter.forget([memory.id for memory in gone], order=order)
        sentence = replies.say("forgotten", language) + replies.receipt(receipt, language)
        return Reply(sentence, replies.bullets(gone, language))
