"""One message end to end: masked, answered from memory, stored, remembered; and orders carried out by rule."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from app.engine.answer import Answerer
from app.engine.dialogue import AskRequest
from app.engine.errors import KeepsakeError
from tests.engine.conftest import Bench

pytestmark = pytest.mark.real


def test_what_was_told_answers_after_a_restart(make_bench: Callable[[], Bench]) -> None:
    bench = make_bench()
    bench.say("I live in Ghent and I teach chemistry")
    bench = make_bench()
    result = bench.say("Where do I live?")
    assert result["memories"]
    assert "Ghent" in bench.prompt()


def test_events_come_in_the_order_of_the_pipeline(bench: Bench) -> None:
    bench.say("I play the cello")
    kinds = [kind for kind, _ in bench.events]
    assert kinds[:2] == ["started", "recalled"]
    assert set(kinds[2:-2]) == {"token"}
    assert kinds[-2:] == ["answered", "remembered"]


def test_a_secret_never_reaches_the_store(bench: Bench) -> None:
    bench.chat.replies = ["Your card 4111 1111 1111 1111 is noted."]
    bench.say("my card is 4111 1111 1111 1111, and I am left-handed")
    started = bench.events[0][1]
    assert "[card number]" in started["text"]
    assert started["masks"][0]["type"] == "BANK_CARD"
    stored = [message.content for message in bench.store.messages(str(bench.conversation))]
    assert not any("4111" in text for text in stored)
    assert not any("4111" in text for text in bench.known())


def test_an_update_replaces_and_the_old_is_kept_as_history(bench: Bench) -> None:
    bench.say("The workshop budget is 4000 euro")
    bench.say("We raised the workshop budget to 6500 euro")
    active = bench.known()
    assert any("6500" in text for text in active)
    assert not any("4000" in text for text in active)
    old = bench.store.memories(statuses=("superseded",))
    assert [memory.superseded_by for memory in old] == [bench.store.memories()[0].id]


def test_small_talk_leaves_no_memory(bench: Bench) -> None:
    for text in ("hello", "what a windy day", "哈哈", "ok thanks"):
        bench.say(text)
    assert bench.known() == []


def test_an_empty_message_is_refused_and_nothing_is_stored(bench: Bench) -> None:
    with pytest.raises(KeepsakeError, match="empty_text"):
        bench.say("  \n ")
    assert bench.store.conversations() == []


def test_lone_surrogates_and_fifty_thousand_characters_are_answered(bench: Bench) -> None:
    bench.say("Hello \ud83d\ude00 \ud800 我喜欢跑步")
    assert "\ud800" not in bench.store.messages(str(bench.conversation))[0].content
    result = bench.say("word " * 10_000)
    assert result["answer"]


def test_remember_keeps_the_persons_own_words(bench: Bench) -> None:
    result = bench.say("remember that my passport expires in May")
    assert "passport expires in May" in result["answer"]
    assert bench.chat.asked == []
    memory = bench.store.memories()[0]
    assert (memory.source, memory.importance) == ("manual", 0.9)


def test_what_the_engine_lists_is_shown_but_not_stored_again(bench: Bench) -> None:
    bench.say("记住我的车是蓝色的")
    result = bench.say("你记得我什么？")
    assert "蓝色" in result["answer"]
    answers = [m.content for m in bench.store.messages(str(bench.conversation)) if m.role == "assistant"]
    assert not any("蓝色" in text for text in answers)


def test_forget_that_deletes_the_newest_memory_and_its_words(bench: Bench) -> None:
    bench.say("I play the oboe in the town orchestra")
    bench.say("forget that")
    assert bench.known() == []
    stored = [message.content for message in bench.store.messages(str(bench.conversation))]
    assert not any("oboe" in text for text in stored)
    assert bench.store.scrub_pending()


def test_forgetting_a_topic_asks_first_and_keeps_after_a_no(bench: Bench) -> None:
    bench.say("I am allergic to walnuts")
    bench.say("I live in Turku")
    listed = bench.say("forget everything about walnuts")["answer"]
    assert "walnuts" in listed
    assert "Turku" not in listed
    bench.say("no, keep them")
    assert len(bench.known()) == 2


def test_a_topic_forgotten_after_a_yes_leaves_no_word_of_it(bench: Bench) -> None:
    bench.say("I am allergic to walnuts")
    bench.say("I live in Turku")
    bench.say("forget everything about walnuts")
    bench.say("yes, forget them")
    assert bench.known() == ["You live in Turku."]
    stored = [message.content for message in bench.store.messages(str(bench.conversation))]
    assert not any("walnuts" in text for text in stored)


def test_remember_this_keeps_the_answer_as_endorsed_and_never_as_a_fact(bench: Bench) -> None:
    bench.chat.replies = ["Keep the bedroom at 18 degrees for better sleep."]
    bench.say("any tip for better sleep?")
    bench.say("remember this")
    memory = bench.store.memories()[0]
    assert memory.endorsed
    assert "18" in memory.content
    assert bench.store.facts() == []


def test_private_talk_reads_memories_and_writes_nothing(bench: Bench) -> None:
    bench.say("I live in Ghent")
    before = (bench.store.count_messages(), bench.store.memories())
    bench.conversation = None
    bench.say("Where do I live? And I also own a boat.", private=True)
    assert "Ghent" in bench.prompt()
    bench.say("And what did I just ask?", private=True)
    assert "own a boat" in bench.prompt()
    assert (bench.store.count_messages(), bench.store.memories()) == before


def test_a_stopped_answer_is_kept_and_marked(bench: Bench) -> None:
    cancel = threading.Event()
    bench.chat.replies = ["one two three four five"]

    def emit(kind: str, data: dict[str, object]) -> None:
        if kind == "token":
            cancel.set()

    result = bench.engine.ask(AskRequest("count please"), emit, cancel)
    answer = bench.store.messages(result["conversation"])[-1]
    assert answer.stopped
    assert answer.content.strip() == "one"


def test_regenerate_and_edit_branch_without_losing_the_old(bench: Bench) -> None:
    bench.chat.replies = ["first", "second", "third"]
    first = bench.say("tell me a word")
    again = bench.say("tell me a word", regenerate=first["message_id"])
    assert bench.store.siblings(again["message_id"]) == [first["message_id"], again["message_id"]]
    question = bench.store.messages(str(bench.conversation))[0]
    bench.say("tell me a longer word", parent=0)
    shown = [message.content for message in bench.store.messages(str(bench.conversation))]
    assert shown == ["tell me a longer word", "third"]
    bench.call("branch", message=question.id)
    shown = [message.content for message in bench.store.messages(str(bench.conversation))]
    assert shown == ["tell me a word", "second"]


def test_without_a_chat_model_nothing_said_is_lost(bench: Bench) -> None:
    def no_model() -> Answerer:
        raise KeepsakeError("model_missing", name="chat")

    bench.engine.parts = replace(bench.engine.parts, answering=no_model)
    with pytest.raises(KeepsakeError, match="model_missing"):
        bench.say("I am left-handed")
    assert any("left-handed" in text for text in bench.known())


def test_recall_is_no_access_and_an_answer_counts_once_a_conversation(bench: Bench) -> None:
    bench.say("I live in Ghent")
    bench.call("recall", query="where do I live")
    assert bench.store.memories()[0].access_count == 0
    bench.conversation = None
    bench.say("Where do I live?")
    bench.say("Where is it that I live?")
    assert bench.store.memories()[0].access_count == 1


@pytest.mark.parametrize(("order", "yes"), [("Please delete this conversation", "yes"), ("删掉这个对话", "确定")])
def test_a_conversation_deleted_by_word_is_gone_and_the_next_message_begins_anew(
    bench: Bench, order: str, yes: str
) -> None:
    bench.say("I play the oboe in the town orchestra")
    gone = bench.conversation
    asked = bench.say(order)
    assert not asked["gone"]
    assert bench.known() != []
    done = bench.say(yes)
    assert done["gone"]
    assert bench.known() == []
    assert gone not in [item["id"] for item in bench.call("conversations")["items"]]
    bench.conversation = None
    assert bench.say("hello again")["conversation"] != gone


def test_a_period_is_forgotten_by_command_and_the_receipt_says_what_went(bench: Bench) -> None:
    bench.say("I play the oboe in the town orchestra")
    bench.clock.forward(days=10)
    bench.conversation = None
    bench.say("I live in Turku")
    done = bench.call("forget", since="2026-03-01", until="2026-03-08")
    assert len(done["forgotten"]) == 1
    assert done["receipt"]["removed"]["memories"] == 1
    assert bench.known() == ["You live in Turku."]
    with pytest.raises(KeepsakeError, match="usage"):
        bench.call("forget", since="2026-03-01")
    with pytest.raises(KeepsakeError, match="usage"):
        bench.call("forget", since="the day before", until="2026-03-08")


def test_a_conversation_is_forgotten_by_command_with_the_ids_of_what_came_from_it(bench: Bench) -> None:
    bench.say("I play the oboe in the town orchestra")
    ids = [memory.id for memory in bench.store.memories()]
    assert bench.call("forget", conversation=bench.conversation)["forgotten"] == ids
