"""One memory on a card: what it says, the words it came from, how strong it is, and what can be done with it."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.ui.dates import full, parse, short_date
from app.ui.flow_layout import FlowLayout
from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.transcript.painting import draw_mark
from app.ui.widgets import button, label, paragraph, restyle


def strength_word(memory: dict[str, Any]) -> str:
    """Strength in a word: new, strong, steady, fading, faint, or its status."""
    if memory.get("status") == "archived":
        return translate("Memory", "archived")
    if memory.get("status") == "superseded":
        return translate("Memory", "replaced")
    if memory.get("pinned"):
        return translate("Memory", "pinned")
    strength = float(memory.get("strength", 0))
    if strength >= 0.7:
        return translate("Memory", "strong")
    if strength >= 0.45:
        return translate("Memory", "steady")
    return translate("Memory", "fading") if strength >= 0.3 else translate("Memory", "faint")


def type_word(memory_type: str) -> str:
    return {
        "episodic": translate("Memory", "Episode"),
        "semantic": translate("Memory", "Rule"),
    }.get(memory_type, translate("Memory", "Fact"))


class Mark(QWidget):
    """The dot of a memory type."""

    def __init__(self, theme: Theme, memory_type: str) -> None:
        super().__init__()
        self.theme, self.memory_type = theme, memory_type
        self.setFixedSize(theme.px(10), theme.px(22))
        self.setAccessibleName(type_word(memory_type))

    def paintEvent(self, event: QPaintEvent) -> None:
        p = QPainter(self)
        color = self.theme.tokens.type_color(self.memory_type)
        draw_mark(p, self.memory_type, QPointF(self.width() / 2, self.theme.px(11)), self.theme.px(8), color)


class StrengthBar(QWidget):
    """A thin bar, 0 to 1."""

    def __init__(self, theme: Theme, value: float) -> None:
        super().__init__()
        self.theme, self.value = theme, min(1.0, max(0.0, value))
        self.setMinimumWidth(40)
        self.setAccessibleName(translate("Memory", "Strength"))
        self.setAccessibleDescription(f"{round(self.value * 100)} %")

    def sizeHint(self) -> QSize:
        return QSize(160, 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(Qt.PenStyle.NoPen)
        track = QRectF(0, self.height() / 2 - 2, self.width(), 4)
        p.setBrush(self.theme.tokens.color("line"))
        p.drawRoundedRect(track, 2, 2)
        p.setBrush(self.theme.tokens.color("accent"))
        p.drawRoundedRect(QRectF(track.x(), track.y(), track.width() * self.value, 4), 2, 2)


class MemoryCard(QFrame):
    """Folded: the picture of LOOK. Unfolded (click, Enter): dates, importance, where it came from, actions.

    `act(action, id, value)`: pin, unpin, edit (value: new text), forget, conversation, undo, unreplace, timeline.
    """

    act = Signal(str, str, str)

    def __init__(self, theme: Theme, language: Language, memory: dict[str, Any], *, fresh: bool = False) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.theme, self.language, self.memory, self.fresh = theme, language, memory, fresh
        self.unfolded = False
        self._more: QWidget | None = None
        self._editor: QPlainTextEdit | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 10, 12, 10)
        self._column.setSpacing(4)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Mark(theme, memory["memory_type"]), 0, Qt.AlignmentFlag.AlignTop)
        self._content = paragraph(theme, memory["content"])
        head.addWidget(self._content, 1)
        self._column.addLayout(head)
        source = label("hint", self._source(), wrap=True)
        self._column.addWidget(source)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(StrengthBar(theme, 1.0 if fresh else float(memory.get("strength", 0))), 1)
        word = translate("Memory", "new") if fresh else strength_word(memory)
        foot.addWidget(label("hint", word))
        if fresh:
            undo = button("link", lambda: self._act("undo"))
            undo.setText(translate("Memory", "Undo"))
            foot.addWidget(undo)
        self._column.addLayout(foot)
        self.setAccessibleName(f"{type_word(memory['memory_type'])}: {memory['content']}")
        self.setAccessibleDescription(f"{self._source()}, {word}")

    def _source(self) -> str:
        memory = self.memory
        said = parse(memory.get("said_at") or memory.get("created_at"))
        quote = str(memory.get("quote") or "")
        quote = quote if len(quote) <= 90 else quote[:88] + "…"
        parts = [f"“{quote}”"] if quote else []
        if self.fresh:
            parts.append(translate("Memory", "now"))
        elif said:
            parts.append(short_date(said, self.language.locale))
        if memory.get("supersedes"):
            parts.append(translate("Memory", "replaced an earlier one"))
        return " · ".join(parts)

    def unfold(self, on: bool = True) -> None:
        self.unfolded = on
        restyle(self, "chosen", on)
        if on and self._more is None:
            self._more = self._details()
            self._column.addWidget(self._more)
        if self._more is not None:
            self._more.setVisible(on)

    def _details(self) -> QWidget:
        box, memory = QWidget(), self.memory
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        importance = self.language.locale.toString(float(memory["importance"]), "f", 2)
        lines = [translate("Memory", "Importance {value}").format(value=importance)]
        lines.append(translate("Memory", "Recalled %n times", "count", int(memory.get("access_count", 0))))
        said = parse(memory.get("said_at") or memory.get("created_at"))
        if said:
            lines.append(translate("Memory", "Said {date}").format(date=full(said, self.language.locale)))
        if memory.get("event_at"):
            lines.append(translate("Memory", "For {date}").format(date=str(memory["event_at"])))
        column.addWidget(label("hint", "\n".join(lines), wrap=True))
        row = QWidget()
        flow = FlowLayout(row, 2)
        words = [
            ("unpin", translate("Memory", "Unpin")) if memory.get("pinned") else ("pin", translate("Memory", "Pin")),
            ("edit", translate("Memory", "Edit")),
            ("timeline", translate("Memory", "Timeline")),
            *([("unreplace", translate("Timeline", "Undo the replacement"))] if memory.get("supersedes") else []),
            ("forget", translate("Memory", "Forget")),
        ]
        for key, word in words:
            made = button("linkDanger" if key == "forget" else "link", partial(self._pressed, key))
            made.setText(word)
            flow.addWidget(made)
        column.addWidget(row)
        if memory.get("conversation"):
            made = button("link", lambda: self._act("conversation", str(memory["conversation"])))
            made.setText(translate("Memory", "Open the conversation"))
            column.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
        return box

    def _pressed(self, key: str) -> None:
        if key == "edit":
            self.edit()
        else:
            self._act(key)

    def edit(self) -> None:
        """Correct the text in place."""
        self.unfold()
        if self._editor is not None:
            return
        self._editor = QPlainTextEdit(self.memory["content"])
        self._editor.setObjectName("field")
        self._editor.setTabChangesFocus(True)
        self._editor.setFixedHeight(self.theme.px(84))
        self._editor.setAccessibleName(translate("Memory", "What is right"))
        save = button("link", self._save)
        save.setText(translate("Memory", "Save"))
        self._column.insertWidget(1, self._editor)
        self._column.insertWidget(2, save, 0, Qt.AlignmentFlag.AlignRight)
        self._content.hide()
        self._editor.setFocus()
        self._editor.selectAll()

    def _save(self) -> None:
        if self._editor is not None and self._editor.toPlainText().strip():
            self._act("edit", self._editor.toPlainText().strip())

    def _act(self, action: str, value: str = "") -> None:
        self.act.emit(action, self.memory["id"], value)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        self.unfold(not self.unfolded)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._editor is None:
            self.unfold(not self.unfolded)
        else:
            super().keyPressEvent(event)
