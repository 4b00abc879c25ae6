"""Who is turned away at the door of the local API, and with which words."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from app.engine.errors import KeepsakeError
from app.interop.api import faults
from app.interop.api.app import create_app, guarded
from app.interop.api.guard import Bucket, Guard, Limits
from tests.interop.conftest import ADDRESS, AUTHORIZED, HOSTS, TOKEN

SECRET = "zanzibar-passphrase"


class StandIn:
    """An engine that notes verbs and does what it is told."""

    def __init__(self) -> None:
        self.called: list[str] = []
        self.does: Callable[[], dict[str, Any]] = lambda: {"items": [], "total": 0, "took_ms": 0.0}

    def call(self, verb: str, args: dict[str, Any]) -> dict[str, Any]:
        self.called.append(verb)
        return self.does()


@pytest.fixture
def engine() -> StandIn:
    return StandIn()


@pytest.fixture
def api(engine: StandIn) -> TestClient:
    app = guarded(engine, token=TOKEN, hosts=HOSTS, limits=Limits(body_bytes=4096, per_second=5, burst=50))
    return TestClient(app, base_url=ADDRESS, headers=AUTHORIZED, raise_server_exceptions=False)


def refusal(answer: Any) -> tuple[int, str]:
    document = answer.json()
    assert set(document) == {"error"} and document["error"]["message"]
    return answer.status_code, document["error"]["code"]


def test_a_right_request_passes(api: TestClient) -> None:
    assert api.get("/v1/memories").status_code == 200
    assert api.get("/v1/memories", headers={"Host": "localhost:8765"}).status_code == 200


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer ", f"Bearer {TOKEN}0", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN, "Bearer é"]
)
def test_a_wrong_token_is_refused(api: TestClient, engine: StandIn, given: str) -> None:
    answer = api.get("/v1/memories", headers=[(b"authorization", given.encode("latin-1"))])
    assert refusal(answer) == (401, "unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert engine.called == []


@pytest.mark.parametrize("path", ["/openapi.json", "/", "/docs", "/v1/nothing"])
def test_without_the_token_nothing_can_be_learnt(api: TestClient, path: str) -> None:
    assert refusal(api.get(path, headers={"Authorization": "Bearer no"})) == (401, "unauthorized")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:80", "evil.example:8765", "localhost", ""])
def test_a_rebound_name_is_refused(api: TestClient, engine: StandIn, host: str) -> None:
    assert refusal(api.get("/v1/memories", headers={"Host": host})) == (403, "host_refused")
    assert engine.called == []


@pytest.mark.parametrize(
    "header",
    [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": ADDRESS}, {"Sec-Fetch-Site": "cross-site"}],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
def test_no_page_can_call(api: TestClient, engine: StandIn, header: dict[str, str], method: str) -> None:
    answer = api.request(method, "/v1/memories", headers=header)
    assert refusal(answer) == (403, "origin_refused")
    assert not any(name.startswith("access-control") for name in answer.headers)
    assert engine.called == []


def test_a_huge_body_is_refused_before_it_is_read(api: TestClient, engine: StandIn) -> None:
    answer = api.post("/v1/remember", content=b"x" * 5000, headers={"Content-Type": "application/json"})
    assert refusal(answer) == (413, "too_large")


def test_a_huge_body_of_unknown_length_is_refused(api: TestClient, engine: StandIn) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(10):
            yield b"x" * 1000

    answer = api.post("/v1/remember", content=pieces(), headers={"Content-Type": "application/json"})
    assert refusal(answer) == (413, "too_large")
    assert engine.called == []


def test_a_form_is_refused(api: TestClient) -> None:
    """The kinds of body that a page may send without asking first."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = api.post("/v1/remember", content=b'{"text": "a"}', headers={"Content-Type": kind})
        assert refusal(answer) == (415, "wrong_type")


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'"text"', b'{"text": ""}', b'{"text": 5}', b'{"text": "a", "more": 1}', b"\xff\xfe",
     b'{"text": "a", "user_id": "a b"}', b'{"text": "a", "memory_type": "poem"}', b"[" * 2000],
)  # fmt: skip
def test_bad_bodies_are_named_and_not_repeated(api: TestClient, engine: StandIn, body: bytes) -> None:
    answer = api.post("/v1/remember", content=body, headers={"Content-Type": "application/json"})
    assert refusal(answer) in {(422, "invalid"), (400, "bad_request")}
    assert engine.called == []


def test_refusals_name_fields_and_never_values(api: TestClient) -> None:
    answer = api.post("/v1/search", json={"query": "x", "top_k": SECRET, SECRET: 1})
    assert answer.json()["error"]["fields"] == ["body", "body.top_k"]
    assert SECRET not in answer.text


def test_too_many_requests_are_told_to_wait(engine: StandIn) -> None:
    app = guarded(engine, token=TOKEN, hosts=HOSTS, limits=Limits(per_second=0.001, burst=3))
    api = TestClient(app, base_url=ADDRESS, headers=AUTHORIZED)
    answers = [api.get("/v1/memories") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].headers["retry-after"] == "1" and refusal(answers[-1])[1] == "too_many"


def test_the_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 2, lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 0.6
    assert [bucket.take() for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("code", "status"),
    [("vault_locked", 423), ("engine_gone", 503), ("engine_busy", 503), ("memory_unknown", 404), ("disk_full", 507),
     ("usage", 422), ("vault_damaged", 500)],
)  # fmt: skip
def test_what_the_engine_says_becomes_a_status(api: TestClient, engine: StandIn, code: str, status: int) -> None:
    def fails() -> dict[str, Any]:
        raise KeepsakeError(code)

    engine.does = fails
    assert refusal(api.get("/v1/memories")) == (status, code)


def test_a_bug_is_one_clear_answer_without_content(api: TestClient, engine: StandIn) -> None:
    def fails() -> dict[str, Any]:
        raise ValueError(SECRET)

    engine.does = fails
    answer = api.get("/v1/memories")
    assert refusal(answer) == (500, "unknown") and SECRET not in answer.text


def test_who_finds_no_place_in_time_is_told_to_come_back(engine: StandIn) -> None:
    entered, leave = threading.Event(), threading.Event()

    def slow() -> dict[str, Any]:
        entered.set()
        assert leave.wait(30)
        return {"items": [], "total": 0}

    engine.does = slow
    app = create_app(engine, at_once=1, wait_seconds=0.05)

    async def both() -> list[httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ADDRESS) as client:
            first = asyncio.create_task(client.get("/v1/memories"))
            await asyncio.to_thread(entered.wait, 30)
            second = await client.get("/v1/memories")
            leave.set()
            return [await first, second]

    first, second = asyncio.run(both())
    assert first.status_code == 200
    assert refusal(second) == (503, "engine_busy") and second.headers["retry-after"] == "1"
    assert len(engine.called) == 1


def test_unknown_addresses_and_methods_are_clear(api: TestClient) -> None:
    assert refusal(api.get("/v1/nothing")) == (404, "not_found")
    assert refusal(api.put("/v1/memories")) == (405, "method_not_allowed")


def test_every_status_is_in_the_document() -> None:
    used = {status for status, _ in faults.DOOR.values()} | set(faults._STATUS.values())
    assert used - {405} <= set(faults.DOCUMENTED)


def test_a_web_socket_is_closed(engine: StandIn) -> None:
    sent: list[Any] = []

    async def nothing(*_: Any) -> None:
        raise AssertionError("it was let in")

    async def send(message: Any) -> None:
        sent.append(message)

    guard = Guard(nothing, token=TOKEN, hosts=HOSTS, limits=Limits())
    asyncio.run(guard({"type": "websocket", "headers": []}, nothing, send))
    assert [message["type"] for message in sent] == ["websocket.close"]


def test_a_body_that_never_ends_is_given_up(engine: StandIn) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def silence() -> Any:
        await asyncio.Event().wait()

    app = guarded(engine, token=TOKEN, hosts=HOSTS, limits=Limits(body_seconds=0.01))
    headers = [(b"host", b"127.0.0.1:8765"), (b"authorization", f"Bearer {TOKEN}".encode())]
    asyncio.run(app({"type": "http", "method": "POST", "path": "/v1/remember", "headers": headers}, silence, send))
    assert sent[0]["status"] == 408 and engine.called == []
