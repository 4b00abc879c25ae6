"""The transcript streams without taking the reader away, and stays light however long the talk is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui.dates import now
from app.ui.language import Language
from app.ui.theme import Theme
from app.ui.transcript.entry import Chip, Entry
from app.ui.transcript.view import TranscriptView


@pytest.fixture
def view(qapp: QApplication, qtbot) -> TranscriptView:
    made = TranscriptView(Theme(qapp, "light"), Language(qapp, "en"))
    qtbot.addWidget(made)
    made.resize(720, 600)
    made.show()
    return made


def conversation(count: int) -> list[Entry]:
    words = "Some words of a message that may well go over a line or two. "
    return [
        Entry("user" if i % 2 == 0 else "assistant", words * (1 + i % 5), id=i + 1, said_at=now()) for i in range(count)
    ]


def laid_out(view: TranscriptView) -> int:
    return sum(block.doc is not None for entry in view.entries for block in entry.blocks)


def test_it_opens_at_the_end(view: TranscriptView) -> None:
    view.set_entries(conversation(60))
    assert view.at_bottom()


def test_streaming_follows_who_is_at_the_bottom(view: TranscriptView) -> None:
    view.set_entries(conversation(20))
    index = view.add(Entry("assistant", streaming=True))
    for _ in range(40):
        view.append_text(index, "A further sentence of the answer.\n\n")
        view.flush()
        assert view.at_bottom()


def test_streaming_leaves_who_reads_above_where_they_are(view: TranscriptView) -> None:
    view.set_entries(conversation(40))
    index = view.add(Entry("assistant", streaming=True))
    view.verticalScrollBar().setValue(200)
    before = view.verticalScrollBar().value()
    for _ in range(40):
        view.append_text(index, "A further sentence of the answer.\n\n")
        view.flush()
    assert view.verticalScrollBar().value() == before
    assert view.below.isVisible()
    view.below.click()
    assert view.at_bottom()
    assert not view.below.isVisible()


def test_tokens_are_taken_in_together(view: TranscriptView, monkeypatch: pytest.MonkeyPatch, qtbot) -> None:
    index = view.add(Entry("assistant", streaming=True))
    calls: list[int] = []
    refresh = view.refresh
    monkeypatch.setattr(view, "refresh", lambda i: (calls.append(i), refresh(i)))
    for _ in range(500):
        view.append_text(index, "x ")
    qtbot.waitUntil(lambda: view.entries[index].text == "x " * 500)
    assert len(calls) == 1


def test_older_messages_come_above_without_moving_what_is_read(view: TranscriptView) -> None:
    view.set_entries(conversation(40))
    view.verticalScrollBar().setValue(300)
    top = view.flow.at(view.verticalScrollBar().value())
    offset = view.verticalScrollBar().value() - view.entries[top].top
    reading = view.entries[top]
    view.prepend(conversation(100))
    assert view.entries.index(reading) == top + 100
    assert abs((view.verticalScrollBar().value() - reading.top) - offset) <= 1


def test_ten_thousand_messages_lay_out_only_what_is_seen(view: TranscriptView) -> None:
    view.set_entries(conversation(10_000))
    assert laid_out(view) < 40
    for value in range(0, view.verticalScrollBar().maximum(), view.verticalScrollBar().maximum() // 60):
        view.verticalScrollBar().setValue(value)
    assert laid_out(view) < 400


def test_a_two_hundred_thousand_character_answer_is_laid_out_in_parts(view: TranscriptView) -> None:
    text = "\n\n".join(f"Paragraph {i}. " + "words and words " * 18 for i in range(650))
    assert len(text) > 190_000
    view.set_entries([Entry("user", "Tell me all", id=1), Entry("assistant", text, id=2, said_at=now())])
    assert laid_out(view) < 30
    view.verticalScrollBar().setValue(0)
    assert laid_out(view) < 60


def test_streaming_makes_only_the_last_block_anew(view: TranscriptView) -> None:
    index = view.add(Entry("assistant", "first\n\nsecond\n\nthird", streaming=True))
    kept = view.entries[index].blocks[:2]
    view.append_text(index, " and more\n\nfourth")
    view.flush()
    assert view.entries[index].blocks[:2] == kept


def test_selection_goes_across_messages_and_is_copied(view: TranscriptView) -> None:
    view.set_entries([Entry("user", "first words", id=1), Entry("assistant", "second words", id=2, said_at=now())])
    view.select_all()
    view.copy()
    assert QGuiApplication.clipboard().text() == "first words\n\nsecond words"


def test_dragging_selects(view: TranscriptView) -> None:
    view.set_entries([Entry("assistant", "hello dear world", id=1, said_at=now())])
    view.viewport().repaint()
    left, top = int(view.flow.left), int(view.entries[0].top) + 10
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPointF(left, top).toPoint())
    view.selection.head = view.places.nearest(QPointF(left + 5000, top))
    assert view.selection.text(view.entries, view.theme) == "hello dear world"


def test_a_masked_span_is_a_hot_place_with_its_type(view: TranscriptView) -> None:
    text = "Keep 😀 [card number] please"
    at = text.index("[")
    mask = {"type": "BANK_CARD", "start": 7, "end": 23, "at": at, "length": 13}
    view.set_entries([Entry("user", text, id=1, masks=[mask])])
    view.viewport().repaint()
    block = view.entries[0].blocks[0]
    (start, end, kind) = block.masks[0]
    assert kind == "BANK_CARD"
    assert text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le") == "[card number]"
    assert [hot.value for hot in view.hot if hot.kind == "mask"] == ["BANK_CARD"]


def test_a_chip_answers_to_a_click(view: TranscriptView, qtbot) -> None:
    view.set_entries(
        [Entry("assistant", "yes", id=1, said_at=now(), memories=["m1"], chips=[Chip("m1", "You live", "fact")])]
    )
    view.viewport().repaint()
    hot = next(hot for hot in view.hot if hot.kind == "chip")
    with qtbot.waitSignal(view.chip) as told:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=hot.rect.center().toPoint())
    assert told.args == ["m1", 0]


def test_the_keyboard_goes_from_message_to_message(view: TranscriptView) -> None:
    view.set_entries(conversation(6))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert view.current == 5
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert view.current == 4
    place = QAccessible.queryAccessibleInterface(view).child(4)
    assert "message 5 of 6" in place.text(QAccessible.Text.Name)


def test_a_narrower_window_keeps_every_word_inside(view: TranscriptView) -> None:
    view.set_entries([Entry("user", "x" * 400, id=1), Entry("assistant", "y" * 400, id=2, said_at=now())])
    view.resize(380, 500)
    view.viewport().repaint()
    for entry in view.entries:
        for block in entry.blocks:
            assert block.doc is None or block.doc.idealWidth() <= view.flow.text_width(entry) + 1


def test_a_theme_switch_recolours_and_keeps_the_place(view: TranscriptView) -> None:
    view.set_entries(conversation(30))
    view.verticalScrollBar().setValue(150)
    view.theme.set_mode("dark")
    view.viewport().repaint()
    assert view.verticalScrollBar().value() == 150
