"""The page that brings chats of other programs in: choose or drop a file, look, take in, pause, take back."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.ui.engine_bridge import EngineBridge, Request
from app.ui.errors import sentence
from app.ui.importing.earlier import EarlierImports
from app.ui.importing.preview import PreviewPart
from app.ui.importing.words import duration
from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.widgets import InlineNote, Page, button, label

Data = dict[str, Any]
_START, _LOOKING, _WHO, _PREVIEW, _RUNNING, _DONE = range(6)


class ImportPage(Page):
    """One import at a time. Leaving the page does not stop it; closing the window pauses it. `changed`: lists too."""

    closed = Signal()
    changed = Signal()

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language) -> None:
        super().__init__()
        self.bridge, self.theme, self.language = bridge, theme, language
        self.path, self.owner = "", ""
        self.job: int | None = None  # of the import that runs or has just ended
        self._request: Request | None = None
        self._undo_after = False
        self._began, self._from = 0.0, 0
        self.setAcceptDrops(True)
        self._title, self._back = label("title"), button("", self.closed.emit)
        self.note = InlineNote()
        self.note.acted.connect(self._confirmed)
        self.pages = QStackedWidget()
        self.preview = PreviewPart(theme, language)
        self.preview.begin.connect(self.begin)
        self.preview.cancelled.connect(self.restart)
        for part in (self._start(), self._looking(), self._who(), self.preview, self._running(), self._done()):
            self.pages.addWidget(part)
        inside = QWidget()
        inside.setObjectName("scrolled")
        inside.setMaximumWidth(theme.px(760))
        column = QVBoxLayout(inside)
        column.setContentsMargins(32, 20, 32, 24)
        column.setSpacing(14)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._back)
        column.addLayout(head)
        column.addWidget(self.note)
        column.addWidget(self.pages, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        scroll.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        self._speak()

    # The steps

    def _frame(self) -> tuple[QWidget, QVBoxLayout]:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        return part, column

    def _start(self) -> QWidget:
        part, column = self._frame()
        self.drop = QFrame()
        self.drop.setObjectName("card")
        inner = QVBoxLayout(self.drop)
        inner.setContentsMargins(24, 28, 24, 28)
        inner.setSpacing(12)
        self._drop_words, self._formats = label(wrap=True), label("hint", wrap=True)
        self.choose = button("primary", self._choose)
        for words in (self._drop_words, self._formats):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            inner.addWidget(words)
        inner.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignCenter)
        self.earlier = EarlierImports(self.language)
        self.earlier.resume.connect(self.resume)
        self.earlier.take_back.connect(self._ask_take_back)
        column.addWidget(self.drop)
        column.addWidget(self.earlier)
        column.addStretch(1)
        return part

    def _looking(self) -> QWidget:
        part, column = self._frame()
        self._looking_words, self._stop_looking = label(wrap=True), button("", self.restart)
        busy = QProgressBar()
        busy.setRange(0, 0)
        busy.setTextVisible(False)
        column.addWidget(self._looking_words)
        column.addWidget(busy)
        column.addWidget(self._stop_looking, 0, Qt.AlignmentFlag.AlignRight)
        column.addStretch(1)
        return part

    def _who(self) -> QWidget:
        part, self._who_column = self._frame()
        self._who_words, self._who_help = label("heading", wrap=True), label("note", wrap=True)
        self.speakers = QWidget()
        self._who_cancel = button("", self.restart)
        for made in (self._who_words, self._who_help, self.speakers):
            self._who_column.addWidget(made)
        self._who_column.addWidget(self._who_cancel, 0, Qt.AlignmentFlag.AlignRight)
        self._who_column.addStretch(1)
        return part

    def _running(self) -> QWidget:
        part, column = self._frame()
        self._running_words, self._left = label("heading", wrap=True), label("note", wrap=True)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.pause, self.cancel = button("", self._pause), button("danger", self._cancel)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.pause)
        for made in (self._running_words, self.progress, self._left):
            column.addWidget(made)
        column.addLayout(row)
        column.addStretch(1)
        return part

    def _done(self) -> QWidget:
        part, column = self._frame()
        self.result = label("heading", wrap=True)
        self._skipped = label("note", wrap=True)
        self._undo, self._another = button("", self._ask_undo), button("primary", self.restart)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._undo)
        row.addWidget(self._another)
        column.addWidget(self.result)
        column.addWidget(self._skipped)
        column.addLayout(row)
        column.addStretch(1)
        return part

    # Going through them

    def open(self) -> None:
        """What runs is shown; else the earlier imports and a place for a file."""
        if self._request is None:
            self.restart()

    def restart(self) -> None:
        self._stop()
        self.pages.setCurrentIndex(_START)
        self._reload()

    def look(self, path: str, owner: str = "") -> None:
        """Say what is in a file. Nothing is written yet."""
        self.note.hide()
        self.path, self.owner = path, owner
        self._looking_words.setText(translate("Import", "Looking into {file}…").format(file=Path(path).name))
        self.pages.setCurrentIndex(_LOOKING)
        self._request = self.bridge.request("import_preview", self._file(), self._seen, self._failed)

    def _file(self) -> Data:
        return {"path": self.path, "format": "auto", **({"owner": self.owner} if self.owner else {})}

    def _seen(self, seen: Data) -> None:
        self._request = None
        if seen["speakers"]:
            self._ask_who(seen["speakers"])
            return
        if not seen["conversations"] and seen["format"] != "keepsake-export":
            self.note.say(translate("Import", "There is nothing to import in this file."), self._close_word())
            self.restart()
            return
        self.preview.show_file(seen)
        self.pages.setCurrentIndex(_PREVIEW)
        if seen["format"] != "keepsake-export":
            args = {**self._file(), "format": seen["format"]}
            self._request = self.bridge.request("import_estimate", args, self._estimated, self._not_estimated)

    def _estimated(self, result: Data) -> None:
        self._request = None
        self.preview.show_seconds(float(result["seconds_a_message"]))

    def _not_estimated(self, code: str, detail: Data) -> None:
        self._request = None
        if code != "stopped":
            self._say(code, detail)

    def _ask_who(self, speakers: list[Data]) -> None:
        choices = QWidget()
        column = QVBoxLayout(choices)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for speaker in speakers:
            choice = button("choice", partial(self.look, self.path, speaker["id"]))
            choice.setText(f"{speaker['name']} ({speaker['id']})" if speaker["name"] else speaker["id"])
            column.addWidget(choice)
        self._who_column.replaceWidget(self.speakers, choices)
        self.speakers.deleteLater()
        self.speakers = choices
        self.pages.setCurrentIndex(_WHO)

    def begin(self, chosen: list[int] | None) -> None:
        """Take in the chosen conversations of the file that was looked at."""
        talks = self.preview.seen["conversations"]
        total = sum(talk["messages"] for talk in talks if chosen is None or talk["place"] in chosen)
        args = {**self._file(), "brief": True, "total": total, **({} if chosen is None else {"chosen": chosen})}
        self._run("import", args, 0, total)

    def resume(self, job: Data) -> None:
        self._run("import_resume", {"job": job["id"], "brief": True}, job["done"], job["total"] or 0)
        self.job = job["id"]

    def _run(self, verb: str, args: Data, done: int, total: int) -> None:
        self._stop()
        self.note.hide()
        self.job, self._undo_after = None, False
        self._began, self._from = time.monotonic(), done
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self._left.setText("")
        self.pause.setEnabled(True)
        self.cancel.setEnabled(True)
        self.pages.setCurrentIndex(_RUNNING)
        self._request = self.bridge.request(verb, args, self._taken, self._failed, self._progress)

    def _progress(self, kind: str, data: Data) -> None:
        if kind != "progress" or data.get("stage") != "importing":
            return
        done, total = int(data["done"]), int(data["total"])
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        words = translate("Import", "{done} of {total} messages").format(done=done, total=total)
        spent = time.monotonic() - self._began
        if spent > 3 and done > self._from:
            left = duration(spent / (done - self._from) * (total - done))
            words += " · " + translate("Import", "{time} left").format(time=left)
        self._left.setText(words)

    def _taken(self, result: Data) -> None:
        self._request = None
        self.job = result.get("job") or self.job
        self.changed.emit()
        if self._undo_after and self.job is not None:
            self._take_back(self.job)
            return
        if not result["finished"]:
            self.note.say(translate("Import", "Paused. You can go on whenever you like."), self._close_word())
            self.restart()
            return
        added, messages = result["added"], result["messages"]
        count = added if isinstance(added, int) else len(added)
        lines = translate("Import", "%n memories were learned", "count", count)
        lines += " " + translate("Import", "from %n messages.", "count", messages)
        known = translate("Import", "Everything in this file was here already.")
        self.result.setText(lines if messages or count else known)
        skipped = len(result["skipped"])
        self._skipped.setText(translate("Import", "%n entries could not be read and were left out.", "count", skipped))
        self._skipped.setVisible(bool(skipped))
        self._undo.setVisible(self.job is not None)
        self.pages.setCurrentIndex(_DONE)

    def _pause(self) -> None:
        self.pause.setEnabled(False)
        if self._request is not None:
            self._request.stop()

    def _cancel(self) -> None:
        self._undo_after = True
        self.cancel.setEnabled(False)
        self._pause()

    def _ask_undo(self) -> None:
        if self.job is not None:
            self._ask_take_back(self.job)

    def _ask_take_back(self, job: int) -> None:
        words = translate("Import", "Take this import back? Its conversations and memories are deleted for good.")
        self.note.say(words, self._close_word(), str(job), translate("Import", "Take back"))

    def _confirmed(self, key: str) -> None:
        self.note.hide()
        self._take_back(int(key))

    def _take_back(self, job: int) -> None:
        self.bridge.request("import_undo", {"job": job}, self._taken_back, self._failed)

    def _taken_back(self, result: Data) -> None:
        removed = result["receipt"]["removed"]
        words = translate("Import", "Taken back: {memories} memories and {messages} messages were deleted.")
        counts = {"memories": removed.get("memories", 0), "messages": removed.get("messages", 0)}
        self.note.say(words.format(**counts), self._close_word())
        self.job = None
        self.changed.emit()
        self.restart()

    def _failed(self, code: str, detail: Data) -> None:
        self._request = None
        if code != "stopped":
            self._say(code, detail)
        self.restart()

    def _say(self, code: str, detail: Data) -> None:
        self.note.say(sentence(code, detail, self.language.code), self._close_word())

    def _stop(self) -> None:
        """A look into a file is dropped; an import that runs is only ever paused by the person."""
        if self._request is not None and self._request.verb in {"import_preview", "import_estimate"}:
            self._request.stop()
            self._request = None

    # Earlier imports

    def _reload(self) -> None:
        self.bridge.request(
            "imports", {}, lambda result: self.earlier.show_jobs(result["items"]), lambda code, detail: None
        )

    # Files

    def _choose(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, translate("Import", "Choose an export"))
        if path:
            self.look(path)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.pages.currentIndex() != _RUNNING and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.look(paths[0])

    # Words

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._speak()

    def _close_word(self) -> str:
        return translate("Import", "Close")

    def _speak(self) -> None:
        self._title.setText(translate("Import", "Import conversations"))
        self._back.setText(translate("Import", "Back"))
        self._drop_words.setText(translate("Import", "Drop an export here, as a file or ZIP."))
        self._formats.setText(translate("Import", "From ChatGPT, Claude, Open WebUI, SillyTavern, Telegram, WeChat, QQ or Keepsake. The format is found by itself."))  # fmt: skip  # noqa: E501
        self.choose.setText(translate("Import", "Choose a file…"))
        self._stop_looking.setText(translate("Import", "Cancel"))
        self._who_cancel.setText(translate("Import", "Cancel"))
        self._who_words.setText(translate("Import", "Who are you in this chat?"))
        self._who_help.setText(translate("Import", "The file does not say whose words are yours. Only yours become memories."))  # fmt: skip  # noqa: E501
        self._running_words.setText(translate("Import", "Importing"))
        self.progress.setAccessibleName(translate("Import", "Progress of the import"))
        self.pause.setText(translate("Import", "Pause"))
        self.cancel.setText(translate("Import", "Stop and take back"))
        self._undo.setText(translate("Import", "Take back…"))
        self._another.setText(translate("Import", "Import another file"))
        self.preview.speak()
        self.earlier.speak()
