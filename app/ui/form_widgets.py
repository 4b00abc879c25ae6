"""A choice and a switch that show what they are: a chevron, a tick, painted in the theme's colours at any text size."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox, QComboBox, QStyle, QStyleOptionButton

from app.ui.theme import Theme


class Choice(QComboBox):
    """A drop-down list. The style sheet takes the native arrow away; this one follows the theme."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        half = self._theme.px(4)
        middle = QPointF(self.width() - self._theme.px(16), self.height() / 2)
        _line(
            self, self._theme.tokens.color("soft"), 1.5, middle, [(-half, -half / 2), (0, half / 2), (half, -half / 2)]
        )


class Switch(QCheckBox):
    """On or off; on is a filled box with a tick, so that it does not rest on the colour alone."""

    def __init__(self, theme: Theme, text: str = "") -> None:
        super().__init__(text)
        self._theme = theme

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = QRectF(self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self))
        u = box.width() / 16
        _line(self, self._theme.tokens.color("panel"), 1.8, box.center(), [(-4 * u, 0), (-u, 3 * u), (4 * u, -3 * u)])


def _line(
    widget: QComboBox | QCheckBox, color: QColor, width: float, origin: QPointF, points: list[tuple[float, float]]
) -> None:
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(QPolygonF([origin + QPointF(x, y) for x, y in points]))
    painter.end()
