"""Lets the tests import the scripts of packaging/, which are run by path and are no package."""

from __future__ import annotations

import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "packaging"
if str(SCRIPTS) not in sys.path:
    sys.path.append(str(SCRIPTS))
