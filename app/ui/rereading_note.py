"""A quiet line in the chat while memories are read anew for another embedding model."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer

from app.ui.chat_page import ChatPage
from app.ui.engine_bridge import EngineBridge
from app.ui.language import translate

ASK_EVERY_MS = 2000


class RereadingNote(QObject):
    """`watch(change)` with what the engine's hello says; asks again until the change is made."""

    def __init__(self, chat: ChatPage, bridge: EngineBridge) -> None:
        super().__init__(chat)
        self._chat, self._bridge = chat, bridge
        self._said = ""
        self._timer = QTimer(self, singleShot=True, interval=ASK_EVERY_MS)
        self._timer.timeout.connect(self._ask)

    def watch(self, change: dict[str, Any] | None) -> None:
        """`change`: {"done", "total"} in memories and messages, or None when there is none under way."""
        shown = bool(self._said) and self._chat.note.text == self._said and self._chat.note.isVisible()
        if change is None:
            if shown:
                self._chat.note.hide()
            self._said = ""
            return
        words = translate("Rereading", "Reading memories anew for another search model: {done} of {total}. Searching goes on meanwhile.")  # fmt: skip  # noqa: E501
        if shown or not self._said:  # closed by the person, or another note came: leave it so
            self._said = words.format(**change)
            self._chat.say(self._said)
        self._timer.start()

    def _ask(self) -> None:
        self._bridge.request("reembedding", {}, self._told, lambda code, detail: None)

    def _told(self, result: dict[str, Any]) -> None:
        self.watch(result.get("reembedding"))
