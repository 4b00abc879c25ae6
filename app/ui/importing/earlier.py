"""The imports of before: go on with one that was stopped, take one back."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.importing.words import job_line
from app.ui.language import Language, translate
from app.ui.widgets import button, label

Data = dict[str, Any]


class EarlierImports(QWidget):
    """Cards, newest first; nothing is shown where there are none."""

    resume = Signal(dict)
    take_back = Signal(int)

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language
        self.jobs: list[Data] = []
        self._heading, self._cards = label("heading"), QWidget()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 8, 0, 0)
        self._column.setSpacing(8)
        self._column.addWidget(self._heading)
        self._column.addWidget(self._cards)

    def show_jobs(self, jobs: list[Data]) -> None:
        self.jobs = jobs
        cards = QWidget()
        column = QVBoxLayout(cards)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for job in jobs:
            column.addWidget(self._card(job))
        self._column.replaceWidget(self._cards, cards)
        self._cards.deleteLater()
        self._cards = cards
        self.setVisible(bool(jobs))

    def _card(self, job: Data) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 10, 12, 10)
        words = QVBoxLayout()
        words.setSpacing(2)
        name, line = job["name"] or job["format"], job_line(job, self.language)
        words.addWidget(label(text=name, wrap=True))
        words.addWidget(label("hint", line, wrap=True))
        row.addLayout(words, 1)
        if job["finished_at"] is None and not job["running"]:
            go_on = button("link", partial(self.resume.emit, job))
            go_on.setText(translate("Import", "Go on"))
            go_on.setAccessibleDescription(name)
            row.addWidget(go_on)
        take_back = button("linkDanger", partial(self.take_back.emit, job["id"]))
        take_back.setText(translate("Import", "Take back…"))
        take_back.setAccessibleDescription(name)
        row.addWidget(take_back)
        card.setAccessibleName(f"{name}, {line}")
        return card

    def speak(self) -> None:
        self._heading.setText(translate("Import", "Earlier imports"))
        self.show_jobs(self.jobs)
