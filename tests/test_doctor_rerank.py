"""The doctor says which cross-encoder ranks what was found, or that none is installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.doctor import EngineDoctor, carry_out


def doctor(answer: tuple[str, list[float]] | None) -> EngineDoctor:
    return EngineDoctor(
        Path("vault.db"),
        reopen=lambda key: None,
        embed=lambda texts: np.zeros((len(texts), 1), np.float32),
        rerank=lambda query, passages: answer,
        versions=dict,
    )


@pytest.mark.parametrize(
    ("answer", "ok", "says"),
    [
        (None, True, "no cross-encoder installed"),
        (("bge-reranker-v2-m3", [3.5, -4.0]), True, "bge-reranker-v2-m3; fitting passage 3.50"),
        (("bge-reranker-v2-m3", [float("nan"), 1.0]), False, "no number"),
    ],
)
def test_the_installed_cross_encoder_is_named(answer: tuple[str, list[float]] | None, ok: bool, says: str) -> None:
    check = carry_out("rerank", doctor(answer)._reranking)
    assert check.ok == ok
    assert says in check.detail
