"""Backup and restore: equal on another profile; a cut or altered file is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.vault import copies
from app.vault.backup import open_backup, unpacked, write_backup
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
