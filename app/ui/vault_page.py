"""Keys and backups: how the vault opens, changing that, writing a backup; a warning where the folder endangers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.ui.engine_bridge import EngineBridge
from app.ui.errors import sentence
from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.vault_forms import BackupForm, Form, PassphraseForm, WordsForm
from app.ui.widgets import InlineNote, Page, button, label, rule

Data = dict[str, Any]


class VaultPage(Page):
    """Everything is asked of the engine; the window holds no key and no passphrase longer than a form is open."""

    closed = Signal()
    restore = Signal()

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language) -> None:
        super().__init__()
        self.bridge, self.theme, self.language = bridge, theme, language
        self.state: Data = {}
        self._title = label("title")
        self._back = button("", self.closed.emit)
        self.note = InlineNote()
        self.warning = label("note", wrap=True)
        self.warning.setContentsMargins(0, 8, 0, 0)
        self.passphrase, self.backup, self.recovery = PassphraseForm(bridge), BackupForm(bridge), WordsForm(bridge)
        for form in (self.passphrase, self.backup, self.recovery):
            form.done.connect(self._done)
            form.failed.connect(self._failed)
        self.use_keyring = button("", self._keyring)
        self.set_passphrase = button("", lambda: self._open(self.passphrase))
        self.drop_passphrase = button("", self._drop_passphrase)
        self.new_words = button("", lambda: self._open(self.recovery))
        self.rekey = button("", self._rekey)
        self.write_backup = button("", lambda: self._open(self.backup))
        self.restore_backup = button("", self.restore.emit)
        self._said: list[Callable[[], None]] = []
        inside = QWidget()
        inside.setObjectName("scrolled")
        self._inside = inside
        column = QVBoxLayout(inside)
        column.setContentsMargins(32, 20, 32, 32)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._back)
        column.addLayout(head)
        column.addWidget(self.note)
        column.addWidget(self.warning)
        self._heading(column, lambda: translate("Vault", "How it opens"))
        self._keyring_hint = self._row(column, lambda: translate("Vault", "Keyring of this computer"), self.use_keyring)
        self._passphrase_hint = self._row(
            column, lambda: translate("Vault", "Passphrase"), self.set_passphrase, self.drop_passphrase
        )
        column.addWidget(self.passphrase)
        words_hint = self._row(column, lambda: translate("Vault", "Recovery words"), self.new_words)
        column.addWidget(self.recovery)
        key_hint = self._row(column, lambda: translate("Vault", "The key itself"), self.rekey)
        self._heading(column, lambda: translate("Vault", "Backups"))
        backup_hint = self._row(column, lambda: translate("Vault", "Make a backup"), self.write_backup)
        column.addWidget(self.backup)
        restore_hint = self._row(column, lambda: translate("Vault", "Restore a backup"), self.restore_backup)
        column.addStretch(1)
        self._said += [
            lambda: words_hint.setText(translate("Vault", "24 words on paper, for when nothing else opens it.")),
            lambda: key_hint.setText(
                translate("Vault", "Encrypts everything under a new key, should somebody have seen the old one.")
            ),
            lambda: backup_hint.setText(translate("Vault", "One encrypted file with a passphrase of its own.")),
            lambda: restore_hint.setText(translate("Vault", "Puts what a backup holds in the place of what is here.")),
        ]
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        theme.changed.connect(self._size)
        self._size()
        self._speak()

    # Building

    def _heading(self, column: QVBoxLayout, words: Callable[[], str]) -> None:
        heading = label("heading")
        heading.setContentsMargins(0, 20, 0, 6)
        column.addWidget(heading)
        self._said.append(lambda: heading.setText(words()))

    def _row(self, column: QVBoxLayout, title: Callable[[], str], *buttons: QPushButton) -> Any:
        """A title, a line of words under it (returned), and buttons."""
        name, hint = label(wrap=True), label("hint", wrap=True)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(name)
        words.addWidget(hint)
        row = QHBoxLayout()
        row.setContentsMargins(0, 9, 0, 9)
        row.setSpacing(8)
        row.addLayout(words, 1)
        for each in buttons:
            row.addWidget(each, 0, Qt.AlignmentFlag.AlignVCenter)
        column.addWidget(rule())
        column.addLayout(row)

        def speak() -> None:
            name.setText(title())
            for each in buttons:
                each.setAccessibleDescription(title())

        self._said.append(speak)
        return hint

    def _size(self) -> None:
        self._inside.setMaximumWidth(self.theme.px(760))
        self.warning.setStyleSheet(f"color: {self.theme.tokens.mask}")

    # What it does

    def open(self) -> None:
        self.note.hide()
        for form in (self.passphrase, self.backup, self.recovery):
            form.close_form()
        self._ask_state()

    def open_backup(self) -> None:
        """Straight to the form that writes a backup."""
        self.open()
        self._open(self.backup)

    def _ask_state(self) -> None:
        self.bridge.request("vault_state", {}, self.show_state, self._failed)

    def show_state(self, state: Data) -> None:
        self.state = state
        self._speak()

    def _open(self, form: Form) -> None:
        for each in (self.passphrase, self.backup, self.recovery):
            if each is not form:
                each.close_form()
        self.recovery.lang = self.language.code
        form.open()

    def _keyring(self) -> None:
        if "keyring" in self._ways():
            said = translate("Vault", "The keyring no longer opens it.")
            self._ask("remove_way", {"way": "keyring"}, said)
        else:
            self._ask("use_keyring", {}, translate("Vault", "From now on it opens with your session."))

    def _drop_passphrase(self) -> None:
        current = self.passphrase.current.text()
        if not current and self.state.get("opened_with") != "recovery":
            self._open(self.passphrase)
            self._tell(translate("Vault", "Type the present passphrase, then press “Remove” again."))
            return
        said = translate("Vault", "The passphrase no longer opens it.")
        self._ask("remove_way", {"way": "passphrase", "current": current}, said)

    def _rekey(self) -> None:
        self._tell(translate("Vault", "Encrypting everything anew. This may take a minute…"))
        self._ask("rekey", {}, translate("Vault", "Everything lies under a new key. All ways in work as before."))

    def _ask(self, verb: str, args: Data, said: str) -> None:
        self.setEnabled(False)
        self.bridge.request(verb, args, lambda _: self._done(said), self._failed)

    def _done(self, said: str) -> None:
        self.setEnabled(True)
        self.passphrase.close_form()
        self._tell(said)
        self._ask_state()

    def _failed(self, code: str, detail: Data) -> None:
        self.setEnabled(True)
        self._tell(sentence(code, detail, self.language.code))

    def _tell(self, text: str) -> None:
        self.note.say(text, translate("Vault", "Close"))

    # Words

    def _ways(self) -> list[str]:
        return list(self.state.get("ways") or ())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._speak()

    def _speak(self) -> None:
        for speak in self._said:
            speak()
        ways, there = self._ways(), self.state.get("keyring")
        by_keyring, by_phrase = "keyring" in ways, "passphrase" in ways
        self._title.setText(translate("Vault", "Keys and backups"))
        self._back.setText(translate("Vault", "Back"))
        self._keyring_hint.setText(
            translate("Vault", "Opens with your session.")
            if by_keyring
            else translate("Vault", "Not used.")
            if there
            else translate("Vault", "This system has none.")
        )
        self.use_keyring.setText(
            translate("Vault", "Stop using it") if by_keyring else translate("Vault", "Use the keyring")
        )
        self.use_keyring.setEnabled(by_phrase if by_keyring else bool(there))
        self._passphrase_hint.setText(
            translate("Vault", "Asked for at every start.")
            if by_phrase and not by_keyring
            else translate("Vault", "Opens it where the keyring does not.")
            if by_phrase
            else translate("Vault", "Not set.")
        )
        self.set_passphrase.setText(translate("Vault", "Change…") if by_phrase else translate("Vault", "Set…"))
        self.drop_passphrase.setText(translate("Vault", "Remove"))
        self.drop_passphrase.setVisible(by_phrase and by_keyring)
        self.passphrase.ask_for_current(by_phrase and self.state.get("opened_with") != "recovery")
        self.new_words.setText(translate("Vault", "New words…"))
        self.rekey.setText(translate("Vault", "Renew the key"))
        self.write_backup.setText(translate("Vault", "Make…"))
        self.restore_backup.setText(translate("Vault", "Restore…"))
        program = self.state.get("synced_by")
        self.warning.setVisible(bool(program))
        self.warning.setText(synced_warning(str(program or "")))


def synced_warning(program: str) -> str:
    """What is wrong with a profile in a folder that a program copies elsewhere, and what helps."""
    words = translate("Vault", "The vault lies in a folder that {program} copies elsewhere. A half-copied file can damage it: move the folder and name its new place with --profile.")  # fmt: skip  # noqa: E501
    return words.format(program=program)
