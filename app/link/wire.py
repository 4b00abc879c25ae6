"""Frames on a local socket: length-framed UTF-8 JSON between processes of one user, never pickle."""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
import threading
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Any

from app.engine.errors import CODES, KeepsakeError
from app.link.messages import Event, Failure, Frame, Reply, Request, Stop

MAX_FRAME = 64 * 1024 * 1024  # bytes; a 50,000-character message is far below
BACKLOG = 16


class WireError(Exception):
    """The other side sent something that is no frame; the connection is not worth keeping."""


def encode(frame: Frame) -> bytes:
    """A frame as JSON. ASCII escapes carry lone surrogates unharmed, which plain UTF-8 cannot."""
    body: dict[str, Any] = {"id": frame.id}
    match frame:
        case Request():
            body |= {"verb": frame.verb, "args": frame.args}
            if frame.now is not None:
                body["now"] = frame.now
        case Stop():
            body["verb"] = "stop"
        case Event():
            body |= {"event": frame.kind, "data": frame.data}
        case Reply():
            body["result"] = frame.result
        case Failure():
            body["error"] = {"code": frame.code, "detail": frame.detail}
    return json.dumps(body, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")


def decode(raw: bytes) -> Frame:
    """The frame in these bytes; WireError for anything else."""
    try:
        body = json.loads(raw, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise WireError("not JSON") from error
    if not isinstance(body, dict) or not isinstance(body.get("id"), int):
        raise WireError("no id")
    number: int = body["id"]
    if body.get("verb") == "stop":
        return Stop(number)
    if "verb" in body:
        verb, args, now = body["verb"], body.get("args", {}), body.get("now")
        if isinstance(verb, str) and isinstance(args, dict) and isinstance(now, str | None):
            return Request(number, verb, args, now)
    elif "event" in body:
        kind, data = body["event"], body.get("data", {})
        if isinstance(kind, str) and isinstance(data, dict):
            return Event(number, kind, data)
    elif "result" in body:
        if isinstance(body["result"], dict):
            return Reply(number, body["result"])
    elif isinstance(body.get("error"), dict):
        return _failure(number, body["error"])
    raise WireError("unknown shape")


def _refuse_constant(name: str) -> None:
    raise ValueError(name)  # NaN and Infinity are no JSON


def _failure(number: int, error: dict[str, Any]) -> Failure:
    code, detail = error.get("code"), error.get("detail", {})
    if not isinstance(code, str) or not isinstance(detail, dict):
        raise WireError("unknown shape")
    kept = {name: value for name, value in detail.items() if isinstance(value, str | int | float)}
    return Failure(number, code if code in CODES else "unknown", kept)


class Channel:
    """One connection: any thread may send or close, one thread receives."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sending = threading.Lock()
        self._receiving = threading.Lock()

    def send(self, frame: Frame) -> None:
        """Send one frame; OSError when the other side has gone."""
        raw = encode(frame)
        with self._sending:
            self._connection.send_bytes(raw)

    def receive(self) -> Frame:
        """Wait for one frame; EOFError or OSError when the other side has gone, WireError when it talks nonsense."""
        with self._receiving:
            raw = self._connection.recv_bytes(MAX_FRAME)
        return decode(raw)

    def close(self) -> None:
        """Hang up. A thread that waits in `receive` wakes with an error."""
        self._wake()
        # Only now, with nobody inside: a descriptor closed under a reader could be another file's by then.
        with self._receiving, self._sending:
            self._connection.close()

    def _wake(self) -> None:
        if sys.platform == "win32":
            self._connection.close()  # closing a pipe's handle ends its reads
            return
        try:
            with socket.socket(fileno=os.dup(self._connection.fileno())) as sock:
                sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # the other side was quicker, or it is closed already


def listen(address: str) -> Listener:
    """A listener at this address; OSError when there is one already."""
    family = "AF_PIPE" if sys.platform == "win32" else "AF_UNIX"
    listener = Listener(address, family=family, backlog=BACKLOG)
    if sys.platform != "win32":
        Path(address).chmod(0o600)
    return listener


def accept(listener: Listener) -> Channel | None:
    """The next client of the same user; None for anyone else, who is hung up on."""
    connection = listener.accept()
    return _same_user_only(connection)


def connect(address: str) -> Channel:
    """Reach the engine at this address; OSError when nobody listens, KeepsakeError when it is another user's."""
    family = "AF_PIPE" if sys.platform == "win32" else "AF_UNIX"
    channel = _same_user_only(Client(address, family=family))
    if channel is None:
        raise KeepsakeError("not_local", what="link")
    return channel


def _same_user_only(connection: Connection) -> Channel | None:
    if sys.platform != "win32" and peer_user(connection.fileno()) != os.getuid():
        connection.close()
        return None
    # On Windows the pipe's default access list lets only its owner write, and a client must write.
    return Channel(connection)


def peer_user(descriptor: int) -> int:
    """The user id at the other end of a Unix socket, as the kernel tells it."""
    with socket.socket(fileno=os.dup(descriptor)) as sock:
        if hasattr(socket, "SO_PEERCRED"):  # Linux: struct ucred {pid, uid, gid}
            raw = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
            return int(struct.unpack("3i", raw)[1])
        sol_local, local_peercred = 0, 1  # <sys/un.h>: struct xucred {u32 version; uid_t uid; short groups; ...}
        raw = sock.getsockopt(sol_local, local_peercred, 76)
        return int(struct.unpack_from("II", raw)[1])
