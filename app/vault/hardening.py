"""Keeps a key that is in memory from reaching the disk by way of a crash: no core dumps, no attaching debugger."""

from __future__ import annotations

import ctypes
import sys

_PR_SET_DUMPABLE = 4
_PT_DENY_ATTACH = 31
_SEM_NO_FAULT_BOX = 0x0001 | 0x0002  # SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX: no report with memory in it


def forbid_core_dumps() -> None:
    """Call before any key arrives. Raises OSError where the system refuses."""
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetErrorMode(_SEM_NO_FAULT_BOX)
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        # Also keeps other processes of the same user from reading this one's memory.
        if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")
    elif sys.platform == "darwin":
        ctypes.CDLL(None).ptrace(_PT_DENY_ATTACH, 0, 0, 0)
