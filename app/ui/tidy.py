"""Collects Python's cyclic garbage on the window's thread only: a Qt object freed on another thread can crash."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 500
YOUNG, MIDDLE, OLD = 700, 10, 60  # as in `gc.get_count()`: collect the generation that has grown past this


class Tidy(QObject):
    """Takes over from the automatic collector, which runs on whatever thread happens to allocate."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.turn)
        self._timer.start()

    def turn(self) -> None:
        young, middle, old = gc.get_count()
        if old > OLD:
            gc.collect(2)
        elif middle > MIDDLE:
            gc.collect(1)
        elif young > YOUNG:
            gc.collect(0)
