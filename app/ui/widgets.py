"""Small widgets the pages share: inline notes, pills, segments, labels that follow the language."""

from __future__ import annotations

import html
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.ui.theme import Theme


class Speaking(QObject):
    """Calls the given functions now and at every switch of the language of the widget it watches."""

    def __init__(self, widget: QWidget, speak: Callable[[], None]) -> None:
        super().__init__(widget)
        self._speak = speak
        widget.installEventFilter(self)
        speak()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LanguageChange:
            self._speak()
        return False


def label(name: str = "", text: str = "", *, wrap: bool = False) -> QLabel:
    """A label of a style name of the sheet."""
    made = QLabel(text)
    made.setObjectName(name)
    made.setWordWrap(wrap)
    if wrap:
        policy = made.sizePolicy()
        policy.setHeightForWidth(True)
        policy.setVerticalPolicy(QSizePolicy.Policy.Minimum)
        made.setSizePolicy(policy)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def paragraph(theme: Theme, text: str) -> QLabel:
    """Running text with the line height of the look; the words are shown as they are, never as markup."""
    made = label(wrap=True)
    made.setTextFormat(Qt.TextFormat.RichText)
    words = html.escape(text).replace("\n", "<br>")
    made.setText(f"<p style='margin: 0; -qt-line-height-type: fixed; line-height: {theme.px(21)}px'>{words}</p>")
    made.setAccessibleName(text)
    return made


def button(name: str = "", clicked: Callable[[], object] | None = None) -> QPushButton:
    made = QPushButton()
    made.setObjectName(name)
    made.setAutoDefault(False)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    if clicked is not None:
        made.clicked.connect(lambda _=False: clicked())
    return made


def rule() -> QFrame:
    """A hairline."""
    line = QFrame()
    line.setObjectName("rule")
    return line


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property the style sheet looks at."""
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


class Elided(QLabel):
    """One line of text that ends in an ellipsis instead of being cut."""

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self._full = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_full(self, text: str) -> None:
        self._full = " ".join(text.split())
        self.setAccessibleName(self._full)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        shown = QFontMetrics(self.font()).elidedText(self._full, Qt.TextElideMode.ElideRight, max(20, self.width()))
        self.setText(shown)
        self.setToolTip(self._full if shown != self._full else "")


class Pill(QPushButton):
    """A quiet rounded button, with a coloured dot where one is set."""

    def __init__(self, theme: Theme, clicked: Callable[[], object]) -> None:
        super().__init__()
        self.setObjectName("pill")
        self.theme = theme
        self.dot = ""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAutoDefault(False)
        self.clicked.connect(lambda _=False: clicked())

    def set(self, text: str, dot: str = "") -> None:
        self.dot = dot
        self.setText(("   " if dot else "") + text)
        self.setAccessibleName(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.dot:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(getattr(self.theme.tokens, self.dot)))
            painter.drawEllipse(QPointF(self.theme.px(14), self.height() / 2), 3.5, 3.5)


class Segments(QWidget):
    """A row of joined buttons of which one is chosen. `chosen(key)`."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._group = QButtonGroup(self)
        self._keys: dict[QAbstractButton, str] = {}
        self._group.buttonClicked.connect(lambda which: self.chosen.emit(self._keys[which]))

    def set_items(self, items: list[tuple[str, str]]) -> None:
        """(key, word); the first one is chosen. The same keys again only rename."""
        if [key for key, _ in items] == list(self._keys.values()):
            for which, (_, word) in zip(self._keys, items, strict=True):
                which.setText(word)
            return
        for index, (key, word) in enumerate(items):
            made = button("segment")
            made.setText(word)
            made.setCheckable(True)
            made.setProperty("place", "first" if index == 0 else "last" if index == len(items) - 1 else "middle")
            made.setChecked(index == 0)
            self._group.addButton(made)
            self._keys[made] = key
            self._row.addWidget(made)

    def set_name(self, name: str) -> None:
        self.setAccessibleName(name)
        for which in self._keys:
            which.setAccessibleDescription(name)

    @property
    def key(self) -> str:
        checked = self._group.checkedButton()
        return self._keys[checked] if checked is not None else ""

    def choose(self, key: str) -> None:
        for which, own in self._keys.items():
            if own == key:
                which.setChecked(True)


class InlineNote(QFrame):
    """A quiet line that says what happened and offers one thing to do. Never a dialog."""

    acted = Signal(str)
    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inline")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        self._label = label(wrap=True)
        self._action = button("link", lambda: self.acted.emit(self._key))
        self._second = button("linkDanger", lambda: self.acted.emit(self._second_key))
        self._close = button("link", self._dismiss)
        self._key = self._second_key = ""
        row.addWidget(self._label, 1)
        row.addWidget(self._action)
        row.addWidget(self._second)
        row.addWidget(self._close)
        self.hide()

    def say(self, text: str, close: str, key: str = "", word: str = "") -> None:
        """Show a sentence; `key` and `word` name the action, if there is one."""
        self._label.setText(text)
        self._key = key
        self._action.setText(word)
        self._action.setVisible(bool(key))
        self._second.hide()
        self._close.setText(close)
        self.setAccessibleName(text)
        self.show()

    def offer(self, text: str, close: str, choices: dict[str, str]) -> None:
        """A sentence with two things to do, the second the one that cannot be taken back."""
        (key, word), (second, other) = choices.items()
        self.say(text, close, key, word)
        self._second_key = second
        self._second.setText(other)
        self._second.show()

    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit()

    @property
    def text(self) -> str:
        return self._label.text()


class Popover(QFrame):
    """A small explanation beside the thing that was clicked."""

    def __init__(self, theme: Theme, text: str, anchor: QWidget, width: int = 300) -> None:
        super().__init__(anchor.window(), Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("popover")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(16, 12, 16, 12)
        words = label("note", text, wrap=True)
        self.column.addWidget(words)
        self.setFixedWidth(theme.px(width))
        self.setAccessibleName(text)
        self.adjustSize()
        place = anchor.mapToGlobal(anchor.rect().bottomRight())
        self.move(place.x() - self.width(), place.y() + 6)


class Page(QWidget):
    """A full page of the window with a ground of its own."""

    def __init__(self, name: str = "page") -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
