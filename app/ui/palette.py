"""Ctrl+K: every command and every conversation, by a few letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.language import translate
from app.ui.shortcuts import shown
from app.ui.theme import Theme
from app.ui.widgets import Speaking

AnyIndex = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Command:
    """Something to do. `keys` is its shortcut, shown at its side."""

    title: str
    run: Callable[[], None]
    keys: str = ""


def matches(query: str, title: str) -> bool:
    """Every word of the query occurs in the title, in any order."""
    folded = title.casefold()
    return all(word in folded for word in query.casefold().split())


class Row(QStyledItemDelegate):
    """Title at the left, keys at the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        title, _, keys = str(index.data()).partition("\t")
        self.initStyleOption(option, index)
        option.text = title
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        if keys:
            painter.save()
            painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
            where = option.rect.adjusted(0, 0, -12, 0)
            painter.drawText(where, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), keys)
            painter.restore()


class Palette(QFrame):
    """Lies over the window until something is chosen or Escape is pressed."""

    def __init__(self, theme: Theme, window: QWidget, commands: Callable[[], list[Command]]) -> None:
        super().__init__(window)
        self.setObjectName("palette")
        self.theme = theme
        self._commands = commands
        self._shown: list[Command] = []
        self._all: list[Command] = []
        self.field = QLineEdit()
        self.model = QStringListModel(self)
        self.view = QListView()
        self.view.setObjectName("commands")
        self.view.setModel(self.model)
        self._row = Row()
        self.view.setItemDelegate(self._row)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.clicked.connect(lambda index: self._run(index.row()))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.addWidget(self.field)
        column.addWidget(self.view)
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.hide()
        Speaking(self, self._speak)

    def open(self) -> None:
        self._all = self._commands()
        self.field.clear()
        self._filter("")
        window = self.window()
        wide = min(self.theme.px(520), window.width() - 48)
        self.setGeometry((window.width() - wide) // 2, 72, wide, min(self.theme.px(380), window.height() - 120))
        self.show()
        self.raise_()
        self.field.setFocus()

    def _filter(self, query: str) -> None:
        self._shown = [command for command in self._all if matches(query, command.title)][:60]
        self.model.setStringList([f"{c.title}\t{shown(c.keys)}".rstrip() for c in self._shown])
        if self._shown:
            self.view.setCurrentIndex(self.model.index(0))

    def _run(self, row: int) -> None:
        self.hide()
        if 0 <= row < len(self._shown):
            self._shown[row].run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        row = self.view.currentIndex().row()
        match event.key():
            case Qt.Key.Key_Escape:
                self.hide()
            case Qt.Key.Key_Down | Qt.Key.Key_Up:
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self.view.setCurrentIndex(self.model.index(max(0, min(len(self._shown) - 1, row + step))))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._run(row)
            case _:
                return False
        return True

    def _speak(self) -> None:
        self.field.setPlaceholderText(translate("Palette", "Type a command or the name of a conversation"))
        self.field.setAccessibleName(translate("Palette", "Command"))
        self.view.setAccessibleName(translate("Palette", "Commands"))
