"""People who told forty things over a year, and what they ask: the whole way from said to answered.

A line of people.jsonl is one person: what they said and when, and questions with the words a right answer holds. Kinds:
fact, who, update, past, count, date, two_hop, advice, not_known (nobody told) and general (nothing to do with them).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from answers.questions import says_unknown
from answers.talks import DATA, Exchange, block_for, remembered

from app.engine.answer import Answerer
from app.engine.redact.redactor import Redactor
from app.engine.types import Embedder
from app.models.chat import ChatModel
from app.settings import AnswerSettings

_REPLY = 60
GROUPS = {
    "told": ("fact", "who", "update", "past", "count", "date", "two_hop", "advice"),
    "not_known": ("not_known",),
    "general": ("general",),
}


@dataclass(frozen=True, slots=True)
class Told:
    """One question and what came of it."""

    batch: str
    lang: str
    kind: str
    question: str
    answer: str
    notes: tuple[str, ...]
    right: bool
    found: bool  # the words of a right answer were in the notes


def right(kind: str, gold: Sequence[str] | None, answer: str) -> bool:
    """Any gold word, and no "I don't know"; for what nobody told a plain "I don't know" and nothing else."""
    if gold is None:
        return says_unknown(answer)
    held = any(re.search(rf"(?<![a-z0-9]){re.escape(word)}", answer.lower()) for word in gold)
    return held and not (kind != "general" and says_unknown(answer))


def ask_all(chat: ChatModel, embedder: Embedder, *, batches: Sequence[str] = ()) -> Iterator[Told]:
    redactor = Redactor()
    for line in (DATA / "people.jsonl").read_text("utf-8").splitlines():
        person = json.loads(line)
        if batches and person["batch"] not in batches:
            continue
        reply = "OK." if person["lang"] == "en" else "好的。"
        talk = [Exchange(_day(day), text, reply) for day, text in person["said"]]
        answerer = Answerer(chat, AnswerSettings(temperature=0, reply_tokens=_REPLY))
        now = _day(person["now"])
        with remembered(talk, embedder, redactor) as recall:
            for row in person["asked"]:
                block = block_for(recall, row["question"], chat, answerer.memory_budget(), now)
                answer = "".join(answerer.answer(row["question"], (), block, now=now))
                gold = row["gold"]
                found = gold is not None and right(row["kind"], gold, " ".join(block.lines))
                good = right(row["kind"], gold, answer)
                yield Told(
                    person["batch"], person["lang"], row["kind"], row["question"], answer, block.lines, good, found
                )


def _day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(hour=9, tzinfo=UTC)
