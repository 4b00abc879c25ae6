"""Single instance, window state, auto lock, dates: the small parts around the window."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.ui import dates, display, window_state
from app.ui.auto_lock import AutoLock
from app.ui.form_widgets import Switch
from app.ui.single_instance import SingleInstance, server_name
from app.ui.theme import Theme
from tests.fakes_ui import FakeDoor

NOW = datetime.fromisoformat("2026-11-30T21:00:00+00:00").astimezone()
ENGLISH, CHINESE = QLocale(QLocale.Language.English), QLocale(QLocale.Language.Chinese)


def test_a_second_window_raises_the_first_and_leaves(qapp: QApplication, qtbot, tmp_path: Path) -> None:
    first = SingleInstance(tmp_path)
    with qtbot.waitSignal(first.raised):
        second = SingleInstance(tmp_path)
    assert first.first
    assert not second.first
    first.close()


def test_other_profiles_have_windows_of_their_own(qapp: QApplication, tmp_path: Path) -> None:
    one, two = SingleInstance(tmp_path / "a"), SingleInstance(tmp_path / "b")
    assert one.first
    assert two.first
    one.close()
    two.close()


def test_the_name_of_the_server_tells_nothing(tmp_path: Path) -> None:
    assert "secret" not in server_name(tmp_path / "secret")


def test_window_state_survives(tmp_path: Path) -> None:
    window_state.save(tmp_path, window_state.WindowState(width=900, panel=False, splitter=[1, 2, 3], step=3))
    assert window_state.load(tmp_path) == window_state.WindowState(width=900, panel=False, splitter=[1, 2, 3], step=3)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"width": "wide", "splitter": ["a"], "panel": 3}'])
def test_a_damaged_state_is_the_usual_one(tmp_path: Path, text: str) -> None:
    (tmp_path / window_state.FILE).write_text(text, "utf-8")
    assert window_state.load(tmp_path) == window_state.WindowState()


def test_it_locks_when_nobody_is_there(qapp: QApplication, qtbot) -> None:
    lock = AutoLock(qapp, 0.002)
    with qtbot.waitSignal(lock.due, timeout=5000):
        pass
    lock.deleteLater()


def test_a_key_puts_the_lock_off(qapp: QApplication, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = AutoLock(qapp, 60)
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    started: list[bool] = []
    monkeypatch.setattr(lock._timer, "start", lambda *_: started.append(True))
    QTest.keyClick(widget, "a")
    assert started
    lock.deleteLater()


def test_zero_minutes_never_lock(qapp: QApplication) -> None:
    lock = AutoLock(qapp, 0)
    assert not lock._timer.isActive()
    lock.deleteLater()


def test_dates_read_as_people_say_them(qapp: QApplication) -> None:
    assert dates.ago(NOW, ENGLISH, NOW) == "now"
    assert dates.ago(NOW - timedelta(seconds=5), ENGLISH, NOW) == "5 s ago"
    assert dates.short_date(NOW - timedelta(days=49), ENGLISH, NOW) == "12 Oct"
    assert dates.short_date(NOW - timedelta(days=49), CHINESE, NOW) == "10月12日"
    assert dates.short_date(NOW - timedelta(days=800), CHINESE, NOW).startswith("2024年")
    assert dates.group(NOW, ENGLISH, NOW) == "Today"
    assert dates.group(NOW - timedelta(days=1), ENGLISH, NOW) == "Yesterday"
    assert dates.group(NOW - timedelta(days=4), ENGLISH, NOW) == "This week"


@pytest.mark.parametrize("text", ["zz", "ab" * 31, "ab" * 33])
def test_a_raw_key_has_64_hex_digits(text: str) -> None:
    with pytest.raises(Exception, match="key_format"):
        display.raw_key(text)
    assert display.raw_key("ab" * 32) == b"\xab" * 32
    assert display.raw_key(None) is None


def test_no_display_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(display.sys, "platform", "linux")
    fault = display.missing()
    assert fault is not None
    assert fault.code == "no_display"


def test_a_switch_that_is_on_shows_a_tick_and_not_only_a_colour(qapp, qtbot) -> None:
    theme = Theme(qapp, "light")
    switch = Switch(theme)
    qtbot.addWidget(switch)
    switch.setChecked(True)
    image = switch.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert {theme.tokens.color("accent").name(), theme.tokens.color("panel").name()} <= colours


def test_reading_anew_is_told_in_a_quiet_line_until_it_is_done(make, qtbot, monkeypatch) -> None:
    monkeypatch.setattr("app.ui.rereading_note.ASK_EVERY_MS", 700)
    fake = FakeDoor("en")
    fake.reembedding = [{"done": 3, "total": 9}, {"done": 5, "total": 9}]
    window = make(fake).window
    note = window.chat.note
    qtbot.waitUntil(lambda: "3 of 9" in note.text)
    qtbot.waitUntil(lambda: "5 of 9" in note.text)
    qtbot.waitUntil(lambda: not note.isVisible())


def test_a_closed_line_about_reading_anew_stays_closed(make, qtbot, monkeypatch) -> None:
    monkeypatch.setattr("app.ui.rereading_note.ASK_EVERY_MS", 10)
    fake = FakeDoor("en")
    fake.reembedding = [{"done": number, "total": 99} for number in range(60)]
    window = make(fake).window
    qtbot.waitUntil(lambda: window.chat.note.isVisible())
    window.chat.note._dismiss()
    qtbot.waitUntil(lambda: not fake.reembedding)
    assert not window.chat.note.isVisible()
