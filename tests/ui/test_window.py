"""The real window over a fake engine: talking, opening, locking, losing the engine, closing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.ui import start
from tests.fakes_ui import FakeDoor
from tests.ui.conftest import Make


def say(opened: start.Opened, text: str) -> None:
    opened.window.chat.composer.words.setPlainText(text)
    QTest.keyClick(opened.window.chat.composer.words, Qt.Key.Key_Return)


def test_a_message_is_answered_with_its_memories_and_what_was_remembered(make: Make, qtbot) -> None:
    opened = make(FakeDoor("en"))
    chat = opened.window.chat
    say(opened, "Hello")
    qtbot.waitUntil(lambda: not chat.flow.busy and len(chat.view.entries) == 2)
    question, answer = chat.view.entries
    assert (question.text, answer.text) == ("Hello", "Hello there, friend.")
    assert [chip.id for chip in answer.chips] == ["m1", "m2"]
    assert [memory["id"] for memory in answer.remembered] == ["m9"]
    assert set(chat.memories.cards) == {"m1", "m2", "m9"}
    qtbot.waitUntil(lambda: any(item["title"] == "Hello" for item in chat.list.items))


def test_an_open_conversation_shows_its_messages_and_masks(talk: start.Opened) -> None:
    entries = talk.window.chat.view.entries
    assert [entry.role for entry in entries] == ["user", "assistant", "user", "assistant"]
    assert entries[2].masks[0]["type"] == "PASSPORT"
    assert [chip.text for chip in entries[1].chips] == ["Your daughter started school this year", "You live in Bruges"]


def test_stop_ends_the_answer_out_of_band(make: Make, qtbot) -> None:
    door = FakeDoor("en", token_delay=0.05)
    door.tokens = ["word "] * 400
    opened = make(door)
    chat = opened.window.chat
    say(opened, "Tell me everything")
    qtbot.waitUntil(lambda: bool(chat.view.entries and chat.view.entries[-1].text))
    QTest.keyClick(chat.composer.words, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not chat.flow.busy)
    assert chat.view.entries[-1].stopped
    assert len(chat.view.entries[-1].text) < 400 * 5


def test_undo_takes_back_what_was_remembered(make: Make, qtbot) -> None:
    door = FakeDoor("en")
    opened = make(door)
    chat = opened.window.chat
    say(opened, "Hello")
    qtbot.waitUntil(lambda: not chat.flow.busy and bool(chat.view.entries[-1].remembered))
    chat.actions_.on_message("undo", 1)
    qtbot.waitUntil(lambda: chat.view.entries[1].undone)
    assert ("undo", {"ids": ["m9"]}) in door.asked
    assert "m9" not in chat.memories.cards


def test_what_was_forgotten_by_a_word_leaves_the_panel(make: Make, qtbot) -> None:
    door = FakeDoor("en")
    opened = make(door)
    chat = opened.window.chat
    say(opened, "Hello")
    qtbot.waitUntil(lambda: not chat.flow.busy and "m9" in chat.memories.cards)
    door.fresh = {**door.fresh, "id": "m10"}
    del door.memories["m9"]
    say(opened, "Forget that")
    qtbot.waitUntil(lambda: "m9" not in chat.memories.cards)
    assert "m10" in chat.memories.cards


def test_editing_an_earlier_message_asks_from_there(talk: start.Opened, qtbot) -> None:
    chat = talk.window.chat
    chat.actions_.on_message("edit", 2)
    assert chat.composer.text == "Keep my passport number too: [passport number]"
    say(talk, "Where is my passport?")
    qtbot.waitUntil(lambda: not chat.flow.busy)
    door = talk.bridge._door
    assert isinstance(door, FakeDoor)
    asked = next(args for verb, args in door.asked if verb == "ask")
    assert asked["parent"] == chat.view.entries[1].id
    assert [entry.text for entry in chat.view.entries][2] == "Where is my passport?"


def test_a_dead_engine_is_said_once_and_the_words_come_back(make: Make, qtbot) -> None:
    dying, fresh = FakeDoor("en", token_delay=5), FakeDoor("en")
    fresh.messages, fresh.conversations = dying.messages, dying.conversations  # what was committed is there
    opened = make(dying, fresh)
    chat = opened.window.chat
    say(opened, "Are you there?")
    qtbot.waitUntil(lambda: "ask" in dying.verbs())
    dying.die()
    qtbot.waitUntil(lambda: not chat.flow.busy and opened.bridge._door is fresh)
    assert "restarted" in chat.note.text
    say(opened, "And now?")
    qtbot.waitUntil(lambda: not chat.flow.busy)
    assert chat.view.entries[-1].text == "Hello there, friend."


def test_a_message_that_was_not_stored_goes_back_into_the_composer(make: Make, qtbot) -> None:
    door = FakeDoor("en")
    door.fail["ask"] = "model_missing"
    opened = make(door)
    chat = opened.window.chat
    say(opened, "Dear me")
    qtbot.waitUntil(lambda: not chat.flow.busy and chat.composer.text == "Dear me")
    assert chat.view.entries[-1].role == "note"
    assert chat.view.entries[-1].action[0] == "models"


def test_the_draft_is_in_the_vault_and_comes_back(make: Make, qtbot, tmp_path: Path) -> None:
    door = FakeDoor("en")
    first = make(door)
    QTest.keyClicks(first.window.chat.composer.words, "half a thought")
    qtbot.waitUntil(lambda: door.drafts.get("") == "half a thought", timeout=5000)
    second = make(door)
    qtbot.waitUntil(lambda: second.window.chat.composer.text == "half a thought")


def test_closing_with_an_answer_running_stops_it(make: Make, qtbot) -> None:
    door = FakeDoor("en", token_delay=0.05)
    door.tokens = ["word "] * 1000
    opened = make(door)
    say(opened, "Go on for ever")
    qtbot.waitUntil(lambda: "ask" in door.verbs())
    opened.window.close()
    opened.bridge.close()
    assert door.closed
    assert any(cancel.is_set() for cancel in door._cancels.values())


def test_locking_clears_the_window_and_asks_for_the_way_in(talk: start.Opened, qtbot) -> None:
    window = talk.window
    window.lock()
    assert window.chat.view.entries == []
    assert window.chat.list.items == []
    assert window.chat.flow.known == {}
    page = window._made["unlock"]
    assert window.pages.currentWidget() is page
    page.passphrase.setText("wrong")  # type: ignore[attr-defined]
    page.open_button.click()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: page.error.isVisible())  # type: ignore[attr-defined]
    page.passphrase.setText("correct horse")  # type: ignore[attr-defined]
    page.open_button.click()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.chat)


def test_the_first_run_makes_a_vault_and_shows_the_words_once(make: Make, qtbot) -> None:
    opened = make(FakeDoor("en", vault="setup"))
    window = opened.window
    page = window._made["welcome"]
    assert window.pages.currentWidget() is page
    page.next.click()  # type: ignore[attr-defined]
    page.next.click()  # type: ignore[attr-defined]
    page.next.click()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: page.made)  # type: ignore[attr-defined]
    recovery = page.recovery  # type: ignore[attr-defined]
    assert recovery.box.text().startswith("1.\u00a0apple   2.\u00a0river")
    assert not page.next.isEnabled()  # type: ignore[attr-defined]
    recovery.step.click()
    for place, answer in zip(recovery._places, recovery.answers, strict=True):
        answer.setText("wrong")
        assert not page.next.isEnabled()  # type: ignore[attr-defined]
        answer.setText(recovery.words[place].upper())
    page.next.click()  # type: ignore[attr-defined]
    assert recovery.words == []
    page.next.click()  # type: ignore[attr-defined]
    page.next.click()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.chat)


def test_window_state_holds_no_content(talk: start.Opened, tmp_path: Path) -> None:
    talk.window.close()
    for path in (tmp_path / "profile").rglob("*"):
        if path.is_file():
            assert "Ghent" not in path.read_text("utf-8")
    state = json.loads((tmp_path / "profile" / "window.json").read_text("utf-8"))
    assert all(isinstance(value, int | bool | list) for value in state.values())


def test_the_window_title_says_nothing_of_the_conversation(talk: start.Opened) -> None:
    assert talk.window.windowTitle() == "Keepsake"


def test_the_offline_pill_explains_itself(talk: start.Opened) -> None:
    header = talk.window.chat.header
    assert "0" in header.offline.text()
    header.set_attempts(2)
    assert "2" in header.offline.text()
    assert "refused" in header.explanation()


def test_the_palette_finds_commands_and_conversations(talk: start.Opened) -> None:
    palette = talk.window.palette_
    palette.open()
    QTest.keyClicks(palette.field, "landlord")
    assert [command.title for command in palette._shown] == ["Letter to the landlord"]
    palette.field.clear()
    QTest.keyClicks(palette.field, "time line")
    assert [command.title for command in palette._shown] == ["Timeline"]
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_a_link_is_opened_only_after_a_yes(talk: start.Opened, monkeypatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("app.ui.chat_actions.QDesktopServices.openUrl", lambda url: opened.append(url.toString()))
    chat = talk.window.chat
    chat.view.link.emit("https://example.org")
    assert opened == []
    assert "example.org" in chat.note.text
    chat.note.acted.emit("link")
    assert opened == ["https://example.org"]


def test_a_refused_setting_is_put_back(talk: start.Opened, qtbot) -> None:
    window = talk.window
    window.open_settings()
    window.change("general.text_scale", "large")
    assert window.settings_page.note.isVisible()
    assert window.settings.general.text_scale == 1.0


@pytest.mark.parametrize(("key", "fate"), [("delete", "keep"), ("delete_memories", "delete")])
def test_deleting_a_conversation_asks_what_becomes_of_its_memories(
    talk: start.Opened, qtbot, key: str, fate: str
) -> None:
    chat = talk.window.chat
    chat.list.deleted.emit("c0")
    assert chat.note.isVisible()
    chat.note.acted.emit(key)
    door = talk.bridge._door
    qtbot.waitUntil(lambda: ("delete_conversation", {"id": "c0", "memories": fate}) in door.asked)
    qtbot.waitUntil(lambda: "Deleted for good" in chat.note.text)
