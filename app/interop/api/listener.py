"""The one socket the local API listens on: a port of 127.0.0.1, or a Unix socket that only its owner can open."""

from __future__ import annotations

import errno
import os
import socket
import stat
from dataclasses import dataclass
from pathlib import Path

from app import offline
from app.engine.errors import KeepsakeError

BACKLOG = 256


@dataclass(frozen=True, slots=True)
class Listening:
    """`hosts`: what a Host header may say."""

    sock: socket.socket
    address: str
    hosts: frozenset[str]
    path: Path | None = None

    def close(self) -> None:
        self.sock.close()
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def on_port(port: int) -> Listening:
    """Port 0 takes a free one. Raises KeepsakeError("port_taken")."""
    offline.allow_loopback(port)
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two programs share a port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(("127.0.0.1", port))
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise KeepsakeError("port_taken", name=f"127.0.0.1:{port}") from error
        raise
    taken = sock.getsockname()[1]
    hosts = frozenset({f"127.0.0.1:{taken}", f"localhost:{taken}"})
    return Listening(sock, f"http://127.0.0.1:{taken}", hosts)


def on_unix(path: Path) -> Listening:
    """A socket left behind by a program that died is replaced; a living one, and any other file, is not."""
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _clear(path)
        before = os.umask(0o177)  # no moment in which another user could connect
        try:
            sock.bind(str(path))
        finally:
            os.umask(before)
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        raise KeepsakeError("port_taken", name=path.name) from error
    return Listening(sock, f"unix:{path}", frozenset({"localhost", "keepsake"}), path)


def _clear(path: Path) -> None:
    if not os.path.lexists(path):
        return
    if not stat.S_ISSOCK(path.lstat().st_mode):
        raise FileExistsError(errno.EEXIST, "not a socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
    raise OSError(errno.EADDRINUSE, "in use")

