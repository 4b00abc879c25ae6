"""Conversations and drafts."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from app.engine.errors import KeepsakeError
from app.vault.store import Store
from tests.vault.making import NOON, words


def test_a_conversation_reads_back_as_written(store: Store) -> None:
    at = datetime(2026, 3, 1, 23, 30, 5, 123456, tzinfo=timezone(timedelta(hours=8)))
    made = store.create_conversation(words("旅行计划"), source="import:chatgpt", source_id="c-1", at=at)
    assert store.conversation(made.id) == made
    assert (made.title, made.created_at, made.pinned) == ("旅行计划", at, False)
    assert made.created_at.utcoffset() == timedelta(hours=8)  # the speaker's zone is kept
    assert store.find_conversation("import:chatgpt", "c-1") == made
    assert store.find_conversation("import:claude", "c-1") is None


def test_the_list_has_pinned_ones_first_then_the_latest(store: Store) -> None:
    old, new, pinned = (store.create_conversation(words(t), at=NOON + timedelta(days=d)) for d, t in enumerate("abc"))
    store.pin_conversation(pinned.id, True)
    store.add_message(old.id, "user", words("hello"), NOON + timedelta(days=9))
    assert [c.id for c in store.conversations()] == [pinned.id, old.id, new.id]
    assert store.conversations("somebody else") == []


def test_renaming(store: Store) -> None:
    made = store.create_conversation(words("a"), at=NOON)
    assert store.rename_conversation(made.id, words("b")).title == "b"


def test_an_unknown_conversation_is_said_to_be_unknown(store: Store) -> None:
    for call in (
        lambda: store.conversation("x"),
        lambda: store.rename_conversation("x", words("t")),
        lambda: store.messages("x"),
        lambda: store.add_message("x", "user", words("t"), NOON),
    ):
        with pytest.raises(KeepsakeError) as caught:
            call()
        assert caught.value.code == "conversation_unknown"


def test_a_draft_is_kept_per_conversation_and_removed_when_empty(store: Store) -> None:
    made = store.create_conversation(words("a"), at=NOON)
    store.set_draft(made.id, words("half a sen"))
    store.set_draft(None, words("没说完"))
    assert (store.draft(made.id), store.draft(None)) == ("half a sen", "没说完")
    store.set_draft(made.id, words(""))
    assert (store.draft(made.id), store.draft(None)) == ("", "没说完")


def test_only_redacted_text_is_stored(store: Store) -> None:
    with pytest.raises(TypeError):
        store.create_conversation("raw", at=NOON)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="surrogates") as caught:
        store.create_conversation(words("secret \ud800"), at=NOON)
    assert caught.value.__suppress_context__ and "secret" not in str(caught.value)
