"""Core dumps are off in a process that holds a key."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.real
def test_a_crash_leaves_no_memory_on_disk() -> None:
    script = (
        "import ctypes, os, resource\n"
        "from app.vault.hardening import forbid_core_dumps\n"
        "forbid_core_dumps()\n"
        "assert resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)\n"
        "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), flush=True)\n"  # PR_GET_DUMPABLE
        "os.abort()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, cwd=".")
    assert done.stdout.strip() == b"0"
    assert done.returncode == -6
