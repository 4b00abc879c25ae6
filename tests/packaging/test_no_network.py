"""The watch over the network sees what any process of a command does, and lets local sockets pass."""

from __future__ import annotations

import sys
from pathlib import Path

import no_network
import pytest

SOCKET = "import socket; socket.socket(socket.AF_{family}, socket.SOCK_DGRAM).close()"


def run(code: str) -> int:
    return no_network.main([sys.executable, "-c", code])


@pytest.mark.real
@pytest.mark.parametrize("family", ["INET", "INET6"])
def test_an_internet_socket_fails_the_command(family: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(SOCKET.format(family=family)) == 1
    assert f"AF_{family}" in capfd.readouterr().err


@pytest.mark.real
def test_a_child_of_a_child_is_seen(capfd: pytest.CaptureFixture[str]) -> None:
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SOCKET.format(family='INET')!r}])"
    assert run(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])") == 1
    assert "touches of the network" in capfd.readouterr().err


@pytest.mark.real
def test_local_sockets_and_the_exit_code_pass_through() -> None:
    assert run(SOCKET.format(family="UNIX")) == 0
    assert run("raise SystemExit(7)") == 7


def test_a_missing_strace_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert no_network.main(["true"]) == 1
    assert "apt install strace" in capsys.readouterr().err


def test_questions_to_the_kernel_are_no_network() -> None:
    trace = "12 socket(AF_NETLINK, SOCK_RAW|SOCK_CLOEXEC, NETLINK_ROUTE) = 3\n13 socket(AF_UNIX, SOCK_STREAM, 0) = 4\n"
    assert no_network.offences(trace) == []
    assert len(no_network.offences(trace + "14 connect(5, {sa_family=AF_INET, sin_port=htons(53)}, 16) = 0\n")) == 1
