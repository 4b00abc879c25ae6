"""Searches over the local API against the engine alone: requests per second and the slowest in twenty."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from app.interop.client import KeepsakeApiError, KeepsakeClient  # noqa: E402
from app.link.client import EngineClient  # noqa: E402
from tests.bench.report import Figure, main  # noqa: E402

KEY = "0f" * 32
MEMORIES = int(os.environ.get("KEEPSAKE_BENCH_MEMORIES", "500"))
SECONDS = float(os.environ.get("KEEPSAKE_BENCH_SECONDS", "8"))
CLIENTS = 4
_THINGS = ("tea", "bread", "the garden", "chess", "the piano", "my bicycle", "old maps", "rain", "swimming", "pottery")
_PLACES = ("Lisbon", "Porto", "Berlin", "Kyoto", "Oslo", "Ghent", "Turin", "Cork", "Lyon", "Graz")


def figures() -> Iterable[Figure]:
    with tempfile.TemporaryDirectory(prefix="ks") as made:
        folder = Path(made)
        os.environ["XDG_RUNTIME_DIR"] = str(folder)
        engine = EngineClient.connect_or_start(folder / "p", bytes.fromhex(KEY))
        try:
            engine.call("unlock", {"key": KEY})
            _fill(engine)
            yield from _compare(engine, folder)
        finally:
            engine.close(wait=True)


def _fill(engine: EngineClient) -> None:
    """Statements of one pattern, kept as they stand."""
    for number in range(MEMORIES):
        thing, place = _THINGS[number % 10], _PLACES[number // 10 % 10]
        engine.call("remember", {"text": f"My friend number {number} in {place} cares most about {thing}."})


def _compare(engine: EngineClient, folder: Path) -> Iterable[Figure]:
    def alone(query: str) -> None:
        engine.call("guest_search", {"query": query, "limit": 5})

    yield from _measured(f"engine alone, {MEMORIES} memories", [alone] * CLIENTS, None)
    command = [sys.executable, str(REPOSITORY / "main.py"), "serve", "--json", "--profile", str(folder / "p"),
               "--unix", str(folder / "api.sock")]  # fmt: skip
    environment = {**os.environ, "KEEPSAKE_KEY": KEY}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as serving:
        assert serving.stdout is not None
        told = json.loads(serving.stdout.readline())
        clients = [KeepsakeClient(told["token"], unix=folder / "api.sock") for _ in range(CLIENTS)]
        try:
            yield from _measured("over the API", [_searcher(client) for client in clients], "the engine alone, above")
        finally:
            for client in clients:
                client.close()
            serving.terminate()


def _searcher(client: KeepsakeClient) -> Callable[[str], object]:
    def search(query: str) -> None:
        while True:
            try:
                client.search(query, top_k=5)
                return
            except KeepsakeApiError as error:
                if error.code != "too_many":
                    raise
                time.sleep(0.1)  # the limit is part of what a client sees

    return search


def _measured(name: str, searchers: list[Callable[[str], object]], compared: str | None) -> Iterable[Figure]:
    """One client after the other's answer, then all of them at once."""
    for count in (1, len(searchers)):
        times: list[float] = []
        end = time.perf_counter() + SECONDS

        def work(search: Callable[[str], object], seed: int, until: float, into: list[float]) -> None:
            draw = random.Random(seed)
            while time.perf_counter() < until:
                query = f"Who in {draw.choice(_PLACES)} cares about {draw.choice(_THINGS)}?"
                began = time.perf_counter()
                search(query)
                into.append(time.perf_counter() - began)

        searchers[0]("Who cares about tea?")  # loads what is loaded once
        began = time.perf_counter()
        threads = [
            threading.Thread(target=work, args=(search, seed, end, times))
            for seed, search in enumerate(searchers[:count])
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = time.perf_counter() - began
        who = "1 client" if count == 1 else f"{count} clients at once"
        yield Figure(f"{name}, {who}: searches", len(times) / took, "per second", compared_with=compared)
        p95 = statistics.quantiles(times, n=20)[-1] * 1000 if len(times) > 1 else times[0] * 1000
        yield Figure(f"{name}, {who}: p95", p95, "ms", compared_with=compared)


if __name__ == "__main__":
    main("api", figures)
