"""Messages and their branches."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.engine.errors import KeepsakeError
from app.engine.types import Mask, RedactedText, StoreChange
from app.vault.store import ROOT, Store
from tests.vault.making import NOON, draft, words


@pytest.fixture
def chat(store: Store) -> str:
    return store.create_conversation(words("Chat"), at=NOON).id


def test_a_message_reads_back_as_written(store: Store, chat: str) -> None:
    masked = RedactedText("my card is [card number]", (Mask("BANK_CARD", 11, 27, 11, 13),))
    made = store.add_message(chat, "user", masked, NOON, source_id="m-1", index=7)
    assert store.message(made.id) == made
    assert (made.content, made.masks, made.index) == (masked.text, masked.masks, 7)
    assert store.has_source_message(chat, "m-1") and not store.has_source_message(chat, "m-2")
    assert store.messages_by_id([made.id, 999]) == {made.id: made}


def test_messages_follow_each_other_on_the_active_branch(store: Store, chat: str) -> None:
    made = [store.add_message(chat, role, words(text), NOON) for role, text in (("user", "a"), ("assistant", "b"))]  # type: ignore[arg-type]
    assert store.messages(chat) == made
    assert [m.parent for m in made] == [None, made[0].id]
    assert [m.index for m in made] == [0, 1]


def test_a_page_of_a_long_conversation(store: Store, chat: str) -> None:
    made = [store.add_message(chat, "user", words(str(n)), NOON) for n in range(10)]
    assert store.messages(chat, limit=3) == made[-3:]
    assert store.messages(chat, limit=3, before=made[7].id) == made[4:7]
    assert store.messages(chat, before=made[0].id) == []


def test_regenerating_makes_a_sibling_and_both_can_be_shown(store: Store, chat: str) -> None:
    question = store.add_message(chat, "user", words("q"), NOON)
    first = store.add_message(chat, "assistant", words("1"), NOON, stopped=True)
    second = store.add_message(chat, "assistant", words("2"), NOON, parent=question.id)
    assert store.siblings(first.id) == store.siblings(second.id) == [first.id, second.id]
    assert store.messages(chat) == [question, second]
    assert store.set_leaf(chat, first.id) == first
    assert store.messages(chat) == [question, first]
    assert store.messages(chat, leaf=second.id) == [question, second]


def test_editing_the_first_message_begins_a_new_branch_and_going_back_shows_its_newest_end(
    store: Store, chat: str
) -> None:
    first = store.add_message(chat, "user", words("a"), NOON)
    answer = store.add_message(chat, "assistant", words("b"), NOON)
    edited = store.add_message(chat, "user", words("a2"), NOON, parent=ROOT)
    assert store.siblings(edited.id) == [first.id, edited.id]
    assert store.messages(chat) == [edited]
    assert store.set_leaf(chat, first.id) == answer


def test_a_parent_in_another_conversation_is_refused(store: Store, chat: str) -> None:
    other = store.create_conversation(words("Other"), at=NOON).id
    elsewhere = store.add_message(other, "user", words("a"), NOON)
    with pytest.raises(KeepsakeError) as caught:
        store.add_message(chat, "user", words("b"), NOON, parent=elsewhere.id)
    assert caught.value.code == "message_unknown"
    assert store.messages(chat) == []


def test_users_messages_wait_for_remembering_oldest_first(store: Store, chat: str) -> None:
    late = store.add_message(chat, "user", words("late"), NOON + timedelta(hours=1))
    store.add_message(chat, "assistant", words("answer"), NOON)
    early = store.add_message(chat, "user", words("early"), NOON)
    store.add_message(chat, "user", words("done"), NOON, remembered=True)
    assert [m.content for m in store.waiting_messages()] == ["early", "late"]
    assert store.waiting_messages(limit=1) == [early]
    store.mark_remembered([early.id])
    assert store.waiting_messages() == [late]
    assert store.waiting_messages(user_id="other") == []


def test_an_answer_knows_which_memories_it_used(store: Store, chat: str) -> None:
    used = [store.add_memory(draft(text), at=NOON).id for text in ("b", "a")]
    answer = store.add_message(chat, "assistant", words("x"), NOON, memories=[*used, "gone"])
    assert answer.memories == tuple(used)
    assert store.used_in(used[0]) == [answer.id]


def test_indexes_are_told_of_a_message_after_it_is_committed(store: Store, chat: str) -> None:
    told: list[StoreChange] = []
    store.on_change(told.extend)
    with store.transaction():
        made = store.add_message(chat, "user", words("a"), NOON)
        assert told == []
    assert told == [StoreChange("transcript", made.id, "upsert")]
