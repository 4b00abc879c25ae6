"""A real cross-encoder, through llama.cpp's rank pooling, behind recall: a tiny one the tests make."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.recall.recall import Recall
from app.engine.types import Memory
from app.models.reranker import LlamaReranker
from tests.models import tiny_reranker

pytestmark = pytest.mark.real


def test_a_cross_encoder_reorders_and_loses_nothing(
    make_recall: Callable[..., Recall], keep: Callable[..., Memory], tmp_path: Path
) -> None:
    for text in ("You like green tea", "You like coffee", "You like tea with milk"):
        keep(text)
    plain = make_recall().search("like tea").items
    model = LlamaReranker(tiny_reranker.write(tmp_path / "tiny.gguf"), threads=1)
    try:
        alone = make_recall(reranker=model, rerank_weight=1.0, mmr_trade=1.0).search("like tea").items
        given = model.scores("like tea", [item.content for item in alone]).tolist()
    finally:
        model.close()
    assert {item.id for item in alone} == {item.id for item in plain}
    assert given == sorted(given, reverse=True)
