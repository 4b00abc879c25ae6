"""The models on this computer: choose, fetch, import, remove."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui import model_jobs
from app.ui.background import Background
from app.ui.engine_bridge import EngineBridge
from app.ui.errors import sentence
from app.ui.language import Language, translate
from app.ui.model_jobs import ModelRow
from app.ui.theme import Theme
from app.ui.widgets import InlineNote, Page, button, label


class ModelList(QWidget):
    """Cards of models; used on the page and in the first run."""

    used = Signal(str)  # display name of the model that answers from now on
    rereading = Signal(object)  # another model is to find memories: how far reading them anew has come
    listed = Signal(bool)  # whether a chat model and an embedding model are there

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language, *, brief: bool = False) -> None:
        super().__init__()
        self.bridge, self.theme, self.language, self.brief = bridge, theme, language, brief
        self.current = ""
        self.embedder = ""
        self.rows: list[ModelRow] = []
        self._job: Background | None = None
        self._picked: Path | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.note = InlineNote()
        self.note.acted.connect(self._act)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.hide()
        self._cards = QWidget()
        self._column.addWidget(self.note)
        self._column.addWidget(self.progress)
        self._column.addWidget(self._cards)

    @property
    def enough(self) -> bool:
        there = {row.role for row in self.rows if row.installed}
        return {"chat", "embedding"} <= there

    def reload(self) -> None:
        self._start(model_jobs.listing)

    def fetch(self, names: list[str]) -> None:
        self._start(lambda report: model_jobs.fetch(names, report))

    def fetch_needed(self) -> None:
        """The default chat model and the embedding model."""
        missing = [row for row in self.rows if not row.installed]
        self.fetch([row.name for row in missing if row.role == "embedding" or row.tier == "default"])

    def import_file(self) -> None:
        title = translate("Models", "Import a model file")
        path, _ = QFileDialog.getOpenFileName(self, title, "", "GGUF (*.gguf)")
        if path:
            self.take(Path(path))

    def take(self, path: Path, prompt_format: str = "gguf") -> None:
        """Import a file that was picked; one without a chat template can be taken again with one."""
        self._picked = path
        self._start(lambda report: model_jobs.import_file(path, report, prompt_format))

    def remove(self, name: str) -> None:
        self._start(lambda report: model_jobs.remove(name, report))

    def use(self, row: ModelRow) -> None:
        def done(result: dict[str, Any]) -> None:
            if row.role == "embedding":
                self.embedder = row.name
                self.rereading.emit(result.get("reembedding"))
            else:
                self.current = row.name
                self.used.emit(row.title)
            self._build()

        self.bridge.request("use_model", {"name": row.name, "keep": True}, done, self._failed)

    def _start(self, work: Callable[[Callable[[int, int], None]], list[ModelRow]]) -> None:
        if self._job is not None and self._job.running:
            return
        self.note.hide()
        self._job = Background(work, self)
        self._job.done.connect(self._listed)
        self._job.failed.connect(self._failed)
        self._job.progress.connect(self._advance)
        self._job.start()

    def _advance(self, done: int, total: int) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.progress.setAccessibleName(translate("Models", "Progress"))
        self.progress.show()

    def _listed(self, rows: object) -> None:
        assert isinstance(rows, list)
        self.progress.hide()
        self.rows = [row for row in rows if row.tier != "tests" or row.installed]
        self._build()
        self.listed.emit(self.enough)

    def _failed(self, code: str, detail: dict[str, Any]) -> None:
        self.progress.hide()
        words, close = sentence(code, detail, self.language.code), translate("Models", "Close")
        if code == "model_no_template" and self._picked is not None:
            self.note.say(words, close, "chatml", translate("Models", "Use the common ChatML template"))
        else:
            self.note.say(words, close)

    def _act(self, key: str) -> None:
        if key == "chatml" and self._picked is not None:
            self.take(self._picked, key)

    def _build(self) -> None:
        cards = QWidget()
        column = QVBoxLayout(cards)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for row in self.rows:
            if not self.brief or row.tier in ("default", "small") or row.role == "embedding":
                column.addWidget(self._card(row))
        self._column.replaceWidget(self._cards, cards)
        self._cards.deleteLater()
        self._cards = cards

    def _card(self, row: ModelRow) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        grid = QGridLayout(card)
        grid.setContentsMargins(16, 12, 16, 12)
        grid.setColumnStretch(0, 1)
        grid.addWidget(label(text=row.title, wrap=True), 0, 0)
        role = {
            "chat": translate("Models", "answers"),
            "embedding": translate("Models", "finds memories"),
            "rerank": translate("Models", "sorts what was found"),
        }[row.role]
        size = self.language.locale.formattedDataSize(row.bytes, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
        state = translate("Models", "installed") if row.installed else translate("Models", "not installed")
        if row.name in (self.current, self.embedder):
            state = translate("Models", "in use")
        told = " · ".join((role, size, row.licence, *self._measured(row), state))
        grid.addWidget(label("hint", told, wrap=True), 1, 0)
        actions = QHBoxLayout()
        if not row.installed:
            self._word(actions, translate("Models", "Fetch"), lambda: self.fetch([row.name]))
        elif (row.role == "chat" and row.name != self.current) or (
            row.role == "embedding" and self.embedder not in ("", row.name)
        ):
            self._word(actions, translate("Models", "Use"), lambda: self.use(row))
        if row.installed and not self.brief and row.name != self.current and row.role == "chat":
            self._word(actions, translate("Models", "Remove"), lambda: self.remove(row.name), "linkDanger")
        grid.addLayout(actions, 0, 1, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        card.setAccessibleName(f"{row.title}, {told.replace(' · ', ', ')}")
        return card

    def _measured(self, row: ModelRow) -> list[str]:
        """Memory it needs and speed it had here, as far as known."""
        told = []
        if row.memory:
            needed = self.language.locale.formattedDataSize(row.memory, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
            told.append(translate("Models", "needs {size} of memory").format(size=needed))
        if row.tokens_per_s:
            speed = self.language.locale.toString(row.tokens_per_s, "f", 0)
            told.append(translate("Models", "{number} tokens a second here").format(number=speed))
        return told

    def _word(self, row: QHBoxLayout, word: str, clicked: Callable[[], None], style: str = "link") -> None:
        made = button(style, clicked)
        made.setText(word)
        row.addWidget(made)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._build()


class ModelManager(Page):
    """The page around the list."""

    closed = Signal()

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language) -> None:
        super().__init__()
        self.list = ModelList(bridge, theme, language)
        self._title = label("title")
        self._words = label("note", wrap=True)
        self._back = button("", self.closed.emit)
        self._import = button("", self.list.import_file)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._import)
        head.addWidget(self._back)
        inside = QWidget()
        inside.setObjectName("scrolled")
        column = QVBoxLayout(inside)
        column.setContentsMargins(32, 24, 32, 32)
        column.setSpacing(16)
        column.addLayout(head)
        column.addWidget(self._words)
        column.addWidget(self.list)
        column.addStretch(1)
        inside.setMaximumWidth(theme.px(760))
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        scroll.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        self._speak()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._speak()

    def _speak(self) -> None:
        self._title.setText(translate("Models", "Models"))
        self._words.setText(translate("Models", "Models are files on this computer. Fetching one is the only thing in Keepsake that uses the network, in a program of its own and only when you ask for it."))  # fmt: skip  # noqa: E501
        self._import.setText(translate("Models", "Import a file…"))
        self._back.setText(translate("Models", "Back"))
