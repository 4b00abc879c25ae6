"""What of real talk is kept and dropped: the salience head alone, and all of remembering with its rules.

The lines are tests/data/salience_heldout.jsonl (statements of people and conversations that no training line is from)
and tests/data/salience_fresh.jsonl (short lines of the everyday kinds, written before any of them was scored).
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np

from app.engine.remember.salience import LABELS, Judgement, SalienceHead
from app.engine.types import Embedder, Message
from app.models.calibration import Calibration
from app.models.catalogue import Catalogue
from app.paths import resources
from tests.bench.report import Figure, at_least
from tests.engine.remember.world import NOW, World, cases

TALK = {
    "all": ("memorybank", "longmemeval_sample", "everos_chats"),
    "talk with a companion": ("memorybank", "longmemeval_sample"),
    "group project chats": ("everos_chats",),
}
Rows = Sequence[dict[str, Any]]


def judgements(rows: Rows, embedder: Embedder) -> list[Judgement]:
    texts = [r["text"] for r in rows]
    head = SalienceHead.load(resources() / "salience" / "head.npz")
    return head.judge(texts, np.concatenate([embedder.queries(texts[i : i + 64]) for i in range(0, len(texts), 64)]))


def auc(p: Any, y: Any) -> float:
    """The chance that a keeper scores above junk; ties count half."""
    return float((p[y][:, None] > p[~y][None]).mean() + 0.5 * (p[y][:, None] == p[~y][None]).mean())


def kept_by_all(rows: Rows, embedder: Embedder) -> Any:
    """Which lines the whole of remembering would keep, without a chat model: rules, head, thresholds. Each line is a
    message of its own; nothing is written, and what equals another line counts as kept."""
    entry = next(entry for entry in Catalogue.load().for_role("embedding") if entry.calibration)
    messages = [Message(i, f"c{i}", "user", r["text"], NOW + timedelta(minutes=i), index=i) for i, r in enumerate(rows)]
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder), embedder, calibration=Calibration.load(entry))
        try:
            report = world.rememberer.consolidate(messages, source="imported", dry_run=True)
        finally:
            world.close()
    kept = {memory.index for memory in report.added} | {d.index for d in report.dropped if d.reason == "duplicate"}
    return np.array([i in kept for i in range(len(rows))])


def agreement(rows: Rows) -> tuple[int, float, float]:
    """Lines with a second reader's label, the share they agree on, and Cohen's kappa: what a head can reach."""
    first, second = zip(*[(r["keep"], r["second"]["keep"]) for r in rows if "second" in r], strict=True)
    a, b = np.array(first), np.array(second)
    chance = a.mean() * b.mean() + (1 - a.mean()) * (1 - b.mean())
    return len(a), float((a == b).mean()), float(((a == b).mean() - chance) / (1 - chance))


def ceiling(lang: str, sources: Sequence[str]) -> str:
    """How far a second reader of the same rules agrees with the first, on held-out and training lines together."""
    text = (resources() / "salience" / "lines.jsonl").read_text("utf-8")
    rows = [*cases("salience_heldout"), *(json.loads(line) for line in text.splitlines())]
    both = [r for r in rows if "second" in r and r["lang"] == lang and r["source"] in sources]
    many, agreed, kappa = agreement(both)
    keepers = [r["second"]["keep"] for r in both if r["keep"]]
    junk = [not r["second"]["keep"] for r in both if not r["keep"]]
    return (
        f"a second reader: agrees on {100 * agreed:.1f} % of {many}, kappa {kappa:.2f}, keeps "
        f"{100 * sum(keepers) / len(keepers):.1f} % and drops {100 * sum(junk) / len(junk):.1f} %"
    )


def figures(embedder: Embedder) -> Iterable[Figure]:
    rows = cases("salience_heldout")
    judged, kept = judgements(rows, embedder), kept_by_all(rows, embedder)
    for lang in ("en", "zh"):
        for name, sources in TALK.items():
            here = np.array([r["lang"] == lang and r["source"] in sources for r in rows])
            y, p, k = (np.array(v)[here] for v in ([r["keep"] for r in rows], [j.confidence for j in judged], kept))
            where, second = f"{lang}, {name}, {len(y)} held-out lines", ceiling(lang, sources)
            yield at_least(f"salience AUC, {where}", round(auc(p, y), 4), 0.95, "")
            yield at_least(f"keepers kept, {where}", round(float(100 * k[y].mean()), 1), 92, "%", second)
            yield at_least(f"junk dropped, {where}", round(float(100 * (~k[~y]).mean()), 1), 92, "%", second)
    right = [r["label"] == j.label for r, j in zip(rows, judged, strict=True) if r["keep"]]
    yield Figure(f"label right on {len(right)} held-out keepers", round(100 * sum(right) / len(right), 1), "%")
    fresh = [r for r in cases("salience_fresh") if r["batch"] == 2]  # the errors on batch 1 have been read
    kept = kept_by_all(fresh, embedder)
    for lang in ("en", "zh"):
        for keep, name in ((True, "everyday keepers kept"), (False, "everyday junk dropped")):
            here = np.array([r["lang"] == lang and r["keep"] == keep for r in fresh])
            share = round(float(100 * (kept[here] == keep).mean()), 1)
            yield at_least(f"{name} of {here.sum()} fresh lines, {lang}", share, 92, "%")


def unsure(parts: dict[str, Any], model: Any) -> Iterable[Figure]:
    """What a chat model's yes or no is worth on the held-out lines the head is unsure of, and what it costs.
    `parts`: embedder, calibration and redactor; `model` counts its `tokens`."""
    rows, embedder = cases("salience_heldout"), parts["embedder"]
    messages = [Message(i, f"c{i}", "user", r["text"], NOW + timedelta(minutes=i), index=i) for i, r in enumerate(rows)]
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder), **parts, model=model)
        try:
            told, _ = world.rememberer._screening.screen(messages, "imported")
            judged = judgements([{"text": u.quote.text} for u in told], embedder)
            before = model.tokens
            answers = world.rememberer._judge._asked(told, judged)
        finally:
            world.close()
    for lang in ("en", "zh"):
        here = [i for i in answers if told[i].lang == lang]
        keep = [rows[told[i].origin.index or 0]["keep"] for i in here]
        by_head = sum((judged[i].confidence >= 0.5) == k for i, k in zip(here, keep, strict=True))
        by_model = sum(answers[i] == k for i, k in zip(here, keep, strict=True))
        compared = f"the head alone: {by_head}"
        yield Figure(
            f"unsure lines judged right by {model.name}, {lang}", by_model, f"of {len(here)}", None, None, compared
        )
    cost = round((model.tokens - before) / max(1, len(answers)), 1)
    yield Figure(f"tokens per unsure line, {model.name}", cost, "tokens")


def confusion(rows: Rows, judged: Sequence[Judgement]) -> list[str]:
    """Rows: the reader's label; columns: the head's, in the order of the rows."""
    pairs = Counter((r["label"], j.label) for r, j in zip(rows, judged, strict=True) if r["keep"])
    lines = [" " * 12 + " ".join(f"{name[:10]:>10}" for name in LABELS)]
    return lines + [f"{a:>11} " + " ".join(f"{pairs[a, b]:10d}" for b in LABELS) for a in LABELS]


def table(embedder: Embedder) -> Iterable[str]:
    for figure in figures(embedder):
        yield f"{figure.name}: {figure.value} {figure.unit} {figure.goal or ''} {figure.compared_with or ''}".rstrip()
    rows = cases("salience_heldout")
    yield from confusion(rows, judgements(rows, embedder))
