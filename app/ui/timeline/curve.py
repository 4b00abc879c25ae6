"""The strength of one memory over time: what was, recalls as jumps, today, and when it will reach the archive."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.ui.dates import now, parse, short_date
from app.ui.language import Language, translate
from app.ui.theme import Theme


class StrengthCurve(QWidget):
    """Draws the `curve` of the engine's `memory` answer; past solid, future dotted."""

    def __init__(self, theme: Theme, language: Language, curve: dict[str, Any], archives_at: datetime | None) -> None:
        super().__init__()
        self.theme, self.language = theme, language
        self.values: list[float] = list(curve["strength"])
        self.below = float(curve["archive_below"])
        since, until = parse(curve["since"]), parse(curve["until"])
        assert since is not None and until is not None
        self.since, self.until = since, until
        self.archives_at = archives_at
        self.setMinimumHeight(theme.px(120))
        self.setAccessibleName(translate("Timeline", "Strength over time"))
        self.setAccessibleDescription(self.caption())

    def sizeHint(self) -> QSize:
        return QSize(240, self.theme.px(120))

    def caption(self) -> str:
        """What the dashed line says."""
        if self.archives_at is None:
            return translate("Timeline", "does not fade into the archive")
        date = short_date(self.archives_at, self.language.locale)
        return translate("Timeline", "fades into the archive below this line: not before {date}").format(date=date)

    def _share(self, moment: datetime) -> float:
        span = max(1.0, (self.until - self.since).total_seconds())
        return min(1.0, max(0.0, (moment - self.since).total_seconds() / span))

    def paintEvent(self, event: QPaintEvent) -> None:
        t, px = self.theme.tokens, self.theme.px
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(0, px(12), self.width(), self.height() - px(48))

        def at(share: float, value: float) -> QPointF:
            return QPointF(area.left() + share * area.width(), area.bottom() - value * area.height())

        today = self._share(now())
        count = max(1, len(self.values) - 1)
        line = [at(i / count, value) for i, value in enumerate(self.values)]
        past = [point for point in line if point.x() <= at(today, 0).x() + 1]
        p.setPen(QPen(t.color("accent"), 2))
        p.drawPolyline(QPolygonF(past))
        p.setPen(QPen(t.color("accent"), 2, Qt.PenStyle.DotLine))
        p.drawPolyline(QPolygonF(line[max(0, len(past) - 1) :]))
        floor = at(0, self.below).y()
        p.setPen(QPen(t.color("semantic"), 1, Qt.PenStyle.DashLine))
        p.drawLine(QPointF(0, floor), QPointF(self.width(), floor))
        x = at(today, 0).x()
        p.setPen(QPen(t.color("line"), 1))
        p.drawLine(QPointF(x, 0), QPointF(x, area.bottom() + 4))
        p.setFont(self.theme.font(11))
        p.setPen(t.color("faint"))
        word = translate("Timeline", "today")
        wide = p.fontMetrics().horizontalAdvance(word)
        p.drawText(QPointF(x + 4 if x + wide + 8 < self.width() else x - wide - 4, px(10)), word)
        below = QRectF(0, area.bottom() + px(6), self.width(), px(40))
        p.drawText(below, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), self.caption())
