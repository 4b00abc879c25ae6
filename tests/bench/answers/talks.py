"""Conversations of the answering benchmark, remembered and recalled by the product's own stages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from recalling import worlds

from app.engine.language import language_of
from app.engine.recall.recall import Recall
from app.engine.redact.redactor import Redactor
from app.engine.remember.rememberer import Rememberer
from app.engine.types import ChatTurn, Embedder, MemoryBlock
from app.models.chat import ChatModel
from app.settings import RememberSettings

DATA = Path(__file__).resolve().parents[1] / "data"


@dataclass(frozen=True, slots=True)
class Exchange:
    at: datetime
    user: str
    assistant: str


def turns_of(talk: list[Exchange]) -> list[ChatTurn]:
    return [turn for one in talk for turn in (ChatTurn("user", one.user), ChatTurn("assistant", one.assistant))]


def thirty_turns() -> list[Exchange]:
    rows = map(json.loads, (DATA / "conversation.jsonl").read_text("utf-8").splitlines())
    return [Exchange(datetime.fromisoformat(row["at"]), row["user"], row["assistant"]) for row in rows]


def memorybank(shared: Path, lang: str) -> dict[str, list[Exchange]]:
    """Person -> ten days of talk."""
    name = "memory_bank_en.json" if lang == "en" else "memory_bank_cn.json"
    people = json.loads((shared / "eval" / "memorybank" / name).read_text("utf-8"))
    talks: dict[str, list[Exchange]] = {}
    for person, kept in people.items():
        talk = []
        for day, said in kept["history"].items():
            start = datetime.fromisoformat(day).replace(hour=9, tzinfo=UTC)
            talk += [Exchange(start + timedelta(minutes=n), t["query"], t["response"]) for n, t in enumerate(said)]
        talks[person] = talk
    return talks


@contextmanager
def remembered(talk: list[Exchange], embedder: Embedder, redactor: Redactor) -> Iterator[Recall]:
    """A vault that lived through the talk: memories by rules and the person's own words, transcript beside them."""
    now = talk[-1].at + timedelta(days=1)
    with worlds.world(lambda: now) as store:
        recall = worlds.recall_over(store, embedder, lambda: now)
        rememberer = Rememberer(
            store, embedder, worlds.calibration(), redactor, RememberSettings(),
            clock=lambda: now, model=None, find_near=recall.find_near,
        )  # fmt: skip
        conversation = store.create_conversation(redactor.redact("talk"), at=talk[0].at)
        messages = []
        for one in talk:
            said = store.add_message(conversation.id, "user", redactor.redact(one.user), one.at)
            store.add_message(conversation.id, "assistant", redactor.redact(one.assistant), one.at, remembered=True)
            messages.append(said)
        for start in range(0, len(messages), RememberSettings().batch):
            rememberer.consolidate(messages[start : start + RememberSettings().batch])
        recall.rebuild()
        yield recall


def block_for(recall: Recall, question: str, chat: ChatModel, budget: int, now: datetime) -> MemoryBlock:
    result = recall.search(question, now=now)
    lang = language_of(question)
    return recall.block(result, budget_tokens=budget, count_tokens=chat.count_tokens, lang=lang, now=now)
