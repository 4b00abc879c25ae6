"""Trains the salience head from resources/salience/lines.jsonl and writes resources/salience/head.npz, reproducibly.

`--check` reports cross-validated figures on the training lines only, `--heldout` also those on the lines kept apart
(tests/data/salience_heldout.jsonl). Choices (kind of model, kernel width, ridge, weight of natural lines, thresholds)
were made by cross-validation over people and conversations alone, the thresholds where as large a share of keepers is
kept as of junk is dropped in talk with a companion; the lines kept apart are for reporting.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from zlib import crc32

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one order of summation: the same bytes every time
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.engine.remember.salience import LABELS  # noqa: E402
from app.engine.remember.statements import language_of  # noqa: E402
from app.engine.remember.surface import NAMES, features  # noqa: E402

FOLDER = ROOT / "resources" / "salience"
GAMMA, RIDGE, NATURAL, SURFACE = 1.0, 0.7, 2.0, 1.5
FOLDS = 8
Rows = list[dict]


def lines(path: Path) -> Rows:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def embedder():
    from app.models.catalogue import Catalogue
    from app.models.embedder import LlamaEmbedder
    from app.paths import models_folder

    entry = next(e for e in Catalogue.load().entries if e.role == "embedding")
    return LlamaEmbedder(models_folder() / entry.file, entry)


def inputs(rows: Rows, model) -> np.ndarray:
    """[embedding, surface features] of every line."""
    texts = [r["text"] for r in rows]
    vectors = np.concatenate([model.queries(texts[i : i + 64]) for i in range(0, len(texts), 64)])
    return np.concatenate([vectors, np.stack([features(t) for t in texts])], axis=1).astype(np.float64)


def scaling(raw: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean and scale: one scale for the embedding, one for each feature, and all of it divided by the root of the
    number of inputs, so that the width of the kernel does not depend on it."""
    spread = raw.std(0)
    split = raw.shape[1] - len(NAMES)
    scale = np.concatenate(
        [np.full(split, 1 / spread[:split].mean()), SURFACE / np.maximum(spread[split:], 0.1)]
    ) / np.sqrt(raw.shape[1])
    return raw.mean(0), scale


def kernel(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.exp(-GAMMA * ((a**2).sum(1)[:, None] + (b**2).sum(1)[None] - 2 * a @ b.T))


def inverse(gram: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Weighted kernel ridge regression is (K + ridge / w) a = y: times a target this gives the weights a."""
    return np.linalg.inv(gram + np.diag(RIDGE / weight))


def unseen_scores(inverted: np.ndarray, weights: np.ndarray, target: np.ndarray, fold: np.ndarray) -> np.ndarray:
    """What each line would score with its fold left out of the training, exactly: the residual of left-out lines G is
    (A^-1)_GG^-1 a_G."""
    scores = np.zeros_like(target)
    for k in range(FOLDS):
        out = np.flatnonzero(fold == k)
        scores[out] = target[out] - np.linalg.solve(inverted[np.ix_(out, out)], weights[out])
    return scores


def folds(rows: Rows) -> np.ndarray:
    """By person or conversation, so that neither a neighbour of a line nor its translation stands on the other side.
    Written lines have none and go by their text, so that adding some moves no other."""
    groups = sorted({r["group"] for r in rows if "group" in r})
    place = {g: i % FOLDS for i, g in enumerate(np.random.default_rng(7).permutation(groups))}
    return np.array([place[r["group"]] if "group" in r else crc32(r["text"].encode()) % FOLDS for r in rows])


def curve(score: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Slope and offset of the logistic curve, by Newton's method, keepers and junk weighing the same in sum; then the
    offset is moved so that at 0.5 the share of keepers kept equals the share of junk dropped."""
    weight = np.where(y > 0, len(y) / (2 * y.sum()), len(y) / (2 * (1 - y).sum()))
    x = np.stack([score, np.ones_like(score)], axis=1)
    b = np.zeros(2)
    for _ in range(50):
        p = sigmoid(x @ b)
        hessian = x.T @ (x * (weight * p * (1 - p))[:, None]) + 1e-6 * np.eye(2)
        b -= np.linalg.solve(hessian, x.T @ (weight * (p - y)))
    least = min(np.sort(score), key=lambda t: abs((score[y > 0] >= t).mean() - (score[y == 0] < t).mean()))
    return float(b[0]), float(-b[0] * least)


def auc(y: np.ndarray, score: np.ndarray) -> float:
    """Area under the ROC curve by ranks; ties share their mean rank."""
    _, place, count = np.unique(score, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[place]
    n = int(y.sum())
    return float((ranks[y > 0].sum() - n * (n + 1) / 2) / (n * (len(y) - n)))


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def report(name: str, y: np.ndarray, p: np.ndarray) -> str:
    kept, junk = 100 * (p[y > 0] >= 0.5).mean(), 100 * (p[y == 0] < 0.5).mean()
    return f"{name}: AUC {auc(y, p):.4f}, keepers kept {kept:.1f} %, junk dropped {junk:.1f} %, {len(y)} lines"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--heldout", action="store_true")
    options = parser.parse_args()
    rows = lines(FOLDER / "lines.jsonl")
    model = embedder()
    raw = inputs(rows, model)
    mean, scale = scaling(raw)
    x = (raw - mean) * scale
    gram = kernel(x, x)
    y = np.array([bool(r["keep"]) for r in rows], float)
    natural = np.array([r["kind"] == "natural" for r in rows])
    weight = np.where(natural, NATURAL, 1.0)
    zh = np.array([language_of(r["text"]) == "zh" for r in rows])
    inverted = inverse(gram, weight)
    keep = inverted @ (2 * y - 1)
    unseen = unseen_scores(inverted, keep, 2 * y - 1, folds(rows))
    companion = natural & np.array([r.get("source") != "everos_chats" for r in rows])  # what the program mostly hears
    curves = np.array([curve(unseen[companion & (zh == lang)], y[companion & (zh == lang)]) for lang in (False, True)])
    p = sigmoid(curves[zh.astype(int), 0] * unseen + curves[zh.astype(int), 1])
    for name, chosen in (
        ("companion en", ~zh & companion),
        ("companion zh", zh & companion),
        ("natural en", ~zh & natural),
        ("natural zh", zh & natural),
        ("en", ~zh),
        ("zh", zh),
    ):
        print("cross-validated", report(name, y[chosen], p[chosen]))
    if options.check:
        return
    labels = np.array([r.get("label") or "" for r in rows])
    labelled = np.flatnonzero(labels != "")
    targets = np.stack([np.where(labels[labelled] == label, 1.0, -1.0) for label in LABELS], axis=1)
    share = np.maximum((targets > 0).sum(0), 1)
    label_weight = weight[labelled] / np.sqrt(share[[LABELS.index(name) for name in labels[labelled]]] / len(labelled))
    label = np.zeros((len(rows), len(LABELS)))
    label[labelled] = np.linalg.solve(gram[np.ix_(labelled, labelled)] + np.diag(RIDGE / label_weight), targets)
    step = np.abs(x).max(0) / 127  # one byte an input: 412 of them a line
    target = FOLDER / "head.npz"
    np.savez_compressed(
        target,
        model_id=model.model_id,
        mean=mean.astype(np.float32),
        scale=scale.astype(np.float32),
        support=np.rint(x / step).astype(np.int8),
        step=step.astype(np.float32),
        keep=keep.astype(np.float32),
        label=label.astype(np.float16),
        gamma=np.float32(GAMMA),
        platt=curves.astype(np.float32),
    )
    print("wrote", target.name, target.stat().st_size, "bytes from", len(rows), "lines")
    if options.heldout:
        heldout(model)


def heldout(model) -> None:
    from tests.bench.remembering_salience import table

    for line in table(model):
        print(line)


if __name__ == "__main__":
    main()
