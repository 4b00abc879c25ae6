"""The API and its clients over a real engine in this process: real vault, redaction, embedding; no chat model."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from app.engine.guests import Guests
from app.interop.api.app import guarded
from app.interop.api.guard import Limits
from app.interop.client import KeepsakeClient
from app.settings import InteropSettings, Settings
from tests.engine.conftest import Bench, bench, embedder, make_bench, redactor

__all__ = ["bench", "embedder", "make_bench", "redactor"]  # fixtures of the engine's tests

TOKEN = "4f" * 32
ADDRESS = "http://127.0.0.1:8765"
HOSTS = frozenset({"127.0.0.1:8765", "localhost:8765"})
AUTHORIZED = {"Authorization": f"Bearer {TOKEN}"}


@dataclass
class BenchDoor:
    """The way to an engine of this process; notes what went through it."""

    bench: Bench
    settings: Settings = field(default_factory=Settings)
    called: list[str] = field(default_factory=list)

    def call(self, verb: str, args: dict[str, Any]) -> dict[str, Any]:
        self.called.append(verb)
        verbs = Guests(self.bench.engine, lambda: self.settings).verbs()
        return verbs[verb](args, lambda kind, data: None, threading.Event())

    def permit(self, *names: str) -> None:
        self.settings = replace(self.settings, interop=InteropSettings(mcp_writers=names))


class Bridge(httpx.BaseTransport):
    """Carries httpx requests to the API in this process."""

    def __init__(self, api: TestClient) -> None:
        self._api = api

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._api.request(
            request.method, str(request.url), headers=dict(request.headers), content=request.read()
        )
        return httpx.Response(answer.status_code, headers=dict(answer.headers), content=answer.content)


@pytest.fixture
def door(bench: Bench) -> BenchDoor:
    return BenchDoor(bench)


@pytest.fixture
def api(door: BenchDoor) -> TestClient:
    """The guarded API as the owner's program sees it: right host, right token."""
    app = guarded(door, token=TOKEN, hosts=HOSTS, limits=Limits(per_second=10_000, burst=10_000))
    return TestClient(app, base_url=ADDRESS, headers=AUTHORIZED, raise_server_exceptions=False)


@pytest.fixture
def keepsake(api: TestClient) -> Callable[..., KeepsakeClient]:
    """Makes clients of the API in this process."""
    return lambda **who: KeepsakeClient(TOKEN, ADDRESS, transport=Bridge(api), **who)
