"""The real window over a fake engine; a Qt warning fails a test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QtMsgType
from PySide6.QtWidgets import QApplication

from app.ui import start
from tests.fakes_ui import FakeDoor

Make = Callable[..., start.Opened]


@pytest.fixture(scope="session", autouse=True)
def translations(repository: Path) -> None:
    """Git holds the sources only; what Qt reads is compiled where it is missing or older."""
    folder = repository / "resources" / "i18n"
    sources = list(folder.glob("*.ts"))
    stale = [ts for ts in sources if not ts.with_suffix(".qm").exists()
             or ts.with_suffix(".qm").stat().st_mtime < ts.stat().st_mtime]  # fmt: skip
    if stale:
        sys.path.insert(0, str(repository / "packaging"))
        import translations as built

        built.release()


@pytest.fixture(autouse=True)
def no_qt_warnings(qtlog) -> Iterator[None]:
    """Whatever Qt complains about is a fault of ours."""
    yield
    bad = (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
    told = [record.message for record in qtlog.records if record.type in bad]
    ours = [text for text in told if "propagateSizeHints" not in text]  # said by the offscreen platform itself
    assert not ours


@pytest.fixture
def make(qapp: QApplication, qtbot, tmp_path: Path) -> Iterator[Make]:
    """Open the window of a profile over a door (or doors, one after the other as the engine is started again)."""
    made: list[start.Opened] = []

    def open_window(
        *doors: FakeDoor, lang: str = "en", ready: bool = True, profile: Path | None = None
    ) -> start.Opened:
        waiting = list(doors) or [FakeDoor(lang)]

        def connect(unlock: bool) -> FakeDoor:
            return waiting.pop(0) if len(waiting) > 1 else waiting[0]

        opened = start.build(qapp, profile or tmp_path / "profile", connect, lang=lang)
        made.append(opened)
        opened.theme.set_mode("light")
        opened.window.resize(1280, 800)
        opened.window.show()
        opened.bridge.start()
        if ready:
            qtbot.waitUntil(lambda: bool(opened.window.hello) and not opened.bridge.busy, timeout=10_000)
        return opened

    yield open_window
    for opened in made:
        opened.bridge.close()
        opened.window._leaving = True
        opened.window.close()
        opened.dispose()
    qapp.processEvents()


@pytest.fixture
def talk(make: Make, qtbot) -> start.Opened:
    """A window with the first conversation of the story open."""
    opened = make(FakeDoor("en"))
    opened.window.chat.open("c0")
    qtbot.waitUntil(lambda: len(opened.window.chat.view.entries) == 4 and not opened.bridge.busy, timeout=10_000)
    return opened
