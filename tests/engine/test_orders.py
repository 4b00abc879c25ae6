"""Forgetting by word: from any place, asked before anything goes that the person has not just seen, with a receipt."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.engine.dialogue import Turn
from app.engine.errors import KeepsakeError
from app.engine.forget import Forgetter
from app.engine.orders import Orders
from app.engine.recall.when_asked import period_of
from app.engine.replies import Reply
from app.engine.types import MemoryDraft, Message, RedactedText, RememberReport
from app.settings import Settings
from app.vault.database import Database
from app.vault.store import Store
from tests.engine.conftest import MovingClock


class Talk:
    """One conversation over a real store, without a model: what is said is kept as it stands when `keep` is set."""

    def __init__(self, store: Store, clock: MovingClock) -> None:
        self.store, self.clock = store, clock
        self.forgetter = Forgetter(store, Settings(), clock, find_about=lambda topic, user: [])
        self.orders = Orders(
            store, self.forgetter, remember=lambda messages, source: RememberReport(),
            endorse=lambda message: RememberReport(), find_period=lambda words: period_of(words, clock()),
        )  # fmt: skip
        self.conversation = store.create_conversation(RedactedText("Talk"), at=clock()).id

    def say(self, text: str, *, keep: bool = False, again: bool = False, private: bool = False) -> Reply | None:
        self.clock.forward(minutes=1)
        history = tuple(self.store.messages(self.conversation))
        question = self.store.add_message(self.conversation, "user", RedactedText(text), self.clock())
        turn = Turn(self.conversation, question, history, text, private, again)
        reply = self.orders.carry_out(turn)
        if keep:
            self.orders.note(turn, RememberReport(added=(self.keep(text, question),)))
        return reply

    def keep(self, text: str, message: Message | None = None):
        words = RedactedText(text)
        draft = MemoryDraft(
            words, words, "fact", "fact", 0.6, 0.9, "automatic", self.clock(),
            conversation=message.conversation if message else None, message_id=message.id if message else None,
        )  # fmt: skip
        return self.store.add_memory(draft, at=self.clock())

    def known(self) -> list[str]:
        return [memory.content for memory in self.store.memories()]


@pytest.fixture
def talk(tmp_path) -> Talk:
    clock = MovingClock()
    return Talk(Store(Database(tmp_path / "vault.db", bytes(32), create=True), clock), clock)


def test_what_was_just_kept_goes_at_once_with_a_receipt(talk: Talk) -> None:
    talk.say("I play the oboe", keep=True)
    reply = talk.say("forget that")
    assert reply is not None
    assert talk.known() == []
    assert "memories: 1" in reply.text
    assert "Backups" in reply.text
    assert "oboe" not in reply.text  # what is stored with the answer holds no word of it
    assert "oboe" in reply.listing


@pytest.mark.parametrize("order", ["forget that", "忘掉这件事吧", "delete this one", "forget the last one"])
def test_anything_older_is_shown_first(talk: Talk, order: str) -> None:
    talk.keep("You play the oboe.")
    talk.clock.forward(hours=2)
    talk.say("nice weather today")
    reply = talk.say(order)
    assert reply is not None
    assert "oboe" in reply.listing
    assert talk.known() == ["You play the oboe."]
    talk.say("yes")
    assert talk.known() == []


@pytest.mark.parametrize("order", ["delete that", "scrap this", "删掉这个", "把那条删了"])
def test_what_may_mean_anything_on_the_table_is_asked(talk: Talk, order: str) -> None:
    talk.say("I play the oboe", keep=True)
    reply = talk.say(order)
    assert reply is not None
    assert "oboe" in reply.listing
    assert talk.known() == ["I play the oboe"]


def test_what_was_just_kept_goes_at_once_after_a_restart_too(talk: Talk) -> None:
    talk.say("I play the oboe", keep=True)
    talk.clock.forward(hours=5)
    talk.orders._newest.clear()
    talk.say("Forget that.")
    assert talk.known() == []


def test_after_other_talk_that_means_something_else_and_is_asked(talk: Talk) -> None:
    talk.say("I play the oboe", keep=True)
    talk.say("what is for dinner?")
    talk.say("forget that")
    assert talk.known() == ["I play the oboe"]


def test_the_last_one_goes_at_once_within_the_hour(talk: Talk) -> None:
    talk.keep("You play the oboe.")
    talk.say("forget the last memory")
    assert talk.known() == []


def test_an_order_answered_anew_asks(talk: Talk) -> None:
    talk.keep("You play the oboe.")
    talk.keep("You live in Turku.")
    talk.say("forget the last one")
    talk.say("forget the last one", again=True)
    assert talk.known() == ["You play the oboe."]


@pytest.mark.parametrize("answer", ["ok but keep the first", "对了，今天天气不错", "what?", "嗯，让我想想", "no"])
def test_only_a_clear_yes_deletes(talk: Talk, answer: str) -> None:
    talk.keep("You play the oboe.")
    talk.say("forget everything about the oboe")
    talk.say(answer)
    talk.say("what else is there")
    assert talk.known() == ["You play the oboe."]


def test_a_yes_to_nothing_deletes_nothing(talk: Talk) -> None:
    talk.keep("You play the oboe.")
    talk.say("forget everything about the oboe")
    talk.say("hm, what was it about?")
    assert talk.say("yes") is None
    assert talk.known() == ["You play the oboe."]


@pytest.mark.parametrize(("order", "yes"), [("forget last week", "yes, forget them"), ("把上周说的都删了", "确定")])
def test_a_period_goes_with_its_messages(talk: Talk, order: str, yes: str) -> None:
    talk.say("I play the oboe", keep=True)  # Monday 2 March
    talk.clock.forward(days=7)
    talk.say("I live in Turku", keep=True)
    reply = talk.say(order)
    assert reply is not None
    assert "oboe" in reply.listing
    assert "Turku" not in reply.listing
    assert len(talk.known()) == 2
    done = talk.say(yes)
    assert done is not None
    assert talk.known() == ["I live in Turku"]
    assert not any("oboe" in message.content for message in talk.store.messages(talk.conversation))


def test_today_can_be_forgotten_from_within(talk: Talk) -> None:
    talk.say("I play the oboe", keep=True)
    talk.say("forget everything I said today")
    talk.say("yes")
    assert talk.known() == []
    assert talk.store.conversation(talk.conversation)  # the answer has a place to go


@pytest.mark.parametrize(("order", "yes"), [("delete this conversation", "yes"), ("把这次聊天忘了吧", "好的")])
def test_a_conversation_goes_with_what_came_from_it(talk: Talk, order: str, yes: str) -> None:
    talk.keep("You live in Turku.")
    talk.say("I play the oboe", keep=True)
    reply = talk.say(order)
    assert reply is not None
    assert "oboe" in reply.listing
    done = talk.say(yes)
    assert done is not None
    assert done.gone
    assert talk.known() == ["You live in Turku."]
    with pytest.raises(KeepsakeError, match="conversation_unknown"):
        talk.store.conversation(talk.conversation)


@pytest.mark.parametrize(("order", "yes"), [("forget everything", "yes"), ("忘掉一切", "是的")])
def test_everything_is_asked_for_and_listed_in_short(talk: Talk, order: str, yes: str) -> None:
    for number in range(60):
        talk.keep(f"You have plan {number}.")
    reply = talk.say(order)
    assert reply is not None
    assert "60" in reply.text
    assert len(reply.listing.splitlines()) == 41
    talk.say(yes)
    assert talk.known() == []


def test_private_talk_says_that_it_changes_nothing(talk: Talk) -> None:
    talk.keep("You play the oboe.")
    reply = talk.say("forget everything about the oboe", private=True)
    assert reply is not None
    assert "private" in reply.text
    assert talk.known() == ["You play the oboe."]


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("last week", "2026-02-23", "2026-03-01"), ("上周", "2026-02-23", "2026-03-01"),
        ("上个月", "2026-02-01", "2026-02-28"), ("January", "2026-01-01", "2026-01-31"),
        ("2025", "2025-01-01", "2025-12-31"), ("yesterday", "2026-03-01", "2026-03-01"),
        ("去年", "2025-01-01", "2025-12-31"), ("Tuesday", "2026-02-24", "2026-02-24"),
    ],
)  # fmt: skip
def test_the_days_a_period_means(words: str, first: str, last: str) -> None:
    found = period_of(words, MovingClock().now)  # Monday 2 March 2026
    assert found is not None
    since, until = found
    assert (since.date().isoformat(), (until - timedelta(seconds=1)).date().isoformat()) == (first, last)


@pytest.mark.parametrize("words", ["next week", "下个月", "the oboe", ""])
def test_no_period_that_has_not_begun(words: str) -> None:
    assert period_of(words, MovingClock().now) is None
