"""The composer sends on Enter, breaks on Shift+Enter, and leaves an input method alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui.composer import Composer
from app.ui.theme import Theme


@pytest.fixture
def composer(qapp: QApplication, qtbot) -> Composer:
    made = Composer(Theme(qapp, "light"))
    qtbot.addWidget(made)
    made.resize(600, 200)
    made.show()
    made.sent_texts = []  # type: ignore[attr-defined]
    made.sent.connect(made.sent_texts.append)  # type: ignore[attr-defined]
    return made


def compose(composer: Composer, preedit: str, commit: str = "") -> None:
    """What an input method does: shows letters being composed, or commits words."""
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(composer.words, event)


def test_enter_sends_and_empties(composer: Composer) -> None:
    QTest.keyClicks(composer.words, "hello")
    QTest.keyClick(composer.words, Qt.Key.Key_Return)
    assert composer.sent_texts == ["hello"]  # type: ignore[attr-defined]
    assert composer.text == ""


def test_shift_enter_starts_a_line(composer: Composer) -> None:
    QTest.keyClicks(composer.words, "a")
    QTest.keyClick(composer.words, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(composer.words, "b")
    assert composer.text == "a\nb"
    assert composer.sent_texts == []  # type: ignore[attr-defined]


def test_enter_during_a_composition_belongs_to_the_input_method(composer: Composer) -> None:
    compose(composer, "ni hao")
    QTest.keyClick(composer.words, Qt.Key.Key_Return)
    assert composer.sent_texts == []  # type: ignore[attr-defined]
    compose(composer, "", "你好")
    assert composer.text == "你好"
    QTest.keyClick(composer.words, Qt.Key.Key_Return)
    assert composer.sent_texts == ["你好"]  # type: ignore[attr-defined]


def test_escape_during_a_composition_stops_nothing(composer: Composer) -> None:
    stopped: list[bool] = []
    composer.stopped.connect(lambda: stopped.append(True))
    composer.set_running(True)
    compose(composer, "ni")
    QTest.keyClick(composer.words, Qt.Key.Key_Escape)
    assert stopped == []
    compose(composer, "")
    QTest.keyClick(composer.words, Qt.Key.Key_Escape)
    assert stopped == [True]


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_nothing_is_not_sent(composer: Composer, text: str) -> None:
    composer.words.setPlainText(text)
    composer.submit()
    assert composer.sent_texts == []  # type: ignore[attr-defined]


def test_while_an_answer_runs_enter_keeps_the_words(composer: Composer) -> None:
    composer.set_running(True)
    QTest.keyClicks(composer.words, "next")
    QTest.keyClick(composer.words, Qt.Key.Key_Return)
    assert composer.text == "next"
    assert composer.sent_texts == []  # type: ignore[attr-defined]


def test_it_grows_with_the_words_and_stops_growing(composer: Composer) -> None:
    one = composer.words.height()
    composer.words.setPlainText("\n" * 4)
    five = composer.words.height()
    composer.words.setPlainText("\n" * 60)
    assert one < five < composer.words.height() <= 12 * one


def test_pasting_takes_words_and_no_formats(composer: Composer) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("bold")
    composer.words.insertFromMimeData(data)
    assert composer.text == "bold"


def test_a_draft_is_put_away_after_a_pause_and_not_when_words_are_put_in(composer: Composer, qtbot) -> None:
    with qtbot.waitSignal(composer.draft, timeout=5000) as told:
        QTest.keyClicks(composer.words, "half a thought")
    assert told.args == ["half a thought"]
    composer.set_text("from the vault")
    with qtbot.assertNotEmitted(composer.draft, wait=100):
        composer.keep_draft()
