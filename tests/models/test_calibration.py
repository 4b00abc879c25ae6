"""Similarities on a scale on which a threshold means something."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app import paths
from app.engine.errors import KeepsakeError
from app.models.calibration import Calibration, measure
from app.models.catalogue import Catalogue, ModelEntry
from app.models.embedder import LlamaEmbedder
from tests.fakes import FakeEmbedder


def entry(**changes: object) -> ModelEntry:
    values = {
        "name": "e",
        "file": "e.gguf",
        "role": "embedding",
        "tier": "imported",
        "bytes": 1,
        "sha256": "",
        "licence": "",
    }
    return ModelEntry(**{**values, **changes})  # type: ignore[arg-type]


def test_without_means_nothing_changes() -> None:
    vectors = np.eye(3, dtype=np.float32)
    assert np.array_equal(Calibration.load(entry()).center(vectors, ["en"] * 3), vectors)


def test_centred_vectors_have_length_one_and_the_common_part_is_gone() -> None:
    common = np.array([1, 0, 0], np.float32)
    calibration = Calibration(
        {("en", "passage"): common, ("zh", "passage"): common, ("en", "query"): common, ("zh", "query"): common}
    )
    a, b = np.array([0.9, 0.3, 0.3], np.float32), np.array([0.9, 0.3, -0.3], np.float32)
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    assert float(a @ b) > 0.8
    assert calibration.similarity(a, b, "en", "zh") < 0.1
    assert np.allclose(np.linalg.norm(calibration.center(np.stack([a, b]), ["en", "zh"]), axis=1), 1, atol=1e-6)


def test_the_mean_itself_is_no_division_by_nothing() -> None:
    mean = np.array([1, 0], np.float32)
    calibration = Calibration({("en", "passage"): mean})
    assert np.all(np.isfinite(calibration.center(mean[None, :], ["en"])))


def test_a_file_of_other_dimensions_is_refused() -> None:
    with pytest.raises(KeepsakeError, match="model_damaged"):
        Calibration.load(entry(calibration="calibration/multilingual-e5-small.json", dimensions=12))
    with pytest.raises(KeepsakeError, match="model_damaged"):
        Calibration.load(entry(calibration="calibration/none.json"))


def test_the_command_measures_both_languages_and_kinds() -> None:
    means = measure(FakeEmbedder(), paths.resources() / "calibration")
    assert {(kind, lang) for kind, values in means.items() for lang in values} == {
        ("query", "en"), ("query", "zh"), ("passage", "en"), ("passage", "zh"),
    }  # fmt: skip


def test_there_are_enough_sentences() -> None:
    for lang in ("en", "zh"):
        lines = (paths.resources() / "calibration" / f"sentences.{lang}.txt").read_text("utf-8").splitlines()
        assert len(set(lines)) == len(lines) >= 150


@pytest.mark.real
def test_paraphrases_stand_clear_of_what_is_unrelated(model_path: Callable[[str], Path]) -> None:
    known = Catalogue.load().entry("multilingual-e5-small")
    embedder, calibration = LlamaEmbedder(model_path(known.name), known), Calibration.load(known)
    stored = json.loads((paths.resources() / known.calibration).read_text("utf-8"))
    again = measure(embedder, paths.resources() / "calibration")
    assert np.allclose(stored["passage"]["zh"], again["passage"]["zh"], atol=2e-3), "the stored means are the model's"

    def similar(a: str, b: str, lang_a: str = "en", lang_b: str = "en") -> float:
        first, second = embedder.passages([a, b])
        return calibration.similarity(first, second, lang_a, lang_b)  # type: ignore[arg-type]

    assert similar("You like Americano", "I love drinking americano") > 0.5
    assert similar("You like Americano", "你喜欢美式咖啡", "en", "zh") > 0.45
    assert similar("You like Americano", "You live in Shanghai") < 0.35
    assert similar("你喜欢美式咖啡", "你住在上海", "zh", "zh") < 0.45
    embedder.close()
