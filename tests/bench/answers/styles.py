"""Fifteen style wishes typed in a conversation, and whether the next answer keeps them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from app.engine.answer import Answerer
from app.engine.language import language_of
from app.engine.types import MemoryBlock, Message
from app.models.chat import ChatModel
from app.settings import AnswerSettings

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")


@dataclass(frozen=True, slots=True)
class Wish:
    typed: str
    question: str
    kept: Callable[[str], bool]


def _short(text: str) -> bool:
    return len(re.findall(r"[.!?。！？]+(?:\s|$)|[。！？]", text.strip())) <= 3 and len(text) < 400


def _lists(text: str) -> bool:
    return len(re.findall(r"^\s*(?:[-*•]|\d+[.、])", text, re.MULTILINE)) >= 2


OTTERS, ZH_OTTERS = "Tell me about otters.", "介绍一下水獭。"
SUITE = (
    Wish("Please keep your answers short.", OTTERS, _short),
    Wish("From now on answer in one sentence.", OTTERS, _short),
    Wish("以后回答简短一点", ZH_OTTERS, _short),
    Wish("别啰嗦，长话短说", ZH_OTTERS, _short),
    Wish("Give me detailed answers from now on.", OTTERS, lambda text: len(text) > 250),
    Wish("以后请详细地回答我", ZH_OTTERS, lambda text: len(text) > 60),
    Wish("Please answer in Chinese from now on.", OTTERS, lambda text: language_of(text) == "zh"),
    Wish("以后用英文回答我", ZH_OTTERS, lambda text: language_of(text) == "en"),
    Wish("Always reply in English.", "水獭吃什么？", lambda text: language_of(text) == "en"),
    Wish("Call me Max.", "Greet me, please.", lambda text: "Max" in text),
    Wish("叫我小王吧", "跟我打个招呼。", lambda text: "小王" in text),
    Wish("No emojis, please.", "Wish me a happy birthday!", lambda text: not _EMOJI.search(text)),
    Wish("不要用列表", "我该怎么学做饭？", lambda text: not _lists(text)),
    Wish("Please use bullet points from now on.", "What do I need for a picnic?", _lists),
    Wish("说话正式一点", "早上好！", lambda text: bool(text.strip()) and not _EMOJI.search(text)),
)


def kept(chat: ChatModel, show: Callable[[str], object]) -> list[bool]:
    """In the order of the suite; what was answered against a wish is shown."""
    answerer = Answerer(chat, AnswerSettings(temperature=0, reply_tokens=120))
    results = []
    for wish in SUITE:
        history = [Message(1, "c", "user", wish.typed, NOW), Message(2, "c", "assistant", "OK.", NOW)]
        answer = "".join(answerer.answer(wish.question, history, MemoryBlock((), ()), now=NOW))
        results.append(wish.kept(answer))
        if not results[-1]:
            show(f"{wish.typed} -> {answer!r}")
    return results
