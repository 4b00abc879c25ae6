"""The timeline page: filters above, marks, the table beneath, the chosen memory at the right."""

from __future__ import annotations

import gc
from queue import SimpleQueue
from typing import Any

from PySide6.QtCore import QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from app.ui.background import Background
from app.ui.engine_bridge import EngineBridge
from app.ui.errors import sentence
from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.timeline.detail import Detail
from app.ui.timeline.filters import Filters
from app.ui.timeline.marks import Marks, gather
from app.ui.timeline.plot import TimelinePlot
from app.ui.timeline.table import MemoryTable, TableView
from app.ui.widgets import InlineNote, Page, Speaking, button, label

Data = dict[str, Any]
UNDO_SECONDS = 7  # a deletion can be taken back this long before the bytes go


class TimelinePage(Page):
    """`changed(memory)` and `gone(ids)` tell the chat what happened here."""

    closed = Signal()
    about = Signal()
    review = Signal()
    open_conversation = Signal(str)
    changed = Signal(dict)
    gone = Signal(list)

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language) -> None:
        super().__init__()
        self.bridge, self.theme, self.language = bridge, theme, language
        self.marks: Marks | None = None
        self.selected = ""
        self._wanted = ""
        self._doomed: list[str] = []
        self._job: Background | None = None
        self.title = label("title")
        self.filters = Filters(theme, self.title)
        self.search = self.filters.search
        self.known = button("", self.about.emit)
        self.looked = button("", self.review.emit)
        self.back = button("", self.closed.emit)
        self.note = InlineNote()
        self.plot = TimelinePlot(theme, language)
        self.model = MemoryTable(language)
        self.table = TableView(theme, self.model)
        self.detail = Detail(theme, language)
        self._undo = QTimer(self, interval=UNDO_SECONDS * 1000, singleShot=True)
        self._undo.timeout.connect(self.carry_out)
        self._lay_out()
        self.filters.changed.connect(self.refilter)
        self.plot.picked.connect(self.select)
        self.table.selectionModel().currentRowChanged.connect(self._row_chosen)
        self.table.delete.connect(lambda: self.forget(self.chosen()))
        self.detail.act.connect(self._act)
        self.note.acted.connect(self._take_back)
        self.note.dismissed.connect(self.carry_out)
        theme.changed.connect(self._size)
        self._size()
        Speaking(self, self._speak)

    def _size(self) -> None:
        self.detail.setMinimumWidth(self.theme.px(240))

    def _lay_out(self) -> None:
        self.filters.put(self.known, self.looked, self.back)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(24, 0, 24, 12)
        column.addWidget(self.note)
        column.addWidget(self.table)
        rows = QSplitter(Qt.Orientation.Vertical)
        rows.setHandleWidth(1)
        rows.setChildrenCollapsible(False)
        rows.addWidget(self.plot)
        rows.addWidget(below)
        rows.setSizes([310, 430])
        left = QWidget()
        stack = QVBoxLayout(left)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(0)
        stack.addWidget(self.filters)
        stack.addWidget(rows, 1)
        across = QSplitter(Qt.Orientation.Horizontal)
        across.setHandleWidth(1)
        across.setChildrenCollapsible(False)
        across.addWidget(left)
        across.addWidget(self.detail)
        across.setStretchFactor(0, 1)
        across.setSizes([980, 300])
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(across)

    # Showing

    def open(self, memory: str = "") -> None:
        """Load the marks; choose a memory where one is named."""
        self._wanted = memory
        self._load()
        self.search.setFocus()

    def _load(self) -> None:
        """The rows come in pieces and are read on a thread while they come, so that nothing holds the window up. The
        collector of garbage waits meanwhile: walking a hundred thousand rows would be a stall of its own."""
        feed: SimpleQueue[tuple[list[str], list[Any]] | None] = SimpleQueue()
        job = self._job = Background(lambda _: gather(iter(feed.get, None)), self)
        job.done.connect(self._built)
        job.start()
        gc.disable()

        def over(columns: list[str], rows: list[Any]) -> None:
            feed.put((columns, rows))
            feed.put(None)

        def failed(code: str, detail: Data) -> None:
            job.done.disconnect(self._built)
            over([], [])
            gc.enable()
            self.note.say(sentence(code, detail, self.language.code), translate("Timeline", "Close"))

        self.bridge.request(
            "timeline",
            {},
            lambda result: over(result["columns"], result["rows"]),
            failed,
            lambda kind, data: feed.put((data["columns"], data["rows"])),
        )

    def _built(self, marks: object) -> None:
        gc.freeze()  # what has been read is no garbage and need not be walked; its counts of use free it
        gc.enable()
        assert isinstance(marks, Marks)
        first = self.marks is None
        self.marks = marks
        self.filters.set_tags(marks.tag_names)
        if self._wanted:
            self.filters.show_all()
        self.refilter(fit=first)
        if self._wanted:
            self.select(self._wanted)
            self._wanted = ""

    def refilter(self, *, fit: bool = False) -> None:
        if self.marks is None:
            return
        shown = self.filters.of(self.marks)
        self.plot.set_marks(self.marks, shown, fit=fit)
        self.model.fill(self.marks, shown)
        self._mark_row()

    def select(self, memory: str) -> None:
        """Choose a memory in plot, table and panel."""
        if memory == self.selected and memory:
            return
        self.selected = memory
        self.plot.select(memory, reveal=True)
        self._mark_row()
        self._ask_detail()

    def _ask_detail(self) -> None:
        memory = self.selected
        count = max(1, len(self.chosen()))

        def told(result: Data) -> None:
            if memory == self.selected:
                self.detail.show_memory(result, count)

        if memory:
            self.bridge.request("memory", {"id": memory}, told, lambda code, detail: self.detail.show_memory(None))
        else:
            self.detail.show_memory(None)

    def _mark_row(self) -> None:
        row = self.model.row_of(self.selected)
        if row >= 0 and self.table.currentIndex().row() != row:
            index = self.model.index(row, 0)
            flags = QItemSelectionModel.SelectionFlag
            self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.table.scrollTo(index)

    def _row_chosen(self, current: Any, _previous: Any) -> None:
        memory = self.model.id_at(current.row()) if current.isValid() else ""
        if memory and memory != self.selected:
            self.selected = memory
            self.plot.select(memory, reveal=True)
            self._ask_detail()

    def chosen(self) -> list[str]:
        """Ids of the rows chosen in the table."""
        return [self.model.id_at(index.row()) for index in self.table.selectionModel().selectedRows()]

    # Doing

    def _act(self, action: str, memory: str, value: str) -> None:
        ids = self.chosen() if memory in self.chosen() else [memory]
        match action:
            case "pin" | "unpin":
                self._each(ids, "pin_memory", {"pinned": action == "pin"})
            case "edit":
                self._each([memory], "edit_memory", {"content": value})
            case "importance":
                self._each(ids, "edit_memory", {"importance": float(value)})
            case "archive":
                self._each(ids, "set_status", {"status": "archived"})
            case "restore":
                self._each(ids, "restore", {})
            case "forget":
                self.forget(ids)
            case "undo":
                self._each([value], "restore", {})
                self._each([memory], "set_status", {"status": "archived"})
            case "select":
                self.select(value)
            case "conversation":
                self.open_conversation.emit(value)

    def _each(self, ids: list[str], verb: str, args: Data) -> None:
        for memory in ids:
            self.bridge.request(verb, {"id": memory, **args}, self._changed)

    def _changed(self, result: Data) -> None:
        memory = result["memory"]
        if self.marks is not None:
            self.marks.update(memory)
        self.changed.emit(memory)
        self.refilter()
        if memory["id"] == self.selected:
            self._ask_detail()

    def forget(self, ids: list[str]) -> None:
        """Take them away now; the bytes go after the undo window."""
        if not ids or self.marks is None:
            return
        self.carry_out()
        self._doomed = ids
        self.marks = self.marks.drop(set(ids))
        self.selected = ""
        self.plot.select("")
        self.detail.show_memory(None)
        self.refilter()
        words = translate("Timeline", "%n memories will be deleted for good.", "count", len(ids))
        self.note.say(words, translate("Timeline", "Delete now"), "undo", translate("Timeline", "Undo"))
        self._undo.start()

    def carry_out(self) -> None:
        """Delete what was marked for it."""
        self._undo.stop()
        ids, self._doomed = self._doomed, []
        self.note.hide()
        if ids:
            self.bridge.request("forget", {"ids": ids}, lambda result: self.gone.emit(result.get("forgotten", ids)))

    def _take_back(self, key: str) -> None:
        self._undo.stop()
        self._doomed = []
        self.note.hide()
        self._load()

    def hideEvent(self, event: Any) -> None:
        self.carry_out()
        super().hideEvent(event)

    def _speak(self) -> None:
        self.title.setText(translate("Timeline", "Timeline"))
        self.known.setText(translate("Timeline", "List"))
        self.looked.setText(translate("Timeline", "Review"))
        self.back.setText(translate("Timeline", "Back"))
        self.plot.setAccessibleName(translate("Timeline", "Memories over time; the table below holds the same"))
        self.table.setAccessibleName(translate("Timeline", "Memories"))
        self.refilter()
        self.detail.build()
