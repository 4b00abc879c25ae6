"""The salience head: how likely a statement is worth keeping for months, and which label it bears."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import numpy as np
import numpy.typing as npt

from app.engine.remember.surface import features
from app.engine.types import Label, Vectors

Array = npt.NDArray[np.float32]
LABELS: tuple[Label, ...] = get_args(Label)


@dataclass(frozen=True, slots=True)
class Judgement:
    """`confidence` is a calibrated probability, 0 to 1; `label` the likeliest label if the statement is kept."""

    confidence: float
    label: Label


@dataclass(frozen=True, slots=True)
class Layer:
    weight: Array  # (inputs, outputs)
    bias: Array  # (outputs,)


class SalienceHead:
    """A small network over [embedding, surface features]: one hidden layer of tanh units for keeping (averaged over a
    few seeds), one linear layer for the label. The weights belong to one embedding model."""

    def __init__(self, arrays: dict[str, Array], model_id: str) -> None:
        self.model_id = model_id
        self._mean, self._scale = arrays["mean"], arrays["scale"]
        count = sum(name.startswith("keep_w1_") for name in arrays)
        self._keep = [
            (
                Layer(arrays[f"keep_w1_{i}"], arrays[f"keep_b1_{i}"]),
                Layer(arrays[f"keep_w2_{i}"], arrays[f"keep_b2_{i}"]),
            )
            for i in range(count)
        ]
        self._label = Layer(arrays["label_w"], arrays["label_b"])
        self._platt = arrays["platt"]  # slope and offset per language: [[en], [zh]]

    @classmethod
    def load(cls, path: Path) -> SalienceHead:
        with np.load(path, allow_pickle=False) as data:
            arrays = {name: data[name].astype(np.float32) for name in data.files if name != "model_id"}
            return cls(arrays, str(data["model_id"]))

    def judge(self, texts: list[str], vectors: Vectors) -> list[Judgement]:
        """One judgement a text. `vectors` are its query embeddings, raw, shape (len(texts), dimensions)."""
        if not texts:
            return []
        surface = np.stack([features(text) for text in texts])
        x = (np.concatenate([vectors, surface], axis=1) - self._mean) * self._scale
        logits = np.mean(
            [np.tanh(x @ one.weight + one.bias) @ two.weight + two.bias for one, two in self._keep], axis=0
        )[:, 0]
        zh = surface[:, -8].astype(int)  # the feature "zh"
        calibrated = self._platt[zh, 0] * logits + self._platt[zh, 1]
        probability = 1.0 / (1.0 + np.exp(-np.clip(calibrated, -30, 30)))
        labels = np.argmax(x @ self._label.weight + self._label.bias, axis=1)
        return [Judgement(float(p), LABELS[int(k)]) for p, k in zip(probability, labels, strict=True)]
