"""Evidence recall by turn on MemoryBank: the same people in Chinese and English, asked in either language.

Questions and evidence are ours (tests/data/memorybank_evidence.jsonl): `2023-04-30.3U` is the user's words of the
fourth exchange of that day, `A` the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from recalling.planted import lines
from recalling.worlds import Cached, add_conversation, recall_over, utc, world

from app.settings import RecallSettings

FILES = {"zh": "memory_bank_cn.json", "en": "memory_bank_en.json"}
NOW = utc(2023, 5, 7)


def ask_all(
    folder: Path, evidence: Path, embedder: Cached, settings: RecallSettings, *, depth: int = 5
) -> dict[tuple[str, str], list[float]]:
    """(language of the memory, of the question) -> share of the evidence among the first `depth` turns, by question."""
    questions = [json.loads(line) for line in evidence.read_text("utf-8").splitlines()]
    shares: dict[tuple[str, str], list[float]] = {}
    for written, file in FILES.items():
        people = list(json.loads((folder / file).read_text("utf-8")).values())
        for number, person in enumerate(people):
            with world(lambda: NOW) as store:
                place: dict[str, str] = {}
                for turns in _days(person):
                    ids = add_conversation(store, [turn[:3] for turn in turns])
                    place.update({f"message:{id}": turn[3] for id, turn in zip(ids, turns, strict=True)})
                recall = recall_over(store, embedder, lambda: NOW, settings)
                for question in (one for one in questions if one["person"] == number):
                    for asked in FILES:
                        found = recall.search(question[asked], limit=depth, tiers=("transcript",)).items
                        hits = {place[item.id] for item in found}.intersection(question["evidence"])
                        shares.setdefault((written, asked), []).append(len(hits) / len(question["evidence"]))
        embedder.save()
    return shares


def ask_nothing(folder: Path, embedder: Cached, settings: RecallSettings) -> dict[tuple[str, str, str], list[int]]:
    """(language of the turns, of the question, batch) -> how many results questions got whose answer is not there:
    nothing in the person's whole history holds the word they turn on."""
    questions = lines("recall_nothing.jsonl")
    results: dict[tuple[str, str, str], list[int]] = {}
    for written, file in FILES.items():
        for person in json.loads((folder / file).read_text("utf-8")).values():
            days = list(_days(person))
            history = " ".join(turn[1] for turns in days for turn in turns)
            with world(lambda: NOW) as store:
                for turns in days:
                    add_conversation(store, [turn[:3] for turn in turns])
                recall = recall_over(store, embedder, lambda: NOW, settings)
                for question in questions:
                    if not re.search(question["absent"], history, re.IGNORECASE):
                        for asked in FILES:
                            found = recall.search(question[asked], limit=5).items
                            results.setdefault((written, asked, question["batch"]), []).append(len(found))
        embedder.save()
    return results


def _days(person: dict[str, Any]) -> Iterator[list[tuple[str, str, datetime, str]]]:
    for day, exchanges in person["history"].items():
        at = datetime.combine(date.fromisoformat(day), time(20), tzinfo=NOW.tzinfo)
        turns = []
        for place, exchange in enumerate(exchanges):
            said = at + timedelta(minutes=place)
            turns.append(("user", exchange["query"], said, f"{day}.{place}U"))
            turns.append(("assistant", exchange["response"], said, f"{day}.{place}A"))
        if turns:
            yield turns
