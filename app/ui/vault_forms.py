"""The forms of the vault page: a passphrase to set or change, a backup to write, words to write down."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.engine_bridge import EngineBridge
from app.ui.language import translate
from app.ui.passphrase_fields import PassphraseFields, secret_field
from app.ui.recovery_words import RecoveryWords
from app.ui.widgets import Speaking, button, label

Data = dict[str, Any]


class Form(QWidget):
    """Fields, a line of words, and two buttons. `done(sentence)` and `failed(code, detail)` close or keep it."""

    done = Signal(str)
    failed = Signal(str, dict)

    def __init__(self, bridge: EngineBridge) -> None:
        super().__init__()
        self.bridge = bridge
        self.words = label("note", wrap=True)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 4, 0, 14)
        self.column.setSpacing(8)
        self.column.addWidget(self.words)
        self.go = button("primary", self.start)
        self.leave = button("", self.close_form)
        self._row = QHBoxLayout()
        self._row.addWidget(self.go)
        self._row.addWidget(self.leave)
        self._row.addStretch(1)
        self.hide()

    def finish(self) -> None:
        """Called once by each form when its fields are in."""
        self.column.addLayout(self._row)
        Speaking(self, self.speak)

    def open(self) -> None:
        self.show()

    def start(self) -> None: ...

    def close_form(self) -> None:
        self.hide()

    def speak(self) -> None:
        self.leave.setText(translate("Vault", "Cancel"))

    def ask(self, verb: str, args: Data, said: str) -> None:
        """Send; the buttons wait for the answer."""
        self.go.setEnabled(False)

        def well(_: Data) -> None:
            self.go.setEnabled(True)
            self.close_form()
            self.done.emit(said)

        def badly(code: str, detail: Data) -> None:
            self.go.setEnabled(True)
            self.failed.emit(code, detail)

        self.bridge.request(verb, args, well, badly)


class PassphraseForm(Form):
    """Sets a passphrase, or changes the one there is."""

    def __init__(self, bridge: EngineBridge) -> None:
        super().__init__(bridge)
        self.current = secret_field()
        self.fields = PassphraseFields(bridge)
        self.column.addWidget(self.current)
        self.column.addWidget(self.fields)
        self.fields.changed.connect(self._update)
        self.fields.entered.connect(self.start)
        self.current.textChanged.connect(lambda _: self._update())
        self._wants_current = False
        self.finish()

    def ask_for_current(self, wanted: bool) -> None:
        """Whether the present passphrase is asked for: not where there is none, nor after the recovery words."""
        self._wants_current = wanted
        self.current.setVisible(wanted)
        self._update()

    def open(self) -> None:
        self.show()
        (self.current if self._wants_current else self.fields.first).setFocus()

    def start(self) -> None:
        if self.go.isEnabled():
            args = {"passphrase": self.fields.value, "current": self.current.text()}
            self.ask("set_passphrase", args, translate("Vault", "The passphrase is set. Nobody can reset it for you."))

    def close_form(self) -> None:
        self.current.clear()
        self.fields.clear()
        super().close_form()

    def _update(self) -> None:
        self.go.setEnabled(self.fields.good and bool(self.current.text() or not self._wants_current))

    def speak(self) -> None:
        super().speak()
        self.words.setText(translate("Vault", "Nothing is encrypted anew: it is another way to the same key."))
        self.go.setText(translate("Vault", "Set the passphrase"))
        self.current.setPlaceholderText(translate("Vault", "The present passphrase"))
        self.current.setAccessibleName(translate("Vault", "The present passphrase"))


class BackupForm(Form):
    """Writes a backup under a passphrase of its own."""

    def __init__(self, bridge: EngineBridge) -> None:
        super().__init__(bridge)
        self.fields = PassphraseFields(bridge)
        self.column.addWidget(self.fields)
        self.fields.changed.connect(lambda: self.go.setEnabled(self.fields.good))
        self.fields.entered.connect(self.start)
        self.finish()

    def open(self) -> None:
        self.show()
        self.go.setEnabled(self.fields.good)
        self.fields.first.setFocus()

    def start(self) -> None:
        if self.fields.good:
            path, _ = QFileDialog.getSaveFileName(self, translate("Vault", "Make a backup"), "keepsake.backup")
            if path:
                self.write(path)

    def write(self, path: str) -> None:
        said = translate("Vault", "The backup is written: {file}").format(file=path)
        self.ask("backup", {"path": path, "passphrase": self.fields.value}, said)

    def close_form(self) -> None:
        self.fields.clear()
        super().close_form()

    def speak(self) -> None:
        super().speak()
        self.words.setText(
            translate("Vault", "A passphrase for this backup alone. Without it nobody can read the file, nor can you.")
        )
        self.go.setText(translate("Vault", "Choose a place and write"))


class WordsForm(Form):
    """Makes new recovery words after a warning, shows them, asks for two."""

    def __init__(self, bridge: EngineBridge) -> None:
        super().__init__(bridge)
        self.lang = "en"
        self.recovery = RecoveryWords()
        self.column.addWidget(self.recovery)
        self.recovery.changed.connect(self._update)
        self.finish()

    def start(self) -> None:
        if self.recovery.words:
            self.close_form()
            self.done.emit(translate("Vault", "The new recovery words hold. The old ones no longer open anything."))
            return
        self.go.setEnabled(False)
        self.bridge.request("new_recovery_words", {"lang": self.lang}, self._made, self._refused)

    def _made(self, result: Data) -> None:
        self.recovery.show_words(str(result["recovery_words"]))
        self._update()

    def _refused(self, code: str, detail: Data) -> None:
        self.go.setEnabled(True)
        self.failed.emit(code, detail)

    def close_form(self) -> None:
        self.recovery.show_words("")
        super().close_form()

    def _update(self) -> None:
        made = bool(self.recovery.words)
        self.words.setVisible(not made)
        self.leave.setVisible(not made)
        self.go.setEnabled(not made or self.recovery.known)
        self.speak()

    def speak(self) -> None:
        super().speak()
        self.words.setText(translate("Vault", "The words you have on paper stop working as soon as new ones are made."))
        done = translate("Vault", "Done")
        self.go.setText(done if self.recovery.words else translate("Vault", "Make new words"))
