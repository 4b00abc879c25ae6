"""Vectors and terms: what recall sees, and changing the embedding model."""

from __future__ import annotations

import numpy as np
import pytest

from app.engine.types import StoreChange
from app.vault.store import Store
from tests.vault.making import NOON, draft, words


@pytest.fixture
def three(store: Store) -> list[int]:
    keys = [store.add_memory(draft(text), at=NOON).key for text in "abc"]
    store.put_vectors("memory", [(key, np.eye(3)[place]) for place, key in enumerate(keys)], "e5")
    return keys


def test_vectors_come_back_as_one_matrix(store: Store, three: list[int]) -> None:
    keys, matrix = store.vectors("memory", "e5")
    assert keys.tolist() == three
    assert matrix.dtype == np.float16 and np.array_equal(matrix, np.eye(3))
    assert store.vectors_of("memory", [three[1], 99], "e5")[three[1]].tolist() == [0, 1, 0]


def test_an_unknown_model_has_no_vectors_and_everything_is_missing(store: Store, three: list[int]) -> None:
    keys, matrix = store.vectors("memory", "other")
    assert len(keys) == len(matrix) == 0
    assert store.missing_vectors("memory", "other") == three
    assert store.missing_vectors("memory", "other", limit=2) == three[:2]


def test_archived_memories_are_not_seen_unless_asked_for(store: Store, three: list[int]) -> None:
    memory = store.memory_by_key(three[0])
    assert memory is not None
    store.set_terms("memory", three[0], ["a"])
    store.set_status(memory.id, "archived")
    assert store.vectors("memory", "e5")[0].tolist() == three[1:]
    assert store.vectors("memory", "e5", statuses=("active", "archived"))[0].tolist() == three
    assert store.terms("memory") == {}


def test_vectors_of_one_user(store: Store, three: list[int]) -> None:
    theirs = store.add_memory(draft("d", user_id="other"), at=NOON).key
    store.put_vectors("memory", [(theirs, [1, 1, 1])], "e5")
    assert store.vectors("memory", "e5", "other")[0].tolist() == [theirs]
    assert store.vectors("memory", "e5", "me")[0].tolist() == three


@pytest.mark.parametrize("bad", [[0, 0, 0], [np.nan, 0, 1], [np.inf, 0, 0], [[1, 0, 0]]])
def test_bad_vectors_are_refused(store: Store, three: list[int], bad: object) -> None:
    with pytest.raises(ValueError, match="vector"):
        store.put_vectors("memory", [(three[0], bad)], "e5")  # type: ignore[list-item]
    with pytest.raises(ValueError, match="dimensions"):
        store.put_vectors("memory", [(three[0], [1, 0])], "e5")


def test_a_vector_of_a_row_that_is_gone_is_passed_over(store: Store) -> None:
    assert store.put_vectors("memory", [(77, [1.0])], "e5") == 0
    store.set_terms("memory", 77, ["a"])
    assert store.terms("memory") == {}


def test_terms_read_back(store: Store, three: list[int]) -> None:
    store.set_terms("memory", three[0], ["火锅", "c++", "火锅"])
    store.set_terms("memory", three[1], [])
    assert store.terms("memory") == {three[0]: ["火锅", "c++", "火锅"], three[1]: []}
    assert store.terms_of("memory", three) == store.terms("memory")
    assert store.missing_terms("memory") == [three[2]]
    store.clear_terms("memory")
    assert store.missing_terms("memory") == three


def test_both_tiers_are_apart(store: Store, three: list[int]) -> None:
    chat = store.create_conversation(words("c"), at=NOON).id
    message = store.add_message(chat, "user", words("hello"), NOON)
    assert store.missing_vectors("transcript", "e5") == [message.id]
    store.put_vectors("transcript", [(message.id, [1, 0, 0])], "e5")
    store.set_terms("transcript", message.id, ["hello"])
    assert store.vectors("transcript", "e5")[0].tolist() == [message.id]
    assert store.terms("transcript") == {message.id: ["hello"]}
    assert store.vectors("memory", "e5")[0].tolist() == three


def test_indexes_are_told_of_new_vectors(store: Store, three: list[int]) -> None:
    told: list[StoreChange] = []
    store.on_change(told.extend)
    store.put_vectors("memory", [(three[0], [0, 1, 0])], "e5")
    assert told == [StoreChange("memory", three[0], "upsert")]


def test_a_new_model_is_made_beside_the_old_one_and_switched_at_once(store: Store, three: list[int]) -> None:
    store.put_vectors("memory", [(key, [1.0, 0.0]) for key in three[:2]], "new")
    assert store.active_model() == "e5"
    with pytest.raises(ValueError, match="missing"):
        store.switch_model("new")
    assert len(store.vectors("memory", "e5")[0]) == 3  # search goes on with the old ones
    store.put_vectors("memory", [(key, [1.0, 0.0]) for key in store.missing_vectors("memory", "new")], "new")
    store.switch_model("new")
    assert store.active_model() == "new"
    assert store.vectors("memory", "new")[1].shape == (3, 2)
    assert len(store.vectors("memory", "e5")[0]) == 0


def test_a_snapshot_is_replayed_from_its_generation(store: Store, three: list[int]) -> None:
    store.put_snapshot("memory", "e5", store.vector_generation("memory"), 3, b"index")
    added = store.add_memory(draft("d"), at=NOON)
    store.put_vectors("memory", [(added.key, [1, 0, 1])], "e5")
    snapshot = store.snapshot("memory", "e5")
    assert snapshot is not None
    generation, count, data = snapshot
    assert (count, data) == (3, b"index")
    assert store.vectors("memory", "e5", after=generation)[0].tolist() == [added.key]


def test_a_replaced_vector_drops_the_snapshot_that_holds_it(store: Store, three: list[int]) -> None:
    store.put_snapshot("memory", "e5", store.vector_generation("memory"), 3, b"index")
    store.put_vectors("memory", [(three[0], [1, 0, 1])], "e5")
    assert store.snapshot("memory", "e5") is None
