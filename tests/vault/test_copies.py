"""Rekeying, and copies that must be equal."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.vault import copies
from app.vault.database import Database
from app.vault.keyslots import KeySlots
from app.vault.vault import Vault, VaultDoor, open_vault
from tests.vault.doors import PHRASE, MemoryKeyring, door
from tests.vault.making import NOON, draft, said, words

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))


def test_a_copy_under_another_key_is_the_same_vault(database: Database, tmp_path: Path) -> None:
    database.execute("INSERT INTO meta VALUES ('a', '一')")
    target = tmp_path / "copy.db"
    copies.export(database.path, KEY, target, OTHER)
    copies.require_same(target, OTHER, copies.fingerprint(database))
    copy = Database(target, OTHER)
    assert copy.version() == database.version()
    copy.close()
    with pytest.raises(KeepsakeError):
        Database(target, KEY)


def test_a_copy_that_differs_is_noticed(database: Database, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    copies.export(database.path, KEY, target, OTHER)
    database.execute("INSERT INTO meta VALUES ('later', '1')")
    with pytest.raises(KeepsakeError) as caught:
        copies.require_same(target, OTHER, copies.fingerprint(database))
    assert caught.value.code == "vault_damaged"


def test_copying_does_not_keep_others_from_writing(database: Database, tmp_path: Path) -> None:
    reader = Database(database.path, KEY, migrate=False)
    with reader.transaction():
        pass
    reader.execute("BEGIN")
    reader.one("SELECT count(*) FROM meta")
    database.execute("INSERT INTO meta VALUES ('during', '1')")
    assert reader.one("SELECT count(*) FROM meta") == (0,)
    reader.execute("COMMIT")
    reader.close()


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return tmp_path / "profile"


def contents(vault: Vault) -> list[str]:
    return [memory.content for memory in vault.store.memories()]


def test_after_rekeying_every_way_in_still_works_and_the_old_key_does_not(profile: Path) -> None:
    keyring = MemoryKeyring()
    vault, recovery = door(profile, keyring).create("keyring")
    vault.set_passphrase(PHRASE)
    vault.store.add_memory(draft("before"), at=NOON)
    old = vault.key
    vault.rekey()
    vault.store.add_memory(draft("after"), at=NOON)
    vault.close()
    for opened in (
        lambda: door(profile, keyring).open_with_keyring(),
        lambda: door(profile).open_with_passphrase(PHRASE),
        lambda: door(profile).open_with_recovery(recovery),
    ):
        again = opened()
        assert contents(again) == ["before", "after"] and again.key != old
        again.close()
    with pytest.raises(KeepsakeError) as caught:
        open_vault(profile, raw_key=old)
    assert caught.value.code == "vault_wrong_key"
    slots = KeySlots.load(profile)
    assert slots is not None and len(slots.keys) == 1
    assert sorted(path.name for path in profile.iterdir()) == ["keyslots.json", "vault.db", "vault.lock"]


def test_a_raw_key_vault_is_rekeyed_with_the_key_it_is_given(profile: Path) -> None:
    vault = open_vault(profile, raw_key=KEY)
    said(vault.store, "mine")
    with pytest.raises(KeepsakeError) as caught:
        vault.rekey()
    assert caught.value.code == "key_format"
    vault.rekey(OTHER)
    vault.close()
    again = open_vault(profile, raw_key=OTHER)
    assert contents(again) == ["mine"]
    again.close()


class Crash(BaseException):
    pass


@pytest.mark.parametrize("step", ["export", "require_same", "fingerprint", "swap", "second_save"])
def test_rekeying_cut_short_anywhere_leaves_a_vault_that_opens(
    profile: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, _ = door(profile).create("passphrase", PHRASE)
    vault.store.add_memory(draft("mine"), at=NOON)

    def crash(*_: object, **__: object) -> None:
        raise Crash

    if step == "swap":
        monkeypatch.setattr(Database, "swap", crash)
    elif step == "second_save":
        save = KeySlots.save
        saved: list[int] = []

        def crash_at_the_second(self: KeySlots, folder: Path) -> None:
            saved.append(1)
            crash() if len(saved) == 2 else save(self, folder)

        monkeypatch.setattr(KeySlots, "save", crash_at_the_second)
    else:
        monkeypatch.setattr(copies, step, crash)
    with pytest.raises(Crash):
        vault.rekey()
    monkeypatch.undo()
    vault.close()
    again = door(profile).open_with_passphrase(PHRASE)
    assert contents(again) == ["mine"] and again.database.faults() == []
    slots = KeySlots.load(profile)
    assert slots is not None and len(slots.keys) == 1
    assert not (profile / "vault.db.rekeyed").exists()
    again.close()


def test_rekeying_on_a_full_disk_leaves_the_old_vault(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault, _ = VaultDoor(profile, keyring=MemoryKeyring()).create("keyring")
    vault.store.create_conversation(words("mine"), at=NOON)

    def full(*_: object) -> None:
        raise KeepsakeError("disk_full")

    monkeypatch.setattr(copies, "export", full)
    with pytest.raises(KeepsakeError):
        vault.rekey()
    assert [c.title for c in vault.store.conversations()] == ["mine"]
    vault.close()
