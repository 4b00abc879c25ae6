"""The approximate graph only proposes: what is added, changed or removed after it was built is never wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from app.engine.recall.graph import Graph
from app.engine.recall.recall import Recall
from app.engine.recall.vectors import VectorIndex
from app.engine.types import Memory
from app.vault.store import Store

DIMENSIONS = 16


def rows(count: int, seed: int = 0) -> np.ndarray:
    made = np.random.default_rng(seed).standard_normal((count, DIMENSIONS)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


@pytest.fixture
def filled() -> VectorIndex:
    index = VectorIndex(DIMENSIONS)
    index.add_many(range(600), rows(600))
    index.attach(Graph.build(*index.copy()))
    return index


def test_through_the_graph_almost_everything_near_is_found(filled: VectorIndex) -> None:
    exact = VectorIndex(DIMENSIONS)
    exact.add_many(range(600), rows(600))
    shares = []
    for query in rows(30, seed=1):
        wanted = set(exact.search(query, 10).keys.tolist())
        shares.append(len(wanted & set(filled.search(query, 10).keys.tolist())) / 10)
    assert np.mean(shares) >= 0.99


def test_what_changes_afterwards_counts_at_once(filled: VectorIndex) -> None:
    new, moved = rows(2, seed=2)
    filled.add(9000, new)
    filled.add(5, moved)
    filled.remove(7)
    assert filled.beside_graph == 2
    assert filled.search(new, 1).keys.tolist() == [9000]
    assert filled.search(moved, 1).keys.tolist() == [5]
    assert filled.search(moved, 1).similarities[0] == pytest.approx(1, abs=2e-3)
    assert 7 not in filled.search(rows(600)[7], 100).keys


def test_when_most_was_removed_the_rest_is_still_found(filled: VectorIndex) -> None:
    for key in range(5, 600):
        filled.remove(key)
    assert set(filled.search(rows(1, seed=3)[0], 5).keys.tolist()) == {0, 1, 2, 3, 4}


def test_a_graph_survives_being_stored(filled: VectorIndex) -> None:
    built = Graph.build(*filled.copy())
    again = Graph.restore(built.dump(), DIMENSIONS)
    assert again is not None
    assert sorted(again.keys().tolist()) == list(range(600))
    query = rows(1, seed=4)[0]
    assert again.near(query, 5).tolist() == built.near(query, 5).tolist()


@pytest.mark.parametrize("damage", [lambda d: d[: len(d) // 2], lambda d: b"", lambda d: d[:50], lambda d: b"x" * 999])
def test_a_damaged_graph_is_none_and_is_built_again(damage: Callable[[bytes], bytes], filled: VectorIndex) -> None:
    assert Graph.restore(damage(Graph.build(*filled.copy()).dump()), DIMENSIONS) is None


def test_a_graph_of_another_width_is_refused(filled: VectorIndex) -> None:
    assert Graph.restore(Graph.build(*filled.copy()).dump(), DIMENSIONS + 1) is None


# --- in the index ------------------------------------------------------------------------------------------------


@pytest.fixture
def many(keep: Callable[..., Memory]) -> list[Memory]:
    return [keep(f"You read book number {number} by author {number % 9}") for number in range(40)]


def beside(recall: Recall) -> int | None:
    return recall._index.user("me").tiers["memory"].vectors.beside_graph


def test_above_the_limit_a_graph_is_stored_and_used_after_a_restart(
    make_recall: Callable[..., Recall], many: list[Memory], store: Store, keep: Callable[..., Memory], embedder: Any
) -> None:
    recall = make_recall(exact_limit=30)
    recall.search("book")
    recall.catch_up()
    assert beside(recall) == 0
    assert store.snapshot("memory", embedder.model_id) is not None
    keep("You planted a lemon tree")
    again = make_recall(exact_limit=30)
    assert again.search("lemon tree").items[0].content == "You planted a lemon tree"
    assert beside(again) == 1
    store.delete_memories([many[3].id])
    assert store.snapshot("memory", embedder.model_id) is None
    assert "You read book number 3 by author 3" not in [i.content for i in again.search("book number 3").items]


def test_below_the_limit_search_is_exact(make_recall: Callable[..., Recall], many: list[Memory], store: Store) -> None:
    recall = make_recall()
    recall.search("book")
    recall.catch_up()
    assert beside(recall) is None


def test_a_damaged_snapshot_costs_nothing_but_time(
    make_recall: Callable[..., Recall], many: list[Memory], store: Store, embedder: Any
) -> None:
    recall = make_recall(exact_limit=30)
    recall.rebuild()
    store.put_snapshot("memory", embedder.model_id, 40, 40, b"damaged")
    again = make_recall(exact_limit=30)
    assert again.search("book number 3").items
    assert beside(again) is None
    again.catch_up()
    assert beside(again) == 0
