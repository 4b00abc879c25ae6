"""Backup and restore: equal on another profile; a cut or altered file is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.vault import copies
from app.vault.backup import open_backup, unpacked, write_backup
from app.vault.database import Database
from app.vault.vault import Vault, open_vault
from tests.vault.canary import canary, in_clear
from tests.vault.doors import PHRASE, QUICK, door
from tests.vault.making import said

KEY = bytes(range(32))


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    opened = open_vault(tmp_path / "profile", raw_key=KEY)
    said(opened.store, "I live in Shanghai", quote="I live in Shanghai")
    said(opened.store, "我喜欢喝茶")
    return opened


@pytest.fixture
def file(vault: Vault, tmp_path: Path) -> Path:
    target = tmp_path / "keepsake.backup"
    write_backup(vault, target, PHRASE, QUICK)
    return target


def code_of(call: object) -> str:
    with pytest.raises(KeepsakeError) as caught:
        call()  # type: ignore[operator]
    return caught.value.code


@pytest.mark.parametrize("way", ["passphrase", "keyring", "key"])
def test_a_backup_restored_on_another_profile_is_equal(vault: Vault, file: Path, tmp_path: Path, way: str) -> None:
    expected = copies.fingerprint(vault.database)
    other = door(tmp_path / "other")
    with unpacked(file, PHRASE, other.profile) as content:
        match way:
            case "key":
                restored = other.create_with_key(bytes(32), content=content)
            case "keyring":
                restored, _ = other.create("keyring", content=content)
            case _:
                restored, _ = other.create("passphrase", PHRASE, content=content)
    assert copies.fingerprint(restored.database) == expected
    assert restored.key != vault.key
    assert restored.database.faults() == []
    restored.close()
    assert not list((tmp_path / "other").glob("*restoring*"))
    vault.close()


def test_a_backup_is_one_private_file_without_a_readable_word(vault: Vault, tmp_path: Path) -> None:
    word = canary()
    said(vault.store, word)
    folder = tmp_path / "out"
    folder.mkdir()
    size = write_backup(vault, folder / "b", PHRASE, QUICK)
    assert [path.name for path in folder.iterdir()] == ["b"]
    assert (folder / "b").stat().st_size == size
    if os.name == "posix":
        assert (folder / "b").stat().st_mode & 0o777 == 0o600
    assert in_clear([folder, vault.profile], [word, PHRASE]) == []
    vault.close()


def test_it_holds_what_was_committed_when_it_was_made(vault: Vault, file: Path, tmp_path: Path) -> None:
    said(vault.store, "said later")
    key = open_backup(file, PHRASE, tmp_path / "unpacked")
    from app.vault.database import Database

    copy = Database(tmp_path / "unpacked", key)
    assert copy.one("SELECT count(*) FROM memories") == (2,)
    copy.close()
    vault.close()


def test_a_wrong_passphrase_is_told_from_damage(file: Path, tmp_path: Path, vault: Vault) -> None:
    assert code_of(lambda: open_backup(file, "something else", tmp_path / "x")) == "backup_wrong_passphrase"
    assert not (tmp_path / "x").exists()
    vault.close()


def test_a_backup_cut_anywhere_is_refused(file: Path, tmp_path: Path, vault: Vault) -> None:
    whole = file.read_bytes()
    for length in (0, 5, 18, 30, 200, 5000, len(whole) // 2, len(whole) - 4096, len(whole) - 1):
        file.write_bytes(whole[:length])
        assert code_of(lambda: open_backup(file, PHRASE, tmp_path / "x")) == "backup_damaged"
        assert not (tmp_path / "x").exists()
    vault.close()


def test_a_backup_altered_anywhere_is_refused(file: Path, tmp_path: Path, vault: Vault) -> None:
    whole = file.read_bytes()
    for at in (0, 17, 500, 2000, len(whole) // 2, len(whole) - 1):
        altered = bytearray(whole)
        altered[at] ^= 0x10
        file.write_bytes(altered)
        assert code_of(lambda: open_backup(file, PHRASE, tmp_path / "x")) in {
            "backup_damaged",
            "backup_wrong_passphrase",
        }
        assert not (tmp_path / "x").exists()
    file.write_bytes(whole + b"x")
    assert code_of(lambda: open_backup(file, PHRASE, tmp_path / "x")) == "backup_damaged"
    vault.close()


def test_restoring_over_a_vault_is_refused(file: Path, vault: Vault) -> None:
    vault.close()
    with unpacked(file, PHRASE, vault.profile) as content:
        assert code_of(lambda: door(vault.profile).create_with_key(KEY, content=content)) == "vault_exists"


def test_what_cannot_be_written_or_read(vault: Vault, tmp_path: Path) -> None:
    assert code_of(lambda: write_backup(vault, tmp_path / "no" / "b", PHRASE, QUICK)) == "file_unreadable"
    assert code_of(lambda: write_backup(vault, tmp_path / "b", "1234", QUICK)) == "passphrase_weak"
    assert code_of(lambda: open_backup(tmp_path / "none", PHRASE, tmp_path / "x")) == "file_unreadable"
    assert not list(vault.profile.glob("*backup*"))
    vault.close()


def test_restoring_into_an_open_vault_keeps_its_ways_in_and_what_was_there(file: Path, tmp_path: Path) -> None:
    here = door(tmp_path / "here")
    vault, words = here.create("passphrase", PHRASE)
    said(vault.store, "I was here before")
    before = copies.fingerprint(vault.database)
    with unpacked(file, PHRASE, here.profile) as content:
        vault.restore(*content)
        expected = Database(*content, migrate=False)
        assert copies.fingerprint(vault.database) == copies.fingerprint(expected)
        expected.close()
    assert {memory.content for memory in vault.store.memories()} == {"I live in Shanghai", "我喜欢喝茶"}
    kept = Database(here.profile / "vault.db.replaced-1", vault.key, migrate=False)
    assert copies.fingerprint(kept) == before
    kept.close()
    vault.close()
    assert sorted(p.name for p in here.profile.glob("vault.db*")) == ["vault.db", "vault.db.replaced-1"]
    again = here.open_with_recovery(words)
    assert again.database.faults() == []
    again.store.delete_memories([again.store.memories()[0].id])
    again.store.scrub()  # a deletion reaches what was set aside under the same key
    assert not list(here.profile.glob("vault.db.replaced-*"))
    again.close()
    here.open_with_passphrase(PHRASE).close()


def test_an_empty_vault_leaves_nothing_aside(file: Path, tmp_path: Path) -> None:
    vault = open_vault(tmp_path / "here", raw_key=bytes(32))
    with unpacked(file, PHRASE, vault.profile) as content:
        vault.restore(*content)
    vault.close()
    assert [p.name for p in vault.profile.glob("vault.db*")] == ["vault.db"]
    assert open_vault(tmp_path / "here", raw_key=bytes(32)).store.count_memories() == 2


def test_a_backup_of_a_newer_version_is_refused_before_anything_changes(vault: Vault, tmp_path: Path) -> None:
    vault.database.execute("PRAGMA user_version = 999")
    write_backup(vault, tmp_path / "newer", PHRASE, QUICK)
    vault.database.execute("PRAGMA user_version = 1")
    before = copies.fingerprint(vault.database)
    with unpacked(tmp_path / "newer", PHRASE, vault.profile) as content:
        assert code_of(lambda: vault.restore(*content)) == "vault_newer"
    assert copies.fingerprint(vault.database) == before
    other = door(tmp_path / "fresh")
    with unpacked(tmp_path / "newer", PHRASE, other.profile) as content:
        assert code_of(lambda: other.create("keyring", content=content)) == "vault_newer"
    assert not other.exists()
    vault.close()
    assert [p.name for p in vault.profile.glob("vault.db*")] == ["vault.db"]


@pytest.mark.parametrize("stop", ["slots", "aside", "renamed"])
def test_a_crash_while_restoring_leaves_the_one_or_the_other(
    file: Path, tmp_path: Path, stop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = door(tmp_path / "here")
    vault, words = here.create("keyring")
    said(vault.store, "I was here before")

    class Killed(BaseException):
        pass

    def killed(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch, unpacked(file, PHRASE, here.profile) as content, pytest.raises(Killed):
        if stop == "slots":
            patch.setattr(Database, "swap", killed)
        elif stop == "aside":
            replace = Path.replace
            patch.setattr(Path, "replace", lambda a, b: killed() if a.name.endswith("rekeyed") else replace(a, b))
        else:
            patch.setattr("app.vault.database.sync_folder", killed)
        vault.restore(*content)
    here.release()
    again = here.open_with_recovery(words)
    assert again.database.faults() == []
    told = {memory.content for memory in again.store.memories()}
    assert told == ({"I was here before"} if stop == "slots" else {"I live in Shanghai", "我喜欢喝茶"})
    again.close()
    assert not list(here.profile.glob("*rekeyed*"))
