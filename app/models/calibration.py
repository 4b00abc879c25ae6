"""Puts an embedding model's similarities on a scale on which thresholds mean something.

e5 cosines live between 0.73 and 0.99 whatever the texts. Subtracting the mean vector of ordinary sentences (per
language, and per kind: questions and statements have different means) and normalising again leaves unrelated pairs at
0.1-0.4 and paraphrases at 0.55-0.95. `python -m app.models.calibration` computes the means of the installed embedding
model from resources/calibration/*.txt.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from app import paths
from app.engine.errors import KeepsakeError
from app.engine.types import Embedder, Language, Vectors
from app.models.catalogue import ModelEntry

Kind = Literal["query", "passage"]
_LANGUAGES: tuple[Language, ...] = ("en", "zh")
_KINDS: tuple[Kind, ...] = ("query", "passage")
_DIGITS = 5


class Calibration:
    """Means of ordinary vectors by language and kind. With no means it leaves similarities as they are."""

    def __init__(self, means: dict[tuple[Language, Kind], Vectors]) -> None:
        self._means = means

    @classmethod
    def load(cls, entry: ModelEntry) -> Calibration:
        """From the file the catalogue names; an imported model without one gets no calibration.

        Raises KeepsakeError("model_damaged") for a file that cannot be read or has other dimensions.
        """
        if not entry.calibration:
            return cls({})
        try:
            stored = json.loads((paths.resources() / entry.calibration).read_text("utf-8"))
            means = {(lang, kind): np.asarray(stored[kind][lang], np.float32) for lang in _LANGUAGES for kind in _KINDS}
        except (OSError, ValueError, KeyError) as error:
            raise KeepsakeError("model_damaged", name=entry.calibration) from error
        if entry.dimensions and any(mean.shape != (entry.dimensions,) for mean in means.values()):
            raise KeepsakeError("model_damaged", name=entry.calibration)
        return cls(means)

    def center(self, vectors: Vectors, langs: Sequence[Language], kind: Kind = "passage") -> Vectors:
        """Calibrated unit vectors, shape (n, dimensions): their dot product is the calibrated similarity.

        `langs` has one language per row.
        """
        if not self._means or not len(vectors):
            return vectors
        if len(set(langs)) == 1:  # the usual case, and a third of the time for many rows
            centered = np.asarray(vectors, np.float32) - self._means[langs[0], kind]
        else:
            centered = np.asarray(vectors, np.float32) - np.stack([self._means[lang, kind] for lang in langs])
        lengths = np.linalg.norm(centered, axis=1, keepdims=True)
        centered /= np.maximum(lengths, 1e-9)
        return centered

    def similarity(self, a: Vectors, b: Vectors, lang_a: Language, lang_b: Language, kind_a: Kind = "passage") -> float:
        """Calibrated cosine of two raw unit vectors of shape (dimensions,): about 0 unrelated, 1 the same."""
        first = self.center(a[None, :], [lang_a], kind_a)[0]
        second = self.center(b[None, :], [lang_b])[0]
        return float(first @ second)


def measure(embedder: Embedder, folder: Path) -> dict[str, dict[str, list[float]]]:
    """Means of the sentences and questions in `folder`, as the calibration file holds them."""
    means: dict[str, dict[str, list[float]]] = {"query": {}, "passage": {}}
    for lang in _LANGUAGES:
        questions = (folder / f"questions.{lang}.txt").read_text("utf-8").splitlines()
        sentences = (folder / f"sentences.{lang}.txt").read_text("utf-8").splitlines()
        means["query"][lang] = _mean(embedder.queries(questions))
        means["passage"][lang] = _mean(embedder.passages(sentences))
    return means


def _mean(vectors: Vectors) -> list[float]:
    return [round(float(value), _DIGITS) for value in vectors.mean(axis=0)]


def main() -> None:
    from app.models.catalogue import Catalogue
    from app.models.embedder import LlamaEmbedder

    catalogue = Catalogue.load()
    entry = next(entry for entry in catalogue.for_role("embedding") if entry.calibration)
    embedder = LlamaEmbedder(catalogue.require(entry), entry)
    target = paths.resources() / entry.calibration
    target.write_text(json.dumps(measure(embedder, target.parent)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
