"""Every control has a name, the keyboard reaches it, and no word is cut off in either language or at double size."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from app.ui import start
from app.ui.widgets import Elided
from tests.fakes_ui import FakeDoor
from tests.ui.conftest import Make

SCREENS = ("chat", "settings", "masking", "models", "about", "timeline", "welcome", "locked")


@pytest.fixture
def show(make: Make, qtbot) -> Callable[..., start.Opened]:
    """Open a screen by name."""

    def screen(name: str, lang: str = "en", scale: float = 1.0) -> start.Opened:
        vault = {"welcome": "setup", "locked": "locked"}.get(name, "ready")
        opened = make(FakeDoor(lang, vault=vault), lang=lang)
        window = opened.window
        opened.theme.set_scale(scale)
        if name == "chat":
            window.chat.open("c0")
            window.chat.composer.set_text("我的电话 13812345678, hunter2")
            preview = window.chat.preview
            qtbot.waitUntil(lambda: len(window.chat.view.entries) == 4 and len(preview.items) == 2)
        elif name in ("settings", "models", "about"):
            getattr(window, f"open_{name}")()
            qtbot.waitUntil(lambda: not opened.bridge.busy)
        elif name == "masking":
            window.change("privacy.allowed", ["PHONE:phone/labelled:99999999-99"])
            window.masking.open()
            window.masking.page.offer()
            qtbot.waitUntil(lambda: not opened.bridge.busy)
        elif name == "timeline":
            window.open_timeline("m2")
            qtbot.waitUntil(lambda: window._made["timeline"].detail._told is not None)  # type: ignore[attr-defined]
        QApplication.processEvents()
        return opened

    return screen


def visible(opened: start.Opened, kind: type[QWidget] = QWidget) -> list[QWidget]:
    return [w for w in opened.window.findChildren(kind) if w.isVisible()]


@pytest.mark.parametrize("name", SCREENS)
def test_every_control_has_a_name(show, name: str) -> None:
    for widget in visible(show(name)):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isEnabled():
            named = widget.accessibleName() or getattr(widget, "text", str)() or widget.property("buddy")
            inner = widget.objectName().startswith("qt_") or type(widget).__module__.startswith("PySide6")
            assert named or (inner and not isinstance(widget, QAbstractButton)), (type(widget), widget.objectName())


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("name", SCREENS)
def test_no_word_is_cut_off(show, name: str, lang: str, scale: float) -> None:
    for widget in visible(show(name, lang, scale)):
        if isinstance(widget, Elided) or not isinstance(widget, QLabel | QAbstractButton) or not widget.text():
            continue  # an elided title says the rest in its tooltip
        room, need = widget.size(), widget.minimumSizeHint()
        assert room.width() >= need.width() - 1, widget.text()
        high = (
            widget.heightForWidth(room.width()) if isinstance(widget, QLabel) and widget.wordWrap() else need.height()
        )
        assert room.height() >= high - 2, widget.text()


def test_tab_goes_from_search_to_the_composer(show) -> None:
    opened = show("chat")
    chat = opened.window.chat
    chat.list.search.setFocus()
    seen = []
    for _ in range(40):
        seen.append(QApplication.focusWidget())
        opened.window.focusNextChild()
        if QApplication.focusWidget() is chat.list.search:
            break
    wanted = [chat.list.search, chat.list.view, chat.view, chat.composer.words]
    assert [widget for widget in seen if widget in wanted] == wanted
