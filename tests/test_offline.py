"""The guard: every way onto a network is refused and counted, local sockets pass, nothing takes it out again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# The guard cannot be taken out of a process, so each case runs in one of its own.
PREFIX = """
from app import offline
offline.install()
import socket
def refused(attempt):
    before = offline.attempts()
    try:
        attempt()
    except OSError as error:
        assert offline.attempts() == before + 1, "not counted once"
        return error
    raise AssertionError("let through")
"""


def run(repository: Path, code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PREFIX + code], cwd=repository, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "attempt",
    [
        "socket.socket()",
        "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
        "__import__('_socket').socket(2, 1)",
        "socket.create_connection(('192.0.2.1', 80))",
        "socket.create_server(('127.0.0.1', 0))",
        "socket.getaddrinfo('example.invalid', 443)",
        "socket.gethostbyname('localhost')",
        "socket.gethostbyname_ex('localhost')",
        "socket.gethostbyaddr('127.0.0.1')",
        "socket.getnameinfo(('192.0.2.1', 80), 0)",
        "__import__('urllib.request').request.urlopen('http://example.invalid/')",
        "__import__('http.client').client.HTTPConnection('192.0.2.1').connect()",
        "__import__('asyncio').run(__import__('asyncio').open_connection('192.0.2.1', 80))",
    ],
)
def test_an_attempt_is_refused_and_counted(repository: Path, attempt: str) -> None:
    run(repository, f"refused(lambda: {attempt})")


def test_the_refusal_is_a_keepsake_error_and_an_os_error_at_once(repository: Path) -> None:
    run(
        repository,
        """
from app.engine.errors import KeepsakeError
error = refused(lambda: socket.getaddrinfo("my-secret-host.invalid", 1))
assert isinstance(error, KeepsakeError) and error.code == "not_local"
assert "secret" not in repr(error) + str(error) + str(error.detail)
assert "secret" not in str(offline.attempts_by_kind())
""",
    )


def test_the_guard_stays_when_somebody_puts_the_functions_back(repository: Path) -> None:
    run(
        repository,
        """
import importlib, _socket
socket.getaddrinfo = _socket.getaddrinfo
importlib.reload(socket)
refused(lambda: socket.getaddrinfo("a.invalid", 1))
refused(lambda: _socket.socket(2, 1))
""",
    )


def test_local_sockets_pass_uncounted(repository: Path, tmp_path: Path) -> None:
    run(
        repository,
        f"""
from multiprocessing.connection import Listener, Client
with Listener({str(tmp_path / "s")!r}) as listener, Client({str(tmp_path / "s")!r}) as client:
    with listener.accept() as server:
        server.send_bytes(b"x")
        assert client.recv_bytes() == b"x"
a, b = socket.socketpair()
a.close(), b.close()
import asyncio
asyncio.run(asyncio.sleep(0))
assert offline.attempts() == 0
""",
    )


def test_libraries_that_probe_the_network_at_import_do_not_even_try(repository: Path) -> None:
    run(repository, "import requests, urllib3, tldextract\nassert offline.attempts() == 0, offline.attempts_by_kind()")


def test_one_loopback_port_can_be_allowed_for_listening_and_nothing_else(repository: Path) -> None:
    run(
        repository,
        """
free = __import__("random").randint(20000, 50000)
offline.allow_loopback(free)
with socket.create_server(("127.0.0.1", free)):
    with socket.socket() as other:
        refused(lambda: other.connect(("127.0.0.1", free)))
        refused(lambda: other.bind(("0.0.0.0", free)))
        refused(lambda: other.bind(("127.0.0.1", free + 1)))
    refused(lambda: socket.getaddrinfo("example.invalid", 80))
""",
    )


@pytest.mark.parametrize("entry", ["app.bootstrap", "main"])
def test_every_entry_of_the_program_has_the_guard_before_anything_else(repository: Path, entry: str) -> None:
    out = subprocess.run(
        [sys.executable, "-c", f"import {entry}; from app import offline; print(offline.installed())"],
        cwd=repository, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert out.stdout.strip() == "True"
    lines = (repository / "app" / "bootstrap.py").read_text("utf-8").splitlines()
    imports = [line for line in lines if line.startswith(("import ", "from ")) and "__future__" not in line]
    assert imports[0] == "from app import offline"
