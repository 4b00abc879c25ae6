"""How well and how cheaply memories are made: behaviours, junk, inventions, updates, model tokens, milliseconds.

`--only salience,pairs,behaviours,talk,unsure,model` runs those parts.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.engine.redact.redactor import Redactor
from app.engine.remember.grounding import reason_against
from app.engine.remember.person import second_person
from app.engine.remember.relation import Thresholds, relate
from app.engine.remember.statements import language_of
from app.engine.types import ConsolidationModel
from app.models.calibration import Calibration
from app.models.catalogue import Catalogue
from app.models.embedder import LlamaEmbedder
from app.models.runtime import Runtime
from app.paths import resources
from app.settings import ModelSettings, RememberSettings
from tests.bench import remembering_salience
from tests.bench.report import Figure, at_least, at_most, left_out, main
from tests.engine.remember.world import World, cases, faults

MIX = [  # 8 of small talk, 2 keepers, one of them long: what ten messages of a day look like
    "good morning!",
    "haha, that's great",
    "what's the weather like in Oslo?",
    "thanks, that helps a lot",
    "ok, I'll try that",
    "I'm allergic to penicillin",
    "translate 'good night' into Finnish",
    "it's raining again",
    "see you later",
    "since we moved out of the city in spring my husband Marek and I have been getting up at five so that he can catch "
    "the only bus while I walk our two dogs along the river before work",
]
PARTS = ["salience", "pairs", "behaviours", "talk", "unsure", "model"]
USUAL_TOKENS = 2200  # the common design: one call to extract, one to compare, over the same ten messages


class Counted:
    """Counts every token that goes into and comes out of the background model."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.name = model.name
        self.tokens = 0
        self.calls = 0

    def complete(self, system: str, prompt: str, grammar: str | None = None) -> str:
        reply: str = self._model.complete(system, prompt, grammar)
        self.calls += 1
        self.tokens += sum(self._model.count_tokens(text) for text in (system, prompt, reply))
        return reply


def figures() -> Iterable[Figure]:
    catalogue = Catalogue.load()
    entry = next(entry for entry in catalogue.for_role("embedding") if entry.calibration)
    embedder = LlamaEmbedder(catalogue.require(entry), entry)
    parts = {"embedder": embedder, "calibration": Calibration.load(entry), "redactor": Redactor()}
    only = sys.argv[sys.argv.index("--only") + 1].split(",") if "--only" in sys.argv else PARTS
    if "salience" in only:
        yield from remembering_salience.figures(embedder)
    if "pairs" in only:
        yield from _pairs(embedder, parts["calibration"])
    if "behaviours" in only:
        yield from _behaviours(parts, None, "without a chat model")
    if "talk" in only:
        yield from _small_talk(parts)
    if "unsure" in only or "model" in only:
        yield from _with_models(catalogue, parts, only)
    embedder.close()


def _with_models(catalogue: Catalogue, parts: dict[str, Any], only: list[str]) -> Iterable[Figure]:
    installed = [e for e in catalogue.for_role("chat") if (catalogue.folder / e.file).exists() and e.tier != "tests"]
    if not installed:
        yield left_out("with a chat model", "none is installed")
    for chat in installed:
        runtime = Runtime(catalogue, ModelSettings(chat=chat.name))
        model = Counted(runtime.background())
        if chat.tier == "default" and "unsure" in only:
            yield from remembering_salience.unsure(parts, model)
        if chat.tier == "default" and "model" in only:
            yield from _behaviours(parts, model, chat.name, ("behaviours",))
        if "model" in only:
            yield from _cost(parts, model)
        runtime.close()


@contextmanager
def fresh(parts: dict[str, Any], model: ConsolidationModel | None) -> Iterator[World]:
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder), **parts, model=model)
        try:
            yield world
        finally:
            world.close()


def _behaviours(
    parts: dict[str, Any],
    model: ConsolidationModel | None,
    name: str,
    files: tuple[str, ...] = ("behaviours", "behaviours_own"),
) -> Iterable[Figure]:
    passed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    kept = invented = 0
    for file in files:
        for case in cases(file):
            with fresh(parts, model) as world:
                world.play(case)
                active = world.store.memories()
                kept += len(active)
                invented += sum(_invented(memory.content, memory.quote) for memory in active)
                total[case["kind"]] += 1
                passed[case["kind"]] += not faults(case, active)
    for kind in sorted(total):
        yield Figure(f"{kind}, {name}", passed[kind], f"of {total[kind]}")
    share = 100 * sum(passed.values()) / sum(total.values())
    yield at_least(f"behaviours that hold, {name}", round(share, 1), 93.75, "%")
    updates = [k for k in ("update", "contradiction", "correction") if total[k]]
    right = 100 * sum(passed[k] for k in updates) / max(1, sum(total[k] for k in updates))
    yield at_least(f"updates right, {name}", round(right, 1), 90, "%", "22-62 % in published systems")
    yield at_most(f"invented statements per 100 kept, {name}", round(100 * invented / max(1, kept), 2), 0, "")


def _invented(content: str, quote: str) -> bool:
    """A name or content word that the quote does not hold; reports hold the quote itself."""
    reason = reason_against(content, quote)
    return (
        reason in ("rewrite_invented_name", "rewrite_invented")
        and quote not in content
        and second_person(quote) is None
    )


def _small_talk(parts: dict[str, Any]) -> Iterable[Figure]:
    """Lines of the held-out set that were labelled junk, drawn from real chats, each said in a fresh vault."""
    lines = [r["text"] for r in cases("salience_heldout") if not r["keep"]]
    chosen = random.Random(5).sample(lines, 100)
    with fresh(parts, None) as world:
        began = time.perf_counter()
        world.say(*chosen)
        took = (time.perf_counter() - began) * 10
        yield Figure(
            "junk stored per 100 junk lines of real chats",
            len(world.store.memories()),
            "",
            None,
            None,
            "97.8 of 100 in an audited store",
        )
        yield Figure("time per message without a chat model", round(took, 1), "ms")
    generic = [json.loads(line) for line in (resources() / "salience" / "lines.jsonl").read_text("utf-8").splitlines()]
    talk = [r["text"] for r in generic if r["kind"] in ("small_talk", "passing") and not r["keep"]]
    with fresh(parts, None) as world:
        world.say(*random.Random(6).sample(talk, 100))
        yield at_most(
            "junk stored per 100 lines of small talk (lines the head was trained on)",
            len(world.store.memories()),
            2,
            "",
        )


def _cost(parts: dict[str, Any], model: Counted) -> Iterable[Figure]:
    model.tokens = model.calls = 0
    with fresh(parts, model) as world:
        began = time.perf_counter()
        report = world.say(*MIX)
        took = (time.perf_counter() - began) * 1000 / len(MIX)
    limit = USUAL_TOKENS / 4
    yield at_most(
        f"model tokens per 10 messages, {model.name}",
        model.tokens,
        limit,
        "tokens",
        f"{USUAL_TOKENS} in the two-call design",
    )
    yield Figure(f"memories of those 10 messages, {model.name}", len(report.added), "of 2")
    yield Figure(f"time per message, {model.name}", round(took, 1), "ms")


def _pairs(embedder: LlamaEmbedder, calibration: Any) -> Iterable[Figure]:
    rows = [r for r in cases("consolidation_pairs") if r["split"] == "heldout"]
    langs = [language_of(r["old"]) for r in rows]
    old = calibration.center(embedder.passages([second_person(r["old"]) or r["old"] for r in rows]), langs)
    new = calibration.center(embedder.passages([second_person(r["new"]) or r["new"] for r in rows]), langs)
    settings = RememberSettings()
    thresholds = Thresholds(settings.same_similarity, settings.topic_similarity)
    count: dict[str, Counter[str]] = defaultdict(Counter)
    for r, similarity in zip(rows, (old * new).sum(1), strict=True):
        count[r["verdict"]][relate(r["new"], r["old"], float(similarity), thresholds).verdict] += 1
    others = count["different"]["update"] + count["same"]["update"]
    share = 100 * others / (count["different"].total() + count["same"].total())
    yield at_most("wrongly replaced, held-out pairs", round(share, 1), 1, "%")
    yield at_least(
        "updates found, held-out pairs", round(100 * count["update"]["update"] / count["update"].total(), 1), 90, "%"
    )
    yield at_least(
        "duplicates found, held-out pairs", round(100 * count["same"]["same"] / count["same"].total(), 1), 85, "%"
    )
    yield Figure(
        "different things taken for one, held-out pairs", count["different"]["same"], f"of {count['different'].total()}"
    )


if __name__ == "__main__":
    main("remembering", figures)
