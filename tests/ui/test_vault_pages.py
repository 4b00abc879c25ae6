"""Keys, backups and restoring in the window: every way in can be changed, and nothing typed outlives its form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel

from app.ui import start
from tests.fakes_ui import FakeDoor

Make = Callable[..., start.Opened]


@pytest.fixture
def page(make: Make, qtbot) -> Any:
    """The page of keys and backups over a vault with keyring and passphrase."""
    return opened(make(FakeDoor("en")), qtbot)


def opened(window: start.Opened, qtbot) -> Any:
    window.window.vault.open_vault()
    made: Any = window.window._made["vault"]
    qtbot.waitUntil(lambda: bool(made.state))
    return made


def settle(page: Any, qtbot) -> None:
    qtbot.waitUntil(lambda: not page.bridge.busy)


def type_new(fields: Any, text: str, qtbot) -> None:
    fields.first.setText(text)
    fields.again.setText(text)
    qtbot.waitUntil(lambda: fields._score is not None)


def door(page: Any) -> FakeDoor:
    return page.bridge._door  # type: ignore[no-any-return]


def test_it_says_how_the_vault_opens(page: Any) -> None:
    assert page.use_keyring.text() == "Stop using it" and page.set_passphrase.text() == "Change…"
    assert not page.warning.isVisible()


def test_the_passphrase_is_changed_with_the_present_one(page: Any, qtbot) -> None:
    page.set_passphrase.click()
    form = page.passphrase
    type_new(form.fields, "abc", qtbot)
    assert not form.go.isEnabled() and "guess" in form.fields.hint.text()
    type_new(form.fields, "four unrelated words", qtbot)
    form.fields.again.setText("four unrelated wor")
    assert not form.go.isEnabled() and form.fields.hint.text() == "The two differ."
    form.fields.again.setText("four unrelated words")
    assert not form.go.isEnabled()
    form.current.setText("wrong")
    form.go.click()
    settle(page, qtbot)
    assert "passphrase" in page.note.text and form.isVisible()
    form.current.setText("correct horse")
    form.go.click()
    settle(page, qtbot)
    assert page.note.text.startswith("The passphrase is set")
    assert not form.isVisible() and form.fields.first.text() == form.current.text() == ""


def test_after_the_recovery_words_no_present_passphrase_is_asked_for(make: Make, qtbot) -> None:
    fake = FakeDoor("en")
    fake.opened_with = "recovery"
    page = opened(make(fake), qtbot)
    page.set_passphrase.click()
    assert not page.passphrase.current.isVisible() and page.passphrase.fields.first.isVisible()


def test_the_keyring_is_left_and_taken_up_again(page: Any, qtbot) -> None:
    page.use_keyring.click()
    settle(page, qtbot)
    assert page.use_keyring.text() == "Use the keyring" and not page.drop_passphrase.isVisible()
    page.use_keyring.click()
    settle(page, qtbot)
    assert page.use_keyring.text() == "Stop using it"


def test_the_passphrase_is_taken_away_by_who_knows_it(page: Any, qtbot) -> None:
    page.drop_passphrase.click()
    assert page.passphrase.current.isVisible()
    page.passphrase.current.setText("correct horse")
    page.drop_passphrase.click()
    settle(page, qtbot)
    assert ("remove_way", {"way": "passphrase", "current": "correct horse"}) in door(page).asked
    assert page.set_passphrase.text() == "Set…"


def test_new_recovery_words_are_shown_once_and_asked_for(page: Any, qtbot) -> None:
    page.new_words.click()
    form = page.recovery
    assert "stop working" in form.words.text() and form.recovery.words == []
    form.go.click()
    settle(page, qtbot)
    assert len(form.recovery.words) == 12 and not form.go.isEnabled()
    form.recovery.step.click()
    for place, answer in zip(form.recovery._places, form.recovery.answers, strict=True):
        answer.setText(form.recovery.words[place])
    form.go.click()
    settle(page, qtbot)
    assert form.recovery.words == [] and "apple" not in "".join(each.text() for each in page.findChildren(QLabel))


def test_the_key_is_renewed(page: Any, qtbot) -> None:
    page.rekey.click()
    settle(page, qtbot)
    assert "new key" in page.note.text and "rekey" in door(page).verbs()


def test_a_backup_is_written_under_a_passphrase_of_its_own(page: Any, qtbot, tmp_path: Path, monkeypatch: Any) -> None:
    target = str(tmp_path / "b")
    monkeypatch.setattr("app.ui.vault_forms.QFileDialog.getSaveFileName", lambda *_: (target, ""))
    page.write_backup.click()
    type_new(page.backup.fields, "four unrelated words", qtbot)
    page.backup.go.click()
    settle(page, qtbot)
    assert ("backup", {"path": target, "passphrase": "four unrelated words"}) in door(page).asked
    assert target in page.note.text and page.backup.fields.value == ""


def test_a_synced_folder_is_told_on_the_page_and_at_the_start(make: Make, qtbot) -> None:
    fake = FakeDoor("en")
    fake.synced_by = "Dropbox"
    window = make(fake)
    assert "Dropbox" in window.window.chat.note.text
    page = opened(window, qtbot)
    assert page.warning.isVisible() and "Dropbox" in page.warning.text()


def restoring(window: start.Opened, qtbot) -> Any:
    window.window.vault.open_restore()
    page: Any = window.window._made["restore"]
    settle(page, qtbot)
    return page


@pytest.mark.parametrize(("vault", "told"), [("ready", "replaced"), ("locked", "set aside"), ("setup", "becomes")])
def test_a_backup_is_restored_after_saying_what_happens_to_what_is_here(
    make: Make, qtbot, tmp_path: Path, vault: str, told: str
) -> None:
    window = make(FakeDoor("en", vault=vault))
    page = restoring(window, qtbot)
    assert told in page._words.text() and not page.go.isEnabled()
    page.take(tmp_path / "keepsake.backup")
    page.passphrase.setText("wrong")
    page.go.click()
    settle(page, qtbot)
    assert "passphrase" in page.result.text() and page.passphrase.text() == "wrong"
    page.passphrase.setText("correct horse")
    page.go.click()
    settle(page, qtbot)
    asked = next(args for verb, args in reversed(door(page).asked) if verb == "restore_backup")
    assert asked.get("instead", False) == (vault == "locked")
    assert page.result.text() == "3 memories and 6 messages are here again." and page.passphrase.text() == ""
    if vault != "ready":
        assert not page.go.isEnabled()
        page.recovery.step.click()
        for place, answer in zip(page.recovery._places, page.recovery.answers, strict=True):
            answer.setText(page.recovery.words[place])
    page.go.click()
    qtbot.waitUntil(lambda: window.window.pages.currentWidget() is window.window.chat)
    assert page.recovery.words == []


def test_a_damaged_vault_offers_to_save_what_can_be_read(make: Make, qtbot) -> None:
    fake = FakeDoor("en", vault="locked")
    fake.why_locked = "vault_damaged"
    window = make(fake)
    page: Any = window.window._made["unlock"]
    assert "damaged" in page.error.text() and page.open_button.text() == "Save what can be read, and open"
    page.passphrase.setText("correct horse")
    page.open_button.click()
    qtbot.waitUntil(lambda: "Saved: 3 memories" in window.window.chat.note.text)
    assert ("unlock", {"passphrase": "correct horse", "repair": True}) in fake.asked


def test_the_way_back_leads_where_it_came_from(make: Make, qtbot) -> None:
    window = make(FakeDoor("en", vault="locked"))
    unlock: Any = window.window._made["unlock"]
    unlock.from_backup.click()
    page: Any = window.window._made["restore"]
    assert window.window.pages.currentWidget() is page
    page.leave.click()
    assert window.window.pages.currentWidget() is unlock
