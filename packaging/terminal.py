"""What the set-up scripts say: notes, a progress bar, and troubles a person can mend. Standard library only."""

from __future__ import annotations

import sys
import time


class Trouble(Exception):
    """Something a person can mend; the text says how. Ends dev.py with exit code 1 and no traceback."""


def note(text: str) -> None:
    print(f"keepsake: {text}", file=sys.stderr, flush=True)


class Bar:
    """A progress bar on a terminal; elsewhere one line for each tenth."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.tenth = -1
        self.started = time.monotonic()

    def show(self, done: float, total: float) -> None:
        share = min(max(done / total, 0.0), 1.0) if total else 0.0
        elapsed = time.monotonic() - self.started
        if sys.stderr.isatty():
            filled = "#" * int(share * 30)
            print(f"\r{self.title} [{filled:<30}] {share:4.0%} {elapsed:4.0f} s", end="", file=sys.stderr, flush=True)
        elif int(share * 10) > self.tenth:
            self.tenth = int(share * 10)
            print(f"{self.title} {share:4.0%} {elapsed:4.0f} s", file=sys.stderr, flush=True)

    def end(self) -> None:
        if sys.stderr.isatty():
            print(file=sys.stderr)
