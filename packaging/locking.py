"""Remakes the lock files with a pinned `uv` in a throw-away environment. Standard library only."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import lock_files
import machine
import venvs
from terminal import note


def remake(upgrade: bool) -> None:
    """Resolve every lock file. The resolver itself comes from `locks/locking.txt`."""
    machine.check_python()
    machine.check_venv()
    with tempfile.TemporaryDirectory(prefix="keepsake-lock-") as folder:
        tools = Path(folder) / "tools"
        venvs.run([sys.executable, "-m", "venv", tools], "the environment could not be made")
        venvs.install_lock(venvs.python(tools), lock_files.read("locking"))
        uv = venvs.scripts_folder(tools) / ("uv.exe" if os.name == "nt" else "uv")
        lock_files.make([str(uv)], upgrade)
    note(f"lock files written to {lock_files.FOLDER}")
