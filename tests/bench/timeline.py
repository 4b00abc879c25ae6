"""The timeline at 1,000, 10,000 and 100,000 memories: frame times, memory, time to open and the window's longest stall.

`--only open` or `--only frames` measures one part. No display needed; the engine's answer is parsed from JSON in pieces
on another thread of this process, as the window's link does it.
"""

from __future__ import annotations

import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.report import Figure, at_most, main

FRAMES = 120
PIECE = 1000  # rows in one event, as the engine sends them
SIZES = (1_000, 10_000, 100_000)


def figures() -> Iterator[Figure]:
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    if only in ("", "open"):
        for count in SIZES:
            yield from opening(count)
    if only in ("", "frames"):
        yield from painting()


def opening(count: int) -> Iterator[Figure]:
    """The whole page in the whole window, from the key to the marks; a timer tells how long the thread was away."""
    from PySide6.QtCore import QTimer
    from PySide6.QtTest import QTest

    from app.ui import start
    from tests.fakes_ui import FakeDoor

    told = FakeDoor("en", marks=count).do_timeline({}, None, None)
    starts = range(0, len(told["rows"]), PIECE)
    pieces = [json.dumps({"columns": told["columns"], "rows": told["rows"][at : at + PIECE]}) for at in starts]

    class Door(FakeDoor):
        def do_timeline(self, args: dict[str, Any], emit: Any, cancel: Any) -> dict[str, Any]:
            for piece in pieces:
                emit("rows", json.loads(piece))
            return {"columns": told["columns"], "rows": []}

    with tempfile.TemporaryDirectory() as folder:
        opened = start.build(start.application(), Path(folder) / "profile", lambda unlock: Door("en"), lang="en")
        window = opened.window
        window.resize(1280, 800)
        window.show()
        opened.bridge.start()
        QTest.qWait(1500)
        beats: list[float] = []
        beat = QTimer(interval=0)
        beat.timeout.connect(lambda: beats.append(time.perf_counter()))
        window.open_timeline()  # makes the page; what follows is the loading
        page = window._made["timeline"]
        QTest.qWait(500)
        page.marks = None  # type: ignore[attr-defined]
        began = time.perf_counter()
        beat.start()
        page.open()  # type: ignore[attr-defined]
        while page.marks is None and time.perf_counter() - began < 60:  # type: ignore[attr-defined]
            QTest.qWait(5)
        took = time.perf_counter() - began
        QTest.qWait(300)
        beat.stop()
        yield Figure(f"open_{count}", round(took * 1000), "ms")
        gaps = [later - earlier for earlier, later in itertools.pairwise(beats)]
        yield at_most(f"longest_stall_{count}", round(max(gaps) * 1000, 1), 50, "ms")
        opened.bridge.close()
        window._leaving = True
        window.close()
        opened.dispose()


def painting() -> Iterator[Figure]:
    import psutil
    from PySide6.QtGui import QPixmap

    from app.ui import start
    from app.ui.language import Language
    from app.ui.theme import Theme
    from app.ui.timeline.marks import build
    from app.ui.timeline.plot import TimelinePlot
    from tests.fakes_ui import FakeDoor

    app = start.application()
    theme, language = Theme(app, "light"), Language(app, "en")
    for count in SIZES:
        told = FakeDoor("en", marks=count).do_timeline({}, None, None)
        pieces = [told["rows"][i : i + 2000] for i in range(0, len(told["rows"]), 2000)]
        began = time.perf_counter()
        marks = build(told["columns"], pieces)
        yield Figure(f"columns_built_{count}", round((time.perf_counter() - began) * 1000, 1), "ms")
        plot = TimelinePlot(theme, language)
        plot.resize(980, 320)
        plot.set_marks(marks, marks.filter(status="all"), fit=True)
        plot.show()
        canvas = QPixmap(plot.size())
        frames: list[float] = []
        for number in range(FRAMES):
            if number % 2:
                plot.pan(9)
            else:
                plot.zoom(0.96 if number < FRAMES / 2 else 1.04, 400)
            began = time.perf_counter()
            plot.render(canvas)
            frames.append((time.perf_counter() - began) * 1000)
        frames.sort()
        yield at_most(f"frame_p95_{count}", round(frames[int(FRAMES * 0.95)], 1), 20, "ms", "50 frames per second")
        yield Figure(f"frame_median_{count}", round(statistics.median(frames), 1), "ms")
        began = time.perf_counter()
        marks.filter(status="all", query="number 42")
        yield Figure(f"search_{count}", round((time.perf_counter() - began) * 1000, 1), "ms")
        yield Figure(f"memory_{count}", round(psutil.Process().memory_info().rss / 1e6, 1), "MB")
        plot.close()
        plot.deleteLater()


if __name__ == "__main__":
    main("timeline", figures)
