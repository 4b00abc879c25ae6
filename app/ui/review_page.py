"""The review: what is about to fade, what is new, what replaced what, what is due; one key decides each line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.ui.announce import announce
from app.ui.dates import parse, short_date
from app.ui.engine_bridge import EngineBridge
from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.widgets import InlineNote, Page, Speaking, button, label, paragraph, restyle

Data = dict[str, Any]
GROUPS = ("due", "fading", "replaced", "faded", "new")
UNDO_SECONDS = 7
KEYS = {"keep": "K", "archive": "A", "undo": "U", "forget": "D", "show": "S"}
DECISIONS = {
    "due": ("keep", "archive", "forget", "show"),
    "fading": ("keep", "archive", "forget", "show"),
    "replaced": ("keep", "undo", "forget", "show"),
    "faded": ("undo", "keep", "forget", "show"),
    "new": ("keep", "forget", "show"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One memory to decide about."""

    group: str
    memory: Data


class Row(QFrame):
    """A line of the review. Keys decide; `decided(what)`."""

    decided = Signal(str)
    moved = Signal(int)

    def __init__(self, theme: Theme, language: Language, line: Line) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.line = line
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(4)
        column.addWidget(paragraph(theme, line.memory["content"]))
        said = parse(line.memory.get("said_at"))
        parts = [f"“{line.memory['quote']}”"] if line.memory.get("quote") else []
        parts += [short_date(said, language.locale)] if said else []
        if line.group == "due" and line.memory.get("event_at"):
            parts.append(translate("Review", "due {date}").format(date=line.memory["event_at"][:10]))
        column.addWidget(label("hint", " · ".join(parts), wrap=True))
        actions = QHBoxLayout()
        actions.setSpacing(8)
        for what in DECISIONS[line.group]:
            made = button("linkDanger" if what == "forget" else "link", partial(self.decided.emit, what))
            made.setText(f"{word(line.group, what)} ({KEYS[what]})")
            made.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the line itself takes the keys
            actions.addWidget(made)
        actions.addStretch(1)
        column.addLayout(actions)
        self.setAccessibleName(line.memory["content"])
        keys = ", ".join(f"{KEYS[what]}: {word(line.group, what)}" for what in DECISIONS[line.group])
        self.setAccessibleDescription(" · ".join([*parts, keys]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.moved.emit(1 if event.key() == Qt.Key.Key_Down else -1)
            return
        for what in DECISIONS[self.line.group]:
            pressed = event.text().upper() == KEYS[what] or (what == "forget" and event.key() == Qt.Key.Key_Delete)
            if pressed and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.decided.emit(what)
                return
        super().keyPressEvent(event)

    def focusInEvent(self, event: Any) -> None:
        restyle(self, "chosen", True)
        super().focusInEvent(event)

    def focusOutEvent(self, event: Any) -> None:
        restyle(self, "chosen", False)
        super().focusOutEvent(event)


class ReviewPage(Page):
    """`chosen(memory)`: shown on the timeline. Nothing is deleted before the undo window has passed."""

    chosen = Signal(str)
    closed = Signal()
    gone = Signal(list)
    changed = Signal(dict)

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language) -> None:
        super().__init__()
        self.bridge, self.theme, self.language = bridge, theme, language
        self.groups: Data = {}
        self.rows: list[Row] = []
        self._days = 7.0
        self._doomed: list[str] = []
        self.title = label("title")
        self.back = button("", self.closed.emit)
        head = QHBoxLayout()
        head.setContentsMargins(32, 12, 32, 12)
        head.addWidget(self.title, 1)
        head.addWidget(self.back)
        bar = Page("header")
        bar.setLayout(head)
        self.note = InlineNote()
        self.note.acted.connect(self._take_back)
        self.note.dismissed.connect(self.carry_out)
        self._undo = QTimer(self, interval=UNDO_SECONDS * 1000, singleShot=True)
        self._undo.timeout.connect(self.carry_out)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(bar)
        outer.addWidget(self.note)
        outer.addWidget(self._scroll, 1)
        theme.changed.connect(self._build)
        Speaking(self, self._speak)

    def open(self, days: float = 7.0) -> None:
        """Look back so many days."""
        self._days = days
        self.bridge.request("review", {"days": days, "sweep": True}, self.show_groups)

    def show_groups(self, result: Data) -> None:
        self.groups = {name: list(result.get(name) or ()) for name in GROUPS}
        self._build()
        if self.rows:
            self.rows[0].setFocus()

    def _build(self) -> None:
        inside = QWidget()
        inside.setObjectName("scrolled")
        inside.setMaximumWidth(self.theme.px(720))
        column = QVBoxLayout(inside)
        column.setContentsMargins(32, 20, 32, 32)
        column.setSpacing(8)
        self.rows = []
        titles = {
            "due": translate("Review", "Due now"), "fading": translate("Review", "About to fade"),
            "replaced": translate("Review", "Replaced by something newer"),
            "faded": translate("Review", "Faded into the archive"), "new": translate("Review", "Newly learned"),
        }  # fmt: skip
        for name in GROUPS:
            lines = [one for one in self.groups.get(name, ()) if one["id"] not in self._doomed]
            if not lines:
                continue
            heading = label("heading", titles[name])
            heading.setContentsMargins(0, 14, 0, 2)
            column.addWidget(heading)
            for memory in lines:
                row = Row(self.theme, self.language, Line(name, memory))
                row.decided.connect(partial(self.decide, row))
                row.moved.connect(partial(self._move, row))
                self.rows.append(row)
                column.addWidget(row)
        if not self.rows:
            column.addWidget(label("note", translate("Review", "Nothing to decide. Come back another day."), wrap=True))
        column.addStretch(1)
        self._scroll.setWidget(inside)

    def _move(self, row: Row, step: int) -> None:
        place = self.rows.index(row) + step
        if 0 <= place < len(self.rows):
            self.rows[place].setFocus()
            self._scroll.ensureWidgetVisible(self.rows[place])

    def decide(self, row: Row, what: str) -> None:
        """Carry out one decision and go to the next line."""
        memory, group = str(row.line.memory["id"]), row.line.group
        match what:
            case "show":
                self.chosen.emit(memory)
                return
            case "forget":
                self._forget(memory)
            case "archive":
                self.bridge.request("set_status", {"id": memory, "status": "archived"}, self._told)
            case "undo":
                self._bring_back(row.line)
            case "keep" if group == "fading":
                self.bridge.request("restore", {"id": memory}, self._told)  # counts as an access: strong again
        self.groups[group] = [one for one in self.groups[group] if one["id"] != memory]
        place = self.rows.index(row)
        announce(self, word(group, what))
        self._build()
        if self.rows:
            self.rows[min(place, len(self.rows) - 1)].setFocus()

    def _bring_back(self, line: Line) -> None:
        """Out of the archive; of something replaced: the old one holds again, what replaced it goes to the archive."""
        self.bridge.request("restore", {"id": line.memory["id"]}, self._told)
        if line.group == "replaced" and line.memory.get("superseded_by"):
            newer = {"id": line.memory["superseded_by"], "status": "archived"}
            self.bridge.request("set_status", newer, self._told)

    def _told(self, result: Data) -> None:
        self.changed.emit(result["memory"])

    def _forget(self, memory: str) -> None:
        self._doomed.append(memory)
        words = translate("Timeline", "%n memories will be deleted for good.", "count", len(self._doomed))
        self.note.say(words, translate("Timeline", "Delete now"), "undo", translate("Timeline", "Undo"))
        self._undo.start()

    def carry_out(self) -> None:
        """Delete what was marked for it."""
        self._undo.stop()
        ids, self._doomed = self._doomed, []
        self.note.hide()
        if ids:
            self.bridge.request("forget", {"ids": ids}, lambda result: self.gone.emit(result.get("forgotten", ids)))

    def _take_back(self, _key: str) -> None:
        self._undo.stop()
        self._doomed = []
        self.note.hide()
        self.open(self._days)

    def hideEvent(self, event: Any) -> None:
        self.carry_out()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._build()

    def _speak(self) -> None:
        self.title.setText(translate("Review", "Review"))
        self.setAccessibleName(translate("Review", "Review"))
        self.back.setText(translate("Review", "Back"))


def word(group: str, what: str) -> str:
    """What a decision is called in its group."""
    match group, what:
        case "replaced", "undo":
            return translate("Review", "Undo")
        case "replaced", "keep":
            return translate("Review", "That is right")
        case _, "undo":
            return translate("Review", "Bring back")
        case "faded", "keep":
            return translate("Review", "Leave archived")
        case "due", "archive":
            return translate("Review", "Done")
    return {
        "keep": translate("Review", "Keep"), "archive": translate("Review", "Archive"),
        "forget": translate("Review", "Delete"), "show": translate("Review", "Show"),
    }[what]  # fmt: skip
