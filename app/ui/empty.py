"""What an empty conversation shows: one sentence and three things to try."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.language import translate
from app.ui.theme import Theme
from app.ui.widgets import Speaking, button, label


class Empty(QWidget):
    """Lies over the transcript while there is nothing in it. `suggested(text)` puts words into the composer."""

    suggested = Signal(str)

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self.theme = theme
        self._texts = ["", "", ""]
        self._over = over
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 32, 32, 32)
        column.setSpacing(8)
        self._title = label("big", wrap=True)
        self._words = label("note", wrap=True)
        column.addStretch(2)
        column.addWidget(self._title)
        column.addWidget(self._words)
        column.addSpacing(8)
        self.tries = [button("word", partial(self._try, i)) for i in range(3)]
        for made in self.tries:
            column.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(3)
        over.installEventFilter(self)
        Speaking(self, self._speak)

    def _try(self, number: int) -> None:
        self.suggested.emit(self._texts[number])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            wide = min(self._over.width(), self.theme.px(704))
            self.setGeometry((self._over.width() - wide) // 2, 0, wide, self._over.height())
        return False

    def _speak(self) -> None:
        self._title.setText(translate("Empty", "What is on your mind?"))
        self._words.setText(translate("Empty", "Say things worth keeping, and ask for them weeks later. Numbers of cards, passports and the like are hidden before anything is written."))  # fmt: skip  # noqa: E501
        self._texts = [
            translate("Empty", "I live in Bruges and my daughter is allergic to peanuts."),
            translate("Empty", "Remember that I like short answers."),
            translate("Empty", "What do you know about me?"),
        ]
        for made, text in zip(self.tries, self._texts, strict=True):
            made.setText(text)
