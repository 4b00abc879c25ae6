"""Runs a command and fails when any of its processes touches an internet socket, native code included (Linux, strace).

    python3 packaging/no_network.py COMMAND ARGUMENT...

Sockets of the machine itself (AF_UNIX) and questions to the kernel (AF_NETLINK) are no network. Standard library only.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from terminal import Trouble

_INTERNET = re.compile(r"\b(AF_INET6?|PF_INET6?|sin6?_addr|AF_PACKET)\b")


def offences(trace: str) -> list[str]:
    """Lines of an strace log that name an internet address family."""
    return [line for line in trace.splitlines() if _INTERNET.search(line)]


def watch(command: list[str]) -> tuple[int, list[str]]:
    """Run the command with all its children under strace; returns its exit code and what it should not have done."""
    strace = shutil.which("strace")
    if strace is None:
        raise Trouble("strace is needed: `sudo apt install strace` (Debian) or `sudo dnf install strace` (Fedora)")
    with tempfile.TemporaryDirectory(prefix="keepsake-trace-") as folder:
        log = Path(folder) / "network.log"
        watched = [strace, "-f", "-qq", "--seccomp-bpf", "-e", "trace=network", "-o", str(log), "--", *command]
        code = subprocess.run(watched).returncode
        if not log.exists():
            raise Trouble("strace could not watch the command; the reason stands above")
        return code, offences(log.read_text(encoding="utf-8", errors="replace"))


def main(command: list[str]) -> int:
    if not command:
        print("usage: no_network.py COMMAND ARGUMENT...", file=sys.stderr)
        return 2
    try:
        code, found = watch(command)
    except Trouble as trouble:
        print(f"keepsake: {trouble}", file=sys.stderr)
        return 1
    for line in found[:20]:
        print(f"network: {line}", file=sys.stderr)
    if found:
        print(f"keepsake: {len(found)} touches of the network; there must be none", file=sys.stderr)
        return 1
    if code == 0:
        print("no internet socket was touched", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
