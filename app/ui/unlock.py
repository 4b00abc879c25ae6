"""The page of a locked vault: passphrase, keyring or recovery words; says plainly what did not work."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.ui.engine_bridge import EngineBridge
from app.ui.errors import sentence
from app.ui.language import Language, translate
from app.ui.passphrase_fields import secret_field
from app.ui.theme import Theme
from app.ui.widgets import Page, Speaking, button, label

Data = dict[str, Any]


class UnlockPage(Page):
    """`opened` when the vault is open. Nothing typed here is kept."""

    opened = Signal()
    repaired = Signal(dict)  # what could be saved of a damaged vault, counted
    restore = Signal()

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language) -> None:
        super().__init__()
        self.bridge, self.theme, self.language = bridge, theme, language
        self.ways: list[str] = []
        self._code = ""
        self._detail: Data = {}
        self._title = label("big", wrap=True)
        self._words = label("note", wrap=True)
        self.passphrase = secret_field()
        self.recovery = QPlainTextEdit()
        self.recovery.setObjectName("field")
        self.recovery.setTabChangesFocus(True)
        self.recovery.setFixedHeight(theme.px(90))
        self.error = label("note", wrap=True)
        self.error.setStyleSheet("")
        self.open_button = button("primary", self._open)
        self.keyring = button("", lambda: self._ask({}))
        self.other = button("link", self._other)
        self.from_backup = button("link", self.restore.emit)
        inside = QWidget()
        inside.setFixedWidth(theme.px(420))
        column = QVBoxLayout(inside)
        column.setSpacing(12)
        column.addWidget(self._title)
        column.addWidget(self._words)
        for widget in (self.passphrase, self.recovery, self.error, self.open_button, self.keyring):
            column.addWidget(widget)
        links = QHBoxLayout()
        links.addWidget(self.other)
        links.addWidget(self.from_backup)
        links.addStretch(1)
        column.addLayout(links)
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(inside, 8)
        row.addStretch(1)
        outer.addLayout(row)
        outer.addStretch(3)
        self._inside = inside
        theme.changed.connect(self._size)
        self._recovering = False
        self.passphrase.returnPressed.connect(self._open)
        self.error.hide()
        Speaking(self, self._speak)

    def _size(self) -> None:
        self._inside.setFixedWidth(self.theme.px(420))

    def show_for(self, hello: Data) -> None:
        """Offer the ways this vault has; say why the keyring did not open it."""
        self.ways = list(hello.get("ways") or [])
        self._recovering = False
        self._code, self._detail = str(hello.get("why_locked") or ""), {}
        self.passphrase.clear()
        self.recovery.clear()
        self._speak()
        self.passphrase.setFocus()

    def _other(self) -> None:
        self._recovering = not self._recovering
        self._code = self._code if self.damaged else ""
        self._speak()
        (self.recovery if self._recovering else self.passphrase).setFocus()

    def _open(self) -> None:
        if self._recovering:
            words = " ".join(self.recovery.toPlainText().split())
            if words:
                self._ask({"recovery": words})
        elif self.passphrase.text():
            self._ask({"passphrase": self.passphrase.text()})

    def _ask(self, args: Data) -> None:
        self.open_button.setEnabled(False)
        self.keyring.setEnabled(False)
        if self.damaged:
            self.bridge.request("unlock", {**args, "repair": True}, self._saved, self._refused)
        else:
            self.bridge.request("unlock", args, self._opened, self._refused)

    @property
    def damaged(self) -> bool:
        """The vault is damaged: what opens it now also saves what can still be read."""
        return self._code == "vault_damaged"

    def _opened(self, _: Data) -> None:
        self._free()
        self._code = ""
        self.opened.emit()

    def _saved(self, result: Data) -> None:
        self._opened(result)
        self.bridge.request("vault_state", {}, lambda state: self.repaired.emit(dict(state.get("salvaged") or {})))

    def _refused(self, code: str, detail: Data) -> None:
        self._free()
        self._code, self._detail = code, detail
        self._speak()

    def _free(self) -> None:
        self.open_button.setEnabled(True)
        self.keyring.setEnabled(True)
        self.passphrase.clear()

    def _speak(self) -> None:
        self._title.setText(translate("Unlock", "Locked"))
        by_phrase = "passphrase" in self.ways
        self._words.setText(
            translate("Unlock", "Type the recovery words you wrote down at set-up.")
            if self._recovering
            else translate("Unlock", "Your memories are encrypted. Type your passphrase to open them.")
            if by_phrase
            else translate("Unlock", "Your memories are encrypted. The key lies in the keyring of this computer.")
        )
        self.passphrase.setPlaceholderText(translate("Unlock", "Passphrase"))
        self.passphrase.setAccessibleName(translate("Unlock", "Passphrase"))
        self.recovery.setPlaceholderText(translate("Unlock", "Recovery words"))
        self.recovery.setAccessibleName(translate("Unlock", "Recovery words"))
        self.open_button.setText(
            translate("Unlock", "Save what can be read, and open") if self.damaged else translate("Unlock", "Open")
        )
        self.keyring.setText(
            translate("Unlock", "Save what can be read, with the keyring’s key")
            if self.damaged
            else translate("Unlock", "Open with the keyring")
        )
        self.from_backup.setText(translate("Unlock", "Restore a backup"))
        other = translate("Unlock", "Use the recovery words")
        self.other.setText(translate("Unlock", "Use another way") if self._recovering else other)
        self.passphrase.setVisible(by_phrase and not self._recovering)
        self.recovery.setVisible(self._recovering)
        self.open_button.setVisible(by_phrase or self._recovering)
        self.keyring.setVisible("keyring" in self.ways and not self._recovering)
        self.error.setText(sentence(self._code, self._detail, self.language.code) if self._code else "")
        self.error.setVisible(bool(self._code))
