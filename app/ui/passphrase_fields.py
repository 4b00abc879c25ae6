"""A new passphrase, typed twice, with a word on how well it withstands guessing. The engine judges; nothing is kept."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.ui.engine_bridge import EngineBridge
from app.ui.language import translate
from app.ui.widgets import Speaking, label

ASK_AFTER_MS = 250


def secret_field() -> QLineEdit:
    """A line for a passphrase: hidden, and not learned by an input method."""
    field = QLineEdit()
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setInputMethodHints(Qt.InputMethodHint.ImhHiddenText | Qt.InputMethodHint.ImhNoPredictiveText)
    return field


class PassphraseFields(QWidget):
    """`changed` whenever `good` may have changed; `entered` when Enter is pressed and it is good."""

    changed = Signal()
    entered = Signal()

    def __init__(self, bridge: EngineBridge) -> None:
        super().__init__()
        self.bridge = bridge
        self.first, self.again = secret_field(), secret_field()
        self.hint = label("hint", wrap=True)
        self._score: int | None = None
        self._enough = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (self.first, self.again, self.hint):
            column.addWidget(widget)
        self._timer = QTimer(self, singleShot=True, interval=ASK_AFTER_MS)
        self._timer.timeout.connect(self._ask)
        self.first.textChanged.connect(self._typed)
        self.again.textChanged.connect(lambda _: self._tell())
        for field in (self.first, self.again):
            field.returnPressed.connect(lambda: self.entered.emit() if self.good else None)
        Speaking(self, self._speak)

    @property
    def value(self) -> str:
        return self.first.text()

    @property
    def good(self) -> bool:
        """Strong enough, and typed the same twice."""
        return self._enough and self.first.text() == self.again.text()

    def clear(self) -> None:
        self.first.clear()
        self.again.clear()

    def _typed(self) -> None:
        self._score, self._enough = None, False
        self._timer.start()
        self._tell()

    def _ask(self) -> None:
        text = self.first.text()
        if text:
            self.bridge.request("passphrase_strength", {"passphrase": text}, lambda told: self._told(text, told))

    def _told(self, text: str, told: dict[str, Any]) -> None:
        if text == self.first.text():
            self._score, self._enough = int(told["score"]), bool(told["enough"])
            self._tell()

    def _tell(self) -> None:
        words = ""
        if self.first.text() and self._score is not None:
            if not self._enough:
                words = translate("Passphrase", "Too easy to guess. Four unrelated words are better.")
            elif self.again.text() and self.first.text() != self.again.text():
                words = translate("Passphrase", "The two differ.")
            elif self._score >= 4:
                words = translate("Passphrase", "Very hard to guess.")
            else:
                words = translate("Passphrase", "Hard to guess. Longer is better.")
        self.hint.setText(words or translate("Passphrase", "Nobody can reset it for you."))
        self.changed.emit()

    def _speak(self) -> None:
        self.first.setPlaceholderText(translate("Passphrase", "New passphrase"))
        self.first.setAccessibleName(translate("Passphrase", "New passphrase"))
        self.again.setPlaceholderText(translate("Passphrase", "The same again"))
        self.again.setAccessibleName(translate("Passphrase", "The same again"))
        self._tell()
