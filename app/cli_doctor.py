"""The verb `doctor`: starts an engine on a throw-away profile, lets it try everything out, and reports."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import typer

from app import offline
from app.cli_engine import Run
from app.doctor import CheckFailed, carry_out
from app.engine.errors import KeepsakeError
from app.link import process
from app.link.client import EngineClient
from app.link.messages import Data

QT_CHECK = "--qt-check"
_QT_SECONDS = 60


def doctor(context: typer.Context) -> None:
    run: Run = context.obj
    checks: list[Data] = []

    def note(check: Data) -> None:
        checks.append(check)
        mark = "✓" if check["ok"] else "✗"
        run.output.piece(f"{mark} {check['name']:<16} {check['ms']:>8,.0f} ms  {check['detail']}\n")

    with tempfile.TemporaryDirectory(prefix="keepsake-doctor-") as folder:
        _examine(run, Path(folder) / "profile", note)
    note(carry_out("qt", _qt).view())
    if (run.options.profile / "vault.db").exists():
        note(carry_out("own vault", lambda: _own_vault(run)).view())
    note(carry_out("client network", _client_network).view())
    failed = sum(not check["ok"] for check in checks)
    said = run.output.say("doctor_bad", count=failed) if failed else run.output.say("doctor_good")
    run.output.result({"ok": not failed, "checks": checks}, [said])
    if failed:
        run.output.warn(said)
        raise typer.Exit(1)


def _examine(run: Run, profile: Path, note: Callable[[Data], None]) -> None:
    """The engine's own checks; where it cannot even start, that is the one check there is."""
    heard: list[Data] = []

    def listen(kind: str, data: Data) -> None:
        if kind == "check":
            heard.append(data)
            note(data)

    def start() -> str:
        throwaway = Run(replace(run.options, profile=profile), os.urandom(32).hex(), run.output)
        with throwaway.engine() as engine:
            engine.call("doctor", {}, listen)
        return f"{len(heard)} checks in a process of its own"

    note(carry_out("engine", start).view())


def _qt() -> str:
    command = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app.bootstrap"]
    done = subprocess.run(
        [*command, QT_CHECK], env=process.child_environment(), capture_output=True, text=True, timeout=_QT_SECONDS,
        check=False,
    )  # fmt: skip
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise CheckFailed(lines[-1])
    return f"Qt {done.stdout.strip()}"


def _own_vault(run: Run) -> str:
    """The person's own vault, where it can be looked at without asking for anything. Nothing is written."""
    running = EngineClient.connect(run.options.profile)
    if running is not None:
        try:
            return f"engine running, vault {running.call('hello')['vault']}"
        finally:
            running.close()
    if run.key is None:
        return "there; not opened (no KEEPSAKE_KEY)"
    with run.engine() as engine:
        hello = engine.call("hello")
    if hello["vault"] != "ready":
        raise KeepsakeError("vault_locked")
    return "opens with KEEPSAKE_KEY"


def _client_network() -> str:
    if not offline.installed():
        raise CheckFailed("the guard is not installed")
    if offline.attempts():
        raise CheckFailed(f"{offline.attempts()} attempts")
    return "0 attempts"
