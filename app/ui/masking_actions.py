"""Carries what the person decides about masking to the engine, and what the engine says back to the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.ui.engine_bridge import Request
from app.ui.errors import sentence
from app.ui.language import translate
from app.ui.mask_preview import type_name

if TYPE_CHECKING:
    from app.ui.chat_window import ChatWindow
    from app.ui.masking_page import MaskingPage

Data = dict[str, Any]
POLICY = ("privacy.policy", "privacy.masked_types", "privacy.allowed")


class MaskingActions(QObject):
    """The preview under the composer, the page "What is masked", and the check of stored texts."""

    def __init__(self, window: ChatWindow) -> None:
        super().__init__(window)
        self._window = window
        self._check: Request | None = None
        preview = window.chat.preview
        preview.wanted.connect(self._preview)
        preview.allowed.connect(self.allow)

    @property
    def page(self) -> MaskingPage:
        return self._window._page("masking", self._make)

    def _make(self) -> MaskingPage:
        from app.ui.masking_page import MaskingPage

        page = MaskingPage(self._window.theme, self._window.language)
        page.policy.connect(self._choose)
        page.types.connect(self._choose_types)
        page.unallow.connect(self.unallow)
        page.check.connect(self.check)
        page.stop.connect(lambda: self._check.stop() if self._check is not None else None)
        page.later.connect(self._later)
        page.closed.connect(self._window.open_settings)
        return page

    def open(self) -> None:
        self._window._show(self.page)
        self.reload()

    def reload(self) -> None:
        def arrived(told: Data) -> None:
            privacy = self._window.settings.privacy
            self.page.show_masking(told, privacy.policy, list(privacy.allowed))

        self._window.bridge.request("masking", {}, arrived)

    def changed(self, name: str) -> None:
        """A setting was accepted by the engine: a stricter choice offers to check what is stored."""
        if name not in POLICY:
            return
        self._window.chat.preview.again()
        window = self._window

        def arrived(told: Data) -> None:
            if window.pages.currentWidget() is self.page:
                self.page.show_masking(told, window.settings.privacy.policy, list(window.settings.privacy.allowed))
            elif told.get("due"):
                window.settings_page.ask(
                    translate("Masking", "What is stored was masked by the old choice. Check %n stored texts as well?",
                              "", int(told["texts"])),
                    "recheck", translate("Masking", "Check now"),
                )  # fmt: skip

        window.bridge.request("masking", {}, arrived)

    # The preview

    def _preview(self, text: str) -> None:
        if self._window.hello.get("vault") != "ready":
            return
        preview = self._window.chat.preview
        self._window.bridge.request(
            "mask_preview", {"text": text}, lambda result: preview.show_items(text, list(result["items"])),
            lambda code, detail: None,
        )  # fmt: skip

    def allow(self, one: str) -> None:
        kind, _, shape = one.split(":", 2)
        self._window.change("privacy.allowed", [*self._window.settings.privacy.allowed, one])
        words = translate("Masks", "Every {type} written like {shape} stays as it is. Settings, “What is masked” takes "
                          "it back.")  # fmt: skip
        self._window.chat.say(words.format(type=type_name(kind, self._window.language.code), shape=shape))

    def unallow(self, one: str) -> None:
        self._window.change("privacy.allowed", [a for a in self._window.settings.privacy.allowed if a != one])

    # The page

    def _choose(self, name: str) -> None:
        if name == "custom" and not self._window.settings.privacy.masked_types:
            self._window.change("privacy.masked_types", sorted(self.page.told["types"]))
        self._window.change("privacy.policy", name)

    def _choose_types(self, types: list[str]) -> None:
        self._window.change("privacy.masked_types", types)
        if self._window.settings.privacy.policy != "custom":
            self._window.change("privacy.policy", "custom")

    def check(self) -> None:
        """In the background; the person goes on meanwhile."""
        if self._check is not None:
            return
        self.open()
        self.page.progress(0, 0, 0)
        self._check = self._window.bridge.request("recheck", {}, self._checked, self._failed, self._progress)

    def _progress(self, kind: str, data: Data) -> None:
        if kind == "progress":
            self.page.progress(int(data["done"]), int(data["total"]), int(data["changed"]))

    def _checked(self, result: Data) -> None:
        self._check = None
        self.page.done(int(result["changed"]), finished=bool(result["finished"]))
        self._window.chat.reload_list()
        self._window.chat.reread()

    def _failed(self, code: str, detail: Data) -> None:
        self._check = None
        self.page.say(sentence(code, detail, self._window.language.code))

    def _later(self) -> None:
        if self._check is None:
            self._window.bridge.request("recheck_later", {}, failed=lambda code, detail: None)
