"""Reranking through llama.cpp's rank pooling agrees with the same network in plain arithmetic."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.models.catalogue import Catalogue, ModelEntry
from app.models.reranker import LlamaReranker
from app.models.runtime import Runtime
from app.settings import ModelSettings
from tests.models import tiny_reranker

pytestmark = pytest.mark.real
QUESTION = "what do i like"
PASSAGES = ["you like tea", "you live in rome", "milk", "you like coffee . you live in rome"]
_IDS = {piece: number for number, piece in enumerate(tiny_reranker.PIECES)}


def words(text: str) -> list[int]:
    return [_IDS.get(f"▁{word}", _IDS.get(word, -1)) for word in text.split()]


@pytest.fixture
def reranker(tmp_path: Path) -> LlamaReranker:
    return LlamaReranker(tiny_reranker.write(tmp_path / "tiny.gguf"), threads=1)


def test_scores_are_those_of_the_network(reranker: LlamaReranker) -> None:
    expected = [tiny_reranker.score([0, *words(QUESTION), 2, 2, *words(text), 2]) for text in PASSAGES[:3]]
    got = reranker.scores(QUESTION, PASSAGES[:3])
    assert got == pytest.approx(expected, abs=2e-2)
    assert np.ptp(got) > 0.1
    reranker.close()


def test_order_and_company_change_no_score(reranker: LlamaReranker) -> None:
    many = reranker.scores(QUESTION, PASSAGES * 12)
    alone = [reranker.scores(QUESTION, [text])[0] for text in PASSAGES]
    assert many == pytest.approx(np.tile(alone, 12), abs=5e-3)
    assert reranker.scores(QUESTION, []).shape == (0,)
    reranker.close()


def test_long_texts_are_cut_and_the_end_token_stays(reranker: LlamaReranker) -> None:
    scores = reranker.scores("tea " * 2000, ["coffee " * 2000, ""])
    assert np.all(np.isfinite(scores))
    reranker.close()


def test_an_installed_reranker_is_found_by_its_role(tmp_path: Path) -> None:
    path = tiny_reranker.write(tmp_path / "tiny.gguf")
    entry = ModelEntry("tiny", path.name, "rerank", "imported", path.stat().st_size, "", "MIT")
    runtime = Runtime(Catalogue((entry,), tmp_path), ModelSettings())
    found = runtime.reranker()
    assert found is not None and len(found.scores(QUESTION, PASSAGES)) == 4
    runtime.close()
