"""Questions about ten days of talk: answered from memory, and from the whole talk in the prompt.

The whole talk of one person is read once: questions about it follow each other, and the model keeps what they share.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answers.talks import DATA, Exchange, block_for, memorybank, remembered, turns_of

from app.engine.answer import Answerer
from app.engine.language import language_of
from app.engine.prompt_texts import say
from app.engine.redact.redactor import Redactor
from app.engine.types import ChatTurn, Embedder
from app.models.chat import ChatModel
from app.settings import AnswerSettings

_REPLY = 40
_SEED = 20261130
_NOT_KNOWN = (
    "don't know", "do not know", "not sure", "haven't told", "didn't tell", "no information", "not mention",
    "don't have", "unknown", "还不知道", "不知道", "没有告诉", "没有提", "未提", "不清楚", "没有说", "无法",
)  # fmt: skip
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    lang: str
    question: str
    known: bool
    answer: str
    right: bool
    found: bool = False  # the gold words were in the memory block


def says_unknown(answer: str) -> bool:
    text = answer.lower().replace("’", "'")
    return any(phrase in text for phrase in _NOT_KNOWN)


def right(answer: str, gold: list[str] | None) -> bool:
    """Any gold string in the answer; for what nobody told, a plain "I don't know"."""
    if gold is None:
        return says_unknown(answer)
    return any(word.lower() in answer.lower() for word in gold)


def rows(sample: int = 0) -> list[Row]:
    """All questions, or a fixed random sample of them, in the order of the file."""
    lines = (DATA / "memorybank_questions.jsonl").read_text("utf-8").splitlines()
    every: list[Row] = [json.loads(line) for line in lines]
    if not 0 < sample < len(every):
        return every
    return [every[place] for place in sorted(random.Random(_SEED).sample(range(len(every)), sample))]


def by_memory(shared: Path, asked: Sequence[Row], chat: ChatModel, embedder: Embedder) -> Iterator[Asked]:
    answerer = Answerer(chat, AnswerSettings(temperature=0, reply_tokens=_REPLY))
    redactor = Redactor()
    for talk, mine in _people(shared, asked):
        with remembered(talk, embedder, redactor) as recall:
            now = talk[-1].at
            for row in mine:
                question, gold = row["question"], row["gold"]
                block = block_for(recall, question, chat, answerer.memory_budget(), now)
                answer = "".join(answerer.answer(question, (), block, now=now))
                found = gold is not None and right(" ".join(block.lines), gold)
                yield Asked(row["lang"], question, gold is not None, answer, right(answer, gold), found)


def by_history(shared: Path, asked: Sequence[Row], chat: ChatModel) -> Iterator[Asked]:
    for talk, mine in _people(shared, asked):
        for row in mine:
            question, gold = row["question"], row["gold"]
            answer = "".join(chat.stream(full_history(talk, question), max_tokens=_REPLY))
            yield Asked(row["lang"], question, gold is not None, answer, right(answer, gold))


def _people(shared: Path, asked: Sequence[Row]) -> Iterator[tuple[list[Exchange], list[Row]]]:
    for lang in ("en", "zh"):
        talks = memorybank(shared, lang)
        for person in dict.fromkeys(row["person"] for row in asked if row["lang"] == lang):
            yield talks[person], [row for row in asked if row["person"] == person]


def full_history(talk: list[Exchange], question: str) -> list[ChatTurn]:
    """The whole talk in the prompt, and the same wish to be honest: what memory is compared with."""
    lang = language_of(question)
    honest = f"{say(lang, 'unknown')} {say(lang, 'language')}"
    return [ChatTurn("system", say(lang, "system")), *turns_of(talk), ChatTurn("user", f"{honest}\n\n{question}")]
