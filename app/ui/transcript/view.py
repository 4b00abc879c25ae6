"""The transcript on the screen: scrolls, streams, selects; stays at the bottom only for who is at the bottom."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QPushButton, QWidget

from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.transcript import accessible
from app.ui.transcript.entry import Entry
from app.ui.transcript.flow import Flow
from app.ui.transcript.painting import EntryPainter, Hot
from app.ui.transcript.places import Places
from app.ui.transcript.pointer import Pointer
from app.ui.transcript.selection import Selection

FRAME_MS = 33  # streamed text is taken in at about 30 Hz


class TranscriptView(QAbstractScrollArea):
    """Shows entries. `action(key, entry index)`: what the person asked for on a message; keys as in painting.actions,
    besides undo, previous, next and a note's own key."""

    action = Signal(str, int)
    chip = Signal(str, int)
    link = Signal(str)
    picked = Signal(int)
    older = Signal()  # scrolled near the top: more is wanted
    menu = Signal(int, QPoint)

    def __init__(self, theme: Theme, language: Language, parent: QWidget | None = None) -> None:
        accessible.install()
        super().__init__(parent)
        self.setObjectName("transcript")
        self.theme, self.language = theme, language
        self.flow = Flow(theme)
        self.selection = Selection()
        self.places = Places(self.flow, theme)
        self.current = -1  # the entry the keyboard is at
        self._painter = EntryPainter(theme, self.flow)
        self.hot: list[Hot] = []
        self.pointer = Pointer(self)
        self._pending: dict[int, list[str]] = {}
        self._sticky = True
        self._setting = self._news = False
        self._frame = QTimer(self, interval=FRAME_MS, singleShot=True)
        self._frame.timeout.connect(self.flush)
        self._minute = QTimer(self, interval=20_000)  # "2 min ago" grows older
        self._minute.timeout.connect(self.viewport().update)
        self._minute.start()
        self.below = QPushButton(self)
        self.below.setObjectName("below")
        self.below.hide()
        self.below.clicked.connect(self.to_bottom)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        theme.changed.connect(self._restyle)
        language.changed.connect(self._retranslate)
        self._retranslate()

    # What it shows

    @property
    def entries(self) -> list[Entry]:
        return self.flow.entries

    def set_entries(self, entries: list[Entry]) -> None:
        """Another conversation, from its end."""
        self._pending.clear()
        self.selection.clear()
        self.current = self.pointer.hover = -1
        self.flow.entries = entries
        for entry in entries:
            if not entry.blocks:
                entry.build()
        self._sticky = True
        self.flow.resize(self.viewport().width())
        self._settle()
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def prepend(self, entries: list[Entry]) -> None:
        """Older messages, put above without moving what is being read."""
        for entry in entries:
            entry.build()
            self.flow.measure(entry)
        self.flow.entries[:0] = entries
        self.selection.shift(len(entries))
        self._pending = {key + len(entries): value for key, value in self._pending.items()}
        self.current += len(entries) if self.current >= 0 else 0
        added = sum(entry.height for entry in entries)
        self.flow.changed()
        self._settle(added)

    def add(self, entry: Entry) -> int:
        """A new entry at the end; returns its index."""
        entry.build()
        self.flow.measure(entry)
        self.flow.entries.append(entry)
        self.flow.changed()
        self._settle()
        return len(self.flow.entries) - 1

    def remove_from(self, index: int) -> None:
        """Take away an entry and all after it."""
        del self.flow.entries[index:]
        self.selection.clear()
        self._pending.clear()
        self.current = self.pointer.hover = -1
        self.flow.changed()
        self._settle()

    def append_text(self, index: int, text: str) -> None:
        """Streamed text; taken in at the next frame."""
        self._pending.setdefault(index, []).append(text)
        if not self._frame.isActive():
            self._frame.start()

    def flush(self) -> None:
        """Take in the text that has streamed since the last frame."""
        pending, self._pending = self._pending, {}
        for index, pieces in pending.items():
            if index < len(self.entries):
                self.entries[index].append("".join(pieces))
                self._news = self._news or not self._sticky
                self.refresh(index)

    def refresh(self, index: int) -> None:
        """An entry changed."""
        if 0 <= index < len(self.entries):
            self.flow.measure(self.entries[index])
            self._settle()

    # Scrolling

    def at_bottom(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - 2

    def to_bottom(self) -> None:
        self._sticky = True
        self._settle()

    def show_entry(self, index: int) -> None:
        """Bring an entry into sight and make it the current one."""
        self.current = index
        self.flow.place()
        entry, bar = self.entries[index], self.verticalScrollBar()
        if entry.top < bar.value() or entry.top + min(entry.height, 120) > bar.value() + self.viewport().height():
            bar.setValue(int(entry.top) - 24)
        self.picked.emit(index)
        accessible.focus(self, index)
        self.viewport().update()

    def _settle(self, moved: float = 0.0) -> None:
        """Lay out what is seen, put the bar right, keep the reader's place."""
        bar, height = self.verticalScrollBar(), self.viewport().height()
        self._setting = True
        value = bar.value() + moved
        for _ in range(4):
            self.flow.place()
            most = max(0, int(self.flow.total) - height)
            value = most if self._sticky else min(value, most)
            shift = self.flow.ready(value, value + height)
            if not self._sticky:
                value += shift
            self.flow.place()
            if max(0, int(self.flow.total) - height) == most and not shift:
                break
        self.flow.place()
        most = max(0, int(self.flow.total) - height)
        bar.setRange(0, most)
        bar.setPageStep(height)
        bar.setSingleStep(self.theme.px(42))
        bar.setValue(most if self._sticky else int(value))
        self._setting = False
        self._show_below()
        self.viewport().update()

    def _scrolled(self, value: int) -> None:
        if self._setting:
            return
        self._sticky = self.at_bottom()
        self._settle()
        if value < self.viewport().height():
            self.older.emit()

    def _show_below(self) -> None:
        unseen = not self._sticky and self.verticalScrollBar().maximum() - self.verticalScrollBar().value() > 40
        if not unseen:
            self._news = False
        else:
            words = translate("Message", "New text below") if self._news else translate("Message", "To the end")
            self.below.setText(words)
            self.below.adjustSize()
            place = self.viewport().geometry()
            self.below.move(place.center().x() - self.below.width() // 2, place.bottom() - self.below.height() - 12)
        self.below.setVisible(unseen)

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.flow.resize(self.viewport().width())
        self._settle()

    def paintEvent(self, event: QPaintEvent) -> None:
        top = float(self.verticalScrollBar().value())
        clip = QRectF(event.rect()).translated(0, top)
        painter = QPainter(self.viewport())
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.fillRect(event.rect(), self.theme.tokens.color("bg"))
        painter.translate(0, -top)
        self._painter.locale = self.flow.locale
        self.hot = []
        for index in range(max(0, self.flow.at(clip.top())), len(self.entries)):
            entry = self.entries[index]
            if entry.top > clip.bottom():
                break
            hover = index == self.pointer.hover or (index == self.current and self.hasFocus())
            self.hot += self._painter.paint(painter, index, entry, clip, self.selection, hover, self.pointer.over)
            if index == self.current and self.hasFocus():
                painter.setPen(QPen(self.theme.tokens.color("accent"), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                ring = QRectF(self.flow.left - 10, entry.top - 6, self.flow.width + 20, entry.height - 4)
                painter.drawRoundedRect(ring, 8, 8)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer.move(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pointer.press(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.pointer.press(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer.leave()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.current
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index = self.flow.at(event.pos().y() + self.verticalScrollBar().value())
        if 0 <= index < len(self.entries):
            self.menu.emit(index, event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, bar = event.key(), self.verticalScrollBar()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.entries:
            step = -1 if key == Qt.Key.Key_Up else 1
            start = self.current if self.current >= 0 else len(self.entries)
            self.show_entry(min(len(self.entries) - 1, max(0, start + step)))
        elif control and key == Qt.Key.Key_C:
            self.copy()
        elif control and key == Qt.Key.Key_A:
            self.select_all()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            bar.setValue(bar.value() + (bar.singleStep() if key == Qt.Key.Key_Down else -bar.singleStep()))
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Space):
            bar.setValue(bar.value() + (-bar.pageStep() + 40 if key == Qt.Key.Key_PageUp else bar.pageStep() - 40))
        elif key == Qt.Key.Key_Home:
            bar.setValue(0)
        elif key == Qt.Key.Key_End:
            self.to_bottom()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def copy(self) -> None:
        text = self.selection.text(self.entries, self.theme)
        if text:
            QGuiApplication.clipboard().setText(text)

    def select_all(self) -> None:
        self.selection.anchor, self.selection.head = self.places.everything()
        self.viewport().update()

    def _restyle(self) -> None:
        for entry in self.entries:
            entry.invalidate()
        self.flow.resize(self.viewport().width())
        self._settle()

    def _retranslate(self) -> None:
        self.flow.locale = self.language.locale
        self.setAccessibleName(translate("Message", "Conversation"))
        self.setAccessibleDescription(
            translate("Message", "Ctrl+Up and Ctrl+Down go from message to message, the menu key shows the actions")
        )
        for entry in self.entries:
            self.flow.measure(entry)
        self._settle()
