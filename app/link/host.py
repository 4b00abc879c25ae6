"""The life of an engine process: orders from stdin, the lock on the profile, serving, an orderly end."""

from __future__ import annotations

import errno
import faulthandler
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import filelock

from app import logs, paths
from app.engine.errors import KeepsakeError
from app.link import process, wire
from app.link.server import Handler, Server
from app.vault.hardening import forbid_core_dumps

_LOCK_SECONDS = 60.0
_CRASH_LOG_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Orders:
    """What the starter wants. `key` is the raw vault key of unattended use."""

    profile: Path
    key: bytes | None
    model: str | None
    unlock: bool


def main(open_engine: Callable[[Orders], Handler]) -> int:
    """Run the engine of one profile until its last client has gone. Exit status 0, or 1 with the reason told."""
    forbid_core_dumps()
    answers = _answer_stream()
    orders = _read_orders(sys.stdin)
    try:
        lock = _hold(orders.profile)
        if lock is None:
            _tell(answers, {"state": process.BUSY})
            return 0
        _start_logs(orders.profile)
        handler = open_engine(orders)
        server = _listen(orders.profile, handler)
    except KeepsakeError as error:
        _tell(answers, {"code": error.code, "detail": error.detail})
        return 1
    except OSError as error:
        _tell(answers, {"code": _code_of(error), "detail": {}})
        return 1
    except Exception as error:  # noqa: BLE001 - somebody waits for an answer; the place goes to the log
        logs.exception("engine.start", error)
        _tell(answers, {"code": "unknown", "detail": {"type": type(error).__name__}})
        return 1
    _tell(answers, {"state": "ready"})
    threading.Thread(target=_watch_starter, args=(server,), name="starter", daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: server.end("ended"))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        server.serve()
    finally:
        (orders.profile / process.ADDRESS_FILE).unlink(missing_ok=True)
        logs.event("engine.ended")
        lock.release()
    return 0


def _answer_stream() -> TextIO:
    """The pipe to the starter; afterwards whatever prints to stdout prints into nothing."""
    kept = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)
    return kept


def _read_orders(stream: TextIO) -> Orders:
    told: dict[str, Any] = json.loads(stream.readline())
    key = bytes.fromhex(told["key"]) if told["key"] is not None else None
    return Orders(Path(told["profile"]), key, told["model"], bool(told["unlock"]))


def _tell(answers: TextIO, answer: dict[str, Any]) -> None:
    try:
        with answers:
            answers.write(json.dumps(answer) + "\n")
    except BrokenPipeError:
        logs.event("engine.starter_gone")


def _hold(profile: Path) -> filelock.BaseFileLock | None:
    """The lock on the profile; None when its engine is alive. Waits for one that is ending."""
    paths.private_folder(profile)
    lock = filelock.FileLock(profile / process.LOCK_FILE, mode=0o600)
    deadline = time.monotonic() + _LOCK_SECONDS
    while time.monotonic() < deadline:
        try:
            lock.acquire(timeout=0)
            return lock
        except filelock.Timeout:
            pass
        try:
            wire.connect(process.address_of(profile)).close()
            return None
        except OSError:
            time.sleep(0.05)
    raise KeepsakeError("vault_in_use")


def _listen(profile: Path, handler: Handler) -> Server:
    address = paths.socket_address(profile)
    if sys.platform != "win32":
        Path(address).unlink(missing_ok=True)  # left by an engine that was killed: we hold the lock, so nobody listens
    server = Server(address, handler)
    note = profile / process.ADDRESS_FILE
    note.write_text(address, "utf-8")
    if os.name == "posix":
        note.chmod(0o600)
    return server


def _start_logs(profile: Path) -> None:
    logs.start(profile)
    sys.excepthook = logs.excepthook()
    threading.excepthook = lambda args: logs.exception("thread.fault", args.exc_value) if args.exc_value else None
    # Native crashes leave the Python frames they happened in: function names, no values.
    crash_log = profile / "logs" / "crash.log"
    mode = "w" if crash_log.exists() and crash_log.stat().st_size > _CRASH_LOG_BYTES else "a"
    stream = crash_log.open(mode, encoding="utf-8")
    if os.name == "posix":
        crash_log.chmod(0o600)
    faulthandler.enable(stream)
    logs.event("engine.started")


def _watch_starter(server: Server) -> None:
    """The starter holds the other end of stdin for as long as it lives."""
    while sys.stdin.readline():
        pass
    server.starter_gone()


def _code_of(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "disk_full"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "vault_read_only"
    logs.exception("engine.start", error)
    return "unknown"
