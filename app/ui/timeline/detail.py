"""The chosen memory: its words, its curve, its sources, what it replaced, where it was used, what can be done."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui.dates import full, parse, short_date
from app.ui.flow_layout import FlowLayout
from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.timeline.curve import StrengthCurve
from app.ui.widgets import Page, button, label

Data = dict[str, Any]


class Detail(Page):
    """`act(action, id, value)`: pin, unpin, edit, importance, archive, restore, forget, conversation."""

    act = Signal(str, str, str)

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__("panel")
        self.theme, self.language = theme, language
        self._told: Data | None = None
        self._count = 0
        self._editor: QPlainTextEdit | None = None
        self._scroll = QScrollArea()
        self._scroll.setObjectName("panel")
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)
        outer.addWidget(self._scroll)
        theme.changed.connect(self.build)
        self.build()

    def show_memory(self, told: Data | None, count: int = 1) -> None:
        """The engine's `memory` answer; `count`: how many are chosen in the table."""
        self._told, self._count, self._editor = told, count, None
        self.build()

    def build(self) -> None:
        inside = QWidget()
        inside.setObjectName("panelInside")
        column = QVBoxLayout(inside)
        column.setContentsMargins(18, 20, 18, 18)
        column.setSpacing(10)
        if self._told is None:
            column.addWidget(label("note", translate("Timeline", "Choose a memory to see how it fades and where it came from."), wrap=True))  # fmt: skip  # noqa: E501
        else:
            self._fill(column, self._told)
        column.addStretch(1)
        self._scroll.setWidget(inside)

    def _fill(self, column: QVBoxLayout, told: Data) -> None:
        memory = told["memory"]
        if self._count > 1:
            column.addWidget(label("hint", translate("Timeline", "%n memories chosen", "count", self._count)))
        column.addWidget(label("heading", memory["content"], wrap=True))
        said = parse(memory["said_at"])
        quote = f"“{memory['quote']}”"
        column.addWidget(label("hint", f"{quote} · {full(said, self.language.locale)}" if said else quote, wrap=True))
        if memory.get("conversation"):
            link = button("link", lambda: self._act("conversation", memory["conversation"]))
            link.setText(translate("Memory", "Open the conversation"))
            column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(StrengthCurve(self.theme, self.language, told["curve"], parse(told.get("archives_at"))))
        self._table(column, told)
        used = told.get("used_in") or []
        if used:
            column.addWidget(label("heading", translate("Timeline", "Used in")))
            talks = {str(item["conversation"]): item for item in used}  # the newest answer of each conversation
            for conversation, item in list(talks.items())[:3]:
                said = parse(item.get("said_at"))
                date = f" · {short_date(said, self.language.locale)}" if said else ""
                link = button("link", partial(self._act, "conversation", conversation))
                link.setText(f"{item['title']}{date}")
                column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
            if len(talks) > 3:
                column.addWidget(label("hint", translate("Timeline", "%n more", "count", len(talks) - 3)))
        self._actions(column, memory)

    def _table(self, column: QVBoxLayout, told: Data) -> None:
        memory, locale = told["memory"], self.language.locale
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        grid.setVerticalSpacing(8)
        rows = [(translate("Timeline", "Importance"), locale.toString(float(memory["importance"]), "f", 2))]
        times = translate("Timeline", "%n times", "count", int(memory["access_count"]))
        last = parse(memory.get("last_access_at"))
        if last and memory["access_count"]:
            times = translate("Timeline", "{times}, last on {date}").format(times=times, date=short_date(last, locale))
        rows.append((translate("Timeline", "Recalled"), times))
        if memory.get("event_at"):
            rows.append((translate("Timeline", "For"), str(memory["event_at"])))
        if memory.get("tags"):
            rows.append((translate("Timeline", "Tags"), ", ".join(memory["tags"])))
        for old in told.get("supersedes") or []:
            rows.append((translate("Timeline", "Replaced"), f"“{old['content']}” ({self._span(old, memory)})"))
        newer = told.get("superseded_by")
        if newer:
            rows.append((translate("Timeline", "Held"), self._span(memory, newer)))
            rows.append((translate("Timeline", "Replaced by"), f"“{newer['content']}”"))
        for evidence in (told.get("evidence") or [])[1:4]:
            rows.append((translate("Timeline", "Also said"), f"“{evidence['quote']}”"))
        for number, (name, value) in enumerate(rows):
            grid.addWidget(label("hint", name), number, 0, Qt.AlignmentFlag.AlignTop)
            words = label("hint", value, wrap=True)
            words.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(words, number, 1)
        column.addLayout(grid)

    def _span(self, old: Data, newer: Data) -> str:
        """From when to when the older one held."""
        ends = (parse(one["said_at"]) for one in (old, newer))
        return " – ".join(short_date(end, self.language.locale) for end in ends if end)

    def _actions(self, column: QVBoxLayout, memory: Data) -> None:
        words = [("unpin", translate("Memory", "Unpin")) if memory["pinned"] else ("pin", translate("Memory", "Pin"))]
        words.append(("edit", translate("Memory", "Edit")))
        if memory["status"] == "active":
            words.append(("archive", translate("Timeline", "Archive")))
        else:
            words.append(("restore", translate("Timeline", "Restore")))
        olds = (self._told or {}).get("supersedes") or []
        if olds:
            words.append(("undo", translate("Timeline", "Undo the replacement")))
        words.append(("forget", translate("Timeline", "Forget…")))
        row = QWidget()
        flow = FlowLayout(row)
        for key, word in words:
            made = button("pill", partial(self._pressed, key))
            made.setText(word)
            if key == "forget":
                made.setStyleSheet(f"color: {self.theme.tokens.mask};")
            flow.addWidget(made)
        column.addSpacing(6)
        column.addWidget(row)
        self._column = column

    def _pressed(self, key: str) -> None:
        if key == "edit":
            self.edit()
        elif key == "undo" and self._told is not None:
            self._act("undo", str(self._told["supersedes"][0]["id"]))
        else:
            self._act(key)

    def edit(self) -> None:
        """Text and importance in place."""
        if self._told is None or self._editor is not None:
            return
        memory = self._told["memory"]
        self._editor = QPlainTextEdit(memory["content"])
        self._editor.setObjectName("field")
        self._editor.setTabChangesFocus(True)
        self._editor.setFixedHeight(self.theme.px(96))
        self._editor.setAccessibleName(translate("Memory", "What is right"))
        importance = QDoubleSpinBox()
        importance.setRange(0.1, 1.0)
        importance.setSingleStep(0.05)
        importance.setValue(float(memory["importance"]))
        importance.setAccessibleName(translate("Timeline", "Importance"))
        save = button("primary", lambda: self._save(importance.value()))
        save.setText(translate("Memory", "Save"))
        at = self._column.count() - 1
        for offset, widget in enumerate((self._editor, importance, save)):
            self._column.insertWidget(at + offset, widget)
        self._editor.setFocus()

    def _save(self, importance: float) -> None:
        assert self._told is not None and self._editor is not None
        memory, text = self._told["memory"], self._editor.toPlainText().strip()
        if abs(importance - float(memory["importance"])) > 0.001:
            self._act("importance", f"{importance:.2f}")
        if text and text != memory["content"]:
            self._act("edit", text)
        self.show_memory(self._told, self._count)

    def _act(self, action: str, value: str = "") -> None:
        if self._told is not None:
            self.act.emit(action, str(self._told["memory"]["id"]), value)
