"""Trains the salience head from resources/salience/lines.jsonl and writes resources/salience/head.npz, reproducibly.

`--check` reports cross-validated figures on the training lines only, `--heldout` also those on the lines kept apart.
Choices (kernel width, ridge, weight of natural lines) were made by cross-validation alone; the lines kept apart are for
reporting.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one order of summation: the same bytes every time
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.engine.remember.salience import LABELS, SalienceHead  # noqa: E402
from app.engine.remember.statements import language_of  # noqa: E402
from app.engine.remember.surface import NAMES, features  # noqa: E402

FOLDER = ROOT / "resources" / "salience"
GAMMA, RIDGE, NATURAL, SURFACE = 1.0, 0.7, 2.0, 1.5
FOLDS = 5
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


def fit(gram: np.ndarray, target: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Weighted kernel ridge regression: (K + ridge / w) a = y."""
    return np.linalg.solve(gram + np.diag(RIDGE / weight), target)


def folds(rows: Rows) -> np.ndarray:
    """By group, so that a line and its twin in the other language never stand on both sides."""
    groups = sorted({str(r.get("group", i)) for i, r in enumerate(rows)})
    place = {g: i for i, g in enumerate(np.random.default_rng(7).permutation(groups))}
    return np.array([place[str(r.get("group", i))] % FOLDS for i, r in enumerate(rows)])


def platt(score: np.ndarray, y: np.ndarray, weight: np.ndarray) -> tuple[float, float]:
    """Slope and offset of the logistic curve, by Newton's method. Keepers and junk weigh the same in sum, so that 0.5
    is where losing a keeper and storing junk are equally likely."""
    weight = weight / np.where(y > 0, weight[y > 0].sum(), weight[y == 0].sum()) * len(y) / 2
    x = np.stack([score, np.ones_like(score)], axis=1)
    b = np.zeros(2)
    for _ in range(50):
        p = 1 / (1 + np.exp(-(x @ b)))
        hessian = x.T @ (x * (weight * p * (1 - p))[:, None]) + 1e-6 * np.eye(2)
        b -= np.linalg.solve(hessian, x.T @ (weight * (p - y)))
    return float(b[0]), float(b[1])


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
    natural = np.array([r.get("kind") == "natural" for r in rows])
    weight = np.where(natural, NATURAL, 1.0)
    zh = np.array([language_of(r["text"]) == "zh" for r in rows])
    fold = folds(rows)
    unseen = np.zeros(len(rows))
    for k in range(FOLDS):
        train, test = np.flatnonzero(fold != k), np.flatnonzero(fold == k)
        unseen[test] = gram[np.ix_(test, train)] @ fit(gram[np.ix_(train, train)], 2 * y[train] - 1, weight[train])
    curves = np.array([platt(unseen[zh == lang], y[zh == lang], weight[zh == lang]) for lang in (False, True)])
    p = sigmoid(curves[zh.astype(int), 0] * unseen + curves[zh.astype(int), 1])
    for name, chosen in (("en", ~zh), ("zh", zh), ("natural en", ~zh & natural), ("natural zh", zh & natural)):
        print("cross-validated", report(name, y[chosen], p[chosen]))
    if options.check:
        return
    labels = np.array([r.get("label") or "" for r in rows])
    labelled = np.flatnonzero(labels != "")
    targets = np.stack([np.where(labels[labelled] == label, 1.0, -1.0) for label in LABELS], axis=1)
    share = np.maximum((targets > 0).sum(0), 1)
    label_weight = weight[labelled] / np.sqrt(share[[LABELS.index(name) for name in labels[labelled]]] / len(labelled))
    label = np.zeros((len(rows), len(LABELS)))
    label[labelled] = fit(gram[np.ix_(labelled, labelled)], targets, label_weight)
    target = FOLDER / "head.npz"
    np.savez_compressed(
        target,
        model_id=model.model_id,
        mean=mean.astype(np.float32),
        scale=scale.astype(np.float32),
        support=x.astype(np.float16),
        keep=fit(gram, 2 * y - 1, weight).astype(np.float32),
        label=label.astype(np.float16),
        gamma=np.float32(GAMMA),
        platt=curves.astype(np.float32),
    )
    print("wrote", target.name, target.stat().st_size, "bytes from", len(rows), "lines")
    if options.heldout:
        heldout(model)


def heldout(model) -> None:
    rows = lines(ROOT / "tests" / "data" / "salience_heldout.jsonl")
    head = SalienceHead.load(FOLDER / "head.npz")
    texts = [r["text"] for r in rows]
    judged = head.judge(texts, np.concatenate([model.queries(texts[i : i + 64]) for i in range(0, len(texts), 64)]))
    p = np.array([j.confidence for j in judged])
    y = np.array([bool(r["keep"]) for r in rows], float)
    for lang in ("en", "zh"):
        chosen = np.array([r["lang"] == lang for r in rows])
        print("held-out", report(lang, y[chosen], p[chosen]))
    pairs = [(r["label"], j.label) for r, j in zip(rows, judged, strict=True) if r["keep"]]
    print("held-out label right:", f"{100 * sum(a == b for a, b in pairs) / len(pairs):.1f} % of {len(pairs)}")
    for label in LABELS:
        row = [sum(1 for a, b in pairs if a == label and b == other) for other in LABELS]
        if any(row):
            print(f"  {label:>10}", " ".join(f"{n:4d}" for n in row))


if __name__ == "__main__":
    main()
