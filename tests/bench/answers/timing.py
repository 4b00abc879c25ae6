"""Times of the thirty-turn conversation: memory beside the question against the whole history in the prompt."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass

from answers.talks import Exchange, block_for, turns_of

from app.engine.answer import Answerer
from app.engine.prompt_texts import say
from app.engine.recall.recall import Recall
from app.engine.types import ChatTurn, MemoryBlock, Message, Usage
from app.models.chat import BackgroundModel, ChatModel
from app.settings import AnswerSettings

QUESTIONS = (
    "What did the doctor say about my ankle?", "How much do I weigh now?", "Which sport do I play with my friends?",
    "我最喜欢吃什么？", "我的腰围现在是多少？",
)  # fmt: skip
_REPLY = 48
_NOTHING = MemoryBlock((), ())


@dataclass(frozen=True, slots=True)
class Timed:
    prompt_tokens: float
    memory_tokens: float
    first_ms: float  # notes beside the question
    first_plain_ms: float  # the same question without notes
    whole_ms: float


def with_memory(chat: ChatModel, recall: Recall, talk: list[Exchange]) -> Timed:
    """Medians over the questions; the conversation before the question was read while idle, as in the product."""
    answerer = Answerer(chat, AnswerSettings(temperature=0, reply_tokens=_REPLY))
    history = messages(talk)
    now = talk[-1].at
    rows = []
    for question in QUESTIONS:
        block = block_for(recall, question, chat, answerer.memory_budget(), now)
        answerer.prepare(history)
        plain = _ask(answerer, question, history, _NOTHING, now)
        answerer.prepare(history)
        noted = _ask(answerer, question, history, block, now)
        rows.append((noted.prompt_tokens, block.tokens, noted.first_token_ms, plain.first_token_ms, noted.total_ms))
    return Timed(*(statistics.median(column) for column in zip(*rows, strict=True)))


def messages(talk: list[Exchange]) -> list[Message]:
    return [
        Message(number, "c", turn.role, turn.content, talk[number // 2].at)
        for number, turn in enumerate(turns_of(talk))
    ]


def full_prompt(talk: list[Exchange], question: str) -> list[ChatTurn]:
    return [ChatTurn("system", say("en", "system")), *turns_of(talk), ChatTurn("user", question)]


def full_history(chat: ChatModel, talk: list[Exchange]) -> Usage:
    """The whole conversation read again, which a changed block in front of it would force every time."""
    chat.reset()
    usages: list[Usage] = []
    for _ in chat.stream(full_prompt(talk, QUESTIONS[0]), max_tokens=_REPLY, on_usage=usages.append):
        pass
    return usages[0]


def beside_background(chat: ChatModel, background: BackgroundModel, talk: list[Exchange]) -> tuple[float, float]:
    """First token in ms: undisturbed, and right after background work used its own context. Medians."""
    answerer = Answerer(chat, AnswerSettings(temperature=0, reply_tokens=4))
    history, now = messages(talk)[-4:], talk[-1].at
    note = MemoryBlock(("You sprained your right ankle (20 Aug 2025)",), ("m",))

    def first(before: Callable[[], object]) -> float:
        times = []
        for question in QUESTIONS[:3]:
            answerer.prepare(history)
            before()
            times.append(_ask(answerer, question, history, note, now).first_token_ms)
        return statistics.median(times)

    undisturbed = first(lambda: None)
    after = first(lambda: background.complete("Summarise.", talk[3].user[:1500], max_tokens=24))
    return undisturbed, after


def _ask(answerer: Answerer, question: str, history: list[Message], block: MemoryBlock, now) -> Usage:  # type: ignore[no-untyped-def]
    for _ in answerer.answer(question, history, block, now=now):
        pass
    return answerer.usage
