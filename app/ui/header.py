"""The line above the transcript: title, model, and the offline pill with the guard's count."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout

from app.ui.language import translate
from app.ui.theme import Theme
from app.ui.widgets import Elided, Page, Pill, Popover, Speaking


class Header(Page):
    """`panel()` asks to fold or unfold the memory panel, `model()` for the models."""

    panel = Signal()
    model = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__("header")
        self.theme = theme
        self.attempts = 0
        self._model = ""
        self._title = ""
        self._private = False
        self.title = Elided("title")
        self.model_pill = Pill(theme, self.model.emit)
        self.offline = Pill(theme, self.explain)
        self.fold = Pill(theme, self.panel.emit)
        self.fold.setCheckable(True)
        self.fold.setChecked(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 0, 24, 0)
        row.setSpacing(12)
        row.addWidget(self.title, 1)
        row.addWidget(self.model_pill)
        row.addWidget(self.offline)
        row.addWidget(self.fold)
        theme.changed.connect(self._size)
        self._size()
        Speaking(self, self._speak)

    def set_title(self, title: str, *, private: bool = False) -> None:
        self._title, self._private = title, private
        self._speak()

    def set_model(self, name: str) -> None:
        """Display name of the chat model; empty when there is none."""
        self._model = name
        self._speak()

    def _model_words(self) -> str:
        """`Local model 1.5B`: file names say more than anyone wants to read; the rest is in the tooltip."""
        if not self._model:
            return translate("Header", "No model")
        size = re.search(r"(\d+(?:\.\d+)?)\s*([bm])(?![a-z])", self._model.lower())
        if size is None:
            return self._model
        return translate("Header", "Local model {size}").format(size=f"{size.group(1)}{size.group(2).upper()}")

    def set_attempts(self, attempts: int) -> None:
        self.attempts = attempts
        self._speak()

    def explain(self) -> None:
        """What "offline" means here."""
        Popover(self.theme, self.explanation(), self.offline).show()

    def explanation(self) -> str:
        if self.attempts:
            return translate("Header", "Something in this program tried to reach the network %n times. It was refused and counted; nothing left this computer.", "attempts", self.attempts)  # fmt: skip  # noqa: E501
        return translate("Header", "Keepsake never goes online. A guard inside it refuses every network connection and counts the attempts: so far there were none. Models, memories and answers stay on this computer.")  # fmt: skip  # noqa: E501

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is said elsewhere too gives way on a narrow window; the offline pill never does."""
        super().resizeEvent(event)
        room = self.width() / self.theme.scale
        self.model_pill.setVisible(room >= 520)
        self.fold.setVisible(room >= 420)

    def _size(self) -> None:
        self.setFixedHeight(max(52, self.theme.px(52)))

    def _speak(self) -> None:
        title = self._title or translate("Header", "New conversation")
        self.title.set_full(translate("Header", "{title} (private)").format(title=title) if self._private else title)
        self.model_pill.set(self._model_words())
        self.model_pill.setToolTip(self._model)
        self.model_pill.setAccessibleDescription(translate("Header", "Opens the models"))
        text = translate("Header", "Offline · %n connections", "attempts", self.attempts)
        self.offline.set(text, "mask" if self.attempts else "ok")
        self.offline.setAccessibleDescription(self.explanation())
        self.fold.set(translate("Header", "Memories"))
        self.fold.setAccessibleDescription(translate("Header", "Shows or hides the memory panel"))
