"""What is read while nobody waits: the last turn, the summary of those that left, the system prompt at the start."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.engine.answer import Answerer
from app.engine.prompt_texts import say
from app.engine.types import MemoryBlock, Message
from app.models.catalogue import Catalogue
from app.models.runtime import Runtime
from app.settings import AnswerSettings, ModelSettings
from tests.engine.conftest import Bench

pytestmark = pytest.mark.real
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
NOTHING = MemoryBlock((), ())


@pytest.fixture(scope="module")
def runtime(model_path: Callable[[str], Path]) -> Iterator[Runtime]:
    assert model_path("tests").is_file()
    loaded = Runtime(Catalogue.load(), ModelSettings(chat="smollm2-135m-instruct"), AnswerSettings(context_window=2048))
    yield loaded
    loaded.close()


def talk(exchanges: int) -> list[Message]:
    turns = []
    for number in range(exchanges):
        told = f"On day {number} I saw {number + 2} herons at the canal and wrote it down."
        turns.append(Message(2 * number + 1, "c", "user", told, NOW))
        turns.append(Message(2 * number + 2, "c", "assistant", "That sounds lovely.", NOW))
    return turns


def test_a_prepared_conversation_is_not_read_again(runtime: Runtime) -> None:
    answerer = Answerer(runtime.chat(), AnswerSettings(temperature=0, reply_tokens=4, history_tokens=300))
    history = talk(24)
    prompt = answerer.prompt("And today?", history, NOTHING, now=NOW)
    assert prompt.dropped_turns > 0 and say("en", "summary") in prompt.turns[0].content
    before = runtime.chat().count_turns(prompt.turns[:-1])
    assert answerer.prepare(history)
    "".join(answerer.answer("And today?", history, NOTHING, now=NOW))
    assert answerer.usage.cached_tokens >= before - 8, "the summary and the turns that stay were there"


def test_a_first_question_finds_the_system_prompt_read(runtime: Runtime) -> None:
    runtime.forget()
    answerer = Answerer(runtime.chat(), AnswerSettings(temperature=0, reply_tokens=4))
    assert answerer.prepare((), lang="zh")
    "".join(answerer.answer("你好", (), NOTHING, now=NOW))
    assert answerer.usage.cached_tokens >= runtime.chat().count_tokens(say("zh", "system"))


def test_the_engine_prepares_after_an_answer_and_at_the_start(bench: Bench) -> None:
    assert not bench.engine.has_to_prepare()
    bench.engine.prepare_next(None, "en")
    assert bench.engine.has_to_prepare()
    bench.engine.prepare(threading.Event())
    assert not bench.engine.has_to_prepare()
    bench.say("I like tea.")
    assert bench.engine.has_to_prepare(), "the cleaned turn is read while idle"
    bench.say("I like tea.", private=True)
    assert not bench.engine.has_to_prepare(), "private talk leaves nothing to read"
