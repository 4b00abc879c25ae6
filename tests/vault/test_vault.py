"""The ways into a vault, and the lock-outs and silent empty vaults that must not happen."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.vault.vault import Vault, open_vault
from tests.vault.doors import PHRASE, MemoryKeyring, door
from tests.vault.making import NOON, draft

KEY = bytes(range(32))


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return tmp_path / "profile"


@pytest.fixture
def keyring() -> MemoryKeyring:
    return MemoryKeyring()


def code_of(call: object) -> str:
    with pytest.raises(KeepsakeError) as caught:
        call()  # type: ignore[operator]
    return caught.value.code


def marked(vault: Vault, text: str = "mine") -> None:
    vault.store.add_memory(draft(text), at=NOON)
    vault.close()


def assert_mine(vault: Vault, text: str = "mine") -> None:
    assert [memory.content for memory in vault.store.memories()] == [text]
    vault.close()


def test_a_raw_key_creates_the_vault_in_a_fresh_profile_and_opens_it_later(profile: Path) -> None:
    marked(open_vault(profile, raw_key=KEY))
    assert_mine(open_vault(profile, raw_key=KEY))
    if os.name == "posix":
        assert profile.stat().st_mode & 0o777 == 0o700
        assert {path.stat().st_mode & 0o777 for path in profile.iterdir()} == {0o600}


def test_the_file_is_that_of_the_raw_key(profile: Path, database: object) -> None:
    from app.vault.database import Database

    open_vault(profile, raw_key=KEY).close()
    Database(profile / "vault.db", KEY).close()


def test_a_passphrase_opens_and_a_wrong_one_does_not(profile: Path) -> None:
    vault, _ = door(profile).create("passphrase", PHRASE)
    marked(vault)
    assert code_of(lambda: door(profile).open_with_passphrase("another phrase")) == "passphrase_wrong"
    assert_mine(door(profile).open_with_passphrase(PHRASE))


def test_a_weak_passphrase_leaves_nothing_behind(profile: Path) -> None:
    assert code_of(lambda: door(profile).create("passphrase", "1234")) == "passphrase_weak"
    assert not door(profile).exists()


def test_the_keyring_opens_without_asking(profile: Path, keyring: MemoryKeyring) -> None:
    vault, _ = door(profile, keyring).create("keyring")
    assert vault.key not in keyring.entries.values()  # what the keyring has is not the vault key itself
    marked(vault)
    assert_mine(door(profile, keyring).open_with_keyring())


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_recovery_words_open_when_the_keyring_is_gone(profile: Path, keyring: MemoryKeyring, lang: str) -> None:
    vault, words = door(profile, keyring).create("keyring", lang=lang)  # type: ignore[arg-type]
    marked(vault)
    assert_mine(door(profile, MemoryKeyring()).open_with_recovery(words))
    assert code_of(lambda: door(profile).open_with_recovery("abandon " * 24)) == "recovery_wrong"


def test_failures_of_the_keyring_are_told_apart(profile: Path, keyring: MemoryKeyring) -> None:
    vault, _ = door(profile, keyring).create("keyring")
    marked(vault)
    assert code_of(lambda: door(profile, MemoryKeyring()).open_with_keyring()) == "keyring_no_entry"
    other = MemoryKeyring()
    other.name = "another.Keyring"
    assert code_of(lambda: door(profile, other).open_with_keyring()) == "keyring_changed"
    for code in ("keyring_locked", "keyring_none"):
        keyring.fails = code
        assert code_of(lambda: door(profile, keyring).open_with_keyring()) == code
    keyring.fails = None
    assert_mine(door(profile, keyring).open_with_keyring())


def test_set_up_with_a_keyring_that_fails_leaves_nothing_behind(profile: Path, keyring: MemoryKeyring) -> None:
    keyring.fails = "keyring_locked"
    assert code_of(lambda: door(profile, keyring).create("keyring")) == "keyring_locked"
    assert not door(profile).exists()


def test_changing_the_passphrase_never_re_encrypts(profile: Path) -> None:
    vault, _ = door(profile).create("passphrase", PHRASE)
    key = vault.key
    vault.set_passphrase("四个没有关系的词语组成的口令")
    marked(vault)
    assert code_of(lambda: door(profile).open_with_passphrase(PHRASE)) == "passphrase_wrong"
    again = door(profile).open_with_passphrase("四个没有关系的词语组成的口令")
    assert again.key == key
    assert_mine(again)


def test_switching_between_ways_in(profile: Path, keyring: MemoryKeyring) -> None:
    vault, words = door(profile, keyring).create("keyring")
    vault.set_passphrase(PHRASE)
    vault.remove_way("keyring")
    assert vault.ways() == ["recovery", "passphrase"] and keyring.entries == {}
    assert code_of(lambda: vault.remove_way("passphrase")) == "vault_no_way_in"
    fresh = vault.new_recovery_words()
    marked(vault)
    assert code_of(lambda: door(profile).open_with_keyring()) == "vault_no_way_in"
    assert code_of(lambda: door(profile).open_with_recovery(words)) == "recovery_wrong"
    assert_mine(door(profile).open_with_recovery(fresh))


def test_a_raw_key_vault_can_be_given_a_passphrase(profile: Path) -> None:
    vault = open_vault(profile, raw_key=KEY)
    vault.set_passphrase(PHRASE)
    marked(vault)
    assert_mine(door(profile).open_with_passphrase(PHRASE))
    raw = open_vault(profile, raw_key=KEY)
    # Opened by the raw key, the other ways in could not be kept, so they are not changed from here.
    assert code_of(lambda: raw.set_passphrase(PHRASE + PHRASE)) == "vault_locked"
    assert_mine(raw)


# --- what is wrong with the vault -----------------------------------------------------------------------------------


def test_a_wrong_key_is_told_from_everything_else_and_changes_nothing(profile: Path) -> None:
    marked(open_vault(profile, raw_key=KEY))
    before = (profile / "vault.db").read_bytes()
    wrong = bytes(32)
    assert code_of(lambda: open_vault(profile, raw_key=wrong)) == "vault_wrong_key"
    assert code_of(lambda: door(profile).check_key(wrong)) == "vault_wrong_key"
    (profile / "keyslots.json").unlink()
    assert code_of(lambda: open_vault(profile, raw_key=wrong)) == "vault_wrong_key"
    assert (profile / "vault.db").read_bytes() == before
    assert_mine(open_vault(profile, raw_key=KEY))  # keyslots.json lost: the right key still opens


def test_a_vault_that_is_gone_is_missing_and_no_empty_one_takes_its_place(profile: Path) -> None:
    marked(open_vault(profile, raw_key=KEY))
    (profile / "vault.db").unlink()
    for call in (
        lambda: open_vault(profile, raw_key=KEY),
        lambda: door(profile).open_with_recovery("abandon " * 24),
    ):
        assert code_of(call) == "vault_missing"
    assert code_of(lambda: door(profile).create("passphrase", PHRASE)) == "vault_exists"
    assert not (profile / "vault.db").exists()


def test_nothing_is_created_by_unlocking_an_empty_profile(profile: Path) -> None:
    assert code_of(lambda: door(profile).open_with_passphrase(PHRASE)) == "vault_missing"
    assert not door(profile).exists()


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"SQLite format 3\0" + bytes(8000), "vault_not_a_vault"), (os.urandom(8192), "vault_not_a_vault")],
)
def test_another_file_in_the_vaults_place(profile: Path, content: bytes, code: str) -> None:
    open_vault(profile, raw_key=KEY).close()
    (profile / "vault.db").write_bytes(content)
    assert code_of(lambda: open_vault(profile, raw_key=KEY)) == code


def test_a_damaged_first_page(profile: Path) -> None:
    open_vault(profile, raw_key=KEY).close()
    content = bytearray((profile / "vault.db").read_bytes())
    content[100] ^= 1
    (profile / "vault.db").write_bytes(content)
    assert code_of(lambda: open_vault(profile, raw_key=KEY)) == "vault_damaged"


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 1, "vault": "zz", "keys": [], "slots": []}', "\u00e9"])
def test_damaged_keyslots(profile: Path, text: str) -> None:
    open_vault(profile, raw_key=KEY).close()
    (profile / "keyslots.json").write_bytes(text.encode("latin-1"))
    assert code_of(lambda: open_vault(profile, raw_key=KEY)) == "vault_damaged"


def test_keyslots_of_a_newer_version(profile: Path) -> None:
    open_vault(profile, raw_key=KEY).close()
    document = json.loads((profile / "keyslots.json").read_text())
    (profile / "keyslots.json").write_text(json.dumps({**document, "format": 2}))
    assert code_of(lambda: open_vault(profile, raw_key=KEY)) == "vault_newer"


def test_a_second_engine_is_kept_out(profile: Path) -> None:
    first = open_vault(profile, raw_key=KEY)
    assert code_of(lambda: open_vault(profile, raw_key=KEY)) == "vault_in_use"
    first.close()
    open_vault(profile, raw_key=KEY).close()


def test_a_profile_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert code_of(lambda: open_vault(tmp_path / "file" / "profile", raw_key=KEY)) == "vault_read_only"


def test_no_key_is_in_any_file(profile: Path, keyring: MemoryKeyring) -> None:
    vault, words = door(profile, keyring).create("keyring")
    vault.set_passphrase(PHRASE)
    secrets = [vault.key, vault.key.hex().encode(), words.encode(), PHRASE.encode(), *keyring.entries.values()]
    secrets += [secret.hex().encode() for secret in keyring.entries.values()]
    marked(vault)
    for path in profile.iterdir():
        assert not [secret for secret in secrets if secret in path.read_bytes()]


# --- set-up cut short -----------------------------------------------------------------------------------------------


def test_a_set_up_cut_short_before_the_key_slots_begins_anew(profile: Path) -> None:
    profile.mkdir()
    (profile / "vault.db.new").write_bytes(os.urandom(4096))
    assert not door(profile).exists()
    marked(open_vault(profile, raw_key=KEY))
    assert_mine(open_vault(profile, raw_key=KEY))
    assert not (profile / "vault.db.new").exists()


def test_a_set_up_cut_short_before_the_rename_is_finished(profile: Path) -> None:
    open_vault(profile, raw_key=KEY).close()
    (profile / "vault.db").rename(profile / "vault.db.new")
    open_vault(profile, raw_key=KEY).close()
    assert (profile / "vault.db").exists() and not (profile / "vault.db.new").exists()
