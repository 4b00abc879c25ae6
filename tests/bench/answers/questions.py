"""Questions about ten days of talk: answered from memory, and from the whole talk in the prompt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from answers.talks import DATA, Exchange, block_for, memorybank, remembered, turns_of

from app.engine.answer import Answerer
from app.engine.language import language_of
from app.engine.prompt_texts import say
from app.engine.redact.redactor import Redactor
from app.engine.types import ChatTurn, Embedder
from app.models.chat import ChatModel
from app.settings import AnswerSettings

_REPLY = 40
_NOT_KNOWN = (
    "don't know", "do not know", "not sure", "haven't told", "didn't tell", "no information", "not mention",
    "don't have", "unknown", "还不知道", "不知道", "没有告诉", "没有提", "未提", "不清楚", "没有说", "无法",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    lang: str
    known: bool
    by_memory: bool
    by_history: bool
    found: bool  # the gold words were in the memory block


def right(answer: str, gold: list[str] | None) -> bool:
    """Any gold string in the answer; for what nobody told, a plain "I don't know"."""
    text = answer.lower()
    if gold is None:
        return any(phrase in text for phrase in _NOT_KNOWN)
    return any(word.lower() in text for word in gold)


def ask_all(shared: Path, chat: ChatModel, embedder: Embedder, *, people: int = 99) -> Iterator[Asked]:
    rows = [json.loads(line) for line in (DATA / "memorybank_questions.jsonl").read_text("utf-8").splitlines()]
    redactor = Redactor()
    for lang in ("en", "zh"):
        talks = memorybank(shared, lang)
        named = list(dict.fromkeys(row["person"] for row in rows if row["lang"] == lang))[:people]
        for person in named:
            mine = [row for row in rows if row["person"] == person]
            yield from _person(mine, talks[person], chat, embedder, redactor)


def _person(
    rows: list[dict[str, object]], talk: list[Exchange], chat: ChatModel, embedder: Embedder, redactor: Redactor
) -> Iterator[Asked]:
    answerer = Answerer(chat, AnswerSettings(temperature=0, reply_tokens=_REPLY))
    with remembered(talk, embedder, redactor) as recall:
        now = talk[-1].at
        for row in rows:
            question, gold = str(row["question"]), row["gold"]
            block = block_for(recall, question, chat, answerer.memory_budget(), now)
            memory = "".join(answerer.answer(question, (), block, now=now))
            history = "".join(chat.stream(full_history(talk, question), max_tokens=_REPLY))
            yield Asked(
                str(row["lang"]), gold is not None, right(memory, gold), right(history, gold),
                gold is not None and right(" ".join(block.lines), gold),
            )  # fmt: skip


def full_history(talk: list[Exchange], question: str) -> list[ChatTurn]:
    """The whole talk in the prompt, and the same wish to be honest: what memory is compared with."""
    lang = language_of(question)
    honest = f"{say(lang, 'unknown')} {say(lang, 'language')}"
    return [ChatTurn("system", say(lang, "system")), *turns_of(talk), ChatTurn("user", f"{honest}\n\n{question}")]
