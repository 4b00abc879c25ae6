"""Settings and import jobs."""

from __future__ import annotations

import pytest

from app.vault.store import Store
from tests.vault.making import NOON, words


def test_settings_read_back(store: Store) -> None:
    store.set_setting("recall.limit", 10)
    store.set_setting("answer", {"style": words("short, please"), "model": "qwen2.5-1.5b", "on": True})
    assert store.get_setting("recall.limit") == 10
    assert store.get_setting("answer") == {"style": "short, please", "model": "qwen2.5-1.5b", "on": True}
    assert store.get_setting("other", 3) == 3
    store.set_setting("recall.limit", None)
    assert list(store.settings()) == ["answer"]


def test_words_in_a_setting_must_be_redacted(store: Store) -> None:
    with pytest.raises(ValueError, match="code"):
        store.set_setting("style", "call me by my password")


def test_an_import_can_be_seen_to_be_unfinished(store: Store) -> None:
    first = store.start_import("chatgpt", at=NOON, total=3)
    second = store.start_import("claude", at=NOON)
    store.advance_import(first, 2)
    store.finish_import(second, at=NOON)
    assert [job["id"] for job in store.imports()] == [second, first]
    (open_one,) = store.imports(unfinished_only=True)
    assert (open_one["done"], open_one["total"], open_one["finished_at"]) == (2, 3, None)
