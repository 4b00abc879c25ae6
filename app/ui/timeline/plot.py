"""Memories as marks over time: painted singly where there is room, as a density where there are too many."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.ui.dates import short_date
from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.timeline.axis import ticks
from app.ui.timeline.marks import KINDS, Index, Marks
from app.ui.transcript.painting import draw_mark

SINGLY = 1500  # marks above which the crowd is drawn as a density
STANDOUT = 250  # the most important ones stay marks in a density
LEFT, TOP = 24, 18
Numbers = npt.NDArray[Any]
HOUR, LONGEST = 3600.0, 40 * 365 * 86400.0


class TimelinePlot(QWidget):
    """`picked(id)` on a click. Wheel zooms at the pointer, dragging moves, arrow keys and + - do the same."""

    picked = Signal(str)

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self.theme, self.language = theme, language
        self.marks: Marks | None = None
        self.shown: Index = np.zeros(0, dtype=np.int64)
        self.start, self.end = time.time() - 240 * 86400, time.time() + 10 * 86400
        self.selected = ""
        self._drag: QPointF | None = None
        self._moved = False
        self._sprites: dict[tuple[int, int, int], QPixmap] = {}
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(theme.px(180))
        theme.changed.connect(self._restyle)

    def set_marks(self, marks: Marks, shown: Index, *, fit: bool = False) -> None:
        self.marks, self.shown = marks, shown
        if fit:
            self.fit()
        self.update()

    def fit(self) -> None:
        """Everything shown, up to a little after today."""
        if self.marks is not None and len(self.shown):
            first = float(self.marks.time[self.shown[0]])
            self.end = time.time() + max(86400.0, (time.time() - first) * 0.04)
            self.start = first - max(86400.0, (self.end - first) * 0.04)
        self.update()

    def select(self, memory: str, *, reveal: bool = False) -> None:
        self.selected = memory
        if reveal and self.marks is not None and memory in self.marks.place:
            moment = float(self.marks.time[self.marks.place[memory]])
            if not self.start < moment < self.end:
                span = self.end - self.start
                self.start, self.end = moment - span / 2, moment + span / 2
        self.update()

    # Geometry

    def _x(self, moment: Numbers | float) -> Numbers | float:
        return LEFT + (moment - self.start) / (self.end - self.start) * (self.width() - 2 * LEFT)

    def _y(self, importance: Numbers | float) -> Numbers | float:
        return TOP + (1 - importance) * (self.height() - TOP - self.theme.px(30) - 12) + 6

    def visible(self) -> Index:
        """Indices of the marks between the edges."""
        if self.marks is None:
            return self.shown[:0]
        times = self.marks.time[self.shown]
        margin = (self.end - self.start) * 0.02
        low, high = np.searchsorted(times, (self.start - margin, self.end + margin))
        return self.shown[low:high]

    def mark_at(self, point: QPointF) -> int:
        """Index of the mark nearest to a point, within reach; -1 for none."""
        seen = self.visible()
        if self.marks is None or not len(seen):
            return -1
        dx = np.asarray(self._x(self.marks.time[seen])) - point.x()
        dy = np.asarray(self._y(self.marks.importance[seen])) - point.y()
        distance = dx * dx + dy * dy
        best = int(np.argmin(distance))
        return int(seen[best]) if distance[best] <= 12 * 12 else -1

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        p = QPainter(self)
        t = self.theme.tokens
        p.fillRect(self.rect(), t.color("bg"))
        self._axis(p)
        seen = self.visible()
        if self.marks is None or not len(seen):
            self._nothing(p)
            return
        if len(seen) > SINGLY:
            self._density(p, seen)
            order = np.argpartition(self.marks.importance[seen], -STANDOUT)[-STANDOUT:]
            seen = seen[np.sort(order)]
        self._singly(p, seen)
        self._ring(p)

    def _axis(self, p: QPainter) -> None:
        t, px = self.theme.tokens, self.theme.px
        bottom = self.height() - self.theme.px(30)
        p.setFont(self.theme.font(11))
        for stamp, words in ticks(self.start, self.end, self.width() - 2 * LEFT, self.language.locale):
            x = float(self._x(stamp))
            p.setPen(QPen(t.color("line"), 1))
            p.drawLine(QPointF(x, 8), QPointF(x, bottom))
            p.setPen(t.color("faint"))
            p.drawText(QPointF(x + 6, bottom + px(16)), words)
        x = float(self._x(time.time()))
        if LEFT < x < self.width():
            p.setPen(QPen(t.color("accent"), 1, Qt.PenStyle.DotLine))
            p.drawLine(QPointF(x, 8), QPointF(x, bottom))

    def _nothing(self, p: QPainter) -> None:
        p.setFont(self.theme.font())
        p.setPen(self.theme.tokens.color("faint"))
        p.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, translate("Timeline", "Nothing here yet"))

    def _singly(self, p: QPainter, seen: Index) -> None:
        assert self.marks is not None
        marks = self.marks
        xs = np.asarray(self._x(marks.time[seen])).tolist()
        ys = np.asarray(self._y(marks.importance[seen])).tolist()
        kinds = marks.kind[seen].tolist()
        sizes = np.rint(6 + 10 * marks.importance[seen]).astype(int).tolist()
        opacity = np.clip(0.15 + 0.95 * marks.strength[seen], 0.15, 1.0)
        levels = np.rint(opacity * 10).astype(int).tolist()
        for x, y, kind, size, level in zip(xs, ys, kinds, sizes, levels, strict=True):
            sprite = self._sprite(kind, size, level)
            half = sprite.width() / sprite.devicePixelRatio() / 2
            p.drawPixmap(QPointF(x - half, y - half), sprite)

    def _sprite(self, kind: int, size: int, level: int) -> QPixmap:
        """A mark drawn once per kind, size and opacity."""
        key = (kind, size, level)
        made = self._sprites.get(key)
        if made is None:
            ratio = self.devicePixelRatioF()
            made = QPixmap(round((size + 4) * ratio), round((size + 4) * ratio))
            made.setDevicePixelRatio(ratio)
            made.fill(Qt.GlobalColor.transparent)
            p = QPainter(made)
            p.setOpacity(level / 10)
            middle = (size + 4) / 2
            draw_mark(p, KINDS[kind], QPointF(middle, middle), size, self.theme.tokens.type_color(KINDS[kind]))
            p.end()
            self._sprites[key] = made
        return made

    def _density(self, p: QPainter, seen: Index) -> None:
        """Counts in cells of 6 x 6 pixels, coloured by the mean of the types, stronger where there are more."""
        assert self.marks is not None
        cell = 6
        across, down = max(1, self.width() // cell), max(1, (self.height() - self.theme.px(30)) // cell)
        column = np.clip((np.asarray(self._x(self.marks.time[seen])) / cell).astype(np.int64), 0, across - 1)
        row = np.clip((np.asarray(self._y(self.marks.importance[seen])) / cell).astype(np.int64), 0, down - 1)
        cells = across * down
        where = row * across + column
        strong = np.bincount(where, weights=self.marks.strength[seen], minlength=cells)
        by_kind = np.bincount(where * 3 + self.marks.kind[seen], minlength=cells * 3).reshape(cells, 3)
        count = by_kind.sum(axis=1)
        weight = 0.2 * count + strong
        alpha = np.clip(np.log1p(weight) / np.log1p(max(float(weight.max()), 3.0)), 0, 1) * 0.85
        colors = np.array([self._rgb(kind) for kind in KINDS], dtype=np.float64)
        image = np.zeros((cells, 4), dtype=np.uint8)
        image[:, :3] = by_kind @ colors * (alpha / np.maximum(count, 1))[:, None]
        image[:, 3] = (alpha * 255).astype(np.uint8)
        data = np.ascontiguousarray(image.reshape(down, across, 4))
        picture = QImage(data.data, across, down, across * 4, QImage.Format.Format_RGBA8888_Premultiplied)
        p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        p.drawImage(QRectF(0, 0, across * cell, down * cell), picture)

    def _rgb(self, kind: str) -> tuple[int, int, int]:
        color: QColor = self.theme.tokens.type_color(kind)
        return color.red(), color.green(), color.blue()

    def _ring(self, p: QPainter) -> None:
        if self.marks is None or self.selected not in self.marks.place:
            return
        index = self.marks.place[self.selected]
        at = QPointF(float(self._x(float(self.marks.time[index]))), float(self._y(float(self.marks.importance[index]))))
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        kind = KINDS[int(self.marks.kind[index])]
        size = 6 + 10 * float(self.marks.importance[index])
        draw_mark(p, kind, at, size, self.theme.tokens.type_color(kind))
        p.setPen(QPen(self.theme.tokens.color("ink"), 2))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawEllipse(at, size / 2 + 4, size / 2 + 4)

    # Moving

    def zoom(self, factor: float, x: float | None = None) -> None:
        """Show `factor` times the time, keeping what is at `x`."""
        share = 0.5 if x is None else min(1.0, max(0.0, (x - LEFT) / max(1, self.width() - 2 * LEFT)))
        at = self.start + share * (self.end - self.start)
        span = min(LONGEST, max(HOUR, (self.end - self.start) * factor))
        self.start, self.end = at - share * span, at + (1 - share) * span
        self.update()

    def pan(self, pixels: float) -> None:
        shift = pixels / max(1, self.width() - 2 * LEFT) * (self.end - self.start)
        self.start, self.end = self.start + shift, self.end + shift
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        if abs(delta.x()) > abs(delta.y()):
            self.pan(-delta.x() / 2)
        else:
            self.zoom(0.85 ** (delta.y() / 120), event.position().x())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._drag, self._moved = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None and event.buttons() & Qt.MouseButton.LeftButton:
            step = event.position() - self._drag
            if self._moved or abs(step.x()) > 3:
                self._moved = True
                self.pan(-step.x())
                self._drag = event.position()
            return
        index = self.mark_at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.OpenHandCursor)
        if index >= 0 and self.marks is not None:
            said = datetime.fromtimestamp(float(self.marks.time[index])).astimezone()
            quote = f"\n“{self.marks.quote[index]}”" if self.marks.quote[index] else ""
            words = f"{self.marks.text[index]}{quote}\n{short_date(said, self.language.locale)}"
            QToolTip.showText(event.globalPosition().toPoint(), words, self)
        else:
            QToolTip.hideText()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None and not self._moved:
            index = self.mark_at(event.position())
            if index >= 0 and self.marks is not None:
                self.picked.emit(self.marks.ids[index])
        self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(0.8)
            case Qt.Key.Key_Minus:
                self.zoom(1.25)
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self.pan(80 if event.key() == Qt.Key.Key_Right else -80)
            case Qt.Key.Key_Home:
                self.fit()
            case _:
                event.ignore()

    def _restyle(self) -> None:
        self._sprites.clear()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.update()
