"""Masking in the window: seen while writing, kept by one click, explained on hover, chosen and checked in settings."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest

from app.ui import start
from app.ui.masking_page import MaskingPage
from app.ui.transcript import pointer
from tests.fakes_ui import FakeDoor
from tests.ui.conftest import Make

NUMBER = "13812345678"


def write(opened: start.Opened, qtbot, text: str, items: int) -> None:
    """Type, and wait for the preview."""
    chat = opened.window.chat
    chat.composer.words.setPlainText(text)
    qtbot.waitUntil(lambda: len(chat.preview.items) == items, timeout=5000)


def press(opened: start.Opened, begins: str) -> None:
    made = next(b for b in opened.window.chat.preview.buttons if b.text().startswith(begins))
    made.setFocus()
    QTest.keyClick(made, Qt.Key.Key_Space)


def test_what_will_be_masked_shows_quietly_while_writing(make: Make, qtbot) -> None:
    opened = make(FakeDoor("en"))
    preview = opened.window.chat.preview
    assert not preview.isVisible()
    write(opened, qtbot, f"call {NUMBER} or say hunter2", 2)
    assert preview.isVisible()
    assert [b.text() for b in preview.buttons] == ["Keep this one", "Always", "Keep this one"]
    assert preview.buttons[0].accessibleName() == f"Keep this one, phone number: {NUMBER}"
    assert preview.accessibleDescription() == "2 things will be masked"
    write(opened, qtbot, "call me", 0)
    assert not preview.isVisible()


def test_the_engine_is_asked_after_a_pause_and_not_at_every_key(make: Make, qtbot) -> None:
    door = FakeDoor("en")
    opened = make(door)
    QTest.keyClicks(opened.window.chat.composer.words, f"call {NUMBER}")
    qtbot.waitUntil(lambda: "mask_preview" in door.verbs())
    assert door.verbs().count("mask_preview") == 1


def test_keeping_one_sends_its_place_and_not_a_copy(make: Make, qtbot) -> None:
    door = FakeDoor("en")
    opened = make(door)
    chat = opened.window.chat
    write(opened, qtbot, f"😀 order {NUMBER}", 1)
    press(opened, "Keep")
    assert [b.text() for b in chat.preview.buttons] == ["Mask it after all", "Always"]
    chat.composer.words.setPlainText(f"😀 my order {NUMBER}")  # words before it move it
    QTest.keyClick(chat.composer.words, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "ask" in door.verbs())
    asked = next(args for verb, args in door.asked if verb == "ask")
    assert asked["keep"] == [[11, 22]]
    assert chat.preview.keep(NUMBER) == [] and not chat.preview.isVisible()


def test_a_kept_one_can_be_masked_after_all(make: Make, qtbot) -> None:
    door = FakeDoor("en")
    opened = make(door)
    write(opened, qtbot, f"order {NUMBER}", 1)
    press(opened, "Keep")
    press(opened, "Mask it")
    QTest.keyClick(opened.window.chat.composer.words, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "ask" in door.verbs())
    assert "keep" not in next(args for verb, args in door.asked if verb == "ask")


def test_what_was_kept_does_not_follow_into_another_conversation(talk: start.Opened, qtbot) -> None:
    write(talk, qtbot, f"order {NUMBER}", 1)
    press(talk, "Keep")
    talk.window.chat.open("c1")
    assert talk.window.chat.preview.keep(NUMBER) == []


def test_always_allows_the_pattern_and_never_the_number(make: Make, qtbot) -> None:
    door = FakeDoor("en")
    opened = make(door)
    write(opened, qtbot, f"order {NUMBER}", 1)
    press(opened, "Always")
    qtbot.waitUntil(lambda: "settings" in door.verbs())
    changes = next(args for verb, args in door.asked if verb == "settings")["changes"]
    assert changes == {"privacy.allowed": ["PHONE:phone/mainland:99999999999"]}
    assert "99999999999" in opened.window.chat.note.text


def test_many_things_fold_into_a_few_lines(make: Make, qtbot) -> None:
    opened = make(FakeDoor("en"))
    write(opened, qtbot, " ".join(f"1381234567{n}" for n in range(7)), 7)
    preview = opened.window.chat.preview
    assert [b.text() for b in preview.buttons].count("Keep this one") == 3
    press(opened, "4 more")
    assert [b.text() for b in preview.buttons].count("Keep this one") == 7


def test_locking_leaves_nothing_of_the_preview(make: Make, qtbot) -> None:
    opened = make(FakeDoor("en"))
    write(opened, qtbot, f"order {NUMBER}", 1)
    press(opened, "Keep")
    opened.window.lock()
    preview = opened.window.chat.preview
    assert (preview.text, preview.items, preview.keep(NUMBER)) == ("", [], [])


@pytest.mark.parametrize(("lang", "name"), [("en", "Chinese passport number"), ("zh", "护照号")])
def test_a_mask_says_its_type_on_hover_in_the_language_of_the_window(
    make: Make, qtbot, monkeypatch: pytest.MonkeyPatch, lang: str, name: str
) -> None:
    told: list[str] = []
    monkeypatch.setattr(pointer, "QToolTip", type("T", (), {"showText": lambda at, text, widget: told.append(text)}))
    door = FakeDoor(lang)
    for item in door.messages["c0"]:
        for mask in item["masks"]:
            mask["type"] = "CN_PASSPORT"
    opened = make(door, lang=lang)
    view = opened.window.chat.view
    opened.window.chat.open("c0")
    qtbot.waitUntil(lambda: any(hot.kind == "mask" for hot in view.hot))
    hot = next(hot for hot in view.hot if hot.kind == "mask")
    at = hot.rect.center() - QPointF(0, view.verticalScrollBar().value())
    place = QPointF(view.viewport().mapToGlobal(QPoint(int(at.x()), int(at.y()))))
    move = QMouseEvent(QMouseEvent.Type.MouseMove, at, place, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton,
                       Qt.KeyboardModifier.NoModifier)  # fmt: skip
    view.pointer.move(move)
    assert name in told[-1]


# The page "What is masked"


@pytest.fixture
def page(make: Make, qtbot) -> tuple[start.Opened, FakeDoor, MaskingPage]:
    door = FakeDoor("en")
    opened = make(door)
    opened.window.data.act("open.masking")
    page = opened.window.masking.page
    qtbot.waitUntil(lambda: page.told["texts"] == 240)
    return opened, door, page


def test_each_kind_has_a_box_and_its_count(page) -> None:
    _, _, shown = page
    assert shown.boxes["PHONE"].isChecked() and not shown.boxes["PERSON"].isChecked()
    assert shown.boxes["PHONE"].accessibleDescription() == "masked 12 times"
    assert shown.boxes["PASSWORD"].accessibleDescription() == "masked once"
    assert shown.boxes["IBAN"].accessibleDescription() == ""


def test_a_box_makes_the_choice_ones_own(page, qtbot) -> None:
    opened, door, shown = page
    shown.boxes["IBAN"].click()
    qtbot.waitUntil(lambda: sum(verb == "settings" for verb in door.verbs()) == 2)
    assert opened.window.settings.privacy.policy == "custom"
    assert opened.window.settings.privacy.masked_types == ("IBAN", "PASSWORD", "PHONE")


def test_a_stricter_choice_offers_the_check_which_shows_its_progress(page, qtbot) -> None:
    _, door, shown = page
    door.due, door.token_delay = True, 0.02
    shown.policy.emit("strict")
    qtbot.waitUntil(lambda: "240" in shown.note.text)
    shown.note.acted.emit("check")
    qtbot.waitUntil(lambda: shown.bar.isVisible() and "of 240" in shown.note.text)
    qtbot.waitUntil(lambda: "7 stored texts" in shown.note.text)
    assert not shown.bar.isVisible() and not door.due


def test_the_check_can_be_stopped_and_is_offered_again(page, qtbot) -> None:
    _, door, shown = page
    door.due, door.token_delay = True, 0.05
    shown.check.emit()
    qtbot.waitUntil(lambda: "of 240" in shown.note.text)
    shown.note.acted.emit("stop")
    qtbot.waitUntil(lambda: not shown.bar.isVisible())
    assert "Check 240 stored texts" in shown.note.text


def test_settings_offer_the_check_where_the_policy_is_chosen(make: Make, qtbot) -> None:
    door = FakeDoor("en")
    opened = make(door)
    opened.window.open_settings()
    door.due = True
    opened.window.change("privacy.policy", "strict")
    settings = opened.window.settings_page
    qtbot.waitUntil(lambda: "240" in settings.note.text)
    settings.note.acted.emit("recheck")
    qtbot.waitUntil(lambda: "recheck" in door.verbs())


def test_not_now_takes_the_offer_back(page, qtbot) -> None:
    _, door, shown = page
    door.due = True
    shown.policy.emit("strict")
    qtbot.waitUntil(lambda: "240" in shown.note.text)
    shown.note.dismissed.emit()
    qtbot.waitUntil(lambda: not door.due)


def test_a_pattern_that_was_let_through_can_be_masked_again(page, qtbot) -> None:
    opened, _, shown = page
    one = "PHONE:phone/mainland:99999999999"
    opened.window.change("privacy.allowed", [one])
    qtbot.waitUntil(lambda: shown.allowed == [one])
    shown.unallow.emit(one)
    qtbot.waitUntil(lambda: shown.allowed == [])
