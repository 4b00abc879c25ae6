"""A layout that sets widgets in a row and goes on in the next one: words of any length in either language fit."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Left to right, top to bottom; rows as high as their highest widget."""

    def __init__(self, parent: QWidget | None = None, gap: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setSpacing(gap)
        self.setContentsMargins(QMargins(0, 0, 0, 0))

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), self._vertical_margins())

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Set the items (or only measure); returns the height used."""
        inner = rect.marginsRemoved(self.contentsMargins())
        y = inner.y()
        for row in self._rows(inner.width()):
            high = max(item.sizeHint().height() for item in row)
            x = inner.x()
            for item in row:
                hint = item.sizeHint()
                if move:
                    item.setGeometry(QRect(QPoint(x, y + (high - hint.height()) // 2), hint))
                x += hint.width() + self.spacing()
            y += high + self.spacing()
        used = y - inner.y() - (self.spacing() if self._items else 0)
        return used + self._vertical_margins()

    def _vertical_margins(self) -> int:
        margins = self.contentsMargins()
        return margins.top() + margins.bottom()

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        rows: list[list[QLayoutItem]] = []
        x = 0
        for item in self._items:
            wide = item.sizeHint().width()
            if not rows or x + wide > width:
                rows.append([])
                x = 0
            rows[-1].append(item)
            x += wide + self.spacing()
        return rows
