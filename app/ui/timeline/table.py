"""The table under the plot: the same memories for keyboard and screen reader."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from app.ui.dates import short_date
from app.ui.language import Language, translate
from app.ui.memory_card import type_word
from app.ui.theme import Theme
from app.ui.timeline.marks import FADING, KINDS, STATUSES, Index, Marks
from app.ui.transcript.painting import draw_mark

AnyIndex = QModelIndex | QPersistentModelIndex
KIND = Qt.ItemDataRole.UserRole
MEMORY, STATUS, STRENGTH, IMPORTANCE, SAID = range(5)


class MemoryTable(QAbstractTableModel):
    """Rows of filtered marks, in any order. Reads the columns; makes no objects per memory."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language
        self.marks: Marks | None = None
        self.rows: Index = np.zeros(0, dtype=np.int64)
        self._order = (SAID, Qt.SortOrder.DescendingOrder)

    def fill(self, marks: Marks, shown: Index) -> None:
        self.beginResetModel()
        self.marks, self.rows = marks, shown
        self._sort()
        self.endResetModel()

    def _sort(self) -> None:
        column, order = self._order
        marks = self.marks
        if marks is None:
            return
        if column == MEMORY:
            keys = np.array([marks.folded[i] for i in self.rows.tolist()])
            place = np.argsort(keys, kind="stable")
        else:
            columns: dict[int, npt.NDArray[Any]] = {
                STATUS: marks.status, STRENGTH: marks.strength, IMPORTANCE: marks.importance, SAID: marks.time,
            }  # fmt: skip
            place = np.argsort(columns[column][self.rows], kind="stable")
        if order == Qt.SortOrder.DescendingOrder:
            place = place[::-1]
        self.rows = self.rows[place]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._order = (column, order)
        self.layoutAboutToBeChanged.emit()
        self._sort()
        self.layoutChanged.emit()

    def id_at(self, row: int) -> str:
        return self.marks.ids[int(self.rows[row])] if self.marks is not None and 0 <= row < len(self.rows) else ""

    def row_of(self, memory: str) -> int:
        if self.marks is None or memory not in self.marks.place:
            return -1
        found = np.flatnonzero(self.rows == self.marks.place[memory])
        return int(found[0]) if len(found) else -1

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 5

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            translate("Timeline", "Memory"),
            translate("Timeline", "Status"),
            translate("Timeline", "Strength"),
            translate("Timeline", "Importance"),
            translate("Timeline", "Said"),
        )[section]

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        marks = self.marks
        if marks is None or not index.isValid():
            return None
        at = int(self.rows[index.row()])
        if role == KIND:
            return KINDS[int(marks.kind[at])]
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == MEMORY:
            return marks.text[at]
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == MEMORY:
            return f"{type_word(KINDS[int(marks.kind[at])])}: {marks.text[at]}"
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        match index.column():
            case 0:
                return marks.text[at]
            case 1:
                return status_word(marks, at)
            case 2:
                return f"{round(float(marks.strength[at]) * 100)} %"
            case 3:
                return self.language.locale.toString(float(marks.importance[at]), "f", 2)
            case _:
                return short_date(datetime.fromtimestamp(float(marks.time[at])).astimezone(), self.language.locale)


def status_word(marks: Marks, at: int) -> str:
    status = STATUSES[int(marks.status[at])]
    if status == "archived":
        return translate("Timeline", "Archived")
    if status == "superseded":
        return translate("Timeline", "Replaced")
    if bool(marks.pinned[at]):
        return translate("Timeline", "Pinned")
    return translate("Timeline", "Fading") if float(marks.strength[at]) < FADING else translate("Timeline", "Active")


class RowDelegate(QStyledItemDelegate):
    """A hairline under every row, the mark of the type before the text."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        t, px = self.theme.tokens, self.theme.px
        rect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, t.color("accent_bg"))
        painter.setPen(QPen(t.color("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        words = rect.adjusted(10, 0, -8, 0)
        painter.setFont(self.theme.font(13))
        painter.setPen(t.color("ink" if index.column() == MEMORY else "soft"))
        if index.column() == MEMORY:
            kind = str(index.data(KIND))
            draw_mark(painter, kind, QPointF(words.left() + px(4), words.center().y() + 1), px(8), t.type_color(kind))
            painter.setPen(t.color("ink"))
            words = words.adjusted(px(16), 0, 0, 0)
        whole = " ".join(str(index.data()).split())
        text = painter.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
        painter.restore()


class TableView(QTableView):
    """`delete()` on the Delete key."""

    delete = Signal()

    def __init__(self, theme: Theme, model: MemoryTable) -> None:
        super().__init__()
        self.theme = theme
        self.setModel(model)
        self._delegate = RowDelegate(theme)
        self.setItemDelegate(self._delegate)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setSortingEnabled(True)
        self.sortByColumn(SAID, Qt.SortOrder.DescendingOrder)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionResizeMode(MEMORY, QHeaderView.ResizeMode.Stretch)
        for column in (STATUS, STRENGTH, IMPORTANCE, SAID):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        theme.changed.connect(self._size)
        self._size()

    def _size(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.theme.px(36))
        for column in (STATUS, STRENGTH, IMPORTANCE, SAID):
            self.setColumnWidth(column, self.theme.px(104))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Columns give way before the words do; what they say is in the panel too."""
        super().resizeEvent(event)
        room = self.viewport().width() - self.theme.px(200)
        for column in (SAID, STRENGTH, STATUS, IMPORTANCE):
            room -= self.theme.px(104)
            self.setColumnHidden(column, room < 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete.emit()
        else:
            super().keyPressEvent(event)
