"""Frames: what goes in comes out, nonsense is refused, only the same user gets in."""

from __future__ import annotations

import contextlib
import os
import pickle
import socket
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.errors import KeepsakeError
from app.link import wire
from app.link.messages import Event, Failure, Frame, Reply, Request, Stop

NUMBERS = st.integers(0, 2**53)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
OBJECTS = st.dictionaries(st.text(max_size=8), JSON, max_size=4)
DETAILS = st.dictionaries(st.text(max_size=8), st.text(max_size=8) | st.integers(-9, 9), max_size=3)
VERBS = st.text(max_size=12).filter(lambda verb: verb != "stop")
FRAMES = st.one_of(
    st.builds(Request, NUMBERS, VERBS, OBJECTS, st.none() | st.text()),
    st.builds(Stop, NUMBERS),
    st.builds(Event, NUMBERS, st.text(max_size=12), OBJECTS),
    st.builds(Reply, NUMBERS, OBJECTS),
    st.builds(Failure, NUMBERS, st.sampled_from(["unknown", "model_missing"]), DETAILS),
)


@given(FRAMES)
def test_a_frame_survives_the_wire(frame: Frame) -> None:
    assert wire.decode(wire.encode(frame)) == frame


@given(st.binary(max_size=60))
def test_any_bytes_are_a_frame_or_refused(raw: bytes) -> None:
    with contextlib.suppress(wire.WireError):
        wire.decode(raw)


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"null", b"[]", b"{}", b'{"id": "1", "verb": "ask"}', b'{"id": 1}', b'{"id": 1, "verb": 2}',
        b'{"id": 1, "verb": "ask", "args": []}', b'{"id": 1, "verb": "ask", "args": {}, "now": 5}',
        b'{"id": 1, "event": "token", "data": 3}', b'{"id": 1, "result": []}', b'{"id": 1, "error": "x"}',
        b'{"id": 1, "error": {"code": 3}}', b'{"id": 1, "result": {"a": NaN}}', b"\xff\xfe",
        pickle.dumps({"id": 1, "verb": "ask"}),
        b"[" * 100_000,
    ],
)  # fmt: skip
def test_nonsense_is_refused(raw: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.decode(raw)


def test_an_error_code_of_another_version_becomes_unknown() -> None:
    frame = wire.decode(b'{"id": 1, "error": {"code": "from_the_future", "detail": {"a": 1, "b": [1]}}}')
    assert frame == Failure(1, "unknown", {"a": 1})


def test_lone_surrogates_travel() -> None:
    request = Request(1, "ask", {"text": "half \ud83d a smile"})
    assert wire.decode(wire.encode(request)) == request


@pytest.fixture
def address(tmp_path: Path) -> str:
    return str(tmp_path / "engine.sock")


def _connected(address: str) -> tuple[wire.Channel, wire.Channel]:
    with wire.listen(address) as listener:
        client = wire.connect(address)
        server = wire.accept(listener)
    assert server is not None
    return server, client


def test_many_threads_may_send_on_one_connection(address: str) -> None:
    server, client = _connected(address)
    senders = [
        threading.Thread(target=lambda n=n: [client.send(Request(n * 100 + i, "x" * i)) for i in range(50)])
        for n in range(4)
    ]
    for sender in senders:
        sender.start()
    seen = {server.receive().id for _ in range(200)}
    for sender in senders:
        sender.join()
    assert len(seen) == 200
    client.close()
    server.close()


def test_closing_wakes_the_one_who_waits(address: str) -> None:
    server, client = _connected(address)
    woken: list[str] = []

    def wait() -> None:
        try:
            client.receive()
        except (EOFError, OSError) as error:
            woken.append(type(error).__name__)

    thread = threading.Thread(target=wait)
    thread.start()
    client.close()
    thread.join(10)
    assert woken
    server.close()


def test_the_socket_is_its_owners_alone(address: str) -> None:
    with wire.listen(address):
        assert Path(address).stat().st_mode & 0o777 == 0o600


def test_the_kernel_tells_who_is_at_the_other_end() -> None:
    ours, other = socket.socketpair()
    with ours, other:
        assert wire.peer_user(ours.fileno()) == os.getuid()


def test_another_users_connection_is_hung_up_on(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with wire.listen(address) as listener:
        monkeypatch.setattr(wire, "peer_user", lambda _descriptor: os.getuid() + 1)
        with pytest.raises(KeepsakeError) as caught:
            wire.connect(address)
        assert caught.value.code == "not_local"
        assert wire.accept(listener) is None
