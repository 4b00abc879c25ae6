"""A screen reader finds the painted transcript as a list with one item for each message."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.ui.dates import now
from app.ui.language import Language
from app.ui.theme import Theme
from app.ui.transcript.entry import Chip, Entry
from app.ui.transcript.view import TranscriptView

Name, Description = QAccessible.Text.Name, QAccessible.Text.Description


@pytest.fixture
def view(qapp: QApplication, qtbot) -> Iterator[TranscriptView]:
    window = QWidget()
    qtbot.addWidget(window)
    made = TranscriptView(Theme(qapp, "light"), Language(qapp, "en"))
    QVBoxLayout(window).addWidget(made)
    window.resize(720, 600)
    window.show()
    talk = [Entry("user", "Where do I live?", id=1, said_at=now())]
    talk.append(Entry("assistant", "In Bruges.", id=2, said_at=now()))
    talk[1].chips = [Chip("m1", "You live in Bruges", "fact")]
    made.set_entries(talk)
    yield made  # the window lives as long as the test
    window.close()


def seen(view: TranscriptView) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(view)
    assert found is not None
    return found


def test_it_is_a_list_with_a_name_and_a_way_to_use_it(view: TranscriptView) -> None:
    assert seen(view).role() == QAccessible.Role.List
    assert seen(view).text(Name) == "Conversation"
    assert "Ctrl+Up" in seen(view).text(Description)


def test_every_message_is_an_item_that_says_who_what_and_where(view: TranscriptView) -> None:
    items = [seen(view).child(index) for index in range(seen(view).childCount())]
    assert [item.role() for item in items] == [QAccessible.Role.ListItem] * 2
    assert [item.text(Name) for item in items] == [
        "You: Where do I live?, message 1 of 2",
        "Keepsake: In Bruges., message 2 of 2",
    ]
    assert items[1].text(Description) == "You live in Bruges"


def test_items_and_list_know_each_other(view: TranscriptView) -> None:
    item = seen(view).child(1)
    assert item.parent() is seen(view)
    assert seen(view).indexOfChild(item) == 1
    assert QAccessible.queryAccessibleInterface(view.parentWidget()).indexOfChild(seen(view)) >= 0


def test_an_item_is_found_where_it_is_painted(view: TranscriptView) -> None:
    place = seen(view).child(0).rect().center()
    assert seen(view).childAt(place.x(), place.y()) is seen(view).child(0)
    assert view.viewport().rect().contains(view.viewport().mapFromGlobal(QPoint(place)))


def test_the_message_the_keyboard_is_at_has_the_focus(view: TranscriptView) -> None:
    view.setFocus()
    view.show_entry(0)
    QApplication.processEvents()
    assert [seen(view).child(i).state().focused == 1 for i in (0, 1)] == [view.hasFocus(), False]


def test_what_is_scrolled_away_is_off_the_screen(view: TranscriptView) -> None:
    view.set_entries([Entry("user", f"Message {n}", id=n, said_at=now()) for n in range(80)])
    assert seen(view).child(0).state().offscreen
    assert not seen(view).child(79).state().offscreen


def test_an_item_whose_message_is_gone_says_so_instead_of_failing(view: TranscriptView) -> None:
    item = seen(view).child(1)
    view.remove_from(1)
    assert not item.isValid() and item.text(Name) == "" and seen(view).child(1) is None
    assert seen(view).indexOfChild(item) == -1


def test_the_way_to_the_end_is_reachable_where_it_shows(view: TranscriptView) -> None:
    view.set_entries([Entry("user", f"Message {n}", id=n, said_at=now()) for n in range(80)])
    view.verticalScrollBar().setValue(0)
    QApplication.processEvents()
    last = seen(view).child(seen(view).childCount() - 1)
    assert last.role() == QAccessible.Role.Button and last.text(Name) == view.below.text()
