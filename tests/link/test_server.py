"""Server and client in one process: streaming, stopping out of band, faults, news, and when the engine ends."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.engine.errors import KeepsakeError
from app.link import wire
from app.link.client import EngineClient, Lost
from app.link.server import WORKERS_PER_CLIENT, Server
from tests.link.scripted import ScriptedEngine


class Running:
    """A server on a thread, and clients of it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.engine: Any = ScriptedEngine()
        self.server = Server(address, self.engine)
        self.thread = threading.Thread(target=self.server.serve)
        self.thread.start()
        self.clients: list[EngineClient] = []

    def client(self) -> EngineClient:
        self.clients.append(EngineClient(wire.connect(self.address)))
        self.clients[-1].call("ping")
        return self.clients[-1]

    def ended(self) -> bool:
        self.thread.join(20)
        return not self.thread.is_alive() and self.engine.closed.is_set()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(str(tmp_path / "s"))
    yield running
    for client in running.clients:
        client.close()
    running.server.starter_gone()
    assert running.ended()


def eventually(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while not true() and time.monotonic() < deadline:
        time.sleep(0.005)
    return true()


def test_a_request_has_a_result(running: Running) -> None:
    assert running.client().call("echo", {"text": "你好 \ud83d"}) == {"text": "你好 \ud83d"}


def test_events_come_in_order_before_the_result(running: Running) -> None:
    seen: list[str] = []
    result = running.client().call("stream", {"count": 200}, lambda kind, data: seen.append(data["text"]))
    assert result == {"stopped": False}
    assert seen == [str(number) for number in range(200)]


def test_stop_overtakes_the_request_it_stops(running: Running) -> None:
    client = running.client()
    waiting, done = threading.Event(), threading.Event()
    results: list[Any] = []

    def finished(result: Any, error: KeepsakeError | None) -> None:
        results.append((result, error))
        done.set()

    number = client.submit("wait", {}, lambda kind, data: waiting.set(), finished)
    assert waiting.wait(10)
    client.stop(number)
    assert done.wait(10)
    assert results == [({"stopped": True}, None)]


def test_stopping_what_has_ended_or_never_began_changes_nothing(running: Running) -> None:
    client = running.client()
    client.call("echo", {})
    client.stop(1)
    client.stop(99)
    assert client.call("echo", {"still": "here"}) == {"still": "here"}


def test_a_slow_request_does_not_hold_up_others(running: Running) -> None:
    client = running.client()
    waiting, done = threading.Event(), threading.Event()
    number = client.submit("wait", {}, lambda kind, data: waiting.set(), lambda result, error: done.set())
    assert waiting.wait(10)
    assert client.call("echo", {"a": 1}) == {"a": 1}
    assert not done.is_set()
    client.stop(number)
    assert done.wait(10)


def test_an_error_a_person_can_mend_arrives_as_itself(running: Running) -> None:
    with pytest.raises(KeepsakeError) as caught:
        running.client().call("mendable")
    assert (caught.value.code, caught.value.detail) == ("model_missing", {"name": "tiny"})


@pytest.mark.parametrize("verb", ["bug", "no_such_verb", "odd_result"])
def test_a_bug_is_told_as_unknown_by_its_type_alone_and_the_engine_lives_on(running: Running, verb: str) -> None:
    client = running.client()
    with pytest.raises(KeepsakeError) as caught:
        client.call(verb)
    assert caught.value.code == "unknown"
    assert "4111" not in str(caught.value.detail)
    assert client.call("echo", {}) == {}


def test_too_many_requests_at_once_are_refused_not_queued(running: Running) -> None:
    client = running.client()
    numbers = [client.submit("wait", {}, None, lambda *_: None) for _ in range(WORKERS_PER_CLIENT)]
    with pytest.raises(KeepsakeError) as caught:
        client.call("echo", {})
    assert caught.value.code == "engine_busy"
    for number in numbers:
        client.stop(number)


def test_a_request_brings_its_own_clock(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    client = running.client()
    monkeypatch.setenv("KEEPSAKE_NOW", "2031-05-06T07:08:09+00:00")
    assert client.call("now") == {"now": "2031-05-06T07:08:09+00:00"}
    monkeypatch.setenv("KEEPSAKE_NOW", "soon")
    with pytest.raises(KeepsakeError) as caught:
        client.call("now")
    assert caught.value.code == "setting_invalid"


def test_a_client_that_talks_nonsense_is_hung_up_on_and_others_are_served(running: Running) -> None:
    good = running.client()
    bad = wire.connect(running.address)
    bad._connection.send_bytes(b"GET / HTTP/1.1")
    with pytest.raises((EOFError, OSError)):
        bad.receive()
    bad.close()
    assert good.call("echo", {"a": 1}) == {"a": 1}


def test_a_change_by_one_client_is_news_to_the_others(running: Running) -> None:
    one, two = running.client(), running.client()
    news: list[tuple[str, Any]] = []
    own: list[Any] = []
    two.on_news(lambda kind, data: news.append((kind, data)))
    one.on_news(lambda kind, data: own.append(data))
    one.call("echo", {})
    assert eventually(lambda: bool(news))
    assert news == [("changed", {"verb": "echo"})]
    assert not own


def test_the_engine_ends_when_its_last_client_has_gone(running: Running) -> None:
    one, two = running.client(), running.client()
    one.close()
    assert two.call("echo", {}) == {}
    assert running.thread.is_alive()
    two.close()
    assert running.ended()


def test_leaving_with_wait_returns_when_the_last_work_is_written(running: Running) -> None:
    client = running.client()
    order: list[str] = []
    close = running.engine.close
    running.engine.close = lambda: (time.sleep(0.1), order.append("written"), close())
    running.thread.join(0)
    threading.Thread(target=lambda: (running.thread.join(), _hang_up(running.server))).start()
    client.close(wait=True)
    order.append("left")
    assert order == ["written", "left"]


def _hang_up(server: Server) -> None:
    """What the end of the engine's process does to the connections of those who wait for it."""
    for client in server._leaving:
        client.channel.close()


def test_leaving_with_wait_does_not_wait_for_other_peoples_engine(running: Running) -> None:
    staying, leaving = running.client(), running.client()
    leaving.close(wait=True)
    assert staying.call("echo", {}) == {}


def test_a_client_that_vanishes_takes_its_requests_with_it(running: Running) -> None:
    staying, vanishing = running.client(), running.client()
    started = threading.Event()
    vanishing.submit("wait", {}, lambda kind, data: started.set(), lambda *_: None)
    assert started.wait(10)
    vanishing.close()
    assert running.engine.cancelled.wait(10)
    assert staying.call("echo", {}) == {}


def test_without_any_client_the_end_of_the_starter_ends_the_engine(running: Running) -> None:
    running.server.starter_gone()
    assert running.ended()


def test_with_a_client_the_end_of_the_starter_changes_nothing(running: Running) -> None:
    client = running.client()
    running.server.starter_gone()
    assert client.call("echo", {}) == {}
    assert running.thread.is_alive()


def test_lock_answers_then_ends_the_engine_for_everyone_and_says_why(running: Running) -> None:
    one, two = running.client(), running.client()
    lost: list[Lost] = []
    two.on_lost(lost.append)
    assert one.call("lock") == {}
    assert running.ended()
    running.engine.closed.wait(1)
    two._channel.close()  # the process would be gone by now
    assert eventually(lambda: bool(lost))
    assert lost == [Lost("locked")]


def test_after_the_end_calls_say_that_the_engine_is_gone(running: Running) -> None:
    client = running.client()
    client.close()
    with pytest.raises(KeepsakeError) as caught:
        client.call("echo", {})
    assert caught.value.code == "engine_gone"
    told: list[Lost] = []
    client.on_lost(told.append)
    assert running.ended()
