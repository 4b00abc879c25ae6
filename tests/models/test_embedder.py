"""The real embedding model: unit vectors, the right prefixes, nothing empty, nothing too long."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from app.models.catalogue import Catalogue
from app.models.embedder import LlamaEmbedder

pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def embedder(model_path: Callable[[str], object]) -> Iterator[LlamaEmbedder]:
    entry = Catalogue.load().entry("multilingual-e5-small")
    loaded = LlamaEmbedder(model_path(entry.name), entry)  # type: ignore[arg-type]
    yield loaded
    loaded.close()


def test_rows_are_unit_vectors_in_the_order_of_the_texts(embedder: LlamaEmbedder) -> None:
    texts = ["You like tea.", "x", "你住在上海。", "a much longer sentence " * 30, "You like tea."]
    vectors = embedder.passages(texts)
    assert vectors.shape == (5, embedder.dimensions) == (5, 384) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    alone = np.concatenate([embedder.passages([text]) for text in texts])
    assert np.allclose((vectors * alone).sum(axis=1), 1, atol=2e-3), "a batch changes nothing"


def test_questions_and_passages_have_their_own_prefix(embedder: LlamaEmbedder) -> None:
    query, passage = embedder.queries(["tea"])[0], embedder.passages(["tea"])[0]
    assert float(query @ passage) < 0.999
    assert np.allclose(embedder.queries(["tea"])[0], query)


def test_meaning_is_near_across_languages(embedder: LlamaEmbedder) -> None:
    query = embedder.queries(["我喜欢什么咖啡？"])[0]
    near, far = embedder.passages(["You like Americano coffee.", "The train leaves at nine."])
    assert query @ near > query @ far


def test_full_width_and_plain_letters_are_the_same_text(embedder: LlamaEmbedder) -> None:
    wide, plain = embedder.passages(["ＡＢＣ　１２３", "ABC 123"])
    assert float(wide @ plain) > 0.9999


@pytest.mark.parametrize("empty", ["", "   ", "\n\t", "\u3000"])
def test_empty_text_is_refused(embedder: LlamaEmbedder, empty: str) -> None:
    with pytest.raises(ValueError, match="empty"):
        embedder.queries([empty])
    with pytest.raises(ValueError, match="empty"):
        embedder.passages(["ok", empty])


def test_no_texts_make_no_rows(embedder: LlamaEmbedder) -> None:
    assert embedder.queries([]).shape == embedder.passages([]).shape == (0, 384)


def test_texts_of_any_length_and_odd_characters_are_taken(embedder: LlamaEmbedder) -> None:
    texts = ["字" * 50_000, "word " * 5000, "a\x00b", "\ud800 lone", "😀" * 300, "</s><s> [MASK]"]
    assert embedder.passages(texts).shape == (6, 384)


def test_the_model_is_named_with_its_bytes(embedder: LlamaEmbedder) -> None:
    assert embedder.model_id.startswith("multilingual-e5-small:")
