"""Opens the window: first paint before anything else, then the engine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication

from app import settings as settings_file
from app.cli_options import Options
from app.engine.errors import KeepsakeError
from app.texts import error_text
from app.ui.auto_lock import AutoLock
from app.ui.chat_window import ChatWindow
from app.ui.engine_bridge import EngineBridge, EngineDoor
from app.ui.language import Language
from app.ui.theme import Theme
from app.ui.tidy import Tidy


@dataclass(slots=True)
class Opened:
    """A window with what it needs; `bridge.close()` lets go of the engine."""

    window: ChatWindow
    bridge: EngineBridge
    theme: Theme
    language: Language

    def dispose(self) -> None:
        """Let go of the window and of what it hung on the application; for who opens more than one in a process."""
        for part in (self.window, self.window.auto_lock, self.bridge, self.theme, self.language):
            part.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def build(app: QApplication, profile: Path, connect: Callable[[bool], EngineDoor], *, lang: str = "") -> Opened:
    """Make the window of a profile. `connect(unlock)` reaches its engine and runs on a thread of its own."""
    settings = settings_file.load(profile)
    theme = Theme(app, settings.general.theme, settings.general.text_scale)
    language = Language(app, lang or settings.general.language or "system")
    bridge = EngineBridge(connect)
    lock = AutoLock(app, settings.privacy.lock_after_minutes)
    window = ChatWindow(profile, bridge, theme, language, settings, lock)
    return Opened(window, bridge, theme, language)


def application() -> QApplication:
    """The one application object; says which system library is missing where Qt cannot load."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    app = QApplication(sys.argv[:1])
    app.setApplicationName("keepsake")
    app.setApplicationDisplayName("Keepsake")
    app.setDesktopFileName("keepsake")
    app.setQuitOnLastWindowClosed(False)
    Tidy(app)
    return app


def connector(profile: Path, key: bytes | None, model: str | None) -> Callable[[bool], EngineDoor]:
    """Reaches or starts the engine of a profile."""

    def connect(unlock: bool) -> EngineDoor:
        from app.link.client import EngineClient

        return EngineClient.connect_or_start(profile, key if unlock else None, model=model, unlock=unlock)

    return connect


def window(options: Options, key: str | None) -> int:
    """Run the window until it is closed; the exit status."""
    from app.ui import display

    fault = display.missing()
    if fault is not None:
        print(error_text(fault.code, options.lang, fault.detail), file=sys.stderr)  # noqa: T201
        return 1
    try:
        raw = display.raw_key(key)
    except KeepsakeError as error:
        print(error_text(error.code, options.lang, error.detail), file=sys.stderr)  # noqa: T201
        return 1
    app = application()
    from app.ui.single_instance import SingleInstance

    instance = SingleInstance(options.profile)
    if not instance.first:
        return 0
    opened = build(app, options.profile, connector(options.profile, raw, options.model))
    instance.raised.connect(opened.window.tray.raise_window)
    opened.window.show()
    QTimer.singleShot(0, opened.bridge.start)  # after the first paint
    status = app.exec()
    instance.close()
    opened.bridge.close()
    return status
