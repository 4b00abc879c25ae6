"""Brings the pages about keys and backups into the window, and takes it where it goes after them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.ui.language import translate

if TYPE_CHECKING:  # imported when they are first wanted
    from app.ui.chat_window import ChatWindow
    from app.ui.restore_page import RestorePage
    from app.ui.vault_page import VaultPage


class VaultPages(QObject):
    """`page(name, make)` and `show(page)` are the window's own."""

    def __init__(self, window: ChatWindow, page: Callable[..., Any], show: Callable[..., Any]) -> None:
        super().__init__(window)
        self._window, self._page, self._show = window, page, show
        self._from: QWidget = window.chat

    def _make_vault(self) -> VaultPage:
        from app.ui.vault_page import VaultPage

        page = VaultPage(self._window.bridge, self._window.theme, self._window.language)
        page.closed.connect(self._window.open_settings)
        page.restore.connect(self.open_restore)
        return page

    def _make_restore(self) -> RestorePage:
        from app.ui.restore_page import RestorePage

        page = RestorePage(self._window.bridge, self._window.theme, self._window.language)
        page.closed.connect(lambda: self._show(self._from))
        page.restored.connect(self._window.restored)
        return page

    def open_vault(self, *, backup: bool = False) -> None:
        page: VaultPage = self._show(self._page("vault", self._make_vault))
        if backup:
            page.open_backup()
        else:
            page.open()

    def open_restore(self) -> None:
        self._from = self._window.pages.currentWidget() or self._window.chat
        page: RestorePage = self._show(self._page("restore", self._make_restore))
        page.open(str(self._window.hello.get("vault") or "setup"))

    def greet(self, hello: dict[str, Any]) -> None:
        """Say what endangers the vault, where something does."""
        if hello.get("synced_by"):
            from app.ui.vault_page import synced_warning

            self._window.chat.say(synced_warning(str(hello["synced_by"])))

    def repaired(self, saved: dict[str, int]) -> None:
        """After a damaged vault was opened with what could be read."""
        words = translate("Vault", "Saved: {memories} memories and {messages} messages. The damaged file is kept beside the vault until you next delete something.")  # fmt: skip  # noqa: E501
        self._window.chat.say(words.format(**saved))
