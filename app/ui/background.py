"""Runs a function on a thread and brings its result back to the window's thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from app.engine.errors import KeepsakeError


class Background(QObject):
    """One running piece of work; keep a reference until `done` or `failed`."""

    done = Signal(object)
    failed = Signal(str, dict)
    progress = Signal(int, int)
    _over = Signal(object, str, dict)

    def __init__(self, work: Callable[[Callable[[int, int], None]], Any], parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self.running = True
        self._over.connect(self._finish, Qt.ConnectionType.QueuedConnection)

    def start(self) -> Background:
        threading.Thread(target=self._run, name="background", daemon=True).start()
        return self

    def _run(self) -> None:
        try:
            result = self._work(self.progress.emit)
        except KeepsakeError as error:
            self._emit(None, error.code, dict(error.detail))
        except OSError:
            self._emit(None, "file_unreadable", {})
        else:
            self._emit(result, "", {})

    def _emit(self, result: Any, code: str, detail: dict[str, Any]) -> None:
        try:
            self._over.emit(result, code, detail)
        except RuntimeError:
            return  # the window has gone meanwhile

    def _finish(self, result: Any, code: str, detail: dict[str, Any]) -> None:
        self.running = False
        if code:
            self.failed.emit(code, detail)
        else:
            self.done.emit(result)


def warm() -> None:
    """Import what the first answer and the timeline will need, on a thread, once the window is there."""

    def work() -> None:
        from app.ui.transcript import markdown

        markdown.to_html("**warm** `up`")
        from app.ui.timeline import page

        assert page

    threading.Thread(target=work, name="warm", daemon=True).start()
