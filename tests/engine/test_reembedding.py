"""Another embedding model: made beside the old one, resumable, searched by the old one meanwhile, switched at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.compose import RunningEngine
from app.engine import reembedding
from app.engine.reembedding import Change, Reembedding
from app.engine.types import Vectors
from app.models.catalogue import Catalogue
from app.models.runtime import Runtime
from app.settings import ModelSettings, Settings
from app.vault.database import Database
from app.vault.store import Store
from tests.vault.doors import door
from tests.vault.making import NOON, said, words


class Model:
    """Vectors of its own; counts the texts, and can fail after so many."""

    def __init__(self, model_id: str, dimensions: int, fails_after: int = 10**9) -> None:
        self.model_id, self.dimensions, self.read, self.fails_after = model_id, dimensions, 0, fails_after

    def passages(self, texts: list[str]) -> Vectors:
        self.read += len(texts)
        if self.read > self.fails_after:
            raise MemoryError
        return np.full((len(texts), self.dimensions), self.dimensions**-0.5, np.float32)

    queries = passages


@pytest.fixture
def store(tmp_path: Path) -> Any:
    database = Database(tmp_path / "vault.db", bytes(range(32)), create=True)
    made = Store(database, lambda: NOON)
    for number in range(150):
        memory = said(made, f"Sentence number {number}")
        made.put_vectors("memory", [(memory.key, [0.6, 0.8])], "old")
    for key in made.missing_vectors("transcript", "old"):
        made.put_vectors("transcript", [(key, [0.6, 0.8])], "old")
    yield made
    database.close()


def finish(change: Reembedding) -> None:
    while change.due():
        change.run(threading.Event())


def test_all_rows_get_a_vector_of_the_new_model_and_then_the_old_ones_go(store: Store) -> None:
    new, switched = Model("new", 3), []
    change = Reembedding(store, lambda: new, lambda: switched.append(store.active_model()))
    assert change.change() == Change(0, 300)
    finish(change)
    assert switched == ["new"] and store.active_model() == "new" and change.change() is None
    assert new.read == 300 and store.vectors("memory", "new")[1].shape == (150, 3)
    assert len(store.vectors("memory", "old")[0]) == len(store.vectors("transcript", "old")[0]) == 0


def test_until_then_the_old_ones_are_searched_and_listeners_hear_nothing(store: Store) -> None:
    heard: list[object] = []
    store.on_change(heard.extend)
    change = Reembedding(store, lambda: Model("new", 3, fails_after=200), lambda: None)
    with pytest.raises(MemoryError):
        finish(change)
    assert heard == [] and store.active_model() == "old"
    assert len(store.vectors("memory", "old")[0]) == 150
    assert 0 < len(store.vectors("memory", "new")[0]) < 150 or len(store.vectors("transcript", "new")[0]) > 0


def test_it_goes_on_where_it_was_stopped(store: Store) -> None:
    with pytest.raises(MemoryError):
        finish(Reembedding(store, lambda: Model("new", 3, fails_after=200), lambda: None))
    again = Model("new", 3)
    change = Reembedding(store, lambda: again, lambda: None)
    known = change.change()
    assert known is not None and known.done > 0
    finish(change)
    assert again.read == 300 - known.done and store.active_model() == "new"


def test_what_is_written_meanwhile_is_read_as_well(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reembedding, "SLICE_SECONDS", 0.0)
    new = Model("new", 3)
    change = Reembedding(store, lambda: new, lambda: None)
    change.run(threading.Event())
    late = said(store, "Said while it was going on")
    store.put_vectors("memory", [(late.key, [0.6, 0.8])], "old")
    monkeypatch.setattr(reembedding, "SLICE_SECONDS", 2.0)
    finish(change)
    assert store.vectors_of("memory", [late.key], "new")


def test_a_row_without_a_word_does_not_hold_it_up(store: Store) -> None:
    chat = store.create_conversation(words("x"), at=NOON)
    store.add_message(chat.id, "assistant", words(" \n\u3000"), NOON, stopped=True)
    finish(Reembedding(store, lambda: Model("new", 3), lambda: None))
    assert store.active_model() == "new"


def test_a_deletion_meanwhile_takes_the_vectors_of_both(store: Store) -> None:
    with pytest.raises(MemoryError):
        finish(Reembedding(store, lambda: Model("new", 3, fails_after=200), lambda: None))
    first = store.memories(limit=1)[0]
    store.delete_memories([first.id])
    for model in ("old", "new"):
        assert store.vectors_of("memory", [first.key], model) == {}


def test_nothing_is_due_without_another_model(store: Store) -> None:
    assert not Reembedding(store, lambda: Model("old", 2), lambda: None).due()
    assert not Reembedding(store, lambda: None, lambda: None).due()


@pytest.mark.real
def test_the_running_engine_changes_its_model_and_finds_the_same(
    tmp_path: Path, model_path: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Catalogue.load()
    entry = known.for_role("embedding")[0]
    other = replace(entry, name="another-embedding", passage_prefix="", query_prefix="", calibration="")
    catalogue = Catalogue((*known.entries, other), known.folder, known.installation)
    assert model_path(entry.name).is_file()
    vault, _ = door(tmp_path / "p").create("keyring")
    runtime = Runtime(catalogue, ModelSettings())
    engine = RunningEngine(vault, runtime, Settings())

    def ask(verb: str, **args: Any) -> dict[str, Any]:
        return engine.handle(verb, args, lambda kind, data: None, threading.Event())

    def found() -> str:
        return str(ask("recall", query="Where does my sister live?")["items"][0]["content"])

    try:
        ask("remember", text="My sister Ines lives in Porto")
        ask("remember", text="I like Keemun tea best")
        assert "Porto" in found() and vault.store.active_model() == entry.vectors_id
        assert ask("hello")["reembedding"] is None
        told = ask("use_model", name="another-embedding")
        assert told["embedder"] == "another-embedding" and told["reembedding"]["total"] >= 2
        assert "Porto" in found()  # with the old model
        before = engine._service
        for _ in range(600):
            if engine._service is not before:
                break
            threading.Event().wait(0.05)
            assert "Porto" in found()
            engine._housekeeper._last_request -= 5.0  # quiet enough for chores
        assert vault.store.active_model() == other.vectors_id and ask("hello")["reembedding"] is None
        for _ in range(200):
            if list(runtime._embedders) == ["another-embedding"]:
                break
            threading.Event().wait(0.05)
        assert list(runtime._embedders) == ["another-embedding"]  # the old one was let go
        assert "Porto" in found() and ask("hello")["embedder"] == "another-embedding"
    finally:
        engine.close()
