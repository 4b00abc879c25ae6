"""What the keys and the commands of the window do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence, QShortcut

from app.ui.language import translate
from app.ui.palette import Command
from app.ui.shortcuts import KEYS, titles

if TYPE_CHECKING:
    from app.ui.chat_window import ChatWindow

ALWAYS = frozenset({"larger", "smaller", "normal", "quit", "sheet"})  # these work in front of a locked vault too


class WindowKeys:
    """Binds the shortcuts and lists the commands of the palette."""

    def __init__(self, window: ChatWindow) -> None:
        self._window = window

    def _runs(self) -> dict[str, Callable[[], None]]:
        def scale(factor: float) -> None:
            self._window.change("general.text_scale", min(2.0, max(0.8, factor)))

        return {
            "palette": self._window.palette_.open,
            "new": lambda: self._in_chat(self._window.chat.new),
            "private": lambda: self._in_chat(self._window.chat.new_private),
            "search": lambda: self._in_chat(self._window.chat.list.search.setFocus),
            "composer": lambda: self._in_chat(self._window.chat.composer.take_focus),
            "panel": lambda: self._window.chat.show_panel(not self._window.chat.memories.isVisible()),
            "timeline": self._window.open_timeline,
            "settings": self._window.open_settings,
            "lock": self._window.lock,
            "sheet": self._window.sheet.open,
            "larger": lambda: scale(self._window.settings.general.text_scale + 0.15),
            "smaller": lambda: scale(self._window.settings.general.text_scale - 0.15),
            "normal": lambda: scale(1.0),
            "quit": self._window.leave,
        }

    def bind(self) -> None:
        for key, run in self._runs().items():
            QShortcut(QKeySequence(KEYS[key]), self._window).activated.connect(partial(self._if_open, key, run))

    def _if_open(self, key: str, run: Callable[[], None]) -> None:
        """In front of a locked vault only size, keys and quit work."""
        if self._window.hello.get("vault") == "ready" or key in ALWAYS:
            run()

    def _in_chat(self, run: Callable[[], object]) -> None:
        self._window.show_chat()
        run()

    def commands(self) -> list[Command]:
        runs, names = self._runs(), titles()
        commands = [Command(names[key], runs[key], KEYS[key]) for key in runs if key != "palette"]
        commands.append(Command(translate("About", "What I know about you"), self._window.open_about))
        commands.append(Command(translate("Review", "Review"), self._window.digest.open))
        commands.append(Command(translate("Keys", "Models"), self._window.open_models))
        for item in self._window.chat.list.items:
            commands.append(Command(str(item["title"]), partial(self._window.open_conversation, str(item["id"]))))
        return commands
