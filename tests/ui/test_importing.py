"""The import pages: a file is looked into, taken in, paused, gone on with and taken back; nothing runs by itself."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from app.ui.importing import page as importing
from app.ui.importing.words import duration, format_name
from tests.fakes_ui import FakeDoor
from tests.ui.conftest import Make

START, LOOKING, WHO, PREVIEW, RUNNING, DONE = range(6)


@pytest.fixture
def door() -> FakeDoor:
    return FakeDoor("en")


@pytest.fixture
def page(make: Make, qtbot, door: FakeDoor) -> importing.ImportPage:
    opened = make(door)
    opened.window.data.act("open.import")
    made = opened.window.pages.currentWidget()
    assert isinstance(made, importing.ImportPage)
    qtbot.waitUntil(lambda: "imports" in door.verbs())
    return made


def at(page: importing.ImportPage) -> int:
    return page.pages.currentIndex()


def look(page: importing.ImportPage, qtbot) -> None:
    page.look("/there/export.zip")
    qtbot.waitUntil(lambda: at(page) == PREVIEW and page._request is None)


def test_a_file_is_looked_into_before_anything_is_taken(page: importing.ImportPage, door: FakeDoor, qtbot) -> None:
    look(page, qtbot)
    preview = page.preview
    assert "import" not in door.verbs()
    assert preview._summary.text().startswith("ChatGPT · 5 conversations · 210 messages · 100 of them yours")
    assert preview._time.text().startswith("About 2 minutes on this computer")
    assert "phone number (3)" in preview._masks.text()
    assert "[phone number]" in preview._masks.text()
    assert "conversation 7" in preview._skipped.text()
    assert preview.chosen() == [0, 1, 2, 4], "what is here already is not chosen"


def test_only_chosen_conversations_are_asked_for(page: importing.ImportPage, door: FakeDoor, qtbot) -> None:
    look(page, qtbot)
    page.preview.none.click()
    assert not page.preview._import.isEnabled()
    page.preview._toggle(page.preview.model.index(2, 0))
    page.preview._import.click()
    qtbot.waitUntil(lambda: at(page) == DONE)
    asked = dict(door.asked)["import"]
    assert (asked["chosen"], asked["total"], asked["brief"]) == ([2], 42, True)
    assert "42 messages" in page.result.text()


def test_a_chat_that_does_not_say_asks_who_the_person_is(page: importing.ImportPage, door: FakeDoor, qtbot) -> None:
    door.speakers = [{"id": "user1", "name": "Anna"}, {"id": "user2", "name": ""}]
    page.look("/there/result.json")
    qtbot.waitUntil(lambda: at(page) == WHO)
    choices = page.speakers.findChildren(importing.button().__class__)
    assert [choice.text() for choice in choices] == ["Anna (user1)", "user2"]
    choices[0].click()
    qtbot.waitUntil(lambda: at(page) == PREVIEW)
    assert page.owner == "user1"


def test_a_paused_import_is_listed_and_gone_on_with(page: importing.ImportPage, door: FakeDoor, qtbot) -> None:
    door.step = 0.02
    look(page, qtbot)
    page.begin(None)
    qtbot.waitUntil(lambda: page.progress.value() > 0)
    page.pause.click()
    qtbot.waitUntil(lambda: at(page) == START and bool(page.earlier.jobs))
    assert page.note.text.startswith("Paused")
    assert page.earlier.jobs[0]["finished_at"] is None
    door.step = 0
    page.resume(page.earlier.jobs[0])
    qtbot.waitUntil(lambda: at(page) == DONE)
    assert door.asked[-1][0] in {"import_resume", "conversations"}


def test_stopping_takes_back_what_came_in(page: importing.ImportPage, door: FakeDoor, qtbot) -> None:
    door.step = 0.02
    look(page, qtbot)
    page.begin(None)
    qtbot.waitUntil(lambda: page.progress.value() > 0)
    page.cancel.click()
    qtbot.waitUntil(lambda: at(page) == START and "import_undo" in door.verbs() and not door.jobs)
    assert "12 memories and 100 messages" in page.note.text


def test_a_whole_import_is_taken_back_after_a_question(page: importing.ImportPage, door: FakeDoor, qtbot) -> None:
    look(page, qtbot)
    page.begin(None)
    qtbot.waitUntil(lambda: at(page) == DONE)
    page._undo.click()
    assert "import_undo" not in door.verbs()
    page.note._action.click()
    qtbot.waitUntil(lambda: "import_undo" in door.verbs() and at(page) == START)


def test_leaving_the_page_does_not_stop_an_import(page: importing.ImportPage, door: FakeDoor, qtbot) -> None:
    door.step = 0.02
    look(page, qtbot)
    page.begin(None)
    page._back.click()
    window = page.window()
    assert window.pages.currentWidget() is window.chat
    qtbot.waitUntil(lambda: at(page) == DONE)


def test_a_file_that_is_no_export_is_said_so(page: importing.ImportPage, door: FakeDoor, qtbot) -> None:
    door.fail["import_preview"] = "file_format_unknown"
    page.look("/there/holiday.jpg")
    qtbot.waitUntil(lambda: bool(page.note.text))
    assert at(page) == START


def test_a_lost_engine_leaves_an_import_to_go_on_with(page: importing.ImportPage, door: FakeDoor, qtbot) -> None:
    door.fail["import"] = "engine_gone"
    look(page, qtbot)
    page.begin(None)
    qtbot.waitUntil(lambda: at(page) == START and bool(page.note.text))


def test_a_dropped_file_is_looked_into(page: importing.ImportPage, door: FakeDoor, qtbot) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/there/export.zip")])
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    entered = QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, data, left, none)
    page.dragEnterEvent(entered)
    assert entered.isAccepted()
    page.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, left, none))
    qtbot.waitUntil(lambda: at(page) == PREVIEW)
    assert page.path == "/there/export.zip"


def test_words() -> None:
    assert duration(20) == "less than a minute"
    assert [format_name(code) for code in ("chatgpt", "qq-exporter")] == ["ChatGPT", "QQ"]
