"""The keys of the window, and the sheet that shows them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from app.ui.language import translate
from app.ui.theme import Theme
from app.ui.widgets import Speaking, button, label

KEYS = {
    "palette": "Ctrl+K", "new": "Ctrl+N", "private": "Ctrl+Shift+N", "search": "Ctrl+F", "composer": "Ctrl+L",
    "panel": "Ctrl+M", "timeline": "Ctrl+T", "settings": "Ctrl+,", "lock": "Ctrl+Shift+L", "sheet": "Ctrl+/",
    "larger": "Ctrl++", "smaller": "Ctrl+-", "normal": "Ctrl+0", "quit": "Ctrl+Q",
}  # fmt: skip


def titles() -> dict[str, str]:
    """What each key does, in the language in force."""
    return {
        "palette": translate("Keys", "Commands"),
        "new": translate("Keys", "New conversation"),
        "private": translate("Keys", "New private conversation"),
        "search": translate("Keys", "Search conversations"),
        "composer": translate("Keys", "Write"),
        "panel": translate("Keys", "Show or hide the memory panel"),
        "timeline": translate("Keys", "Timeline"),
        "settings": translate("Keys", "Settings"),
        "lock": translate("Keys", "Lock now"),
        "sheet": translate("Keys", "Keyboard shortcuts"),
        "larger": translate("Keys", "Larger text"),
        "smaller": translate("Keys", "Smaller text"),
        "normal": translate("Keys", "Normal text size"),
        "quit": translate("Keys", "Quit"),
    }


def shown(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


class Sheet(QFrame):
    """A card over the window; any Escape or Close takes it away."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("palette")
        self.theme = theme
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        self._title = label("title")
        column.addWidget(self._title)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(32)
        self._grid.setVerticalSpacing(6)
        column.addLayout(self._grid)
        self.close_button = button("", self.hide)
        column.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignRight)
        self.hide()
        Speaking(self, self._speak)

    def open(self) -> None:
        self.adjustSize()
        window = self.window()
        self.move((window.width() - self.width()) // 2, max(24, (window.height() - self.height()) // 3))
        self.show()
        self.raise_()
        self.close_button.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _speak(self) -> None:
        self._title.setText(translate("Keys", "Keyboard shortcuts"))
        self.setAccessibleName(self._title.text())
        self.close_button.setText(translate("Keys", "Close"))
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        rows = [(title, shown(KEYS[key])) for key, title in titles().items()]
        rows += [
            (translate("Keys", "Send"), translate("Keys", "Enter")),
            (translate("Keys", "New line"), "Shift+Enter"),
            (translate("Keys", "Stop the answer"), "Esc"),
            (translate("Keys", "From message to message"), "Ctrl+↑ Ctrl+↓"),
        ]
        half = (len(rows) + 1) // 2
        for index, (title, keys) in enumerate(rows):
            row, side = index % half, index // half
            self._grid.addWidget(label(text=title), row, side * 2)
            self._grid.addWidget(label("hint", keys), row, side * 2 + 1)
