"""What the person overwrites is scrubbed and proven gone like what they delete; what lives on elsewhere stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.engine.types import Fact
from app.vault.database import Database
from app.vault.store import Store
from app.vault.store.noting import lost
from tests.vault.canary import canary, encodings, in_clear, in_pages
from tests.vault.making import NOON, fill, index, said, words


def runs(*texts: str) -> list[bytes]:
    return [run for text in texts for run in encodings(text)]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_old_wording_of_an_edited_memory_is_scrubbed_and_verified(
    store: Store, database: Database, key: bytes, tmp_path: Path, lang: str
) -> None:
    old, tag, quote, new = (canary(lang) for _ in range(4))
    fill(store)
    made = said(store, quote, quote=quote, content=old, tags=(words(tag), words("kept")))
    store.add_decision("added", "salient", words(old), at=NOON, memory_id=made.id)
    index(store, made)
    vector = store.vectors_of("memory", [made.key], "e5")[made.key].tobytes()
    fill(store)
    assert in_pages(database.path, key, [old.encode(), tag.encode(), vector[:16]])
    store.update_memory(made.id, content=words(new), tags=(words("kept"),))
    assert store.scrub_pending()
    store.scrub()
    gone = [*runs(old, tag), *(vector[at : at + 16] for at in range(0, len(vector) - 15, 16))]
    assert in_pages(database.path, key, gone) == []
    assert in_clear([tmp_path], [old, tag]) == []
    assert in_pages(database.path, key, runs(new, quote)[::3]) == runs(new, quote)[::3]
    assert [d.text for d in store.decisions(memory_id=made.id)] == ["[已忘记]" if lang == "zh" else "[forgotten]"]


def test_a_wording_that_is_the_quote_lives_on_in_the_quote(store: Store) -> None:
    made = said(store, "You live in a quiet street in Ghent", content="You live in a quiet street in Ghent")
    store.set_fact(Fact("me", "home", "Ghent", NOON, memory_id=made.id))
    store.update_memory(made.id, content=words("You live in Ghent"))
    assert store.scrub() > 0
    assert store.memory(made.id).quote == "You live in a quiet street in Ghent"
    assert [fact.value for fact in store.facts()] == ["Ghent"]


def test_a_change_of_anything_but_words_leaves_nothing_to_scrub(store: Store) -> None:
    made = said(store, "You like green tea", tags=(words("tea"),))
    store.update_memory(made.id, importance=0.9, content=words("You like green tea"), tags=(words("tea"), words("x")))
    assert not store.scrub_pending()


def test_a_renamed_conversation_keeps_nothing_of_its_old_title(store: Store, database: Database, key: bytes) -> None:
    title = canary()
    fill(store)
    chat = store.create_conversation(words(title), at=NOON)
    fill(store)
    store.rename_conversation(chat.id, words("Something else"))
    assert store.scrub() > 0 and in_pages(database.path, key, runs(title)) == []
    store.rename_conversation(chat.id, words("Something else"))
    assert not store.scrub_pending()


def test_what_was_taken_out_of_a_draft_is_scrubbed(store: Store, database: Database, key: bytes) -> None:
    thrown, kept = canary(), canary()
    fill(store)
    store.set_draft(None, words(f"{kept} {thrown}"))
    store.set_draft(None, words(f"{kept} and so on"))
    assert store.scrub() > 0 and in_pages(database.path, key, runs(thrown)) == []
    store.set_draft(None, words(""))
    assert store.scrub() > 0 and in_pages(database.path, key, runs(kept)) == []


def test_typing_on_and_sending_leave_nothing_to_scrub(store: Store) -> None:
    for typed in ("I moved", "I moved to Ghent", "I moved to Ghent last week"):
        store.set_draft(None, words(typed))
    store.set_draft(None, words(""), sent=words("I moved to Ghent last week."))
    assert not store.scrub_pending() and store.draft(None) == ""


def test_a_draft_sent_as_something_else_loses_what_was_taken_out(store: Store) -> None:
    store.set_draft(None, words("I hate my boss, and I moved to Ghent"))
    store.set_draft(None, words(""), sent=words("I moved to Ghent"))
    assert store.scrub_pending()


def test_replaced_words_of_a_setting_are_scrubbed(store: Store, database: Database, key: bytes) -> None:
    wish = canary()
    store.set_setting("style", words(wish))
    store.set_setting("style", words("short"))
    assert store.scrub() > 0 and in_pages(database.path, key, runs(wish)) == []


@pytest.mark.parametrize(
    ("old", "new", "gone"),
    [("abc", "abcd", ""), ("abcd", "", "abcd"), ("one two, six", "one six", "two, "), ("aa", "aaa", ""), ("", "x", "")],
)
def test_the_lost_piece_lies_between_common_start_and_end(old: str, new: str, gone: str) -> None:
    assert lost(old, new) == gone
