"""Trains the salience head from resources/salience/lines.jsonl and writes resources/salience/head.npz, reproducibly.

`--check` reports cross-validated figures on the training lines, `--heldout` those on the lines kept apart. Choices (hidden
units, weight decay, steps) were made by cross-validation alone; the lines kept apart are for reporting.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.engine.remember.salience import LABELS, SalienceHead  # noqa: E402
from app.engine.remember.statements import language_of  # noqa: E402
from app.engine.remember.surface import NAMES, features  # noqa: E402

FOLDER = ROOT / "resources" / "salience"
HIDDEN, DECAY, STEPS, RATE, SEEDS, DROP = 24, 0.02, 400, 0.01, 5, 0.1
SURFACE_SCALE = 0.6


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def embedder():
    from app.models.catalogue import Catalogue
    from app.models.embedder import LlamaEmbedder
    from app.paths import models_folder

    entry = next(e for e in Catalogue.load().entries if e.role == "embedding")
    return LlamaEmbedder(models_folder() / entry.file, entry)


def inputs(rows: list[dict], model) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    texts = [r["text"] for r in rows]
    vectors = np.concatenate([model.queries(texts[i : i + 64]) for i in range(0, len(texts), 64)])
    return vectors, np.stack([features(t) for t in texts]), np.array([language_of(t) == "zh" for t in texts], int)


def fit_keep(x: np.ndarray, y: np.ndarray, weight: np.ndarray, seed: int) -> tuple[np.ndarray, ...]:
    """Adam on the cross-entropy of one hidden layer, all lines at once; dropout on the inputs."""
    rng = np.random.default_rng(seed)
    n, d = x.shape
    params = [
        rng.normal(0, 1 / np.sqrt(d), (d, HIDDEN)),
        np.zeros(HIDDEN),
        rng.normal(0, 1 / np.sqrt(HIDDEN), (HIDDEN, 1)),
        np.zeros(1),
    ]
    first, second = [np.zeros_like(p) for p in params], [np.zeros_like(p) for p in params]
    for step in range(1, STEPS + 1):
        seen = x * (rng.random(x.shape) > DROP) / (1 - DROP)
        hidden = np.tanh(seen @ params[0] + params[1])
        p = 1 / (1 + np.exp(-(hidden @ params[2] + params[3])))
        delta = (p - y[:, None]) * weight[:, None] / weight.sum()
        back = (delta @ params[2].T) * (1 - hidden**2)
        grads = [
            seen.T @ back + DECAY * params[0] / n * 10,
            back.sum(0),
            hidden.T @ delta + DECAY * params[2] / n * 10,
            delta.sum(0),
        ]
        rate = RATE * (1 - step / (STEPS + 1))
        for i, g in enumerate(grads):
            first[i] = 0.9 * first[i] + 0.1 * g
            second[i] = 0.999 * second[i] + 0.001 * g * g
            params[i] = params[i] - rate * (first[i] / (1 - 0.9**step)) / (
                np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8
            )
    return tuple(params)


def logits(x: np.ndarray, nets: list[tuple[np.ndarray, ...]]) -> np.ndarray:
    return np.mean([np.tanh(x @ a + b) @ c + e for a, b, c, e in nets], axis=0)[:, 0]


def fit_label(
    x: np.ndarray, labels: np.ndarray, decay: float = 0.002, steps: int = 600
) -> tuple[np.ndarray, np.ndarray]:
    w, b = np.zeros((x.shape[1], len(LABELS))), np.zeros(len(LABELS))
    onehot = np.eye(len(LABELS))[labels]
    share = onehot.sum(0)
    weight = (1 / np.sqrt(np.maximum(share, 1)))[labels]
    weight = weight / weight.sum()
    for _ in range(steps):
        z = x @ w + b
        p = np.exp(z - z.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        delta = (p - onehot) * weight[:, None]
        w -= 0.5 * (x.T @ delta + decay * w)
        b -= 0.5 * delta.sum(0)
    return w, b


def platt(score: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    a, b = 1.0, 0.0
    for _ in range(2000):
        p = 1 / (1 + np.exp(-(a * score + b)))
        a -= 0.1 * float(np.mean((p - y) * score))
        b -= 0.1 * float(np.mean(p - y))
    return a, b


def auc(y: np.ndarray, score: np.ndarray) -> float:
    order = np.argsort(score, kind="stable")
    ranks = np.empty(len(score))
    ranks[order] = np.arange(1, len(score) + 1)
    for value in np.unique(score):  # ties share their mean rank
        same = score == value
        ranks[same] = ranks[same].mean()
    positive = y > 0
    n, m = int(positive.sum()), int((~positive).sum())
    return float((ranks[positive].sum() - n * (n + 1) / 2) / (n * m))


def folds(rows: list[dict], k: int = 5) -> np.ndarray:
    """By group, so that translations and variants of one line never stand on both sides."""
    groups = sorted({str(r.get("group", i)) for i, r in enumerate(rows)})
    place = {g: i for i, g in enumerate(np.random.default_rng(7).permutation(groups))}
    return np.array([place[str(r.get("group", i))] % k for i, r in enumerate(rows)])


def prepare(vectors: np.ndarray, surface: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    raw = np.concatenate([vectors, surface], axis=1)
    mean = raw.mean(0)
    spread = raw.std(0)
    scale = np.concatenate(
        [
            np.full(vectors.shape[1], 1 / spread[: vectors.shape[1]].mean()),
            SURFACE_SCALE / np.maximum(spread[vectors.shape[1] :], 0.1),
        ]
    )
    return (raw - mean) * scale, mean, scale


def weights(rows: list[dict]) -> np.ndarray:
    return np.array([float(r.get("weight", 1.0)) for r in rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--heldout", action="store_true")
    options = parser.parse_args()
    rows = lines(FOLDER / "lines.jsonl")
    model = embedder()
    vectors, surface, zh = inputs(rows, model)
    x, mean, scale = prepare(vectors, surface)
    y = np.array([bool(r["keep"]) for r in rows], float)
    w = weights(rows)
    fold = folds(rows)
    out_of_fold = np.zeros(len(rows))
    for k in range(5):
        train = fold != k
        nets = [fit_keep(x[train], y[train], w[train], seed) for seed in range(2)]
        out_of_fold[~train] = logits(x[~train], nets)
    natural = np.array([r.get("kind") == "natural" for r in rows])
    slopes = []
    for lang in (0, 1):
        chosen = (zh == lang) & (natural if natural[zh == lang].sum() > 100 else True)
        slopes.append(platt(out_of_fold[chosen], y[chosen]))
    for name, chosen in (
        ("en", zh == 0),
        ("zh", zh == 1),
        ("natural en", (zh == 0) & natural),
        ("natural zh", (zh == 1) & natural),
    ):
        if chosen.sum() > 20:
            print(f"cross-validated AUC {name}: {auc(y[chosen], out_of_fold[chosen]):.4f} on {int(chosen.sum())} lines")
    if options.check:
        return
    nets = [fit_keep(x, y, w, seed) for seed in range(SEEDS)]
    kept = np.array([bool(r["keep"]) and bool(r.get("label")) for r in rows])
    numbers = np.array([LABELS.index(r["label"]) if r.get("label") in LABELS else 0 for r in rows])
    label_w, label_b = fit_label(x[kept], numbers[kept])
    arrays = {"mean": mean, "scale": scale, "label_w": label_w, "label_b": label_b, "platt": np.array(slopes)}
    for i, net in enumerate(nets):
        arrays |= {f"keep_{part}_{i}": value for part, value in zip(("w1", "b1", "w2", "b2"), net, strict=True)}
    assert x.shape[1] == vectors.shape[1] + len(NAMES)
    np.savez_compressed(
        FOLDER / "head.npz",
        model_id=model.model_id,
        **{k: v.astype(np.float16 if v.ndim == 2 and v.size > 100 else np.float32) for k, v in arrays.items()},
    )
    print("wrote", FOLDER / "head.npz", (FOLDER / "head.npz").stat().st_size, "bytes from", len(rows), "lines")
    if options.heldout:
        heldout(model)


def heldout(model) -> None:
    rows = lines(ROOT / "tests" / "data" / "salience_heldout.jsonl")
    head = SalienceHead.load(FOLDER / "head.npz")
    texts = [r["text"] for r in rows]
    judged = head.judge(texts, np.concatenate([model.queries(texts[i : i + 64]) for i in range(0, len(texts), 64)]))
    score = np.array([j.confidence for j in judged])
    y = np.array([bool(r["keep"]) for r in rows])
    for lang in ("en", "zh"):
        chosen = np.array([r["lang"] == lang for r in rows])
        s, t = score[chosen], y[chosen]
        print(
            f"held-out {lang}: AUC {auc(t.astype(float), s):.4f}; at 0.5: {100 * (s[t] >= 0.5).mean():.1f} % of keepers kept, {100 * (s[~t] < 0.5).mean():.1f} % of junk dropped"
        )


if __name__ == "__main__":
    main()
