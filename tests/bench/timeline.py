"""Frame times of the timeline's plot while panning and zooming, and its memory. No display needed."""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.report import Figure, at_most, main

FRAMES = 120


def figures() -> Iterator[Figure]:
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
    for count in (1_000, 10_000, 100_000):
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
