"""The window alone over a fake engine: first paint, stalls of its event loop, CPU and memory. No display needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.report import Figure, at_most, main  # noqa: E402

Data = dict[str, Any]
STREAM_SECONDS, TOKENS_PER_SECOND = 10.0, 30
WORDS = "Some words of an answer, with **Markdown** and `code` in it, go on and on. "


class Heart:
    """Beats every millisecond; the longest gap between two beats is the longest stall."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.longest, self._last = 0.0, time.perf_counter()
        self._timer = QTimer(interval=1, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    def reset(self) -> None:
        self.longest, self._last = 0.0, time.perf_counter()


def first_paint() -> None:
    """In a process of its own: seconds from its start to the first paint, and its memory then."""
    import psutil

    from app.cli_options import read
    from app.ui import start
    from app.ui.chat_window import ChatWindow

    born = psutil.Process().create_time()
    options = read([])
    app = start.application()

    class Told(ChatWindow):
        def paintEvent(self, event: object) -> None:
            print(json.dumps({"seconds": time.time() - born, "bytes": psutil.Process().memory_info().rss}), flush=True)
            os._exit(0)

    start.ChatWindow = Told  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as profile:
        opened = start.build(app, Path(profile), start.connector(options.profile, None, None))
        opened.window.show()
        app.exec()


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    from PySide6.QtTest import QTest

    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError
        QTest.qWait(5)


def figures() -> Iterator[Figure]:
    import psutil
    from PySide6.QtTest import QTest

    from app.ui import start
    from tests import fakes_ui

    child = [sys.executable, str(Path(__file__).resolve()), "--first-paint"]
    times = [json.loads(subprocess.run(child, capture_output=True, check=True).stdout) for _ in range(5)]
    yield at_most("first_paint_median", round(sorted(t["seconds"] for t in times)[2], 3), 1.0, "s")
    yield Figure("first_paint_memory", round(times[0]["bytes"] / 1e6, 1), "MB")

    class Door(fakes_ui.FakeDoor):
        packed: tuple[bytes, ...] = ()

        def do_timeline(self, args: Data, emit: Any, cancel: Any) -> Data:
            """Frames as the link's client gets them: text that has yet to be parsed."""
            *frames, columns = self.packed
            for frame in frames:
                emit("rows", {"rows": json.loads(frame)})
            return {"columns": json.loads(columns), "rows": []}

        def do_import(self, args: Data, emit: Any, cancel: Any) -> Data:
            for done in range(10_000):
                emit("progress", {"done": done, "total": 10_000, "stage": "remembering"})
            return {"added": [], "updated": [], "superseded": [], "dropped": [], "messages": 10_000}

    door = Door("en", token_delay=1 / TOKENS_PER_SECOND)
    count = int(STREAM_SECONDS * TOKENS_PER_SECOND)
    words = (WORDS * 60).split(" ")
    door.tokens = [words[i % len(words)] + (" " if i % 40 else "\n\n") for i in range(count)]
    app = start.application()
    process, heart = psutil.Process(), Heart()
    with tempfile.TemporaryDirectory() as profile:
        opened = start.build(app, Path(profile), lambda unlock: door, lang="en")
        window, chat = opened.window, opened.window.chat
        window.resize(1280, 800)
        window.show()
        opened.bridge.start()
        until(lambda: bool(window.hello))
        chat.open("c0")
        until(lambda: len(chat.view.entries) == 4)
        QTest.qWait(500)

        heart.reset()
        before, began = sum(process.cpu_times()[:2]), time.monotonic()
        chat.flow.send("Tell me everything")
        until(lambda: not chat.flow.busy)
        share = (sum(process.cpu_times()[:2]) - before) / (time.monotonic() - began)
        yield at_most("longest_stall_streaming", round(heart.longest * 1000, 1), 50, "ms")
        yield at_most("processor_share_streaming_30_tokens_per_s", round(share * 100, 1), 15, "%", "one core")

        long = [{**item} for item in door.messages["c0"][:2]] * 5000
        door.messages["c0"] = [{**item, "id": number + 1000} for number, item in enumerate(long)]
        heart.reset()
        chat.open("c0")
        until(lambda: len(chat.view.entries) == 80)
        QTest.qWait(300)
        yield at_most("longest_stall_opening_10000_messages", round(heart.longest * 1000, 1), 50, "ms")
        heart.reset()
        for _ in range(120):
            chat.view.verticalScrollBar().setValue(max(0, chat.view.verticalScrollBar().value() - 400))
            QTest.qWait(5)
        yield at_most("longest_stall_scrolling_them", round(heart.longest * 1000, 1), 50, "ms")

        text = "\n\n".join(f"Paragraph {i}. {WORDS * 4}" for i in range(620))[:200_000]
        door.messages["c0"] = [{**door.messages["c0"][1], "id": 90_000, "content": text}]
        heart.reset()
        chat.open("c0")
        until(lambda: len(chat.view.entries) == 1)
        QTest.qWait(300)
        yield at_most("longest_stall_opening_a_200000_character_answer", round(heart.longest * 1000, 1), 50, "ms")

        heart.reset()
        window.bridge.request("import", {}, event=window.data._progress)
        until(lambda: not opened.bridge.busy)
        yield at_most("longest_stall_10000_import_events", round(heart.longest * 1000, 1), 50, "ms")

        used = round(process.memory_info().rss / 1e6, 1)
        yield at_most("memory_of_the_window_process", used, 200, "MB", "with the fake engine in it")
        for marks in (1_000, 10_000, 100_000):
            door.marks = marks
            told = fakes_ui.FakeDoor.do_timeline(door, {}, None, None)
            frames = [told["rows"][i : i + 2000] for i in range(0, len(told["rows"]), 2000)]
            door.packed = tuple(json.dumps(frame).encode() for frame in (*frames, told["columns"]))
            del told, frames
            if "timeline" in window._made:
                window._made["timeline"].marks = None  # type: ignore[attr-defined]
            QTest.qWait(300)
            heart.reset()
            began = time.monotonic()
            window.open_timeline()
            page: Any = window._made["timeline"]
            until(lambda page=page: page.marks is not None)  # type: ignore[misc]
            took = time.monotonic() - began
            QTest.qWait(300)
            yield at_most(f"longest_stall_opening_the_timeline_{marks}", round(heart.longest * 1000, 1), 50, "ms")
            yield Figure(f"time_to_open_the_timeline_{marks}", round(took * 1000), "ms")
        used = round(process.memory_info().rss / 1e6, 1)
        yield Figure("memory_with_100000_marks", used, "MB", None, None, "with the fake engine in it")
        opened.bridge.close()
        window.close()


if __name__ == "__main__":
    if "--first-paint" in sys.argv:
        first_paint()
    else:
        main("window", figures)
