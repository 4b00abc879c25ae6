"""What is masked: each kind with its count, the patterns that were let through, and the check of what is stored."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.engine.masked_kinds import STRICT_ONLY, TYPES
from app.ui.form_widgets import Switch
from app.ui.language import Language, translate
from app.ui.mask_preview import type_name
from app.ui.theme import Theme
from app.ui.widgets import InlineNote, Page, Segments, button, label, rule

Data = dict[str, Any]


class MaskingPage(Page):
    """`policy(name)`, `types(list)`, `unallow(class)`: choices. `check()`, `stop()`, `later()`: the stored texts."""

    policy = Signal(str)
    types = Signal(list)
    unallow = Signal(str)
    check = Signal()
    stop = Signal()
    later = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self.theme, self.language = theme, language
        self.told: Data = {"counts": {}, "types": [], "due": False, "texts": 0}
        self.chosen = "standard"
        self.allowed: list[str] = []
        self.boxes: dict[str, QCheckBox] = {}
        self._title = label("title")
        self._back = button("", self.closed.emit)
        self.note = InlineNote()
        self.note.acted.connect(lambda key: {"check": self.check, "stop": self.stop}[key].emit())
        self.note.dismissed.connect(self.later)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.hide()
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._back)
        top = QWidget()
        top.setMaximumWidth(theme.px(760))
        inner = QVBoxLayout(top)
        inner.setContentsMargins(32, 20, 32, 4)
        inner.addLayout(head)
        inner.addWidget(self.note)
        inner.addWidget(self.bar)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(top, 100)
        row.addStretch(1)
        outer.addLayout(row)
        outer.addWidget(self._scroll, 1)
        theme.changed.connect(self._build)
        self._speak()

    def show_masking(self, told: Data, policy: str, allowed: list[str]) -> None:
        """`told`: counts, types, due and texts as the engine says; `policy` and `allowed` as in the settings."""
        self.told, self.chosen, self.allowed = told, policy, list(allowed)
        self._build()
        if told.get("due") and not self.bar.isVisible():
            self.offer()

    def offer(self) -> None:
        """Ask whether stored texts are to be checked under the stricter choice."""
        words = translate("Masking", "What is stored was masked by the old choice. Check %n stored texts as well?", "",
                          int(self.told.get("texts", 0)))  # fmt: skip
        self.note.say(words, translate("Masking", "Not now"), "check", translate("Masking", "Check now"))

    def progress(self, done: int, total: int, changed: int) -> None:
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.bar.show()
        words = translate("Masking", "Checked {done} of {total}, {changed} masked anew")
        text = words.format(done=done, total=total, changed=changed)
        self.bar.setAccessibleName(text)
        self.note.say(text, translate("Masking", "Close"), "stop", translate("Masking", "Stop"))

    def done(self, changed: int, *, finished: bool) -> None:
        self.bar.hide()
        if finished:
            words = translate("Masking", "Done: %n stored texts were masked anew. Their old bytes are overwritten when "
                              "it is quiet.", "", changed)  # fmt: skip
            self.say(words)
        else:
            self.offer()

    def say(self, text: str) -> None:
        self.bar.hide()
        self.note.say(text, translate("Masking", "Close"))

    def _build(self) -> None:
        inside = QWidget()
        inside.setObjectName("scrolled")
        inside.setMaximumWidth(self.theme.px(760))
        column = QVBoxLayout(inside)
        column.setContentsMargins(32, 8, 32, 32)
        column.setSpacing(0)
        segments = Segments("policy")
        segments.set_items(
            [("standard", translate("Masking", "Secrets and numbers")), ("strict", translate("Masking", "Strict")),
             ("custom", translate("Masking", "My choice"))]
        )  # fmt: skip
        segments.set_name(translate("Masking", "What is masked"))
        segments.choose(self.chosen)
        segments.chosen.connect(self.policy)
        column.addWidget(segments, 0, Qt.AlignmentFlag.AlignLeft)
        hint = translate("Masking", "Masked words are replaced before anything is written. The counts are all that is "
                         "kept of them.")  # fmt: skip
        told = label("hint", hint, wrap=True)
        told.setContentsMargins(0, 8, 0, 8)
        column.addWidget(told)
        column.addLayout(self._kinds())
        column.addWidget(self._heading(translate("Masking", "Always kept")))
        if not self.allowed:
            words = translate("Masking", "Nothing. “Always” under a message you write puts a pattern here.")
            column.addWidget(label("hint", words, wrap=True))
        for one in self.allowed:
            column.addWidget(self._pattern(one))
        column.addStretch(1)
        self._scroll.setWidget(inside)

    def _heading(self, text: str) -> QWidget:
        heading = label("heading", text)
        heading.setContentsMargins(0, 20, 0, 6)
        return heading

    def _kinds(self) -> QGridLayout:
        """A box and a count for each type: those every policy masks, then those that make a memory poorer."""
        grid = QGridLayout()
        grid.setVerticalSpacing(2)
        grid.setHorizontalSpacing(16)
        grid.setColumnStretch(0, 1)
        self.boxes = {}
        masked, counts = set(self.told.get("types", ())), self.told.get("counts", {})
        for place, kind in enumerate(sorted(TYPES, key=lambda kind: kind in STRICT_ONLY)):
            name = type_name(kind, self.language.code)
            box = Switch(self.theme, name[:1].upper() + name[1:])
            box.setChecked(kind in masked)
            box.clicked.connect(lambda on, kind=kind: self._toggled(kind, on))
            count = int(counts.get(kind, 0))
            number = label("hint", translate("Masking", "masked %n times", "", count) if count else "")
            box.setAccessibleDescription(number.text())
            self.boxes[kind] = box
            grid.addWidget(box, place, 0)
            grid.addWidget(number, place, 1, Qt.AlignmentFlag.AlignRight)
        return grid

    def _toggled(self, kind: str, on: bool) -> None:
        chosen = {name for name, box in self.boxes.items() if box.isChecked()}
        self.types.emit(sorted(chosen | {kind} if on else chosen - {kind}))

    def _pattern(self, one: str) -> QWidget:
        kind, _, shape = [*one.split(":", 2), "", ""][:3]
        line = QWidget()
        column = QVBoxLayout(line)
        column.setContentsMargins(0, 0, 0, 0)
        row = QHBoxLayout()
        row.setContentsMargins(0, 6, 0, 6)
        name = type_name(kind, self.language.code)
        row.addWidget(label(text=name))
        row.addWidget(label("hint", shape), 1)
        again = button("link", lambda: self.unallow.emit(one))
        again.setText(translate("Masking", "Mask again"))
        again.setAccessibleName(f"{again.text()}, {name} {shape}")
        row.addWidget(again)
        column.addWidget(rule())
        column.addLayout(row)
        return line

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._speak()
            self._build()

    def _speak(self) -> None:
        self._title.setText(translate("Masking", "What is masked"))
        self._back.setText(translate("Masking", "Back"))
