"""An engine over the real vault, redactor, recall, remembering and embedding model, with a scripted chat."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.engine.answer import Answerer
from app.engine.browse import Browser
from app.engine.dialogue import AskRequest
from app.engine.engine import Engine, Parts
from app.engine.forget import Forgetter
from app.engine.imports import Imports
from app.engine.intake import Intake
from app.engine.intake_preview import Preview
from app.engine.recall.recall import Recall
from app.engine.redact.redactor import Redactor
from app.engine.remember.rememberer import Rememberer
from app.engine.service import Service
from app.engine.transfer import Transfer
from app.models.calibration import Calibration
from app.models.catalogue import Catalogue
from app.models.embedder import LlamaEmbedder
from app.settings import Settings
from app.vault.database import Database
from app.vault.store import Store
from tests.fakes import ScriptedChat


class MovingClock:
    """Stands still until told otherwise."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)


@dataclass
class Bench:
    """The engine and what a test looks at."""

    engine: Engine
    service: Service
    store: Store
    chat: ScriptedChat
    clock: MovingClock
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    conversation: str | None = None

    def emit(self, kind: str, data: dict[str, Any]) -> None:
        self.events.append((kind, data))

    def say(self, text: str, **more: Any) -> dict[str, Any]:
        """One typed message in the running conversation; the result of `ask`."""
        self.clock.forward(minutes=1)
        self.events.clear()
        request = AskRequest(text, more.pop("conversation", self.conversation), **more)
        result = self.engine.ask(request, self.emit, threading.Event())
        self.conversation = result["conversation"]
        return result

    def call(self, verb: str, **args: Any) -> dict[str, Any]:
        return self.service.handle(verb, args, self.emit, threading.Event())

    def prompt(self) -> str:
        """All that the chat model was last given."""
        return "\n".join(turn.content for turn in self.chat.asked[-1])

    def known(self) -> list[str]:
        return [memory.content for memory in self.store.memories()]


@pytest.fixture(scope="session")
def embedder() -> Iterator[LlamaEmbedder]:
    catalogue = Catalogue.load()
    entry = catalogue.for_role("embedding")[0]
    loaded = LlamaEmbedder(catalogue.require(entry), entry)
    yield loaded
    loaded.close()


@pytest.fixture(scope="session")
def redactor() -> Redactor:
    return Redactor()


@pytest.fixture
def make_bench(embedder: LlamaEmbedder, redactor: Redactor, tmp_path: Path) -> Iterator[Callable[[], Bench]]:
    """Opens the vault of this test; a second call is a restart."""
    opened: list[Database] = []
    clock = MovingClock()

    def make() -> Bench:
        while opened:
            opened.pop().close()
        path = tmp_path / "vault.db"
        database = Database(path, bytes(range(32)), create=not path.exists())
        opened.append(database)
        store, settings, chat = Store(database, clock), Settings(), ScriptedChat()
        calibration = Calibration.load(Catalogue.load().for_role("embedding")[0])
        recall = Recall(store, embedder, calibration, settings.recall, clock=clock)

        def about(topic: str, user_id: str) -> list[Any]:
            near = recall.find_near(embedder.queries([topic])[0], 30, user_id=user_id)
            return [memory for memory, similarity in near if similarity >= 0.55]

        forgetter = Forgetter(store, settings, clock, find_about=about, reset_models=chat.reset)
        rememberer = Rememberer(
            store, embedder, calibration, redactor, settings.remember,
            clock=clock, model=None, find_near=recall.find_near,
        )  # fmt: skip
        parts = Parts(
            store, redactor, recall, rememberer, forgetter, lambda: Answerer(chat, settings.answer), settings, clock
        )
        engine = Engine(parts)
        imports = Imports(engine, Intake(engine, Transfer(store, redactor.redact, clock)), Preview(engine))
        service = Service(engine, Browser(store, forgetter, settings, clock), imports.verbs())
        return Bench(engine, service, store, chat, clock)

    yield make
    while opened:
        opened.pop().close()


@pytest.fixture
def bench(make_bench: Callable[[], Bench]) -> Bench:
    return make_bench()
