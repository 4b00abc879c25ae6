"""The rows of the settings that do something with the data: import, backup, delete everything, offline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.ui.errors import sentence
from app.ui.language import translate

if TYPE_CHECKING:
    from app.ui.chat_window import ChatWindow
    from app.ui.settings_page import SettingsPage

Data = dict[str, Any]


class DataActions(QObject):
    """What goes wrong is said on the settings page, in one line."""

    def __init__(self, window: ChatWindow) -> None:
        super().__init__(window)
        self._window = window

    @property
    def _page(self) -> SettingsPage:
        return self._window.settings_page

    def act(self, name: str) -> None:
        """What the row of this name leads to."""
        match name:
            case "open.models":
                self._window.open_models()
            case "open.masking":
                self._window.masking.open()
            case "open.offline":
                self._say(self._window.chat.header.explanation())
            case "open.wishes":
                self._window.bridge.request("wishes", self._in_language(), self._wished, self._failed)
            case "open.import":
                self._window.open_import()
            case "open.keys":
                self._window.vault.open_vault()
            case "open.backup":
                self._window.vault.open_vault(backup=True)
            case "open.restore":
                self._window.vault.open_restore()
            case "open.delete_all":
                words = translate(
                    "Settings",
                    "Delete all memories and conversations for good? Nothing brings them back.",
                )
                self._page.ask(words, "delete_all", translate("Settings", "Delete everything"))

    def confirmed(self, key: str) -> None:
        if key == "recheck":
            self._window.masking.check()
        if key == "delete_all":
            self._window.bridge.request("forget", {"all": True}, self._deleted, self._failed)

        elif key == "clear_wishes":
            args = {**self._in_language(), "clear": True}
            self._window.bridge.request("wishes", args, self._wished, self._failed)

    def _in_language(self) -> Data:
        return {"lang": self._window.language.code}

    def _wished(self, result: Data) -> None:
        wishes = str(result.get("wishes") or "")
        if wishes:
            words = translate("Settings", "You are answered like this: {wishes}.").format(wishes=wishes)
            self._page.ask(words, "clear_wishes", translate("Settings", "Clear"))
        else:
            self._say(translate("Settings", "No wishes are kept. Say, for example: please keep your answers short."))

    def _deleted(self, result: Data) -> None:
        self._window.chat.clear()
        self._window.chat.ready(self._window.hello)
        self._say(translate("Settings", "Everything was deleted. The free bytes of the file are being overwritten."))


    def _failed(self, code: str, detail: Data) -> None:
        self._say(sentence(code, detail, self._window.language.code))

    def _say(self, text: str) -> None:
        self._page.ask(text, "", "")
