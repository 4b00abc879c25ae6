"""The filters of the timeline: type, status, tag, period, importance, words; and what they say together."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QWidget

from app.clock import now
from app.ui.flow_layout import FlowLayout
from app.ui.language import translate
from app.ui.theme import Theme
from app.ui.timeline.marks import Index, Marks
from app.ui.widgets import Page, Segments, Speaking

PERIODS = (0, 7, 30, 91, 365)  # days; 0: ever
LEAST = (0.0, 0.5, 0.7)
TAGS_SHOWN = 60


class Filters(Page):
    """`changed()` after every choice. `put(widgets)` adds the page's own buttons behind the filters."""

    changed = Signal()

    def __init__(self, theme: Theme, title: QWidget) -> None:
        super().__init__("header")
        self.theme = theme
        self.kinds, self.statuses = Segments("kinds"), Segments("statuses")
        self.tags, self.periods, self.least = QComboBox(), QComboBox(), QComboBox()
        self.search = QLineEdit()
        self.search.setObjectName("search")
        self.search.setClearButtonEnabled(True)
        self._flow = FlowLayout(self, 10)  # in rows where the words are long or the text is large
        self._flow.setContentsMargins(24, 9, 24, 9)
        boxes = (self.tags, self.periods, self.least)
        for widget in (title, self.kinds, self.statuses, *boxes, self.search):
            self._flow.addWidget(widget)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(52)
        for box in boxes:
            box.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.kinds.chosen.connect(lambda _: self.changed.emit())
        self.statuses.chosen.connect(lambda _: self.changed.emit())
        self._typing = QTimer(self, interval=150, singleShot=True)
        self._typing.timeout.connect(self.changed)
        self.search.textChanged.connect(lambda _: self._typing.start())
        theme.changed.connect(self._size)
        self._size()
        Speaking(self, self._speak)

    def put(self, *widgets: QWidget) -> None:
        for widget in widgets:
            self._flow.addWidget(widget)

    def set_tags(self, tags: list[str]) -> None:
        """The tags there are; the one chosen stays chosen while it is among them."""
        chosen = self.tags.currentData()
        with QSignalBlocker(self.tags):
            self.tags.clear()
            self.tags.addItem(translate("Timeline", "All tags"), "")
            for tag in tags[:TAGS_SHOWN]:
                self.tags.addItem(tag, tag)
            self.tags.setCurrentIndex(max(0, self.tags.findData(chosen)))
        self.tags.setVisible(bool(tags))

    def show_all(self) -> None:
        """No filter hides anything."""
        for box in (self.tags, self.periods, self.least):
            with QSignalBlocker(box):
                box.setCurrentIndex(0)
        with QSignalBlocker(self.search):
            self.search.clear()
        self.kinds.choose("all")
        self.statuses.choose("all")

    def of(self, marks: Marks) -> Index:
        """The marks that pass."""
        return marks.filter(
            kind=self.kinds.key, status=self.statuses.key, query=self.search.text(),
            tag=str(self.tags.currentData() or ""), days=float(self.periods.currentData() or 0),
            least=float(self.least.currentData() or 0), now=now().timestamp(),
        )  # fmt: skip

    def _size(self) -> None:
        self.search.setFixedWidth(self.theme.px(150))
        for box in (self.tags, self.periods, self.least):
            box.setMaximumWidth(self.theme.px(160))

    @staticmethod
    def _name(box: QComboBox, name: str, words: list[tuple[Any, str]]) -> None:
        box.setAccessibleName(name)
        box.setToolTip(name)
        with QSignalBlocker(box):
            place = max(0, box.currentIndex())
            box.clear()
            for key, word in words:
                box.addItem(word, key)
            box.setCurrentIndex(place)

    def _speak(self) -> None:
        self.kinds.set_items([
            ("all", translate("Timeline", "All")), ("fact", translate("Timeline", "Facts")),
            ("episodic", translate("Timeline", "Episodes")), ("semantic", translate("Timeline", "Rules")),
        ])  # fmt: skip
        self.statuses.set_items([
            ("active", translate("Timeline", "Active")), ("fading", translate("Timeline", "Fading")),
            ("pinned", translate("Timeline", "Pinned")), ("archived", translate("Timeline", "Archived")),
            ("superseded", translate("Timeline", "Replaced")), ("all", translate("Timeline", "All")),
        ])  # fmt: skip
        self.kinds.set_name(translate("Timeline", "Type"))
        self.statuses.set_name(translate("Timeline", "Status"))
        self.tags.setAccessibleName(translate("Timeline", "Tags"))
        self.set_tags([str(self.tags.itemData(i)) for i in range(1, self.tags.count())])
        periods = (
            translate("Timeline", "Any time"), translate("Timeline", "Last week"), translate("Timeline", "Last month"),
            translate("Timeline", "Last three months"), translate("Timeline", "Last year"),
        )  # fmt: skip
        self._name(self.periods, translate("Timeline", "Period"), list(zip(PERIODS, periods, strict=True)))
        least = (
            translate("Timeline", "Any importance"), translate("Timeline", "Important"),
            translate("Timeline", "Very important"),
        )  # fmt: skip
        self._name(self.least, translate("Timeline", "Importance"), list(zip(LEAST, least, strict=True)))
        self.search.setPlaceholderText(translate("Timeline", "Search memories"))
        self.search.setAccessibleName(translate("Timeline", "Search memories"))
