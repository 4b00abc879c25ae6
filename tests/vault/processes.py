"""Children of the test run that may be killed or limited."""

from __future__ import annotations

import os
import warnings


def fork() -> int:
    """os.fork without Python's warning about threads: the children only use a vault, and leave with os._exit."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()
