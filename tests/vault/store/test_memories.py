"""Memories: writing, changing, reinforcing, superseding."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.engine.errors import KeepsakeError
from app.engine.types import Evidence, StoreChange
from app.vault.store import Store
from tests.vault.making import NOON, draft, said, words

LATER = NOON + timedelta(days=1)


@pytest.fixture
def told(store: Store) -> list[StoreChange]:
    changes: list[StoreChange] = []
    store.on_change(changes.extend)
    return changes


def test_a_memory_reads_back_as_written(store: Store) -> None:
    made = store.add_memory(
        draft(
            "你住在上海",
            quote="我住在上海",
            tags=(words("城市"), words("home")),
            event_at="2026-11-01",
            token_count=5,
            pinned=True,
            endorsed=True,
            subject="Anna",
            session_id="s",
        ),
        at=LATER,
    )
    assert store.memory(made.id) == store.memory_by_key(made.key) == made
    assert (made.content, made.quote, made.tags) == ("你住在上海", "我住在上海", ("城市", "home"))
    assert (made.event_at, made.subject, made.pinned, made.endorsed) == ("2026-11-01", "Anna", True, True)
    assert (made.said_at, made.created_at, made.last_access_at) == (NOON, LATER, LATER)
    assert (made.status, made.access_count, made.supersedes, made.superseded_by) == ("active", 0, (), None)
    assert store.evidence(made.id) == [Evidence("我住在上海", NOON)]


def test_an_unknown_memory_is_said_to_be_unknown(store: Store) -> None:
    with pytest.raises(KeepsakeError) as caught:
        store.memory("nope")
    assert caught.value.code == "memory_unknown"
    assert store.memory_by_key(5) is None


def test_lists_are_in_the_order_things_were_said_not_imported(store: Store) -> None:
    new = store.add_memory(draft("new", said_at=LATER), at=NOON)
    old = store.add_memory(draft("old"), at=LATER)
    store.add_memory(draft("other", user_id="other"), at=NOON)
    assert store.memories() == [old, new]
    assert store.memories(newest_first=True, limit=1) == [new]
    assert [m.content for m in store.memories(user_id=None)] == ["old", "other", "new"]
    assert store.count_memories() == 3


def test_changing_a_memory(store: Store) -> None:
    made = store.add_memory(draft("a", event_at="2026-01-01"), at=NOON)
    changed = store.update_memory(made.id, content=words("b"), importance=0.9, tags=[words("t")], label="decision")
    assert (changed.content, changed.importance, changed.tags, changed.label) == ("b", 0.9, ("t",), "decision")
    assert changed.event_at == "2026-01-01"
    assert store.update_memory(made.id, event_at=None).event_at is None
    assert store.pin_memory(made.id, True).pinned


def test_new_content_asks_for_a_new_vector_and_new_terms(store: Store) -> None:
    made = store.add_memory(draft("a"), at=NOON)
    store.put_vectors("memory", [(made.key, [1.0, 0.0])], "m")
    store.set_terms("memory", made.key, ["a"])
    store.update_memory(made.id, importance=0.7)
    assert store.missing_vectors("memory", "m") == []
    store.update_memory(made.id, content=words("b"))
    assert store.missing_vectors("memory", "m") == store.missing_terms("memory") == [made.key]


def test_saying_a_thing_again_reinforces_it(store: Store) -> None:
    made = said(store, "I like tea", importance=0.98)
    again = store.reinforce(made.id, words("tea is great"), LATER, made.message_id, at=LATER)
    assert (again.importance, again.access_count, again.last_access_at) == (1.0, 1, LATER)
    assert [e.quote for e in store.evidence(made.id)] == ["I like tea", "tea is great"]
    assert store.evidence(made.id)[1].conversation == made.conversation


def test_accesses_count_once_per_conversation(store: Store) -> None:
    made = said(store, "a")
    for at in (NOON + timedelta(hours=1), NOON + timedelta(hours=2)):
        store.record_accesses([made.id, made.id, "gone"], at, made.conversation)
    assert (store.memory(made.id).access_count, store.memory(made.id).last_access_at) == (1, NOON + timedelta(hours=2))
    store.record_accesses([made.id], NOON)
    assert (store.memory(made.id).access_count, store.memory(made.id).last_access_at) == (2, NOON + timedelta(hours=2))


def test_the_newer_truth_supersedes_the_older(store: Store, told: list[StoreChange]) -> None:
    old, new = store.add_memory(draft("old"), at=NOON), store.add_memory(draft("new"), at=NOON)
    told.clear()
    (superseded,) = store.supersede([old.id], new.id, reason="same_key", at=LATER)
    assert (superseded.status, superseded.superseded_by) == ("superseded", new.id)
    assert store.memory(new.id).supersedes == (old.id,)
    assert store.memories() == [store.memory(new.id)]
    assert told == [StoreChange("memory", old.key, "remove")]


def test_a_circle_of_supersession_is_refused(store: Store) -> None:
    a, b = store.add_memory(draft("a"), at=NOON), store.add_memory(draft("b"), at=NOON)
    store.supersede([a.id], b.id, reason="x", at=NOON)
    for old, new in ((b, a), (a, a)):
        with pytest.raises(ValueError, match="replace"):
            store.supersede([old.id], new.id, reason="x", at=NOON)


def test_restoring_brings_a_memory_back_and_counts_as_an_access(store: Store, told: list[StoreChange]) -> None:
    old, new = store.add_memory(draft("old"), at=NOON), store.add_memory(draft("new"), at=NOON)
    store.supersede([old.id], new.id, reason="x", at=NOON)
    told.clear()
    back = store.restore(old.id, at=LATER)
    assert (back.status, back.superseded_by, back.last_access_at) == ("active", None, LATER)
    assert store.memory(new.id).supersedes == ()
    assert told == [StoreChange("memory", old.key, "upsert")]


def test_archiving_leaves_recall_and_coming_back_returns(store: Store, told: list[StoreChange]) -> None:
    made = store.add_memory(draft("a"), at=NOON)
    told.clear()
    store.set_status(made.id, "archived")
    assert store.memories() == [] and store.memories(statuses=("archived",)) != []
    store.set_status(made.id, "active")
    assert [change.op for change in told] == ["remove", "upsert"]


def test_a_distilled_memory_knows_what_it_came_from(store: Store) -> None:
    bases = [store.add_memory(draft(text), at=NOON).id for text in "ab"]
    rule = store.add_memory(draft("rule", memory_type="semantic"), at=NOON)
    store.link_derived(rule.id, bases)
    assert store.derived_from(rule.id) == bases


def test_nothing_of_a_failed_transaction_stays_and_nobody_is_told(store: Store, told: list[StoreChange]) -> None:
    with pytest.raises(RuntimeError), store.transaction():
        store.add_memory(draft("a"), at=NOON)
        raise RuntimeError
    store.add_memory(draft("b"), at=NOON)
    assert [m.content for m in store.memories()] == ["b"]
    assert len(told) == 1


def test_a_listener_may_write_and_is_told_of_that_too(store: Store) -> None:
    told: list[list[StoreChange]] = []

    def listener(changes: list[StoreChange]) -> None:
        told.append(changes)
        if len(told) == 1:
            store.set_terms("memory", changes[0].key, ["a"])

    store.on_change(listener)
    store.add_memory(draft("a"), at=NOON)
    assert len(told) == 2
