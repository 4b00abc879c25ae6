"""Evidence recall by turn on LoCoMo: each conversation a vault, asked through the product's transcript tier."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from recalling.worlds import Cached, add_conversation, recall_over, world

from app.engine.recall.recall import Recall
from app.engine.types import Mode
from app.settings import RecallSettings

CATEGORIES = (1, 2, 3, 4)  # 5 is adversarial: nothing is to be found
DEPTHS = (5, 10)


@dataclass(frozen=True, slots=True)
class Way:
    """One way of asking: settings and mode."""

    settings: RecallSettings
    mode: Mode = "hybrid"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question asked in one way: how much of its evidence is among the first k turns found, by k."""

    way: str
    conversation: int
    category: int
    recall: dict[int, float]


Watch = Callable[[int, set[str], dict[str, str]], None]


def ask_all(
    file: Path, embedder: Cached, ways: Mapping[str, Way], watch: Watch = lambda number, evidence, place: None
) -> Iterator[Asked]:
    """`evidence` is taken as it stands in the file; an id that does not exist cannot be found.

    watch: called after every question with the number of the conversation, the evidence, and result id -> turn.
    """
    for number, sample in enumerate(json.loads(file.read_text("utf-8"))):
        sessions = list(_sessions(sample["conversation"]))
        now = sessions[-1][0][2] + timedelta(days=1)
        with world(lambda now=now: now) as store:  # type: ignore[misc]
            place: dict[str, str] = {}
            for session in sessions:
                ids = add_conversation(store, [(role, text, at) for role, text, at, _ in session])
                place.update({f"message:{id}": turn[3] for id, turn in zip(ids, session, strict=True)})
            for name, way in ways.items():
                recall = recall_over(store, embedder, lambda now=now: now, way.settings)  # type: ignore[misc]
                for question in sample["qa"]:
                    evidence = set(question["evidence"])
                    if question["category"] in CATEGORIES and evidence:
                        found = _score(recall, question["question"], evidence, place, way.mode)
                        watch(number, evidence, place)
                        yield Asked(name, number, question["category"], found)
        embedder.save()


def _score(recall: Recall, question: str, evidence: set[str], place: dict[str, str], mode: Mode) -> dict[int, float]:
    found = recall.search(question, limit=max(DEPTHS), tiers=("transcript",), mode=mode).items
    turns = [place[item.id] for item in found]
    return {depth: len(evidence.intersection(turns[:depth])) / len(evidence) for depth in DEPTHS}


def _sessions(conversation: dict[str, Any]) -> Iterator[list[tuple[str, str, datetime, str]]]:
    """(role, text, said_at, dia_id) by session. Both are people: their names stand before their words, as in an import
    of a group chat, and a picture counts as the words of its caption."""
    number = 1
    while f"session_{number}_date_time" in conversation:
        began = datetime.strptime(conversation[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(
            tzinfo=UTC
        )
        turns = conversation.get(f"session_{number}") or []
        session = []
        for minutes, turn in enumerate(turns):
            role = "user" if turn["speaker"] == conversation["speaker_a"] else "assistant"
            picture = f" [{turn['blip_caption']}]" if turn.get("blip_caption") else ""
            text = f"{turn['speaker']}: {turn['text']}{picture}"
            session.append((role, text, began + timedelta(minutes=minutes), turn["dia_id"]))
        if session:
            yield session
        number += 1


def averaged(asked: list[Asked], depth: int) -> float:
    return sum(one.recall[depth] for one in asked) / len(asked)
