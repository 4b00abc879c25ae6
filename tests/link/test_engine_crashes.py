"""The real engine dies while it loads, reads the prompt, answers, remembers: nothing acknowledged is lost.

Killed, aborted and faulting as native code does, and out of memory. Twenty deaths in continuous integration; a hundred
with `python -m tests.link.deaths 100`.
"""

from __future__ import annotations

import os
import random
import signal
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.engine.errors import KeepsakeError
from app.link.client import EngineClient, Lost

pytestmark = [pytest.mark.real, pytest.mark.timeout(3600)]

KEY = bytes(range(32))
MODEL = "smollm2-135m-instruct"
CRASHES = int(os.environ.get("KEEPSAKE_TEST_CRASHES", "20"))
# Events after which the kill comes: while the model loads and reads the prompt, while it answers, while it remembers.
MOMENTS = ("asked", "started", "recalled", "token", "answered")
WAYS = (signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV)  # each moment meets each way, as 3 and 5 share no factor
PLACES = ("Lisbon", "Bergen", "Porto", "Ghent", "Turin", "Lyon", "Graz", "Bath", "Cork", "Nara")


@pytest.fixture
def profile(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="k") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder) / "p"


class Story:
    """What the engine has acknowledged, and the kills so far."""

    def __init__(self, profile: Path) -> None:
        self.profile = profile
        self.chance = random.Random(20261130)
        self.conversation: str | None = None
        self.said: list[str] = []  # messages the engine said it had stored
        self.kills = 0

    def connect(self) -> EngineClient:
        return EngineClient.connect_or_start(self.profile, KEY, model=MODEL)

    def check(self, client: EngineClient) -> None:
        """Every acknowledged message is there, once, with every memory that was ever listed readable."""
        if self.conversation is None:
            return
        messages = client.call("messages", {"conversation": self.conversation, "limit": 1000})["items"]
        kept = [message["content"] for message in messages if message["role"] == "user"]
        assert [text for text in self.said if kept.count(text) != 1] == []
        assert client.call("memories", {"all": True})["items"] is not None

    def ask_and_kill(self, client: EngineClient, moment: str, text: str, way: signal.Signals) -> None:
        pid = client.engine_pid
        assert pid is not None
        lost, coming = threading.Event(), threading.Event()
        told: list[Lost] = []
        client.on_lost(lambda loss: (told.append(loss), lost.set()))

        def listen(kind: str, data: dict[str, Any]) -> None:
            if kind == "started":
                self.conversation = data["conversation"]
                self.said.append(data["text"])
            if kind == moment and not coming.is_set():
                coming.set()
                threading.Timer(self.chance.uniform(0, 0.3), _kill, (pid, way)).start()

        if moment == "asked":
            threading.Timer(self.chance.uniform(0, 1.5), _kill, (pid, way)).start()
        asked: dict[str, Any] = {"text": text}
        if self.conversation is not None:
            asked["conversation"] = self.conversation
        try:
            client.call("ask", asked, listen)  # the answer may be there before the kill is
        except KeepsakeError as error:
            assert error.code == "engine_gone"
        assert lost.wait(60), f"nobody was told, or {moment} never came"
        assert told == [Lost("crashed", way)]
        self.kills += 1


def test_nothing_the_engine_acknowledged_is_lost_to_a_kill(profile: Path) -> None:
    story = Story(profile)
    for number in range(CRASHES):
        client = story.connect()
        story.check(client)
        moment = MOMENTS[number % len(MOMENTS)]
        place = PLACES[number % len(PLACES)]
        text = f"In week {number} I moved to {place}, where my desk has {number + 2} drawers. How do you like that?"
        story.ask_and_kill(client, moment, text, WAYS[number % len(WAYS)])
        client.close()
    last = story.connect()
    story.check(last)
    assert last.call("hello")["vault"] == "ready"
    last.call("consolidate")  # what waited is remembered now
    assert last.call("ask", {"text": "Say hello.", "private": True})["answer"]
    last.close(wait=True)
    assert story.kills == CRASHES


def test_an_engine_that_runs_out_of_memory_loses_nothing(profile: Path) -> None:
    story = Story(profile)
    client = story.connect()
    client.call("settings", {"changes": {"answer.reply_tokens": 32}})
    first = client.call("ask", {"text": "I moved to Lisbon in March."})
    story.conversation = first["conversation"]
    story.said.append("I moved to Lisbon in March.")
    engine = psutil.Process(client.engine_pid)
    room = engine.memory_info().vms + (1 << 20)
    engine.rlimit(psutil.RLIMIT_AS, (room, room))
    long = "Tell me about the sea and the harbour. " * 400
    try:  # it may die, say that something failed, or get by with what it has: all three are well for who asked
        client.call("ask", {"text": long, "conversation": story.conversation})
    except KeepsakeError as error:
        assert error.code in {"engine_gone", "unknown", "model_too_large"}
    if engine.is_running():
        engine.kill()
    engine.wait(30)
    client.close()
    again = story.connect()
    story.check(again)
    assert again.call("ask", {"text": "Say hello.", "private": True})["answer"]
    again.close(wait=True)


def _kill(pid: int, way: signal.Signals) -> None:
    os.kill(pid, way)
