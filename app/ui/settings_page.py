"""The settings: searchable, applied at once, checked before they are kept."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui.form_widgets import Choice, Switch
from app.ui.language import Language, translate
from app.ui.palette import matches
from app.ui.settings_fields import Field, fields, groups
from app.ui.theme import Theme
from app.ui.widgets import InlineNote, Page, button, label, rule


class SettingsPage(Page):
    """`changed(name, value)` at once at every change; `act(name)` for rows that lead somewhere."""

    changed = Signal(str, object)
    act = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self.theme, self.language = theme, language
        self.values: dict[str, Any] = {}
        self.editors: dict[str, QWidget] = {}
        self._rows: list[tuple[Field, QWidget, QWidget]] = []
        self._title = label("title")
        self.search = QLineEdit()
        self.search.setObjectName("search")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.search.setMaximumWidth(260)
        self._back = button("", self.closed.emit)
        self.note = InlineNote()
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.search)
        head.addWidget(self._back)
        top = QWidget()
        top.setMaximumWidth(theme.px(760))
        inner = QVBoxLayout(top)
        inner.setContentsMargins(32, 20, 32, 4)
        inner.addLayout(head)
        inner.addWidget(self.note)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, self._scroll.verticalScrollBar().sizeHint().width(), 0)
        row.addStretch(1)
        row.addWidget(top, 100)
        row.addStretch(1)
        outer.addLayout(row)
        outer.addWidget(self._scroll, 1)
        theme.changed.connect(self._build)
        self._speak()

    def show_values(self, values: dict[str, Any]) -> None:
        """Settings as the engine has them; names it does not know are not shown."""
        self.values = dict(values)
        self._build()

    def refuse(self, text: str) -> None:
        """A change was not accepted: say so, show what holds."""
        self.note.say(text, translate("Settings", "Close"))
        self._build()

    def ask(self, text: str, key: str, word: str) -> None:
        self.note.say(text, translate("Settings", "Close"), key, word)

    def _build(self) -> None:
        inside = QWidget()
        inside.setObjectName("scrolled")
        inside.setMaximumWidth(self.theme.px(760))
        column = QVBoxLayout(inside)
        column.setContentsMargins(32, 8, 32, 32)
        column.setSpacing(0)
        self._rows, self.editors = [], {}
        for group, title in groups():
            members = [f for f in fields() if f.group == group and (f.kind == "action" or f.name in self.values)]
            if not members:
                continue
            heading = label("heading", title)
            heading.setContentsMargins(0, 20, 0, 6)
            column.addWidget(heading)
            for field in members:
                row = self._row(field)
                column.addWidget(row)
                self._rows.append((field, row, heading))
        column.addStretch(1)
        self._scroll.setWidget(inside)
        self._filter(self.search.text())

    def _row(self, field: Field) -> QWidget:
        row = QWidget()
        outer = QVBoxLayout(row)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        line = QHBoxLayout()
        line.setContentsMargins(0, 9, 0, 9)
        line.setSpacing(16)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(text=field.title, wrap=True))
        if field.help:
            words.addWidget(label("hint", field.help, wrap=True))
        line.addLayout(words, 1)
        editor = self._editor(field)
        editor.setAccessibleName(field.title)
        editor.setAccessibleDescription(field.help)
        self.editors[field.name] = editor
        line.addWidget(editor, 0, Qt.AlignmentFlag.AlignVCenter)
        outer.addWidget(rule())
        outer.addLayout(line)
        return row

    def _editor(self, field: Field) -> QWidget:
        value = self.values.get(field.name)
        if field.kind == "choice":
            box = Choice(self.theme)
            for key, word in field.choices:
                box.addItem(word, key)
            place = next((i for i, (key, _) in enumerate(field.choices) if key == value), 0)
            box.setCurrentIndex(place)
            box.setMinimumWidth(self.theme.px(180))
            box.currentIndexChanged.connect(lambda i, f=field: self._set(f.name, f.choices[i][0]))
            return box
        if field.kind == "switch":
            check = Switch(self.theme)
            check.setChecked(bool(value))
            check.setMaximumWidth(self.theme.px(16) + 6)  # the box alone, at the edge of the column
            check.toggled.connect(lambda on, f=field: self._set(f.name, on))
            return check
        if field.kind == "number":
            spin = QDoubleSpinBox()
            spin.setAlignment(Qt.AlignmentFlag.AlignRight)
            spin.lineEdit().setTextMargins(0, 0, self.theme.px(8), 0)
            spin.setDecimals(field.decimals)
            spin.setRange(field.low, field.high)
            spin.setSingleStep(field.step)
            spin.setSuffix(field.suffix)
            with QSignalBlocker(spin):
                spin.setValue(float(value or 0))
            spin.setKeyboardTracking(False)
            spin.setMinimumWidth(self.theme.px(110))
            kind = int if isinstance(value, int) else float
            spin.valueChanged.connect(lambda number, f=field: self._set(f.name, kind(number)))
            return spin
        made = button("danger" if field.danger else "", lambda: self.act.emit(field.name))
        made.setText(translate("Settings", "Delete…") if field.danger else translate("Settings", "Open"))
        return made

    def _set(self, name: str, value: Any) -> None:
        self.values[name] = value
        self.changed.emit(name, value)

    def _filter(self, query: str) -> None:
        seen: dict[QWidget, bool] = {}
        for field, row, heading in self._rows:
            shown = matches(query, f"{field.title} {field.help} {' '.join(word for _, word in field.choices)}")
            row.setVisible(shown)
            seen[heading] = seen.get(heading, False) or shown
        for heading, shown in seen.items():
            heading.setVisible(shown)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._speak()
            self._build()

    def _speak(self) -> None:
        self._title.setText(translate("Settings", "Settings"))
        self.search.setPlaceholderText(translate("Settings", "Search settings"))
        self.search.setAccessibleName(translate("Settings", "Search settings"))
        self._back.setText(translate("Settings", "Back"))
