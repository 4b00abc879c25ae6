"""The fact table's history and the decision log."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.engine.types import Fact
from app.vault.store import Store
from tests.vault.making import NOON, draft, words


def home(value: str, day: int, **changes: object) -> Fact:
    return Fact("me", "home", value, NOON + timedelta(days=day), **changes)  # type: ignore[arg-type]


def history(store: Store) -> list[tuple[str, int, int | None]]:
    return [
        (f.value, (f.valid_from - NOON).days, (f.valid_to - NOON).days if f.valid_to else None)
        for f in store.facts(current_only=False)
    ]


def test_a_new_value_closes_the_current_one_and_keeps_it(store: Store) -> None:
    store.set_fact(home("Beijing", 0))
    store.set_fact(home("上海", 5))
    assert [f.value for f in store.facts()] == ["上海"]
    assert history(store) == [("Beijing", 0, 5), ("上海", 5, None)]


def test_other_attributes_subjects_and_users_are_not_touched(store: Store) -> None:
    store.set_fact(home("Beijing", 0))
    store.set_fact(Fact("me", "employer", "Acme", NOON))
    store.set_fact(Fact("Anna", "home", "Paris", NOON))
    store.set_fact(Fact("me", "home", "Rome", NOON, user_id="other"))
    assert {(f.subject, f.attribute, f.value) for f in store.facts()} == {
        ("me", "home", "Beijing"),
        ("me", "employer", "Acme"),
        ("Anna", "home", "Paris"),
    }
    assert [f.value for f in store.facts(subject="Anna", attribute="home")] == ["Paris"]


def test_what_was_said_earlier_but_imported_later_becomes_history(store: Store) -> None:
    store.set_fact(home("C", 10))
    store.set_fact(home("A", 0))
    store.set_fact(home("B", 5))
    assert history(store) == [("A", 0, 5), ("B", 5, 10), ("C", 10, None)]


def test_the_same_value_again_changes_nothing(store: Store) -> None:
    first = store.set_fact(home("A", 0))
    assert store.set_fact(home("A", 3)) == first
    assert history(store) == [("A", 0, None)]


def test_attributes_with_several_values(store: Store) -> None:
    for name, day in (("Tom", 0), ("小明", 1), ("Tom", 2)):
        store.set_fact(Fact("me", "child", name, NOON + timedelta(days=day)), several=True)
    assert [f.value for f in store.facts(attribute="child")] == ["Tom", "小明"]
    assert store.close_fact("me", "child", value="Tom", valid_to=NOON + timedelta(days=4)) == 1
    assert [f.value for f in store.facts(attribute="child")] == ["小明"]


def test_a_value_can_end_without_a_new_one(store: Store) -> None:
    store.set_fact(home("A", 0))
    store.close_fact("me", "home", valid_to=NOON + timedelta(days=2))
    assert store.facts() == []
    assert history(store) == [("A", 0, 2)]


def test_a_fact_knows_its_memory(store: Store) -> None:
    made = store.add_memory(draft("a"), at=NOON)
    assert store.set_fact(home("A", 0, memory_id=made.id)).memory_id == made.id


def test_the_decision_log_is_newest_first(store: Store) -> None:
    made = store.add_memory(draft("a"), at=NOON)
    store.add_decision("dropped", "small_talk", words("hi"), at=NOON)
    store.add_decision("added", "salient", words("a"), at=NOON, memory_id=made.id)
    assert [(d.action, d.reason, d.text, d.memory_id) for d in store.decisions()] == [
        ("added", "salient", "a", made.id),
        ("dropped", "small_talk", "hi", None),
    ]
    assert len(store.decisions(limit=1)) == len(store.decisions(memory_id=made.id)) == 1


def test_a_reason_is_a_code_and_never_a_sentence(store: Store) -> None:
    with pytest.raises(ValueError, match="code"):
        store.add_decision("dropped", "he said so", words("hi"), at=NOON)
