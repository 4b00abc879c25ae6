"""Recall, measured: evidence found by turn, both languages, exact things, abstention, speed beside other stores.

`--locomo FILE` measures that file and nothing else; `--only PART` one part: locomo, steps, memorybank, longmemeval,
planted, speed, link, growth (draws resources/pictures/recall-growth.png). Without it all but steps and growth.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from recalling import growth, locomo, longmemeval, memorybank, over_link, planted, speed, steps, worlds
from report import Figure, at_least, at_most, left_out, main, shared_folder

from app.settings import RecallSettings


def figures() -> Iterator[Figure]:
    embedder, settings = worlds.embedder(), RecallSettings()
    parts: dict[str, Callable[[], Iterator[Figure]]] = {
        "locomo": lambda: _locomo(embedder, settings),
        "memorybank": lambda: _memorybank(embedder, settings),
        "longmemeval": lambda: _longmemeval(embedder, settings),
        "planted": lambda: _planted(embedder, settings),
        "speed": lambda: speed.figures(settings),
        "link": lambda: over_link.figures(),
        "steps": lambda: _steps(embedder, settings),
        "growth": lambda: growth.figures(settings),
    }
    usual = [name for name in parts if name not in ("steps", "growth")]
    wanted = ["locomo"] if "--locomo" in sys.argv else usual
    if "--only" in sys.argv:
        wanted = [sys.argv[sys.argv.index("--only") + 1]]
    for name in wanted:
        yield from parts[name]()


def _planted(embedder: worlds.Cached, settings: RecallSettings) -> Iterator[Figure]:
    yield at_least("exact_things_at_rank_1", planted.exact_at_one(embedder, settings), 1, "")
    asked = list(planted.first_by_kind(embedder, settings))
    for lang in ("en", "zh"):
        for batch in ("a", "b"):
            right = [first for of, in_batch, _, first in asked if (of, in_batch) == (lang, batch)]
            yield at_least(f"exact_and_time_first_{lang}_{batch}", sum(right), len(right), f"of {len(right)}")
    newer = list(planted.updates_first(embedder, settings))
    yield at_least("newer_turn_before_older", sum(newer), len(newer), f"of {len(newer)}")
    truths = list(planted.truths_among_copies(embedder, settings))
    yield at_least("truth_among_ten_near_duplicates_in_first_5", sum(truths) / len(truths), 1, "")


def _locomo_file() -> Path | None:
    shared = shared_folder()
    given = sys.argv[sys.argv.index("--locomo") + 1] if "--locomo" in sys.argv else None
    file = Path(given) if given else shared / "eval" / "locomo" / "locomo_first5.json" if shared else None
    return file if file is not None and file.is_file() else None


def _steps(embedder: worlds.Cached, settings: RecallSettings) -> Iterator[Figure]:
    file = _locomo_file()
    if file is None:
        yield left_out("steps", "LoCoMo is not here; give it with --locomo FILE")
        return
    yield from steps.cross_validation(file, embedder, settings)
    yield from steps.ablation(file, embedder, settings)


def _locomo(embedder: worlds.Cached, settings: RecallSettings) -> Iterator[Figure]:
    file = _locomo_file()
    if file is None:
        yield left_out("locomo_turn_recall_at_10", "LoCoMo is not here; give it with --locomo FILE")
        return
    asked = list(locomo.ask_all(file, embedder, {"": locomo.Way(settings)}))
    published = "bge-m3 0.668, text-embedding-3-small 0.694"
    yield at_least("locomo_turn_recall_at_10", locomo.averaged(asked, 10), 0.75, "", published)
    yield at_least("locomo_turn_recall_at_5", locomo.averaged(asked, 5), 0.66, "", "text-embedding-3-small 0.599")
    for category in locomo.CATEGORIES:
        part = [one for one in asked if one.category == category]
        yield Figure(f"locomo_category_{category}_recall_at_10", locomo.averaged(part, 10), "")
    for number in sorted({one.conversation for one in asked}):
        part = [one for one in asked if one.conversation == number]
        yield Figure(f"locomo_conversation_{number}_recall_at_10", locomo.averaged(part, 10), "")


def _memorybank(embedder: worlds.Cached, settings: RecallSettings) -> Iterator[Figure]:
    shared = shared_folder()
    if shared is None:
        yield left_out("memorybank_recall_at_5", "MemoryBank is not here")
        return
    evidence = Path(__file__).resolve().parents[1] / "data" / "memorybank_evidence.jsonl"
    shares = memorybank.ask_all(shared / "eval" / "memorybank", evidence, embedder, settings)
    means = {languages: sum(one) / len(one) for languages, one in shares.items()}
    for (written, asked), mean in means.items():
        yield Figure(f"memorybank_{written}_asked_in_{asked}_recall_at_5", mean)
    silent = memorybank.ask_nothing(shared / "eval" / "memorybank", embedder, settings)
    for (written, asked, batch), found in silent.items():
        share = sum(not one for one in found) / len(found)
        told = f"{len(found)} questions whose answer is not there; batch a set the thresholds, b did not"
        yield Figure(f"memorybank_{written}_asked_in_{asked}_{batch}_nothing_found", share, "", None, None, told)
    gap = (means["en", "en"] - means["zh", "zh"]) * 100
    yield at_most("memorybank_chinese_behind_english", gap, 3, "points")


def _longmemeval(embedder: worlds.Cached, settings: RecallSettings) -> Iterator[Figure]:
    shared = shared_folder()
    if shared is None:
        yield left_out("longmemeval", "LongMemEval's sample is not here")
        return
    outcomes = list(longmemeval.ask_all(shared / "eval" / "longmemeval_sample", embedder, settings))
    updates = [one for one in outcomes if one.kind == "update"]
    found = [one for one in updates if one.newest_rank and one.newest_rank <= 5]
    first = [one for one in found if one.older_rank is None or (one.newest_rank or 99) < one.older_rank]
    yield at_least("longmemeval_newest_in_first_5", len(found), len(updates), f"of {len(updates)}")
    yield at_least("longmemeval_newest_before_older", len(first), len(updates), f"of {len(updates)}")
    needle = next(one for one in outcomes if one.kind == "needle")
    yield Figure("longmemeval_needle_rank_of_550_turns", needle.newest_rank)
    nothing = [one for one in outcomes if one.kind == "abstention"]
    yield at_least("longmemeval_abstained", sum(not one.items for one in nothing), len(nothing), f"of {len(nothing)}")


if __name__ == "__main__":
    main("recall", figures)
