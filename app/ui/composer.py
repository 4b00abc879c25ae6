"""Where the person writes: grows with the words, sends on Enter, never in the middle of a composition."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QMimeData, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from app.ui.language import translate
from app.ui.theme import Theme
from app.ui.widgets import Speaking

DRAFT_MS = 1200  # a draft is put away this long after the last key
TYPING_MS = 1000  # the engine holds its background work off a little longer than this
MOST_LINES = 10


class Words(QPlainTextEdit):
    """The text field. `submitted` on Enter, except while an input method is composing."""

    submitted = Signal()
    escaped = Signal()
    focused = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("words")
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self._preedit = ""

    @property
    def composing(self) -> bool:
        return bool(self._preedit)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._preedit = event.preeditString()
        super().inputMethodEvent(event)
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.composing:
                event.ignore()  # it belongs to the input method
            elif event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier):
                self.insertPlainText("\n")
            else:
                self.submitted.emit()
            return
        if event.key() == Qt.Key.Key_Escape and not self.composing:
            self.escaped.emit()
            return
        super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste words, never formats."""
        if source.hasText():
            self.insertPlainText(source.text())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._preedit = ""
        self.focused.emit(False)


class SendButton(QPushButton):
    """An arrow to send; a square to stop while an answer runs."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.running = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAutoDefault(False)

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(30), self.theme.px(30))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        t, size = self.theme.tokens, self.theme.px(30)
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = self.rect().adjusted(1, 1, -1, -1)
        p.setPen(QPen(t.color("ink"), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        p.setBrush(t.color("accent" if self.isEnabled() else "line"))
        p.drawRoundedRect(ground, 8, 8)
        sign = t.color("panel" if self.isEnabled() else "faint")
        middle = QPointF(self.width() / 2, self.height() / 2)
        if self.running:
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(sign)
            half = size * 0.16
            p.drawRoundedRect(QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half), 2, 2)
            return
        p.setPen(QPen(sign, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        reach = size * 0.16
        p.drawLine(QPointF(middle.x(), middle.y() - reach), QPointF(middle.x(), middle.y() + reach))
        tip = [QPointF(middle.x() - reach, middle.y()), QPointF(middle.x(), middle.y() - reach),
               QPointF(middle.x() + reach, middle.y())]  # fmt: skip
        p.drawPolyline(QPolygonF(tip))


class Composer(QFrame):
    """Field and button. `sent(text)`, `stopped()`, `draft(text)` when a draft is worth putting away."""

    sent = Signal(str)  # the field is still full while this is told
    stopped = Signal()
    draft = Signal(str)
    typing = Signal()  # every second while words are being written
    left = Signal()  # Escape with nothing to stop

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.theme = theme
        self.private = False
        self.words = Words()
        self.button = SendButton(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 12, 14, 12)
        row.setSpacing(12)
        row.addWidget(self.words, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        self._timer = QTimer(self, interval=DRAFT_MS, singleShot=True)
        self._timer.timeout.connect(lambda: self.draft.emit(self.text))
        self._told = QElapsedTimer()
        self._quiet = False
        self.words.textChanged.connect(self._changed)
        self.words.submitted.connect(self.submit)
        self.words.escaped.connect(lambda: self.stopped.emit() if self.running else self.left.emit())
        self.button.clicked.connect(self._clicked)
        theme.changed.connect(self._fit)
        Speaking(self, self._speak)
        self._changed()

    @property
    def text(self) -> str:
        return self.words.toPlainText()

    @property
    def running(self) -> bool:
        return self.button.running

    def take_focus(self) -> None:
        self.words.setFocus()

    def set_text(self, text: str) -> None:
        """Put words in without calling them a fresh draft."""
        self._quiet = True
        self.words.setPlainText(text)
        self.words.moveCursor(QTextCursor.MoveOperation.End)
        self._quiet = False
        self._timer.stop()

    def set_running(self, running: bool) -> None:
        self.button.running = running
        self._speak()
        self._changed_state()

    def set_private(self, private: bool) -> None:
        self.private = private
        self._speak()

    def submit(self) -> None:
        """Send what is written; an empty message and a running answer send nothing."""
        text = self.text
        if self.running or not text.strip():
            return
        self._timer.stop()
        self.sent.emit(text)
        if self.text == text:
            self.set_text("")

    def keep_draft(self) -> None:
        """Put the draft away now, if it changed since the last time."""
        if self._timer.isActive():
            self._timer.stop()
            self.draft.emit(self.text)

    def _clicked(self) -> None:
        if self.running:
            self.stopped.emit()
        else:
            self.submit()

    def _changed(self) -> None:
        if not self._quiet:
            if self.text and (not self._told.isValid() or self._told.hasExpired(TYPING_MS)):
                self._told.restart()
                self.typing.emit()
            self._timer.start()
        self._changed_state()
        self._fit()

    def _changed_state(self) -> None:
        self.button.update()

    def _fit(self) -> None:
        """As many lines as there are, up to ten; then it scrolls."""
        self.words.document().setDefaultFont(self.theme.font())
        line = self.words.fontMetrics().lineSpacing()
        lines = max(1, min(MOST_LINES, int(self.words.document().size().height())))
        self.words.setFixedHeight(max(self.theme.px(22), lines * line + 4))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def resizeEvent(self, event: QEvent) -> None:
        QTimer.singleShot(0, self._fit)

    def _speak(self) -> None:
        hint = (
            translate("Composer", "Private: nothing of this is kept…")
            if self.private
            else translate("Composer", "Say something…")
        )
        self.words.setPlaceholderText(hint)
        self.words.setAccessibleName(translate("Composer", "Message"))
        self.words.setAccessibleDescription(translate("Composer", "Enter sends, Shift+Enter starts a new line"))
        name = translate("Composer", "Stop") if self.running else translate("Composer", "Send")
        self.button.setAccessibleName(name)
        self.button.setToolTip(name)
