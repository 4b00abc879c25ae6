"""The recovery words: shown once, then two of them are asked for, to see that they were written down."""

from __future__ import annotations

import random

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.ui.language import translate
from app.ui.widgets import Speaking, button, label


class RecoveryWords(QWidget):
    """`changed` at every step; `known` once the two words were right. The words live in this widget alone."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.asking = False
        self._places = (0, 1)
        self.hint = label("note", wrap=True)
        self.box = label("words", wrap=True)
        self.box.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.answers = (QLineEdit(), QLineEdit())
        self.copy = button("link", lambda: QGuiApplication.clipboard().setText(" ".join(self.words)))
        self.step = button("link", self._step)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for widget in (self.hint, self.box, *self.answers):
            column.addWidget(widget)
        row = QHBoxLayout()
        row.addWidget(self.step)
        row.addWidget(self.copy)
        row.addStretch(1)
        column.addLayout(row)
        for answer in self.answers:
            answer.textChanged.connect(lambda _: self._update())
        Speaking(self, self._speak)
        self.hide()

    @property
    def known(self) -> bool:
        """Whether both words asked for were typed right."""
        typed = [answer.text().strip().casefold() for answer in self.answers]
        return self.asking and typed == [self.words[place].casefold() for place in self._places]

    def show_words(self, phrase: str) -> None:
        """Begin with new words; an empty phrase hides all of it."""
        self.words = phrase.split()
        self.asking = False
        self._update()
        self.setVisible(bool(self.words))

    def _step(self) -> None:
        self.asking = not self.asking
        if self.asking:
            first, second = sorted(random.SystemRandom().sample(range(len(self.words)), 2))
            self._places = (first, second)
            for answer in self.answers:
                answer.clear()
        self._update()
        if self.asking:
            self.answers[0].setFocus()

    def _update(self) -> None:
        self.box.setText("   ".join(f"{place}.\u00a0{word}" for place, word in enumerate(self.words, 1)))
        self.box.setVisible(not self.asking)
        self.copy.setVisible(not self.asking)
        for answer in self.answers:
            answer.setVisible(self.asking)
        self._speak()
        self.changed.emit()

    def _speak(self) -> None:
        if self.asking:
            told = translate("Recovery", "Type two of them, to be sure that they are on your paper.")
            if self.known:
                told = translate("Recovery", "Right. Keep the paper where only you find it.")
            self.hint.setText(told)
        else:
            self.hint.setText(translate("Recovery", "Write these words on paper. They open your memories when everything else is lost, and they are shown only now."))  # fmt: skip  # noqa: E501
        for answer, place in zip(self.answers, self._places, strict=True):
            name = translate("Recovery", "Word number {place}").format(place=place + 1)
            answer.setPlaceholderText(name)
            answer.setAccessibleName(name)
        written, again = translate("Recovery", "I have written them down"), translate("Recovery", "Show them again")
        self.step.setText(again if self.asking else written)
        self.copy.setText(translate("Recovery", "Copy the words"))
        self.box.setAccessibleName(translate("Recovery", "Recovery words"))
