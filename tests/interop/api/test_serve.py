"""`keepsake serve` for real: a process, a socket, an engine, parallel clients, and an end that loses nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from app.interop.client import KeepsakeApiError, KeepsakeClient
from tests.cli_harness import KEY

pytestmark = pytest.mark.real

MODEL = "smollm2-135m-instruct"
TEA = "I like Keemun tea best."
WRITERS = 5
# KEEPSAKE_TEST_CLIENTS=200 KEEPSAKE_TEST_SECONDS=60 is the long run, by command.
CLIENTS = int(os.environ.get("KEEPSAKE_TEST_CLIENTS", "20"))
SECONDS = float(os.environ.get("KEEPSAKE_TEST_SECONDS", "3"))
# Runs in a process of its own: the guard of this one refuses every connection, to this machine's ports too.
OVER_TCP = """
import json, sys
from app.interop.client import KeepsakeApiError, KeepsakeClient
address, token = sys.argv[1:]
with KeepsakeClient(token, address) as client:
    found = [item["content"] for item in client.search("Keemun tea")]
try:
    KeepsakeClient("0" * 64, address).memories()
except KeepsakeApiError as error:
    refused = error.status
print(json.dumps({"found": found, "refused": refused}))
"""


@dataclass(frozen=True)
class Serving:
    process: subprocess.Popen[bytes]
    address: str
    token: str
    environment: dict[str, str]

    def client(self, **who: str) -> KeepsakeClient:
        return KeepsakeClient(self.token, unix=self.address.removeprefix("unix:"), timeout=240, **who)


class Starter:
    """Starts `keepsake serve` on one profile."""

    def __init__(self, repository: Path, folder: Path) -> None:
        self._main, self._folder = str(repository / "main.py"), folder
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("KEEPSAKE_NOW", "LC_"))}
        self.environment = {**kept, "KEEPSAKE_KEY": KEY, "XDG_RUNTIME_DIR": str(folder)}
        self.started: list[subprocess.Popen[bytes]] = []

    def __call__(self, *arguments: str) -> Serving:
        command = [sys.executable, self._main, "serve", "--json", "--profile", str(self._folder / "p")]
        command += ["--model", MODEL, *arguments]
        process = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.started.append(process)
        assert process.stdout is not None and process.stderr is not None
        line = process.stdout.readline()
        assert line, process.stderr.read().decode()
        told = json.loads(line)
        return Serving(process, told["address"], told["token"], self.environment)

    def unix(self) -> Serving:
        return self("--unix", str(self._folder / "api.sock"))


@pytest.fixture(scope="module")
def start(repository: Path) -> Iterator[Starter]:
    with tempfile.TemporaryDirectory(prefix="ks") as made:  # short: a socket's path has about 100 bytes
        starter = Starter(repository, Path(made))
        yield starter
        for process in starter.started:
            process.terminate()
            process.communicate(timeout=60)


@pytest.fixture(scope="module")
def serving(start: Starter) -> Serving:
    return start.unix()


def test_two_doors_to_one_engine(start: Starter, serving: Serving, repository: Path) -> None:
    """A Unix socket and a port at the same time, and the command line beside them: one memory."""
    with serving.client() as client:
        client.remember(TEA)
    other = start("--port", "0")
    command = [sys.executable, "-c", OVER_TCP, other.address, other.token]
    done = subprocess.run(command, cwd=repository, env=serving.environment, capture_output=True, check=True)
    told = json.loads(done.stdout)
    assert len(told["found"]) == 1 and "Keemun" in told["found"][0]
    assert told["refused"] == 401
    other.process.send_signal(signal.SIGINT)
    _, complaints = other.process.communicate(timeout=60)
    assert (other.process.returncode, complaints) == (0, b"")


def test_many_clients_at_once_lose_nothing(serving: Serving) -> None:
    """Some users write once and read, the others' clients read; what is refused is refused with a clear word."""
    counts: Counter[str] = Counter()
    kept: dict[int, list[str]] = {}
    end = threading.Event()
    counting = threading.Lock()

    def visit(number: int) -> None:
        user = number % WRITERS
        with serving.client(user_id=f"user{user}", session_id="load") as client:
            while not end.is_set() or (number == user and user not in kept):
                try:
                    if number == user and user not in kept:
                        kept[user] = [memory["id"] for memory in client.remember(TEA)["added"]]
                    found = [item["user_id"] for item in client.search("Which tea do I like?")]
                    outcome = "right" if found == [f"user{user}"] or (not found and number != user) else "wrong"
                except KeepsakeApiError as error:
                    outcome = error.code
                with counting:
                    counts[outcome] += 1

    threads = [threading.Thread(target=visit, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    end.wait(SECONDS)
    end.set()
    for thread in threads:
        thread.join(240)
    assert set(counts) <= {"right", "too_many", "engine_busy"} and counts["right"] >= WRITERS
    assert set(kept) == set(range(WRITERS))
    for user, ids in kept.items():
        with serving.client(user_id=f"user{user}") as client:
            assert len(ids) == 1 and [memory["id"] for memory in client.memories()] == ids


def test_an_engine_that_is_killed_is_replaced_and_costs_nothing_stored(serving: Serving) -> None:
    with serving.client(user_id="survivor") as client:
        memory = client.remember(TEA)["added"][0]
        engines = [p for p in psutil.Process(serving.process.pid).children() if "--engine" in p.cmdline()]
        assert len(engines) == 1
        engines[0].kill()
        engines[0].wait(30)
        for _ in range(3):  # the loss may be noticed by the first request
            try:
                assert [kept["id"] for kept in client.memories()] == [memory["id"]]
                return
            except KeepsakeApiError as error:
                assert (error.status, error.code) == (503, "engine_gone")
        raise AssertionError("no new engine came")
