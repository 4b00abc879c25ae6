"""A simulated year, seeded: twenty messages a day, recalls by topic, forgetting on against forgetting off.

Run by `packaging/dev.py bench year [--json]`; draws resources/pictures/year.png where matplotlib is installed. What is
kept goes straight into the real store (no model writes it), is found by the real recall and fades by the real sweep.
"""

from __future__ import annotations

import importlib.util
import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.engine.forget import Forgetter
from app.engine.recall.recall import Recall
from app.engine.redact.redactor import Redactor
from app.engine.types import Label, MemoryDraft, MemoryType
from app.models.calibration import Calibration
from app.models.catalogue import Catalogue
from app.models.embedder import LlamaEmbedder
from app.settings import Settings
from app.vault.database import Database
from app.vault.store import Store
from tests.bench.report import Figure, at_least, at_most, left_out, main

SEED = 20260101
DAYS, MESSAGES_A_DAY = 365, 20
KEPT_SHARE = 0.15  # of messages that leave a memory; the rest is small talk
START = datetime(2026, 1, 1, 8, tzinfo=UTC)
BOUND = 700  # active memories after a year, at most

_PEOPLE = ("Ana", "Tomasz", "Elif", "Marco", "Yuki", "Petra", "小薇", "老周", "Noor", "Sven", "阿豆", "Lucía")
_THINGS = {
    "hiking": ("a hike up the {adj} ridge", "new {adj} boots", "the trail map of the {adj} valley"),
    "cooking": ("a {adj} soup", "the {adj} bread recipe", "a {adj} stew"),
    "work": ("the {adj} release", "a {adj} review", "the {adj} migration"),
    "music": ("a {adj} quartet", "the {adj} rehearsal", "a {adj} sonata"),
    "family": ("the {adj} dinner", "a {adj} call", "the {adj} visit"),
    "garden": ("the {adj} tomatoes", "a {adj} pear tree", "the {adj} compost"),
}
_ADJECTIVES = (
    "late",
    "northern",
    "spicy",
    "failed",
    "quiet",
    "second",
    "wooden",
    "spring",
    "long",
    "borrowed",
    "red",
    "old",
)
_PLANTED = (
    ("You are allergic to penicillin.", "Which medicine am I allergic to?"),
    ("Your landlord is called Mr. Okafor.", "What is my landlord's name?"),
    ("You keep the spare key with Ana.", "Who has my spare key?"),
    ("Your blood type is O negative.", "What is my blood type?"),
    ("You learned to drive in Oslo.", "Where did I learn to drive?"),
    ("You prefer window seats on trains.", "Which seat do I like on trains?"),
    ("你对青霉素以外的药物没有过敏。", "我对哪些药物不过敏？"),
    ("你的牙医在解放路。", "我的牙医在哪里？"),
    ("你妹妹在苏州上大学。", "我妹妹在哪里上学？"),
    ("你不吃香菜。", "我不吃什么？"),
    ("你的书房在二楼。", "我的书房在几楼？"),
    ("你每周三晚上练合唱。", "我哪天晚上练合唱？"),
)


@dataclass
class Year:
    """One run of the year."""

    forgetting: bool
    active_by_day: list[int] = field(default_factory=list)
    planted_found: float = 0.0
    safe_lost: int = 0  # pinned or future-dated memories that left
    memories: int = 0


class _Now:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def simulate(forgetting: bool, embedder: LlamaEmbedder, redactor: Redactor, folder: Path) -> Year:
    """The same seeded year, with or without the daily sweep."""
    clock, settings, chance = _Now(), Settings(), random.Random(SEED)
    database = Database(folder / f"{forgetting}.db", bytes(32), create=True)
    store = Store(database, clock)
    recall = Recall(
        store, embedder, Calibration.load(Catalogue.load().for_role("embedding")[0]), settings.recall, clock=clock
    )
    forgetter = Forgetter(store, settings, clock, find_about=lambda topic, user: [])
    year, safe, planted = Year(forgetting), [], iter(_PLANTED)

    def keep(text: str, importance: float, label: Label = "episode", **more: object) -> str:
        kind: MemoryType = "episodic" if label == "episode" else "fact"
        words = redactor.redact(text)
        draft = MemoryDraft(words, words, kind, label, importance, 0.8, "automatic", clock.now, **more)  # type: ignore[arg-type]
        return store.add_memory(draft, at=clock.now).id

    for day in range(DAYS):
        clock.now = START + timedelta(days=day)
        if day % 28 == 3 and (fact := next(planted, None)):
            keep(fact[0], 0.8, "fact")
        if day % 30 == 7:
            safe.append(keep(f"You want to be reminded of plan {day} for good.", 0.5, "follow_up", pinned=True))
            due = (clock.now + timedelta(days=400)).date().isoformat()
            safe.append(keep(f"You have booked event {day} for next year.", 0.5, "follow_up", event_at=due))
        for number in range(MESSAGES_A_DAY):
            clock.now += timedelta(minutes=30)
            if chance.random() < KEPT_SHARE:
                keep(_sentence(chance, day, number), round(chance.uniform(0.35, 0.8), 2))
        for topic in chance.sample(sorted(_THINGS), 2):
            found = recall.search(f"How did {topic} go?", tiers=("memory",), limit=3)
            store.record_accesses([item.id for item in found.items], clock.now)
        asked = [pair for pair in _PLANTED[: day // 28] if chance.random() < 0.02]
        for _, question in asked:
            found = recall.search(question, tiers=("memory",), limit=3)
            store.record_accesses([item.id for item in found.items], clock.now)
        if forgetting:
            forgetter.sweep()
        year.active_by_day.append(store.count_memories(statuses=("active",)))
    hits = [
        any(item.content == fact for item in recall.search(question, tiers=("memory",), limit=5).items)
        for fact, question in _PLANTED
    ]
    year.planted_found = sum(hits) / len(hits)
    year.safe_lost = sum(store.memory(memory_id).status != "active" for memory_id in safe)
    year.memories = store.count_memories()
    database.close()
    return year


def _sentence(chance: random.Random, day: int, number: int) -> str:
    topic = chance.choice(sorted(_THINGS))
    thing = chance.choice(_THINGS[topic]).format(adj=chance.choice(_ADJECTIVES))
    verb = chance.choice(("talked about", "tried", "planned", "finished", "complained about", "enjoyed"))
    return f"You {verb} {thing} with {chance.choice(_PEOPLE)} ({topic}, day {day}.{number})."


def draw(on: Year, off: Year, path: Path) -> None:
    from matplotlib.figure import Figure as Drawing

    drawing = Drawing(figsize=(8, 3.2), layout="constrained")
    axes = drawing.subplots()
    axes.plot(off.active_by_day, color="#B0662B", label="nothing fades")
    axes.plot(on.active_by_day, color="#2F6F6B", label="with forgetting")
    axes.set(xlabel="day", ylabel="active memories", xlim=(0, DAYS))
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    path.parent.mkdir(parents=True, exist_ok=True)
    drawing.savefig(path, dpi=110)


def figures() -> Iterator[Figure]:
    catalogue = Catalogue.load()
    entry = catalogue.for_role("embedding")[0]
    embedder, redactor = LlamaEmbedder(catalogue.require(entry), entry), Redactor()
    with tempfile.TemporaryDirectory() as folder:
        on, off = (simulate(choice, embedder, redactor, Path(folder)) for choice in (True, False))
    embedder.close()
    yield Figure("messages", DAYS * MESSAGES_A_DAY)
    yield Figure("memories_made", on.memories)
    yield at_most("active_after_a_year", on.active_by_day[-1], BOUND, "memories", f"{off.active_by_day[-1]} without")
    archived = 1 - on.active_by_day[-1] / on.memories
    yield at_most("archived_share", round(archived, 3), 0.95, "", "not everything")
    yield at_least("archived_share_at_least", round(archived, 3), 0.05, "", "not nothing")
    yield at_least("planted_facts_found_at_5", on.planted_found, off.planted_found, "", "forgetting off")
    yield at_most("pinned_or_future_lost", on.safe_lost, 0, "memories")
    steady = max(on.active_by_day[180:]) / max(1, min(on.active_by_day[180:]))
    yield Figure("highest_to_lowest_in_second_half", round(steady, 2))
    if importlib.util.find_spec("matplotlib"):
        draw(on, off, Path(__file__).resolve().parents[2] / "resources" / "pictures" / "year.png")
    else:
        yield left_out("plot", "matplotlib")


if __name__ == "__main__":
    main("year", figures)
