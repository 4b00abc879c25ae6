"""Kills the real engine many times: `python -m tests.link.deaths [100]`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    file = Path(__file__).with_name("test_engine_crashes.py")
    command = [sys.executable, "-m", "pytest", "-q", "-s", str(file)]
    return subprocess.run(command, env=os.environ | {"KEEPSAKE_TEST_CRASHES": str(count)}).returncode


if __name__ == "__main__":
    sys.exit(main())
