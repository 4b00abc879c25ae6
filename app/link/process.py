"""Starting the engine of a profile as a process of its own, and finding a running one."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from app import paths
from app.engine.errors import CODES, KeepsakeError

ADDRESS_FILE = "engine.address"  # in the profile: two clients may disagree about the runtime folder
LOCK_FILE = "engine.lock"
BUSY = "busy"
_END_SECONDS = 30.0


class EngineProcess:
    """An engine this process started. It lives on without us while others use it."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self._popen = popen

    @property
    def pid(self) -> int:
        return self._popen.pid

    def running(self) -> bool:
        return self._popen.poll() is None

    def signal(self) -> int | None:
        """The signal that ended it, where one did; waits a moment for a process that is just going."""
        try:
            code = self._popen.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return None
        return -code if code < 0 else None

    def release(self, *, wait: bool) -> None:
        """Let go: close the pipe that tells the engine we are here, and wait for its end where it is ending."""
        if self._popen.stdin is not None:
            self._popen.stdin.close()
        if wait:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._popen.wait(timeout=_END_SECONDS)
        if self._popen.poll() is None:  # it goes on for others; reaped whenever it ends
            threading.Thread(target=self._popen.wait, name="engine-reaper", daemon=True).start()


def address_of(profile: Path) -> str:
    """Where the engine of this profile listens, or would."""
    try:
        noted = (profile / ADDRESS_FILE).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        noted = ""
    return noted or paths.socket_address(profile)


def start(profile: Path, key: bytes | None, *, model: str | None = None, unlock: bool = True) -> EngineProcess | None:
    """Start the engine and wait until it listens; None when another engine holds the profile.

    The key travels through the child's stdin, never through its arguments or environment. Raises KeepsakeError with
    the engine's own reason, or "engine_gone" when it ended without one.
    """
    orders = {
        "profile": str(profile.resolve()),
        "key": key.hex() if key is not None else None,
        "model": model,
        "unlock": unlock,
    }
    popen = subprocess.Popen(
        _command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=child_environment(),
        **_apart(),
    )
    assert popen.stdin is not None and popen.stdout is not None
    with contextlib.suppress(OSError):  # it died before it read: its missing answer below says so
        popen.stdin.write(json.dumps(orders).encode() + b"\n")
        popen.stdin.flush()
    with popen.stdout as answers:
        answer = _answer(answers.readline())
    if answer.get("state") == "ready":
        return EngineProcess(popen)
    popen.stdin.close()
    popen.wait()
    if answer.get("state") == BUSY:
        return None
    code, detail = answer.get("code"), answer.get("detail")
    if isinstance(code, str) and code in CODES and isinstance(detail, dict):
        raise KeepsakeError(code, **detail)
    raise KeepsakeError("engine_gone", status=popen.returncode)


def _answer(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def _command() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, "--engine"]
    return [sys.executable, "-m", "app.bootstrap", "--engine"]


def child_environment() -> dict[str, str]:
    """The environment of a Python process of ours: it finds this very code, and never holds the key."""
    environment = {name: value for name, value in os.environ.items() if name != "KEEPSAKE_KEY"}
    environment["PYTHONUTF8"] = "1"
    # A stray json.py in the folder where the person stands must not become part of the engine.
    environment["PYTHONSAFEPATH"] = "1"
    if not getattr(sys, "frozen", False):
        root = str(Path(__file__).resolve().parents[2])
        others = environment.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join([root, others]) if others else root
    return environment


def _apart() -> dict[str, Any]:
    """Out of the terminal's process group: Ctrl-C stops a request, not the engine others may be using."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}
