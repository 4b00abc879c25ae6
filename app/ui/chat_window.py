"""The window: pages, keys, locking, settings, a clean close. What happens in the chat is in chat_page.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from app import settings as settings_file
from app.engine.errors import KeepsakeError
from app.settings import Settings
from app.ui import window_state
from app.ui.auto_lock import AutoLock
from app.ui.background import warm
from app.ui.chat_page import ChatPage
from app.ui.digest import Digest
from app.ui.engine_bridge import EngineBridge
from app.ui.errors import sentence
from app.ui.language import Language, translate
from app.ui.masking_actions import MaskingActions
from app.ui.palette import Palette
from app.ui.rereading_note import RereadingNote
from app.ui.shortcuts import Sheet
from app.ui.theme import Theme
from app.ui.tray import Tray, icon
from app.ui.vault_pages import VaultPages
from app.ui.window_data import DataActions
from app.ui.window_keys import WindowKeys

if TYPE_CHECKING:  # these pages are imported when they are first wanted
    from app.ui.about_page import AboutPage
    from app.ui.importing.page import ImportPage
    from app.ui.model_manager import ModelManager
    from app.ui.onboarding import Onboarding
    from app.ui.settings_page import SettingsPage
    from app.ui.timeline.page import TimelinePage
    from app.ui.unlock import UnlockPage

Data = dict[str, Any]
STEPS = 5  # of the first run; at this number it is over
P = TypeVar("P", bound=QWidget)


class ChatWindow(QMainWindow):
    """Built and shown before the engine is there; pages other than the chat are built when they are first wanted."""

    def __init__(self, profile: Path, bridge: EngineBridge, theme: Theme, language: Language, settings: Settings,
                 auto_lock: AutoLock) -> None:  # fmt: skip
        super().__init__()
        self.profile, self.bridge, self.theme, self.language = profile, bridge, theme, language
        self.settings = settings
        self.auto_lock = auto_lock
        self.state = window_state.load(profile)
        self.hello: Data = {}
        self.pages = QStackedWidget()
        self.setCentralWidget(self.pages)
        self.chat = ChatPage(bridge, theme, language)
        self.pages.addWidget(self.chat)
        self._made: dict[str, QWidget] = {}
        self.keys = WindowKeys(self)
        self.palette_ = Palette(theme, self, self.keys.commands)
        self.sheet = Sheet(theme, self)
        self.tray = Tray(self, self.lock, self.leave)
        self.data = DataActions(self)
        self.digest = Digest(self)
        self.rereading = RereadingNote(self.chat, bridge)
        self.vault = VaultPages(self, self._page, self._show)
        self.masking = MaskingActions(self)
        self._leaving = False
        self.setWindowTitle("Keepsake")
        self.setWindowIcon(icon())
        self._restore_place()
        self._wire()
        self.keys.bind()

    # Pages

    def _page(self, name: str, make: Callable[[], P]) -> P:
        """A page by name, made when it is first wanted."""
        if name not in self._made:
            made = make()
            self._made[name] = made
            self.pages.addWidget(made)
        return cast(P, self._made[name])

    def _show(self, page: P) -> P:
        self.pages.setCurrentWidget(page)
        return page

    def show_chat(self) -> None:
        self._show(self.chat)

    @property
    def settings_page(self) -> SettingsPage:
        return self._page("settings", self._make_settings)

    def _make_settings(self) -> SettingsPage:
        from app.ui.settings_page import SettingsPage

        page = SettingsPage(self.theme, self.language)
        page.changed.connect(self.change)
        page.act.connect(self.data.act)
        page.note.acted.connect(self.data.confirmed)
        page.closed.connect(self.show_chat)
        return page

    def _make_models(self) -> ModelManager:
        from app.ui.model_manager import ModelManager

        page = ModelManager(self.bridge, self.theme, self.language)
        page.closed.connect(self.show_chat)
        page.list.used.connect(self.chat.header.set_model)
        page.list.rereading.connect(self.rereading.watch)
        return page

    def _make_unlock(self) -> UnlockPage:
        from app.ui.unlock import UnlockPage

        page = UnlockPage(self.bridge, self.theme, self.language)
        page.opened.connect(self._greet_again)
        page.repaired.connect(self.vault.repaired)
        page.restore.connect(self.vault.open_restore)
        return page

    def _make_welcome(self) -> Onboarding:
        from app.ui.onboarding import Onboarding

        page = Onboarding(self.bridge, self.theme, self.language)
        page.step.connect(self._keep_step)
        page.language_chosen.connect(lambda code: self.change("general.language", code))
        page.models.used.connect(self.chat.header.set_model)
        page.finished.connect(self._welcomed)
        page.restore.connect(self.vault.open_restore)
        return page

    def _make_timeline(self) -> TimelinePage:
        from app.ui.timeline.page import TimelinePage

        page = TimelinePage(self.bridge, self.theme, self.language)
        page.closed.connect(self.show_chat)
        page.about.connect(self.open_about)
        page.review.connect(self.digest.open)
        page.open_conversation.connect(self.open_conversation)
        page.changed.connect(self.chat.flow.changed)
        page.gone.connect(self.chat.flow.gone)
        return page

    def _make_about(self) -> AboutPage:
        from app.ui.about_page import AboutPage

        page = AboutPage(self.bridge, self.theme, self.language)
        page.closed.connect(self.open_timeline)
        page.chosen.connect(self.open_timeline)
        page.talk.connect(self.open_conversation)
        return page

    def _make_import(self) -> ImportPage:
        from app.ui.importing.page import ImportPage

        page = ImportPage(self.bridge, self.theme, self.language)
        page.closed.connect(self.show_chat)
        page.changed.connect(self.chat.reload_list)
        return page

    def open_import(self, path: str = "") -> None:
        page = self._show(self._page("import", self._make_import))
        page.open()
        if path:
            page.look(path)

    def open_about(self) -> None:
        self._show(self._page("about", self._make_about)).open()

    def open_settings(self) -> None:
        page = self._show(self.settings_page)
        page.show_values(self.settings.flat())
        page.search.setFocus()

    def open_models(self) -> None:
        page = self._show(self._page("models", self._make_models))
        page.list.current = str(self.hello.get("chat_model") or "")
        page.list.embedder = str(self.hello.get("embedder") or "")
        page.list.reload()

    def open_timeline(self, memory: str = "") -> None:
        page = self._show(self._page("timeline", self._make_timeline))
        page.open(memory)

    def open_conversation(self, conversation: str) -> None:
        self.show_chat()
        self.chat.open(conversation)

    # The engine

    def _wire(self) -> None:
        bridge, chat = self.bridge, self.chat
        bridge.ready.connect(self._greeted)
        bridge.lost.connect(self._lost)
        bridge.ended.connect(self._ended)
        bridge.unreachable.connect(self._unreachable)
        bridge.refused.connect(lambda code, detail: chat.say(sentence(code, detail, self.language.code)))
        bridge.news.connect(self._news)
        chat.models.connect(self.open_models)
        chat.settings.connect(self.open_settings)
        chat.timeline.connect(self.open_timeline)
        chat.retry_engine.connect(bridge.start)
        chat.flow.finished.connect(lambda well: self.tray.answer_done() if well else None)
        self.auto_lock.due.connect(self.lock)
        self.theme.changed.connect(self.update)
        self.tray.set_shown(self.settings.general.tray)

    def _greeted(self, hello: Data) -> None:
        """The engine answered: go where its vault is."""
        self.hello = hello
        warm()
        match hello.get("vault"):
            case "ready" if not 2 <= self.state.step < STEPS:
                self._enter()
            case "locked":
                page = self._show(self._page("unlock", self._make_unlock))
                page.show_for(hello)
            case _:
                self._welcome()

    def _welcome(self) -> None:
        page = self._show(self._page("welcome", self._make_welcome))
        synced = str(self.hello.get("synced_by") or "")
        page.resume(self.state.step, made=self.hello.get("vault") == "ready", synced_by=synced)

    def _enter(self) -> None:
        if self.pages.currentWidget() in (self._made.get("unlock"), self._made.get("welcome")):
            self.show_chat()
        self.chat.ready(self.hello)
        self.vault.greet(self.hello)
        self.rereading.watch(self.hello.get("reembedding"))
        self.digest.greet()
        self.chat.composer.take_focus()

    def restored(self) -> None:
        """A backup took the place of what was here: nothing on the screen is true any more."""
        self.chat.clear()
        self.show_chat()
        self._greet_again()

    def _greet_again(self) -> None:
        self.bridge.request("hello", {}, self._greeted)

    def _keep_step(self, step: int) -> None:
        if self.hello:
            self.state.step = step

    def _welcomed(self) -> None:
        self.state.step = STEPS
        self.show_chat()
        self._greet_again()

    def _lost(self) -> None:
        self.chat.say(sentence("engine_gone", {}, self.language.code))

    def _unreachable(self, code: str) -> None:
        self.chat.say(sentence(code, {}, self.language.code), "engine", translate("Window", "Try again"))

    def _ended(self, reason: str) -> None:
        if reason == "locked":
            self.chat.clear()

    def _news(self, kind: str, data: Data) -> None:
        """Another client changed something: show it."""
        if kind == "changed" and not self.chat.flow.busy:
            self.chat.reload_list()

    def lock(self) -> None:
        """End the engine, clear the window; the vault stays shut until someone opens it."""
        if self.hello.get("vault") != "ready":
            return
        self.chat.composer.keep_draft()
        self.chat.flow.stop()
        self.bridge.request("lock", {}, failed=lambda code, detail: None)
        self.chat.clear()
        self.hello = {**self.hello, "vault": "locked"}
        page = self._show(self._page("unlock", self._make_unlock))
        page.show_for(self.hello)

    # Settings

    def change(self, name: str, value: object) -> None:
        """Apply a setting at once; a refused one is put back."""
        try:
            changed = self.settings.with_changes({name: value})
        except KeepsakeError as error:
            self._settings_refused(error.code, dict(error.detail))
            return
        self.settings = changed
        self._apply(name)
        if self.hello.get("vault") == "ready":
            accepted = partial(self._accepted, name)
            self.bridge.request("settings", {"changes": {name: value}}, accepted, self._settings_refused)
        else:
            self.profile.mkdir(parents=True, exist_ok=True, mode=0o700)
            settings_file.save(self.profile, changed)

    def _accepted(self, name: str, _: Data) -> None:
        self.masking.changed(name)

    def _settings_refused(self, code: str, detail: Data) -> None:
        self.settings_page.refuse(sentence(code, detail, self.language.code))

    def _apply(self, name: str) -> None:
        general = self.settings.general
        match name:
            case "general.language":
                self.language.set(general.language or "system")
            case "general.theme":
                self.theme.set_mode(general.theme)
            case "general.text_scale":
                self.theme.set_scale(general.text_scale)
            case "general.tray":
                self.tray.set_shown(general.tray)
            case "privacy.lock_after_minutes":
                self.auto_lock.set_minutes(self.settings.privacy.lock_after_minutes)

    # Closing

    def leave(self) -> None:
        self._leaving = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what runs, put the draft away, keep the place. With a tray the window only hides."""
        if self.settings.general.tray and not self._leaving and self.tray.shown:
            event.ignore()
            self.hide()
            return
        self.chat.flow.stop()
        self.chat.composer.keep_draft()
        self._keep_place()
        event.accept()
        QTimer.singleShot(0, QGuiApplication.quit)

    def _restore_place(self) -> None:
        state, screen = self.state, QGuiApplication.primaryScreen().availableGeometry()
        self.resize(min(state.width, screen.width()), min(state.height, screen.height()))
        if state.x >= 0 and screen.contains(state.x + 40, state.y + 40):
            self.move(state.x, state.y)
        self.chat.splitter.setSizes(state.splitter)
        self.chat.panel_wanted = state.panel
        if not state.panel:
            self.chat.show_panel(False)
        self.setMinimumSize(640, 420)

    def _keep_place(self) -> None:
        state, where = self.state, self.normalGeometry()
        state.width, state.height, state.x, state.y = where.width(), where.height(), where.x(), where.y()
        state.maximized, state.panel = self.isMaximized(), self.chat.panel_wanted
        state.splitter = self.chat.splitter.sizes()
        window_state.save(self.profile, state)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.tray.speak()
