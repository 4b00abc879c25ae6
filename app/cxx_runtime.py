"""One C++ runtime for every native library of the process."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress


def share() -> None:
    """Call before usearch is imported.

    Its Linux wheel carries a C++ runtime of its own whose symbols leak out. What is loaded afterwards gets a mixture of
    two: llama.cpp then fails to read a vocabulary, with std::bad_cast. With the system's runtime visible to everybody
    first, all of them use that one.
    """
    if sys.platform == "linux":
        with suppress(OSError):  # a system without one has no other library that could mix with it
            ctypes.CDLL("libstdc++.so.6", mode=ctypes.RTLD_GLOBAL)
