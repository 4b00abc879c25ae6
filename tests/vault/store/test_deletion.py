"""Deletion: what goes, what stays, and that the bytes are gone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.engine.errors import KeepsakeError
from app.engine.types import Fact, Mask, RedactedText, StoreChange
from app.vault.store import Store
from tests.vault.making import NOON, draft, index, said, words


def test_a_memory_goes_with_its_words_in_the_message_and_the_rest_of_the_message_stays(store: Store) -> None:
    chat = store.create_conversation(words("Chat"), at=NOON)
    text = "Good morning! I live in Shanghai. What is the weather like?"
    message = store.add_message(chat.id, "user", words(text), NOON)
    answer = store.add_message(chat.id, "assistant", words("It rains."), NOON)
    made = store.add_memory(
        draft("You live in Shanghai", quote="I live in Shanghai", conversation=chat.id, message_id=message.id), at=NOON
    )
    index(store, made)
    told: list[StoreChange] = []
    store.on_change(told.extend)
    removed = store.delete_memories([made.id])
    assert (removed["memories"], removed["message_spans"], removed["evidence"]) == (1, 1, 1)
    assert store.message(message.id).content == "Good morning! [forgotten]. What is the weather like?"
    with pytest.raises(KeepsakeError):
        store.memory(made.id)
    # The message and the turn after it (indexed with this one as context) are to be indexed anew.
    assert set(store.missing_vectors("transcript", "e5")) == {message.id, answer.id}
    assert set(store.missing_terms("transcript")) == {message.id, answer.id}
    assert set(told) == {
        StoreChange("memory", made.key, "remove"),
        StoreChange("transcript", message.id, "upsert"),
        StoreChange("transcript", answer.id, "upsert"),
    }


def test_the_mark_is_in_the_language_of_what_went(store: Store) -> None:
    made = said(store, "早上好。我住在上海。", quote="我住在上海", content="你住在上海")
    store.delete_memories([made.id])
    assert made.message_id is not None
    assert store.message(made.message_id).content == "早上好。[已忘记]。"


def test_a_message_that_was_nothing_else_leaves_recall(store: Store) -> None:
    made = said(store, "I live in Shanghai.", quote="I live in Shanghai")
    told: list[StoreChange] = []
    store.on_change(told.extend)
    store.delete_memories([made.id])
    assert made.message_id is not None
    assert StoreChange("transcript", made.message_id, "remove") in told
    assert store.missing_vectors("transcript", "e5") == []


@pytest.mark.parametrize("quote", ["i LIVE  in\nshanghai", "Ｉ live in Shanghai"])
def test_the_span_is_found_without_case_width_or_spacing(store: Store, quote: str) -> None:
    made = said(store, "Hello! I live in Shanghai, you know", quote=quote, content="You live there")
    store.delete_memories([made.id])
    assert made.message_id is not None
    assert store.message(made.message_id).content == "Hello! [forgotten], you know"


def test_when_the_span_cannot_be_found_all_of_the_message_goes(store: Store) -> None:
    made = said(store, "we moved east last year", quote="You moved to Shanghai")
    store.delete_memories([made.id])
    assert made.message_id is not None
    assert store.message(made.message_id).content == "[forgotten]"


def test_masks_move_with_what_is_left(store: Store) -> None:
    chat = store.create_conversation(words("Chat"), at=NOON)
    masked = RedactedText("I live in Rome. Card [card number].", (Mask("BANK_CARD", 21, 37, 21, 13),))
    message = store.add_message(chat.id, "user", masked, NOON)
    made = store.add_memory(
        draft("You live in Rome", quote="I live in Rome", conversation=chat.id, message_id=message.id), at=NOON
    )
    store.delete_memories([made.id])
    left = store.message(message.id)
    (mask,) = left.masks
    assert left.content[mask.at : mask.at + mask.length] == "[card number]"


def test_two_memories_of_overlapping_words_both_go(store: Store) -> None:
    chat = store.create_conversation(words("Chat"), at=NOON)
    message = store.add_message(chat.id, "user", words("Hi. I live in Shanghai and work at Acme. Bye"), NOON)
    place = {"conversation": chat.id, "message_id": message.id}
    first = store.add_memory(draft("Shanghai", quote="I live in Shanghai", **place), at=NOON)
    second = store.add_memory(draft("Acme", quote="I live in Shanghai and work at Acme", **place), at=NOON)
    store.delete_memories([first.id])
    store.delete_memories([second.id])
    assert "Acme" not in store.message(message.id).content
    assert store.message(message.id).content.startswith("Hi. [forgotten]")


def test_keeping_the_messages_is_said_in_the_receipt(store: Store) -> None:
    made = said(store, "I live in Shanghai")
    store.delete_memories([made.id], keep_messages=True)
    assert made.message_id is not None
    assert store.message(made.message_id).content == "I live in Shanghai"
    assert store.receipts()[0].out_of_reach == ("backups", "messages")


def test_answers_forget_that_they_used_it_and_are_not_recalled_in_its_place(store: Store) -> None:
    made = said(store, "I live in Shanghai")
    chat = store.create_conversation(words("Later"), at=NOON)
    store.add_message(chat.id, "user", words("Where is my home?"), NOON)
    answer = store.add_message(
        chat.id, "assistant", words("As you said: I live in Shanghai!"), NOON, memories=[made.id]
    )
    index(store, made)
    store.delete_memories([made.id])
    left = store.message(answer.id)
    assert (left.content, left.memories) == ("As you said: [forgotten]!", ())
    assert answer.id not in store.vectors("transcript", "e5")[0]
    assert answer.id not in store.missing_vectors("transcript", "e5")


def test_what_it_replaced_and_what_was_distilled_from_it_go_too(store: Store) -> None:
    oldest, old, new, other = (said(store, text) for text in ("I live in Rome", "I live in Paris", "now Oslo", "tea"))
    store.supersede([oldest.id], old.id, reason="same_key", at=NOON)
    store.supersede([old.id], new.id, reason="same_key", at=NOON)
    rule = store.add_memory(draft("You move a lot", memory_type="semantic"), at=NOON)
    store.link_derived(rule.id, [new.id, other.id])
    assert store.delete_memories([new.id])["memories"] == 4
    assert [m.id for m in store.memories(statuses=("active", "archived", "superseded"))] == [other.id]


def test_fact_values_and_their_history_go_and_later_ones_stay(store: Store) -> None:
    first, second, third = (said(store, f"I live in {city}") for city in ("Rome", "Paris", "Oslo"))
    for day, (memory, city) in enumerate(((first, "Rome"), (second, "Paris"), (third, "Oslo"))):
        store.set_fact(Fact("me", "home", city, NOON + timedelta(days=day), memory_id=memory.id))
    store.set_fact(Fact("me", "employer", "Acme", NOON))
    assert store.delete_memories([second.id])["facts"] == 2
    assert [f.value for f in store.facts(current_only=False)] == ["Acme", "Oslo"]


def test_values_that_stand_side_by_side_are_not_each_others_history(store: Store) -> None:
    tom, ming = said(store, "Tom is my child"), said(store, "小明是我的孩子")
    store.set_fact(Fact("me", "child", "Tom", NOON, memory_id=tom.id), several=True)
    store.set_fact(Fact("me", "child", "小明", NOON + timedelta(days=1), memory_id=ming.id), several=True)
    store.delete_memories([ming.id])
    assert [f.value for f in store.facts()] == ["Tom"]


def test_the_decision_log_forgets_it_too(store: Store) -> None:
    made = said(store, "I live in Shanghai")
    store.add_decision("added", "salient", words("I live in Shanghai"), at=NOON, memory_id=made.id)
    store.add_decision("dropped", "duplicate", words("I live in Shanghai, as I said"), at=NOON)
    store.add_decision("dropped", "small_talk", words("nice weather"), at=NOON)
    store.delete_memories([made.id])
    assert [d.text for d in store.decisions()] == ["nice weather"]


def test_a_title_made_from_the_words_goes_and_others_stay(store: Store) -> None:
    made = said(store, "I live in Shanghai near the river")
    assert made.conversation is not None
    store.rename_conversation(made.conversation, words("I live in Shanghai n…"))
    store.delete_memories([made.id])
    assert store.conversation(made.conversation).title == "[forgotten]"
    other = said(store, "I like tea a lot")
    assert other.conversation is not None
    store.rename_conversation(other.conversation, words("Plans for May"))
    store.delete_memories([other.id])
    assert store.conversation(other.conversation).title == "Plans for May"


def test_a_serialized_index_goes_with_the_first_of_its_vectors(store: Store) -> None:
    made = said(store, "I live in Shanghai")
    index(store, made)
    store.put_snapshot("memory", "e5", 1, 1, b"holds the vector")
    store.delete_memories([made.id])
    assert store.snapshot("memory", "e5") is None


def test_deleting_an_unknown_memory_changes_nothing(store: Store) -> None:
    made = said(store, "a")
    with pytest.raises(KeepsakeError):
        store.delete_memories([made.id, "nope"])
    assert store.memory(made.id) == made
    assert store.receipts() == [] and not store.scrub_pending()


def test_the_order_to_forget_can_be_blanked(store: Store) -> None:
    chat = store.create_conversation(words("forget that I live in Shanghai"), at=NOON)
    order = store.add_message(chat.id, "user", words("forget that I live in Shanghai"), NOON)
    store.blank_message(order.id)
    store.blank_message(order.id)
    assert store.message(order.id).content == store.conversation(chat.id).title == "[forgotten]"
    assert store.receipts() == []


@pytest.mark.parametrize("memories", ["delete", "keep"])
def test_deleting_a_conversation_asks_what_happens_to_its_memories(store: Store, memories: str) -> None:
    made = said(store, "I live in Shanghai")
    assert made.conversation is not None and made.message_id is not None
    store.add_message(made.conversation, "assistant", words("ok"), NOON)
    store.add_message(made.conversation, "assistant", words("again"), NOON, parent=made.message_id)
    store.set_draft(made.conversation, words("half"))
    elsewhere = said(store, "I like tea")
    store.reinforce(elsewhere.id, words("tea again"), NOON, made.message_id, at=NOON)
    removed = store.delete_conversation(made.conversation, memories=memories)  # type: ignore[arg-type]
    assert (removed["messages"], removed["conversations"], removed["drafts"]) == (3, 1, 1)
    left = {m.content: m for m in store.memories()}
    assert set(left) == ({"I like tea"} if memories == "delete" else {"I like tea", "I live in Shanghai"})
    assert len(store.evidence(elsewhere.id)) == (1 if memories == "delete" else 2)
    if memories == "keep":
        kept = left["I live in Shanghai"]
        assert (kept.conversation, kept.message_id, kept.quote) == (None, None, "I live in Shanghai")


def test_deleting_a_period(store: Store) -> None:
    chat = store.create_conversation(words("Chat"), at=NOON)
    days = [store.add_message(chat.id, "user", words(f"day {n}"), NOON + timedelta(days=n)) for n in range(4)]
    inside = store.add_memory(draft("inside", said_at=NOON + timedelta(days=1)), at=NOON)
    outside = store.add_memory(draft("outside", said_at=NOON + timedelta(days=3)), at=NOON)
    removed = store.delete_period(NOON + timedelta(days=1), NOON + timedelta(days=3))
    assert (removed["messages"], removed["memories"]) == (2, 1)
    assert store.messages(chat.id) == [store.message(days[0].id), store.message(days[3].id)]
    assert store.message(days[3].id).parent == days[0].id
    assert [m.id for m in store.memories()] == [outside.id]
    assert inside.id != outside.id
    store.delete_period(NOON, NOON + timedelta(days=9))
    assert store.conversations() == []


def test_deleting_a_period_that_holds_the_end_of_a_conversation(store: Store) -> None:
    chat = store.create_conversation(words("Chat"), at=NOON)
    days = [store.add_message(chat.id, "user", words(f"day {n}"), NOON + timedelta(days=n)) for n in range(3)]
    store.delete_period(NOON + timedelta(days=1), NOON + timedelta(days=9))
    assert [m.id for m in store.messages(chat.id)] == [days[0].id]
    assert store.add_message(chat.id, "user", words("next"), NOON).parent == days[0].id


@pytest.mark.parametrize(
    ("name", "about", "other"),
    [("Anna", "Anna moved to Oslo.", "I like bananas from Annapolis."), ("小明", "小明搬家了。", "我喜欢喝茶。")],
)
def test_deleting_a_person(store: Store, name: str, about: str, other: str) -> None:
    made, kept = said(store, about, subject=name), said(store, other)
    chat = store.create_conversation(words(f"About {name}"), at=NOON)
    message = store.add_message(chat.id, "user", words(f"{other}{about}"), NOON)
    store.set_fact(Fact(name, "home", "Oslo", NOON))
    store.set_draft(None, words(f"ask {name}"))
    store.delete_person(name)
    assert [m.id for m in store.memories()] == [kept.id]
    assert made.id != kept.id
    left = store.message(message.id).content
    assert about not in left and other.rstrip("。.") in left
    assert name not in store.conversation(chat.id).title + store.draft(None)
    assert store.facts() == []


def test_a_whole_import_can_be_taken_back(store: Store) -> None:
    before = said(store, "mine")
    job = store.start_import("chatgpt", at=NOON)
    chat = store.create_conversation(words("Old"), source="import:chatgpt", source_id="1", at=NOON, import_job=job)
    message = store.add_message(chat.id, "user", words("imported words"), NOON, import_job=job)
    store.add_memory(draft("imported", conversation=chat.id, message_id=message.id), at=NOON, import_job=job)
    store.delete_import(job)
    assert [m.id for m in store.memories()] == [before.id]
    assert [c.id for c in store.conversations()] == [before.conversation]
    assert store.imports() == []


def test_deleting_everything_leaves_the_settings_of_the_program(store: Store) -> None:
    made = said(store, "I live in Shanghai")
    store.set_fact(Fact("me", "home", "Shanghai", NOON, memory_id=made.id))
    store.set_setting("theme", "dark")
    store.set_setting("style", words("call me captain"))
    store.add_decision("added", "salient", words("x"), at=NOON, memory_id=made.id)
    told: list[StoreChange] = []
    store.on_change(told.extend)
    removed = store.delete_everything()
    assert (removed["memories"], removed["messages"], removed["facts"]) == (1, 1, 1)
    assert store.memories() == store.conversations() == store.facts() == store.decisions() == []
    assert store.settings() == {"theme": "dark"}
    assert {change.op for change in told} == {"remove"}


def test_a_short_memory_takes_nothing_away_that_only_looks_like_it(store: Store) -> None:
    made = said(store, "tea")
    assert made.conversation is not None and made.message_id is not None
    store.rename_conversation(made.conversation, words("The steam engine"))
    answer = store.add_message(made.conversation, "assistant", words("Your team will like it"), NOON)
    store.add_decision("dropped", "small_talk", words("a"), at=NOON)
    store.add_decision("dropped", "small_talk", words("steam is nice"), at=NOON)
    store.delete_memories([made.id])
    assert store.message(made.message_id).content == "[forgotten]"
    assert store.message(answer.id).content == "Your team will like it"
    assert store.conversation(made.conversation).title == "The steam engine"
    assert len(store.decisions()) == 2
