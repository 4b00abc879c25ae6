"""Vectors out of the vault: centred by language, and never one that would poison a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from app.engine.recall.centering import centered_rows
from app.engine.recall.packed import Packed
from app.engine.recall.recall import Recall
from app.engine.types import Language, Memory, Vectors
from app.vault.store import Store
from tests.engine.recall.conftest import Counting

ENGLISH, CHINESE = np.array([1, 0, 0], np.float32), np.array([0, 1, 0], np.float32)


class ByLanguage:
    def center(self, vectors: Vectors, langs: Sequence[Language]) -> Vectors:
        rows = vectors - np.stack([CHINESE if lang == "zh" else ENGLISH for lang in langs])
        centered: Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return centered


def test_each_row_is_centred_around_its_own_language() -> None:
    documents = Packed.of_rows({1: "tea\x1fcake", 2: "火\x1f锅", 5: ""})
    rows = np.tile(np.array([0, 0, 1], np.float16), (4, 1))
    keys, centered = centered_rows(ByLanguage(), np.array([2, 1, 9, 5]), rows, documents)
    assert keys.tolist() == [2, 1, 9, 5]
    half = np.sqrt(0.5)
    expected = [[0, -half, half], [-half, 0, half], [-half, 0, half], [-half, 0, half]]
    np.testing.assert_allclose(centered, expected, atol=1e-3)


@pytest.mark.parametrize("bad", [[0, 0, 0], [np.nan, 0, 1], [np.inf, 0, 0], [1, 0, 0]])
def test_a_row_that_is_or_becomes_unusable_is_left_out(bad: list[float]) -> None:
    rows = np.array([[0, 0, 1], bad, [0, 1, 0]], np.float16)
    keys, centered = centered_rows(ByLanguage(), np.array([1, 2, 3]), rows, Packed.of_rows({}))
    assert keys.tolist() == [1, 3]
    assert np.isfinite(centered).all()


def test_a_damaged_vector_in_the_vault_is_made_anew(
    make_recall: Callable[..., Recall], keep: Callable[..., Memory], store: Store, embedder: Counting
) -> None:
    memory = keep("You like green tea")
    keep("You live in Berlin")
    make_recall().catch_up()
    damaged = np.full(embedder.dimensions, np.nan, np.float16).tobytes()
    store._db.execute("UPDATE memory_vectors SET vector = ? WHERE key = ?", (damaged, memory.key))
    recall = make_recall()
    assert recall.search("green tea").items[0].semantic > 0.5
    recall.catch_up()
    (stored,) = store.vectors_of("memory", [memory.key], embedder.model_id).values()
    assert np.isfinite(stored).all()
