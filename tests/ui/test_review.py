"""After an absence a quiet note says what faded; the review decides each line with one key, and deletes late."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.ui import start
from app.ui.review_page import ReviewPage
from tests.fakes_ui import FakeDoor
from tests.ui.conftest import Make

DAY = 86_400


def door_of(opened: start.Opened) -> FakeDoor:
    door = opened.bridge._door
    assert isinstance(door, FakeDoor)
    return door


@pytest.fixture
def page(make: Make, qtbot) -> ReviewPage:
    opened = make(FakeDoor("en"))
    opened.window.digest.open()
    made = opened.window._made["review"]
    assert isinstance(made, ReviewPage)
    qtbot.waitUntil(lambda: len(made.rows) == 3)
    return made


def door(page: ReviewPage) -> FakeDoor:
    found = page.bridge._door
    assert isinstance(found, FakeDoor)
    return found


@pytest.mark.parametrize(("lang", "said"), [("en", "While you were away, one memory faded."), ("zh", "条记忆淡忘了")])
def test_an_absence_is_summed_up_once(make: Make, qtbot, lang: str, said: str) -> None:
    opened = make(FakeDoor(lang), lang=lang)
    window = opened.window
    window.state.visited = int(time.time()) - 20 * DAY
    window.chat.note.hide()
    window.digest.greet()
    qtbot.waitUntil(lambda: said in window.chat.note.text)
    asked = [args for verb, args in door_of(opened).asked if verb == "review"]
    assert asked[-1]["sweep"] is True
    assert 19.9 < asked[-1]["days"] < 20.1
    window.chat.note.acted.emit("review")
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window._made.get("review"))
    window.digest.greet()
    assert len([verb for verb in door_of(opened).verbs() if verb == "review"]) <= 2 + 1


@pytest.mark.parametrize("days", [0.1, 2])
def test_a_short_absence_and_a_clock_set_back_say_nothing(make: Make, qtbot, days: float) -> None:
    opened = make(FakeDoor("en"))
    for visited in (time.time() - days * DAY, time.time() + 40 * DAY):
        opened.window.state.visited = int(visited)
        opened.window.digest.greet()
    assert "review" not in door_of(opened).verbs()


def test_the_weekly_review_is_offered_where_it_is_wanted(make: Make, qtbot) -> None:
    opened = make(FakeDoor("en"))
    window = opened.window
    window.change("general.weekly_review", True)
    window.chat.note.hide()
    window.digest.greet()
    qtbot.waitUntil(lambda: "weekly review" in window.chat.note.text)
    window.digest.open()
    asked = len([verb for verb in door_of(opened).verbs() if verb == "review"])
    window.digest.greet()
    assert len([verb for verb in door_of(opened).verbs() if verb == "review"]) == asked  # not before another week


def test_one_key_keeps_what_is_about_to_fade(page: ReviewPage, qtbot) -> None:
    fading = page.rows[0].line.memory["id"]
    QTest.keyClick(page.rows[0], Qt.Key.Key_K)
    qtbot.waitUntil(lambda: ("restore", {"id": fading}) in door(page).asked)
    assert len(page.rows) == 2


def test_one_key_brings_back_what_has_faded(page: ReviewPage, qtbot) -> None:
    faded = page.rows[1].line.memory["id"]
    QTest.keyClick(page.rows[1], Qt.Key.Key_U)
    qtbot.waitUntil(lambda: ("restore", {"id": faded}) in door(page).asked)


def test_a_deletion_can_be_taken_back_before_the_bytes_go(page: ReviewPage, qtbot) -> None:
    gone = page.rows[0].line.memory["id"]
    QTest.keyClick(page.rows[0], Qt.Key.Key_D)
    assert "forget" not in door(page).verbs()
    page.note.acted.emit("undo")
    qtbot.waitUntil(lambda: len(page.rows) == 3)
    QTest.keyClick(page.rows[0], Qt.Key.Key_Delete)
    page.hide()
    qtbot.waitUntil(lambda: ("forget", {"ids": [gone]}) in door(page).asked)


def test_keys_are_shown_and_arrows_move(page: ReviewPage) -> None:
    assert "K: Keep" in page.rows[0].accessibleDescription()
    QTest.keyClick(page.rows[0], Qt.Key.Key_Down)
    assert page.rows[1].hasFocus()
