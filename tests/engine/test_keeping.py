"""The vault as verbs: its state, its ways in, a new key, a backup; and a backup put in place under a running engine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.compose import RunningEngine
from app.engine.errors import KeepsakeError
from app.engine.keeping import Keeping
from app.models.catalogue import Catalogue
from app.models.runtime import Runtime
from app.settings import ModelSettings, Settings
from app.vault.vault import Vault
from tests.vault.doors import PHRASE, QUICK, MemoryKeyring, door
from tests.vault.making import said

OTHER = "four quite unrelated words"


class Kept:
    """The verbs over a vault that a passphrase opens."""

    def __init__(self, folder: Path) -> None:
        self.door = door(folder / "profile", MemoryKeyring())
        self.vault, self.words = self.door.create("passphrase", PHRASE)
        self.folder = folder
        self.keeping = Keeping(self.vault, lambda: QUICK)

    def ask(self, verb: str, **args: Any) -> dict[str, Any]:
        return self.keeping.verbs()[verb](args, None, threading.Event())

    def code(self, verb: str, **args: Any) -> str:
        with pytest.raises(KeepsakeError) as caught:
            self.ask(verb, **args)
        return caught.value.code

    def reopen(self, vault: Vault) -> None:
        self.vault, self.keeping = vault, Keeping(vault, lambda: QUICK)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path)
    yield made
    made.vault.close()


def test_the_state_says_how_it_opens_and_what_is_in_it(kept: Kept) -> None:
    said(kept.vault.store, "You like tea")
    state = kept.ask("vault_state")
    assert (state["ways"], state["keyring"], state["synced_by"]) == (["recovery", "passphrase"], "test.Keyring", None)
    assert (state["memories"], state["messages"], state["scrub_pending"]) == (1, 1, False)
    assert kept.vault.key.hex() not in repr(state) and PHRASE not in repr(state)


def test_the_passphrase_is_changed_by_who_knows_it(kept: Kept) -> None:
    assert kept.code("set_passphrase", passphrase=OTHER) == "passphrase_wrong"
    assert kept.code("set_passphrase", passphrase="12345678", current=PHRASE) == "passphrase_weak"
    kept.ask("set_passphrase", passphrase=OTHER, current=PHRASE)
    kept.vault.close()
    with pytest.raises(KeepsakeError):
        kept.door.open_with_passphrase(PHRASE)
    kept.reopen(kept.door.open_with_passphrase(OTHER))


def test_a_forgotten_passphrase_is_replaced_after_the_recovery_words(kept: Kept) -> None:
    kept.vault.close()
    kept.reopen(kept.door.open_with_recovery(kept.words))
    kept.ask("set_passphrase", passphrase=OTHER)
    kept.vault.close()
    kept.reopen(kept.door.open_with_passphrase(OTHER))


def test_from_passphrase_to_keyring_and_never_without_any(kept: Kept) -> None:
    assert kept.code("remove_way", way="passphrase", current=PHRASE) == "vault_no_way_in"
    assert kept.ask("use_keyring")["ways"] == ["recovery", "passphrase", "keyring"]
    assert kept.code("remove_way", way="passphrase") == "passphrase_wrong"
    assert kept.ask("remove_way", way="passphrase", current=PHRASE)["ways"] == ["recovery", "keyring"]
    assert kept.code("remove_way", way="keyring") == "vault_no_way_in"
    assert kept.code("remove_way", way="recovery") == "usage"
    kept.vault.close()
    kept.reopen(kept.door.open_with_keyring())


def test_new_words_replace_the_old_ones_and_a_new_key_keeps_them(kept: Kept) -> None:
    words, key = kept.ask("new_recovery_words", lang="zh")["recovery_words"], kept.vault.key
    assert not words.isascii()
    kept.ask("rekey")
    assert kept.vault.key != key
    kept.vault.close()
    with pytest.raises(KeepsakeError):
        kept.door.open_with_recovery(kept.words)
    kept.reopen(kept.door.open_with_recovery(words))


def test_a_backup_is_written_anywhere_but_beside_the_vault(kept: Kept) -> None:
    assert kept.code("backup", path=str(kept.door.path), passphrase=OTHER) == "backup_place"
    assert kept.code("backup", path=str(kept.folder / "b"), passphrase="abc") == "passphrase_weak"
    assert kept.ask("backup", path=str(kept.folder / "b"), passphrase=OTHER)["bytes"] > 4096
    assert (kept.folder / "b").stat().st_mode & 0o777 == 0o600


@pytest.mark.real
def test_a_backup_put_in_place_is_what_the_running_engine_then_answers_from(tmp_path: Path) -> None:
    def ask(engine: RunningEngine, verb: str, **args: Any) -> dict[str, Any]:
        return engine.handle(verb, args, lambda kind, data: None, threading.Event())

    def running(folder: str) -> RunningEngine:
        vault, _ = door(tmp_path / folder).create("keyring")
        return RunningEngine(vault, Runtime(Catalogue.load(), ModelSettings()), Settings())

    file = tmp_path / "keepsake.backup"
    first = running("first")
    ask(first, "remember", text="My sister Ines lives in Porto")
    ask(first, "backup", path=str(file), passphrase=PHRASE)
    first.close()
    second = running("second")
    try:
        ask(second, "remember", text="My dentist is called Okafor")
        assert len(ask(second, "recall", query="dentist")["items"]) == 1
        with pytest.raises(KeepsakeError):
            ask(second, "restore_backup", path=str(file), passphrase=OTHER)
        assert len(ask(second, "memories")["items"]) == 1
        state = ask(second, "restore_backup", path=str(file), passphrase=PHRASE)
        assert state["memories"] == 1
        assert "Porto" in ask(second, "recall", query="Where does my sister live?")["items"][0]["content"]
        assert not [i for i in ask(second, "recall", query="dentist Okafor")["items"] if "Okafor" in i["content"]]
        ask(second, "remember", text="My sister Ines has a dog named Bolota")
        assert "Bolota" in ask(second, "recall", query="Ines dog")["items"][0]["content"]
    finally:
        second.close()
