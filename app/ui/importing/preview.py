"""What is in a file before it is taken in: conversations to choose, what will be masked, how long it takes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QTableView, QVBoxLayout, QWidget

from app.ui.importing.words import duration, period, summary
from app.ui.language import Language, translate
from app.ui.mask_preview import type_name
from app.ui.theme import Theme
from app.ui.widgets import button, label

Data = dict[str, Any]
_PLACE = Qt.ItemDataRole.UserRole
_SHOWN_SKIPS = 5


class PreviewPart(QWidget):
    """`begin(chosen)`: places of the conversations, or None for all of them. `cancelled` goes back."""

    begin = Signal(object)
    cancelled = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self.theme, self.language = theme, language
        self.seen: Data = {"conversations": [], "format": "", "skipped": []}
        self._seconds: float | None = None
        self._summary, self._time = label("heading", wrap=True), label("note", wrap=True)
        self._skipped, self._masks = label("note", wrap=True), label("note", wrap=True)
        self.model = QStandardItemModel(0, 4, self)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(theme.px(32))
        self.table.setMinimumHeight(theme.px(180))
        self.table.activated.connect(self._toggle)
        self.all, self.none = button("link", lambda: self._check(True)), button("link", lambda: self._check(False))
        self._import, self._cancel = button("primary", self._go), button("", self.cancelled.emit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for part in (self._summary, self._time, self._masks, self._skipped):
            column.addWidget(part)
        choose = QHBoxLayout()
        choose.addWidget(self.all)
        choose.addWidget(self.none)
        choose.addStretch(1)
        column.addLayout(choose)
        column.addWidget(self.table, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._cancel)
        row.addWidget(self._import)
        column.addLayout(row)
        self.model.itemChanged.connect(lambda _: self._count())
        self.speak()

    def show_file(self, seen: Data) -> None:
        """What `import_preview` found."""
        self.seen, self._seconds = seen, None
        self.model.blockSignals(True)
        self.model.setRowCount(0)
        for talk in seen["conversations"]:
            name = QStandardItem(talk["title"] or translate("Import", "Without a title"))
            name.setCheckable(True)
            name.setCheckState(Qt.CheckState.Checked if talk["new"] else Qt.CheckState.Unchecked)
            name.setData(talk["place"], _PLACE)
            when = QStandardItem(period(talk["first"], talk["last"], self.language.locale))
            count, new = QStandardItem(str(talk["messages"])), QStandardItem(str(talk["new"]))
            for number in (count, new):
                number.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.model.appendRow([name, when, count, new])
        self.model.blockSignals(False)
        self.model.layoutChanged.emit()
        self.speak()

    def show_seconds(self, seconds_a_message: float) -> None:
        self._seconds = seconds_a_message
        self._count()

    def chosen(self) -> list[int]:
        """Places of the conversations with a tick."""
        rows = (self.model.item(row, 0) for row in range(self.model.rowCount()))
        return [int(item.data(_PLACE)) for item in rows if item.checkState() == Qt.CheckState.Checked]

    def _go(self) -> None:
        chosen = self.chosen()
        self.begin.emit(None if len(chosen) == self.model.rowCount() else chosen)

    def _check(self, on: bool) -> None:
        self.model.blockSignals(True)
        for row in range(self.model.rowCount()):
            self.model.item(row, 0).setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.model.blockSignals(False)
        self.table.viewport().update()
        self._count()

    def _toggle(self, index: QModelIndex) -> None:
        """Enter on a row ticks it."""
        item = self.model.item(index.row(), 0)
        on = item.checkState() == Qt.CheckState.Checked
        item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)

    def _count(self) -> None:
        chosen, restore = set(self.chosen()), self.seen["format"] == "keepsake-export"
        talks = [talk for talk in self.seen["conversations"] if talk["place"] in chosen]
        self._import.setEnabled(bool(talks) or restore)
        if restore:
            words = translate("Import", "An export of Keepsake: what is not here yet is taken over as it is.")
            self._time.setText(words)
        elif self._seconds is None:
            self._time.setText(translate("Import", "Measuring how long it will take here…"))
        else:
            yours = sum(min(talk["yours"], talk["new"]) for talk in talks)
            words = translate("Import", "{time} on this computer. You can go on chatting meanwhile.")
            self._time.setText(words.format(time=duration(self._seconds * yours).capitalize()))

    def _say_masks(self) -> None:
        masks, lang = self.seen.get("masks") or {}, self.language.code
        if "masks" not in self.seen:
            self._masks.setText("")
        elif not masks:
            self._masks.setText(translate("Import", "Nothing that would be masked was seen."))
        else:
            counts = ", ".join(f"{type_name(kind, lang)} ({count})" for kind, count in masks.items())
            lines = [translate("Import", "Masked before anything is written: {counts}").format(counts=counts)]
            if self.seen["masks_of"] >= 1000:
                lines[0] += " " + translate("Import", "(in the first 1,000 of your messages)")
            lines += [example for kind in masks for example in self.seen["examples"].get(kind, ())[:1]][:3]
            self._masks.setText("\n".join(lines))
        self._masks.setVisible(bool(self._masks.text()))

    def _say_skipped(self) -> None:
        skipped = self.seen["skipped"]
        places = ", ".join(entry["where"] for entry in skipped[:_SHOWN_SKIPS])
        words = translate("Import", "%n entries cannot be read and are left out: {places}", "count", len(skipped))
        self._skipped.setText(words.format(places=places + ("…" if len(skipped) > _SHOWN_SKIPS else "")))
        self._skipped.setVisible(bool(skipped))

    def speak(self) -> None:
        self._summary.setText(summary(self.seen, self.language))
        names = [translate("Import", "Conversation"), translate("Import", "Said"), translate("Import", "Messages"),
                 translate("Import", "New")]  # fmt: skip
        self.model.setHorizontalHeaderLabels(names)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setAccessibleName(translate("Import", "Conversations in the file"))
        whole = self.seen["format"] != "keepsake-export"
        for part in (self.table, self.all, self.none):
            part.setVisible(whole)
        self.all.setText(translate("Import", "Choose all"))
        self.none.setText(translate("Import", "Choose none"))
        self._import.setText(translate("Import", "Import"))
        self._cancel.setText(translate("Import", "Cancel"))
        self._say_masks()
        self._say_skipped()
        self._count()
