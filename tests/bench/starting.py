"""How soon the engine answers after a start: process, vault, redaction, models, first token; and its memory.

Run by `packaging/dev.py bench starting [--json]`, twice: the first start puts the models into the page cache.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from app.link.client import EngineClient
from tests.bench.report import Figure, at_most, main

KEY = bytes(range(32))


def start(profile: Path) -> tuple[float, float, float, float, int]:
    """Seconds to a connection, until all parts are ready, and to a first token after that; tokens/s; engine bytes."""
    began = time.perf_counter()
    client = EngineClient.connect_or_start(profile, KEY)
    connected = time.perf_counter() - began
    client.call("use_model", {"name": client.call("hello")["chat_model"], "keep": False})  # the chat model
    client.call("recall", {"query": "rivers"})  # redaction and the embedding model
    ready = time.perf_counter() - began
    began = time.perf_counter()
    first: list[float] = []

    def listen(kind: str, data: object) -> None:
        if kind == "token" and not first:
            first.append(time.perf_counter() - began)

    asked = {"text": "Name three rivers in Europe.", "private": True}
    result = client.call("ask", asked, listen)
    assert client.engine_pid is not None
    memory = psutil.Process(client.engine_pid).memory_info().rss
    client.close(wait=True)
    return connected, ready, first[0], float(result["tokens_per_s"]), memory


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="k") as folder:
        os.environ["XDG_RUNTIME_DIR"] = folder
        start(Path(folder) / "p")
        connected, ready, first, speed, memory = start(Path(folder) / "p")
    yield Figure("engine_reached", round(connected, 2), "s")
    yield at_most("ready_to_answer", round(ready, 2), 4, "s")
    yield Figure("first_token_of_a_first_question", round(first, 2), "s")
    yield Figure("tokens_per_second", round(speed, 1), "1/s")
    yield Figure("engine_memory", round(memory / 2**20), "MB")


if __name__ == "__main__":
    main("starting", figures)
