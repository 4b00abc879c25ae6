"""The salience head: how likely a statement is worth keeping for months, and which label it bears."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import numpy as np
import numpy.typing as npt

from app.engine.remember.surface import NAMES, features
from app.engine.types import Label, Vectors

Array = npt.NDArray[np.float32]
LABELS: tuple[Label, ...] = get_args(Label)
_ZH = NAMES.index("zh")
_INSIGHT = LABELS.index("insight")


@dataclass(frozen=True, slots=True)
class Judgement:
    """`confidence` is a calibrated probability, 0 to 1; `label` the likeliest label if the statement is kept."""

    confidence: float
    label: Label


class SalienceHead:
    """Kernel ridge regression with a Gaussian kernel over [embedding, surface features] of the training lines, then a
    logistic curve per language that makes a probability of it (Platt scaling). The weights belong to one embedding
    model; `arrays` come from packaging/train_salience.py."""

    def __init__(self, arrays: dict[str, Array], model_id: str) -> None:
        self.model_id = model_id
        self._mean, self._scale = arrays["mean"], arrays["scale"]
        self._support = arrays["support"]  # (lines, inputs), scaled
        self._lengths = np.sum(self._support**2, axis=1)
        self._keep = arrays["keep"]  # (lines,)
        self._label = arrays["label"]  # (lines, labels)
        self._gamma = float(arrays["gamma"])
        self._platt = arrays["platt"]  # slope and offset: [[en], [zh]]

    @classmethod
    def load(cls, path: Path) -> SalienceHead:
        with np.load(path, allow_pickle=False) as data:
            arrays = {name: data[name].astype(np.float32) for name in data.files if name != "model_id"}
            arrays["support"] = arrays["support"] * arrays.pop("step")  # stored in one byte an input
            return cls(arrays, str(data["model_id"]))

    def judge(self, texts: list[str], vectors: Vectors) -> list[Judgement]:
        """One judgement a text. `vectors` are its query embeddings, raw, shape (len(texts), dimensions)."""
        if not texts:
            return []
        surface = np.stack([features(text) for text in texts])
        kernel = self._kernel(np.concatenate([vectors, surface], axis=1))
        zh = surface[:, _ZH].astype(int)
        logit = self._platt[zh, 0] * (kernel @ self._keep) + self._platt[zh, 1]
        probability = 1.0 / (1.0 + np.exp(-np.clip(logit, -30, 30)))
        scores = kernel @ self._label
        scores[:, _INSIGHT] = -np.inf  # no single statement is a rule distilled from several
        labels = np.argmax(scores, axis=1)
        return [Judgement(float(p), LABELS[int(k)]) for p, k in zip(probability, labels, strict=True)]

    def _kernel(self, inputs: Array) -> Array:
        x = (inputs - self._mean) * self._scale
        distance = np.sum(x**2, axis=1)[:, None] + self._lengths[None] - 2.0 * x @ self._support.T
        return np.asarray(np.exp(-self._gamma * distance), dtype=np.float32)
