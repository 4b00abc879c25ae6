"""The socket of the local API: this machine's owner can reach it, nobody else."""

from __future__ import annotations

import socket
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import offline
from app.engine.errors import KeepsakeError
from app.interop.api import listener


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="ks") as made:  # short: a socket's path has about 100 bytes
        yield Path(made)


def test_a_port_is_one_of_this_machine_only() -> None:
    listening = listener.on_port(0)
    try:
        host, port = listening.sock.getsockname()
        assert host == "127.0.0.1" and listening.address == f"http://127.0.0.1:{port}"
        assert listening.hosts == {f"127.0.0.1:{port}", f"localhost:{port}"}
    finally:
        listening.close()


def test_a_taken_port_is_told() -> None:
    first = listener.on_port(0)
    try:
        with pytest.raises(KeepsakeError, match="port_taken"):
            listener.on_port(first.sock.getsockname()[1])
    finally:
        first.close()


@pytest.mark.parametrize(("host", "family"), [("0.0.0.0", socket.AF_INET), ("::", socket.AF_INET6)])
def test_the_guard_lets_it_listen_nowhere_else(host: str, family: int) -> None:
    address = (host, 8765) if family == socket.AF_INET else (host, 8765, 0, 0)
    offline.allow_loopback(8765)
    with socket.socket(family, socket.SOCK_STREAM) as sock:
        assert not offline._address_allowed("socket.bind", sock, address)
        assert not offline._address_allowed("socket.connect", sock, ("127.0.0.1", 8765))
        assert not offline._address_allowed("socket.bind", sock, ("127.0.0.1", 8766))


@pytest.mark.parametrize("left_behind", [False, True])
def test_a_unix_socket_is_private_and_leaves_nothing(folder: Path, left_behind: bool) -> None:
    path = folder / "api.sock"
    if left_behind:
        with socket.socket(socket.AF_UNIX) as dead:
            dead.bind(str(path))
    listening = listener.on_unix(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    listening.close()
    assert not path.exists()


def test_a_living_socket_and_other_files_are_left_alone(folder: Path) -> None:
    path, file, link = folder / "api.sock", folder / "file", folder / "link"
    listening = listener.on_unix(path)
    file.write_text("precious")
    link.symlink_to(file)
    try:
        for taken in (path, file, link, folder):
            with pytest.raises(KeepsakeError, match="port_taken"):
                listener.on_unix(taken)
        assert file.read_text() == "precious" and link.is_symlink()
    finally:
        listening.close()
