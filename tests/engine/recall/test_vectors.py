"""Exact vector search over keys that come and go."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from app.engine.recall.vectors import VectorIndex


def unit(*values: float) -> np.ndarray:
    vector = np.array(values, np.float32)
    return vector / np.linalg.norm(vector)


def random_vector(seed: int) -> np.ndarray:
    return unit(*np.random.default_rng(seed).standard_normal(8))


class KeysComeAndGo(RuleBasedStateMachine):
    """Equal to a brute-force search over a dictionary, whatever came before."""

    def __init__(self) -> None:
        super().__init__()
        self.index = VectorIndex(8)
        self.rows: dict[int, np.ndarray] = {}

    @rule(key=st.integers(0, 30), seed=st.integers(0, 10_000))
    def add(self, key: int, seed: int) -> None:
        self.index.add(key, random_vector(seed))
        self.rows[key] = random_vector(seed)

    @rule(key=st.integers(0, 30))
    def remove(self, key: int) -> None:
        self.index.remove(key)
        self.rows.pop(key, None)

    @rule(seed=st.integers(0, 10_000), limit=st.integers(1, 40))
    def search(self, seed: int, limit: int) -> None:
        query = random_vector(seed)
        hits = self.index.search(query, limit)
        expected = sorted((float(row @ query) for row in self.rows.values()), reverse=True)[:limit]
        np.testing.assert_allclose(hits.similarities, expected, atol=4e-3)  # float16 rows
        assert len(set(hits.keys.tolist())) == len(hits.keys) == len(expected)
        for key, similarity in zip(hits.keys.tolist(), hits.similarities, strict=True):
            assert float(self.rows[key] @ query) == pytest.approx(float(similarity), abs=4e-3)

    @rule(key=st.integers(0, 30))
    def get(self, key: int) -> None:
        found = self.index.get(key)
        assert (found is None) == (key not in self.rows)
        if found is not None:
            np.testing.assert_allclose(found, self.rows[key], atol=2e-3)


TestKeysComeAndGo = KeysComeAndGo.TestCase
TestKeysComeAndGo.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


def test_a_missing_key_is_none() -> None:
    index = VectorIndex(2)
    index.add(1, unit(1, 0))
    index.add(2, unit(0, 1))
    assert index.get(3) is None
    assert (index.rows([3]) == 0).all()


@pytest.mark.parametrize("bad", [[np.nan, 1.0], [0.0, 0.0], [np.inf, 0.0], [1.0, 0.0, 0.0]])
def test_vectors_that_would_poison_results_are_refused(bad: list[float]) -> None:
    index = VectorIndex(2)
    with pytest.raises(ValueError):
        index.add(1, bad)
    with pytest.raises(ValueError):
        index.add_many([1, 2], [[1.0, 0.0, 0.0][: len(bad)], bad])
    assert len(index) == 0


def test_removing_all_and_adding_again_works() -> None:
    index = VectorIndex(8)
    for _ in range(2):
        index.add_many(range(500), [random_vector(n) for n in range(500)])
        for key in range(500):
            index.remove(key)
        assert len(index) == 0
        assert len(index.search(random_vector(1), 10).keys) == 0


def test_a_removed_vector_is_gone_from_memory() -> None:
    index = VectorIndex(2)
    index.add(1, unit(1, 0))
    index.add(2, unit(0, 1))
    index.remove(1)
    assert not index._rows[1:].any()


def test_an_empty_index_finds_nothing() -> None:
    assert len(VectorIndex(2).search(unit(1, 0), 5).keys) == 0
