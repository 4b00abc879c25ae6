"""LongMemEval: updates give the newest, a needle is found, questions about what was never said find nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from recalling.worlds import Cached, add_conversation, recall_over, world

from app.engine.types import RecallItem
from app.settings import RecallSettings

# question -> words of the turn that holds the newest value, and of the turn that holds the one before
UPDATES = {
    "How long have my parents been staying with me in the US?": ("nine months", None),
    "How many dozen eggs do we currently have stocked up in our refrigerator?": ("20 dozen", "30 dozen"),
    "How many short stories have I written since I started writing regularly?": ("7 short stories", "four so far"),
    "What was my personal best time in the charity 5K run?": ("25:50", "27:12"),
}
NEEDLE = ("What degree did I graduate with?", "degree in Business Administration")


@dataclass(frozen=True, slots=True)
class Outcome:
    question: str
    kind: str  # update | needle | abstention
    newest_rank: int | None = None
    older_rank: int | None = None
    items: int = 0


def ask_all(folder: Path, embedder: Cached, settings: RecallSettings) -> Iterator[Outcome]:
    for question, turns in _records(folder):
        now = max(at for _, _, at in turns)
        with world(lambda now=now: now) as store:  # type: ignore[misc]
            for _, session in groupby(turns, key=lambda turn: turn[2]):
                add_conversation(store, list(session))
            recall = recall_over(store, embedder, lambda now=now: now, settings)  # type: ignore[misc]
            found = recall.search(question, limit=10).items
        embedder.save()
        if question in UPDATES:
            newest, older = UPDATES[question]
            yield Outcome(question, "update", _rank(found, newest), _rank(found, older), len(found))
        elif question == NEEDLE[0]:
            yield Outcome(question, "needle", _rank(found, NEEDLE[1]), None, len(found))
        else:
            yield Outcome(question, "abstention", items=len(found))


def _rank(items: Sequence[RecallItem], words: str | None) -> int | None:
    return next((place for place, item in enumerate(items, 1) if words and words in item.content), None)


def _records(folder: Path) -> Iterator[tuple[str, list[tuple[str, str, datetime]]]]:
    for file in ("longmemeval_oracle_sample_hydrabuild.json", "longmemeval_abstain_sample_hydrabuild.json"):
        for record in json.loads((folder / file).read_text("utf-8"))["data"]:
            question = record["questions"][0]
            if question.get("is_abstention") or question["question"] in UPDATES:
                yield question["question"], [(t["role"], t["content"], _at(t["date"])) for t in record["conversation"]]
    for file in ("longmemeval_sample.json", "longmemeval_s_single_e47becba.json"):
        for record in json.loads((folder / file).read_text("utf-8")):
            if record["question"] in UPDATES or record["question"] == NEEDLE[0]:
                yield record["question"], list(_turns(record))


def _turns(record: dict[str, Any]) -> Iterator[tuple[str, str, datetime]]:
    for session, day in zip(record["haystack_sessions"], record["haystack_dates"], strict=True):
        for turn in session:
            yield turn["role"], turn["content"], _at(day)


def _at(text: str) -> datetime:
    return datetime.strptime(text, "%Y/%m/%d (%a) %H:%M").replace(tzinfo=UTC)
