"""The painted transcript as screen readers see it: a list, with one item for each message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QSize
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface

from app.ui.announce import spoken

if TYPE_CHECKING:
    from app.ui.transcript.view import TranscriptView

# Qt keeps bare pointers to what it was once given, so nothing handed out is ever freed. Items stand for a place in the
# list and not for a message, which bounds them by the longest conversation that was open.
_handed_out: list[QAccessibleInterface] = []


class _Part(QAccessibleInterface):
    """What a list and its items have in common."""

    def __init__(self, view: TranscriptView) -> None:
        super().__init__()
        self.view = view
        _handed_out.append(self)

    def setText(self, kind: QAccessible.Text, text: str, /) -> None:
        """Nothing here can be written to."""

    def childAt(self, x: int, y: int, /) -> QAccessibleInterface | None:  # type: ignore[override]
        for index in range(self.childCount()):
            child = self.child(index)
            if child is not None and child.rect().contains(x, y):
                return child
        return None


class MessageItem(_Part):
    """The message at a place of the list."""

    def __init__(self, messages: MessageList, index: int) -> None:
        super().__init__(messages.view)
        self.messages, self.index = messages, index

    def isValid(self) -> bool:
        return self.messages.isValid() and self.index < len(self.view.entries)

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def parent(self) -> QAccessibleInterface:
        return self.messages

    def childCount(self) -> int:
        return 0

    def child(self, index: int, /) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def indexOfChild(self, child: QAccessibleInterface, /) -> int:
        return -1

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def text(self, kind: QAccessible.Text, /) -> str:
        if not self.isValid():
            return ""
        entry = self.view.entries[self.index]
        if kind == QAccessible.Text.Name:
            return spoken(entry, self.index + 1, len(self.view.entries))
        if kind == QAccessible.Text.Description:
            return "; ".join(chip.text for chip in entry.chips)
        return ""

    def rect(self) -> QRect:
        """On the screen, also where it is scrolled out of sight."""
        if not self.isValid():
            return QRect()
        entry, port = self.view.entries[self.index], self.view.viewport()
        top = int(entry.top) - self.view.verticalScrollBar().value()
        return QRect(port.mapToGlobal(QPoint(0, top)), QSize(port.width(), int(entry.height)))

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        if not self.isValid():
            state.invalid = True
            return state
        port = self.view.viewport()
        state.focusable = state.selectable = True
        state.focused = state.selected = self.index == self.view.current and self.view.hasFocus()
        state.offscreen = not QRect(port.mapToGlobal(QPoint(0, 0)), port.size()).intersects(self.rect())
        state.busy = self.view.entries[self.index].streaming
        return state


class MessageList(_Part):
    """The conversation; after its messages comes the button that leads to the end."""

    def __init__(self, view: TranscriptView) -> None:
        super().__init__(view)
        self._alive = True
        self._items: list[MessageItem] = []
        view.destroyed.connect(self._gone)

    def _gone(self) -> None:
        self._alive = False

    def isValid(self) -> bool:
        return self._alive

    def object(self) -> QObject | None:  # type: ignore[override]
        return self.view if self._alive else None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        above = self.view.parentWidget() if self._alive else None
        return QAccessible.queryAccessibleInterface(above) if above else None

    def childCount(self) -> int:
        return len(self.view.entries) + self.view.below.isVisible() if self._alive else 0

    def child(self, index: int, /) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        if index == len(self.view.entries):
            return QAccessible.queryAccessibleInterface(self.view.below)
        while len(self._items) <= index:
            self._items.append(MessageItem(self, len(self._items)))
        return self._items[index]

    def indexOfChild(self, child: QAccessibleInterface, /) -> int:
        if isinstance(child, MessageItem):
            return child.index if child.messages is self and child.isValid() else -1
        is_button = self._alive and child.object() is self.view.below and self.view.below.isVisible()
        return len(self.view.entries) if is_button else -1

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.List

    def text(self, kind: QAccessible.Text, /) -> str:
        if not self._alive:
            return ""
        if kind == QAccessible.Text.Name:
            return self.view.accessibleName()
        return self.view.accessibleDescription() if kind == QAccessible.Text.Description else ""

    def rect(self) -> QRect:
        return QRect(self.view.mapToGlobal(QPoint(0, 0)), self.view.size()) if self._alive else QRect()

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.invalid = not self._alive
        state.focusable = True
        state.focused = self._alive and self.view.hasFocus()
        state.invisible = not self._alive or not self.view.isVisible()
        return state


def _make(key: str, thing: QObject) -> QAccessibleInterface | None:
    from app.ui.transcript.view import TranscriptView

    return MessageList(thing) if isinstance(thing, TranscriptView) else None


def install() -> None:
    """Let Qt ask here for the transcript; once a process is enough, more does no harm."""
    if not _installed:
        _installed.append(True)
        QAccessible.installFactory(_make)


_installed: list[bool] = []


def focus(view: TranscriptView, index: int) -> None:
    """Tell a screen reader, where one runs, that the keyboard is at a message now."""
    if not QAccessible.isActive():
        return
    messages = QAccessible.queryAccessibleInterface(view)
    item = messages.child(index) if messages else None
    if item is not None:
        QAccessible.updateAccessibility(QAccessibleEvent(item, QAccessible.Event.Focus))
