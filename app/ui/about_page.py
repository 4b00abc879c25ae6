"""What Keepsake knows about the person: a page to read, grouped by whom it is about, each line with its source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.interop.export_format import write_private
from app.ui.dates import parse, short_date
from app.ui.engine_bridge import EngineBridge
from app.ui.errors import sentence
from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.widgets import InlineNote, Page, button, label, paragraph

Data = dict[str, Any]


class AboutPage(Page):
    """Read from the store alone; no model says anything here. `chosen(memory)`: shown on the timeline."""

    chosen = Signal(str)
    talk = Signal(str)  # the conversation a line came from
    closed = Signal()

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language) -> None:
        super().__init__()
        self.bridge, self.theme, self.language = bridge, theme, language
        self.groups: list[Data] = []
        self._title = label("title")
        self._export = button("", self.export)
        self._back = button("", self.closed.emit)
        head = QHBoxLayout()
        head.setContentsMargins(32, 12, 32, 12)
        head.addWidget(self._title, 1)
        head.addWidget(self._export)
        head.addWidget(self._back)
        bar = Page("header")
        bar.setLayout(head)
        self.note = InlineNote()
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
        self._speak()

    def open(self) -> None:
        self.bridge.request("about", {}, self.show_groups)

    def show_groups(self, result: Data) -> None:
        self.groups = list(result["groups"])
        self._build()

    def markdown(self) -> str:
        """The page as Markdown."""
        lines = [f"# {self._title.text()}", ""]
        for group in self.groups:
            lines += [f"## {self._name(group)}", ""]
            lines += [f"- {memory['content']} ({self._source(memory)})" for memory in group["memories"]]
            lines.append("")
        return "\n".join(lines)

    def export(self) -> None:
        """To a file for its owner only, after saying that anyone who gets at it can read it."""
        path, _ = QFileDialog.getSaveFileName(self, self._export.text(), "keepsake.md", "Markdown (*.md)")
        if path:
            self.write(Path(path))

    def write(self, path: Path) -> None:
        try:
            write_private(path, self.markdown().splitlines())
        except OSError:
            self.note.say(sentence("file_unreadable", {}, self.language.code), translate("About", "Close"))
            return
        words = translate("About", "Written to {name}. This file is not encrypted: whoever gets it can read it.")
        self.note.say(words.format(name=path.name), translate("About", "Close"))

    def _name(self, group: Data) -> str:
        return translate("About", "You") if group["subject"] == "me" else str(group["subject"])

    def _source(self, memory: Data) -> str:
        said = parse(memory.get("said_at"))
        quote = f"“{memory['quote']}”"
        return f"{quote} · {short_date(said, self.language.locale)}" if said else quote

    def _build(self) -> None:
        inside = QWidget()
        inside.setObjectName("scrolled")
        inside.setMaximumWidth(self.theme.px(720))
        column = QVBoxLayout(inside)
        column.setContentsMargins(32, 20, 32, 32)
        column.setSpacing(4)
        if not self.groups:
            column.addWidget(label("note", translate("About", "Nothing yet. Tell me something."), wrap=True))
        for group in self.groups:
            heading = label("heading", self._name(group))
            heading.setContentsMargins(0, 14, 0, 4)
            column.addWidget(heading)
            for memory in group["memories"]:
                column.addWidget(self._line(memory))
        column.addStretch(1)
        self._scroll.setWidget(inside)

    def _line(self, memory: Data) -> QWidget:
        line = QWidget()
        column = QVBoxLayout(line)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(2)
        column.addWidget(paragraph(self.theme, memory["content"]))
        row = QHBoxLayout()
        row.addWidget(label("hint", self._source(memory), wrap=True), 1)
        show = button("link", lambda: self.chosen.emit(str(memory["id"])))
        show.setText(translate("About", "Show"))
        show.setAccessibleDescription(memory["content"])
        if memory.get("conversation"):
            talk = button("link", lambda: self.talk.emit(str(memory["conversation"])))
            talk.setText(translate("Memory", "Open the conversation"))
            talk.setAccessibleDescription(memory["content"])
            row.addWidget(talk)
        row.addWidget(show)
        column.addLayout(row)
        return line

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._speak()
            self._build()

    def _speak(self) -> None:
        self._title.setText(translate("About", "What I know about you"))
        self._export.setText(translate("About", "Export…"))
        self._export.setToolTip(translate("About", "A readable file, not encrypted"))
        self._back.setText(translate("About", "Back"))
