"""The way to the engine: one connection, made anew when the engine has gone, closed while its owner locked it."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.engine.errors import KeepsakeError
from app.interop.door import EngineDoor
from app.link.client import EngineClient
from app.link.process import ADDRESS_FILE
from app.link.server import Server


class Handler:
    def __init__(self) -> None:
        self.vault = "ready"

    def handle(self, verb: str, args: dict[str, Any], emit: Callable[..., None], cancel: threading.Event) -> Any:
        return {"vault": self.vault, "verb": verb}

    def close(self) -> None:
        return None


class Engines:
    """Runs one server after another on one profile."""

    def __init__(self, folder: Path) -> None:
        self.profile = folder
        self._count = 0

    def start(self, vault: str = "ready") -> Server:
        self._count += 1
        address = str(self.profile / f"{self._count}.sock")
        handler = Handler()
        handler.vault = vault
        server = Server(address, handler)
        (self.profile / ADDRESS_FILE).write_text(address)
        threading.Thread(target=self._run, args=(server,), daemon=True).start()
        return server

    def _run(self, server: Server) -> None:
        server.serve()
        for client in [*server._clients, *server._leaving]:  # an engine's process takes its connections with it
            client.channel.close()


@pytest.fixture
def engines() -> Iterator[Engines]:
    with tempfile.TemporaryDirectory(prefix="ks") as made:
        yield Engines(Path(made))


def connected(engines: Engines) -> EngineClient:
    client = EngineClient.connect(engines.profile)
    assert client is not None
    return client


def lose(client: EngineClient, act: Callable[[], Any]) -> None:
    gone = threading.Event()
    client.on_lost(lambda lost: gone.set())
    act()
    assert gone.wait(10)


def test_it_goes_on_with_the_next_engine(engines: Engines) -> None:
    server = engines.start()
    first = connected(engines)
    door = EngineDoor(engines.profile, None, first)
    assert door.call("recall", {})["verb"] == "recall"
    lose(first, lambda: server.end("ended"))
    engines.start()
    assert door.call("recall", {})["verb"] == "recall"
    door.close()


def test_a_vault_its_owner_locked_stays_locked_until_its_owner_opens_it(engines: Engines) -> None:
    engines.start()
    first = connected(engines)
    door = EngineDoor(engines.profile, bytes(32), first)
    lose(first, lambda: connected(engines).call("lock"))
    with pytest.raises(KeepsakeError, match="vault_locked"):
        door.call("recall", {})
    closed = engines.start("locked")
    owner = connected(engines)
    with pytest.raises(KeepsakeError, match="vault_locked"):  # it does not use the key it has
        door.call("recall", {})
    lose(owner, lambda: closed.end("ended"))
    engines.start()
    assert door.call("recall", {})["verb"] == "recall"
    door.close()
