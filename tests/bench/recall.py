"""Recall, measured: evidence found by turn, both languages, exact things, abstention, speed beside other stores."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from recalling import locomo, worlds
from report import Figure, at_least, left_out, main, shared_folder

from app.settings import RecallSettings


def figures() -> Iterator[Figure]:
    embedder = worlds.embedder()
    yield from _locomo(embedder)


def _locomo(embedder: worlds.Cached) -> Iterator[Figure]:
    shared = shared_folder()
    given = sys.argv[sys.argv.index("--locomo") + 1] if "--locomo" in sys.argv else None
    file = Path(given) if given else shared / "eval" / "locomo" / "locomo_first5.json" if shared else None
    if file is None or not file.is_file():
        yield left_out("locomo_turn_recall_at_10", "LoCoMo is not here; give it with --locomo FILE")
        return
    asked = list(locomo.ask_all(file, embedder, RecallSettings()))
    published = "bge-m3 0.668, text-embedding-3-small 0.694"
    yield at_least("locomo_turn_recall_at_10", locomo.averaged(asked, 10), 0.75, "", published)
    yield at_least("locomo_turn_recall_at_5", locomo.averaged(asked, 5), 0.66, "", "text-embedding-3-small 0.599")
    for category in locomo.CATEGORIES:
        part = [one for one in asked if one.category == category]
        yield Figure(f"locomo_category_{category}_recall_at_10", locomo.averaged(part, 10), "")
    for number in sorted({one.conversation for one in asked}):
        part = [one for one in asked if one.conversation == number]
        yield Figure(f"locomo_conversation_{number}_recall_at_10", locomo.averaged(part, 10), "")


if __name__ == "__main__":
    main("recall", figures)
