"""Restoring a backup: the file, its passphrase, what happens to what is here, and the result in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.ui.engine_bridge import EngineBridge
from app.ui.errors import sentence
from app.ui.language import Language, translate
from app.ui.passphrase_fields import secret_field
from app.ui.recovery_words import RecoveryWords
from app.ui.theme import Theme
from app.ui.widgets import Elided, Page, Speaking, button, label

Data = dict[str, Any]


class RestorePage(Page):
    """For an open vault (its ways in stay), a fresh profile, and a vault that cannot be opened (it is set aside)."""

    closed = Signal()
    restored = Signal()

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language) -> None:
        super().__init__()
        self.bridge, self.theme, self.language = bridge, theme, language
        self.vault = "ready"  # or "setup", "locked"
        self.file: Path | None = None
        self._state: Data = {}
        self._busy = self._finished = False
        self._code, self._detail = "", dict[str, Any]()
        self._title, self._words = label("big", wrap=True), label("note", wrap=True)
        self._name = Elided("note")
        self.choose = button("", self._choose)
        self.passphrase = secret_field()
        self.ways = QButtonGroup(self)
        self._by_keyring, self._by_phrase = button("choice"), button("choice")
        for number, choice in enumerate((self._by_keyring, self._by_phrase)):
            choice.setCheckable(True)
            self.ways.addButton(choice, number)
        self._by_keyring.setChecked(True)
        self.result = label("note", wrap=True)
        self.recovery = RecoveryWords()
        self.go = button("primary", self._go)
        self.leave = button("", self.closed.emit)
        inside = QWidget()
        inside.setObjectName("scrolled")
        self._inside = inside
        column = QVBoxLayout(inside)
        column.setContentsMargins(4, 48, 4, 48)
        column.setSpacing(12)
        column.addWidget(self._title)
        column.addWidget(self._words)
        row = QHBoxLayout()
        row.addWidget(self.choose)
        row.addWidget(self._name, 1)
        column.addLayout(row)
        for widget in (self.passphrase, self._by_keyring, self._by_phrase, self.result, self.recovery):
            column.addWidget(widget)
        row = QHBoxLayout()
        row.addWidget(self.leave)
        row.addStretch(1)
        row.addWidget(self.go)
        column.addLayout(row)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        self.passphrase.textChanged.connect(lambda _: self._update())
        self.passphrase.returnPressed.connect(self._go)
        self.recovery.changed.connect(self._update)
        theme.changed.connect(self._size)
        self._size()
        Speaking(self, self._speak)

    def _size(self) -> None:
        self._inside.setMaximumWidth(self.theme.px(560))

    def open(self, vault: str) -> None:
        """`vault`: what the engine's hello says of the vault that is here."""
        self.vault = vault
        self.file, self._state, self._code = None, {}, ""
        self._busy = self._finished = False
        self._name.set_full("")
        self.passphrase.clear()
        self.recovery.show_words("")
        if vault == "ready":
            self.bridge.request("vault_state", {}, self._told, self._failed)
        self._update()
        self.choose.setFocus()

    def _told(self, state: Data) -> None:
        self._state = state
        self._speak()

    def _choose(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, translate("Restore", "Choose the backup"))
        if path:
            self.take(Path(path))

    def take(self, file: Path) -> None:
        """The file to restore from."""
        self.file = file
        self._name.set_full(file.name)
        self._code = ""
        self._update()
        self.passphrase.setFocus()

    def _go(self) -> None:
        if self._finished:
            self.recovery.show_words("")
            self.restored.emit()
            return
        if not self.go.isEnabled() or self.file is None:
            return
        args: Data = {"path": str(self.file), "passphrase": self.passphrase.text(), "lang": self.language.code}
        if self.vault != "ready":
            args["way"] = "passphrase" if self.ways.checkedId() == 1 else "keyring"
            args["own_passphrase"] = self.passphrase.text()
            args["instead"] = self.vault == "locked"
        self._busy, self._code = True, ""
        self._update()
        self.bridge.request("restore_backup", args, self._done, self._failed)

    def _done(self, result: Data) -> None:
        self.passphrase.clear()
        self.recovery.show_words(str(result.get("recovery_words") or ""))
        self.bridge.request("vault_state", {}, self._arrived, self._failed)

    def _arrived(self, state: Data) -> None:
        self._state = state
        self._busy, self._finished = False, True
        self._update()

    def _failed(self, code: str, detail: Data) -> None:
        self._busy, self._code, self._detail = False, code, detail
        if code in ("keyring_none", "keyring_locked"):
            self._by_phrase.setChecked(True)
        self._update()

    def _update(self) -> None:
        new = self.vault != "ready" and not self._finished
        for choice in (self._by_keyring, self._by_phrase):
            choice.setVisible(new)
        for widget in (self.choose, self._name, self.passphrase, self._words, self.leave):
            widget.setVisible(not self._finished)
        ready = self.file is not None and bool(self.passphrase.text()) and not self._busy
        self.go.setEnabled((not self.recovery.words or self.recovery.known) if self._finished else ready)
        self._speak()

    def _speak(self) -> None:
        done, title = translate("Restore", "The backup is restored"), translate("Restore", "Restore a backup")
        self._title.setText(done if self._finished else title)
        self._words.setText(self._what_happens())
        self.choose.setText(translate("Restore", "Choose the file…"))
        self.passphrase.setPlaceholderText(translate("Restore", "Passphrase of the backup"))
        self.passphrase.setAccessibleName(translate("Restore", "Passphrase of the backup"))
        self._by_keyring.setText(translate("Restore", "From then on it opens with the keyring of this computer"))
        self._by_phrase.setText(translate("Restore", "From then on the backup’s passphrase opens it"))
        self.leave.setText(translate("Restore", "Back"))
        self.go.setText(translate("Restore", "Go on") if self._finished else translate("Restore", "Restore"))
        told = ""
        if self._code:
            told = sentence(self._code, self._detail, self.language.code)
        elif self._busy:
            told = translate("Restore", "Checking every byte of it, then putting it in place…")
        elif self._finished:
            counts = {name: self._state.get(name, 0) for name in ("memories", "messages")}
            told = translate("Restore", "{memories} memories and {messages} messages are here again.").format(**counts)
        self.result.setText(told)
        self.result.setVisible(bool(told))

    def _what_happens(self) -> str:
        if self.vault == "setup":
            return translate("Restore", "What the backup holds becomes the vault of this computer.")
        if self.vault == "locked":
            return translate("Restore", "The vault that is here, and that is not open, is set aside with its ways in. It is not deleted, and what the backup holds takes its place.")  # fmt: skip  # noqa: E501
        words = translate("Restore", "What is here now ({memories} memories, {messages} messages) is replaced. It stays beside the vault, encrypted, until you next delete something. The ways in stay as they are.")  # fmt: skip  # noqa: E501
        return words.format(memories=self._state.get("memories", "…"), messages=self._state.get("messages", "…"))
