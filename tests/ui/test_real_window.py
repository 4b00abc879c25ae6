"""The real window, the real engine process, the smallest model: told, remembered, closed, still known, forgotten."""

from __future__ import annotations

import os
import secrets
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui import start

pytestmark = pytest.mark.real
WAIT = 240_000  # milliseconds: a busy machine answers slowly


@pytest.fixture
def open_window(
    qapp: QApplication, qtbot, tmp_path: Path, model_path: Callable[[str], Path]
) -> Iterator[Callable[[], start.Opened]]:
    assert model_path("tests").is_file()
    key = secrets.token_bytes(32)
    made: list[start.Opened] = []

    def open_one() -> start.Opened:
        connect = start.connector(tmp_path / "profile", key, "smollm2-135m-instruct")
        opened = start.build(qapp, tmp_path / "profile", connect, lang="en")
        made.append(opened)
        opened.window.show()
        opened.bridge.start()
        qtbot.waitUntil(lambda: bool(opened.window.hello) and not opened.bridge.busy, timeout=WAIT)
        return opened

    yield open_one
    for opened in made:
        close(opened)


def close(opened: start.Opened) -> None:
    opened.bridge.close(wait=True)
    opened.window.close()


def say(opened: start.Opened, qtbot, text: str) -> None:
    chat = opened.window.chat
    chat.composer.words.setPlainText(text)
    QTest.keyClick(chat.composer.words, Qt.Key.Key_Return)
    assert chat.flow.busy
    qtbot.waitUntil(lambda: not chat.flow.busy, timeout=WAIT)
    qtbot.waitUntil(lambda: not opened.bridge.busy, timeout=WAIT)


def test_what_is_told_is_known_after_a_restart_and_gone_after_forgetting(open_window, qtbot) -> None:
    first = open_window()
    say(first, qtbot, "Remember that my bicycle is blue and my card is 4111 1111 1111 1111.")
    question, answer = first.window.chat.view.entries[-2:]
    assert "4111" not in question.text
    assert question.masks
    assert answer.remembered
    assert any("bicycle" in memory["content"] for memory in first.window.chat.flow.fresh)
    close(first)

    second = open_window()
    chat = second.window.chat
    assert chat.list.items
    chat.open(chat.list.items[0]["id"])
    qtbot.waitUntil(lambda: len(chat.view.entries) == 2, timeout=WAIT)
    second.window.open_timeline()
    page = second.window._made["timeline"]
    qtbot.waitUntil(lambda: page.marks is not None, timeout=WAIT)  # type: ignore[attr-defined]
    assert any("bicycle" in text for text in page.marks.text)  # type: ignore[attr-defined]
    second.window.show_chat()
    say(second, qtbot, "Forget that.")
    second.window.open_timeline()
    qtbot.waitUntil(lambda: not any("bicycle" in text for text in page.marks.text), timeout=WAIT)  # type: ignore[attr-defined]


def test_an_engine_that_is_killed_loses_nothing_that_was_said(open_window, qtbot) -> None:
    opened = open_window()
    say(opened, qtbot, "Remember that I like rye bread.")
    client = opened.bridge._door
    pid = client.engine_pid  # type: ignore[union-attr]
    assert pid
    os.kill(pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: opened.bridge._door not in (None, client), timeout=WAIT)
    qtbot.waitUntil(lambda: len(opened.window.chat.view.entries) == 2 and not opened.bridge.busy, timeout=WAIT)
    assert "restarted" in opened.window.chat.note.text
    say(opened, qtbot, "Remember that I like tea.")
    assert any("tea" in memory["content"] for memory in opened.window.chat.flow.fresh)
