"""Before the vault is open: set-up, unlocking, what each state answers; never a second vault beside the first."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from app.engine.errors import KeepsakeError
from app.session import Session
from app.vault.backup import unpacked, write_backup
from app.vault.keyslots import SlotKind
from app.vault.vault import Vault
from tests.vault.doors import PHRASE, QUICK, MemoryKeyring, door
from tests.vault.making import fill, said

KEY = bytes(range(32))


class Engine:
    """Notes that it was opened, and over which vault."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault

    def handle(self, verb: str, args: dict[str, Any], emit: Any, cancel: Any) -> dict[str, Any]:
        return {"chat_model": "tiny", "embedder": "e5"} if verb == "hello" else {"did": verb}

    def close(self) -> None:
        self.vault.close()


class Vaults:
    """The ways of `app.session.Vaults` over a real vault in a test's keyring."""

    def __init__(self, profile: Path, keyring: MemoryKeyring) -> None:
        self.door = door(profile, keyring)

    def exists(self) -> bool:
        return self.door.exists()

    def ways(self) -> list[str]:
        return list(self.door.ways())

    def check_key(self, key: bytes) -> None:
        self.door.check_key(key)

    def open_with_key(self, key: bytes) -> Engine:
        return Engine(self.door.open_with_key(key))

    def open_with_keyring(self, *, repair: bool = False) -> Engine | None:
        return Engine(self.door.open_with_keyring(repair=repair)) if "keyring" in self.ways() else None

    def open_with_passphrase(self, passphrase: str, *, repair: bool = False) -> Engine:
        return Engine(self.door.open_with_passphrase(passphrase, repair=repair))

    def open_with_recovery(self, words: str, *, repair: bool = False) -> Engine:
        return Engine(self.door.open_with_recovery(words, repair=repair))

    def create(self, way: str, passphrase: str | None, lang: str | None = None) -> tuple[Engine, str]:
        vault, words = self.door.create(slot(way), passphrase, lang="zh" if lang == "zh" else "en")
        return Engine(vault), words

    def restore(
        self, file: Path, passphrase: str, way: str, own: str | None, lang: str | None, *, instead: bool
    ) -> tuple[Engine, str]:
        with unpacked(file, passphrase, self.door.profile) as content:
            vault, words = self.door.create(slot(way), own, content=content, instead=instead)
        return Engine(vault), words


def slot(way: str) -> SlotKind:
    return "keyring" if way == "keyring" else "passphrase"


class Profile:
    """Sessions of one profile, one after the other as engine processes would be."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.keyring = MemoryKeyring()
        self._open: list[Session] = []

    def session(self, key: bytes | None = None, *, unlock: bool = True) -> Session:
        session = Session(self.folder, Vaults(self.folder, self.keyring), doctor=lambda engine, emit: {"checks": []})
        self._open.append(session)
        session.start(key, unlock=unlock)
        return session

    def close(self) -> None:
        for session in self._open:
            session.close()


@pytest.fixture
def profile(tmp_path: Path) -> Any:
    profile = Profile(tmp_path / "p")
    yield profile
    profile.close()


def ask(session: Session, verb: str, **args: Any) -> dict[str, Any]:
    return session.handle(verb, args, lambda kind, data: None, threading.Event())


def code_of(session: Session, verb: str, **args: Any) -> str:
    with pytest.raises(KeepsakeError) as caught:
        ask(session, verb, **args)
    return caught.value.code


def test_a_fresh_profile_asks_for_set_up_and_makes_no_vault_by_itself(profile: Profile) -> None:
    session = profile.session()
    hello = ask(session, "hello")
    assert (hello["vault"], hello["ways"], hello["chat_model"]) == ("setup", [], None)
    assert {"version", "network_attempts", "profile", "embedder"} <= set(hello)
    assert code_of(session, "memories") == "vault_missing"
    assert code_of(session, "unlock", passphrase=PHRASE) == "vault_missing"
    assert not (profile.folder / "vault.db").exists()


@pytest.mark.parametrize("way", [{"way": "keyring"}, {"way": "passphrase", "passphrase": PHRASE}])
def test_set_up_opens_the_vault_and_shows_recovery_words_once(profile: Profile, way: dict[str, str]) -> None:
    session = profile.session()
    words = ask(session, "setup", **way)["recovery_words"]
    assert len(words.split()) >= 12
    assert ask(session, "hello")["vault"] == "ready"
    assert ask(session, "memories") == {"did": "memories"}
    assert code_of(session, "setup", **way) == "vault_exists"
    session.close()
    again = profile.session(unlock=False)
    assert code_of(again, "setup", **way) == "vault_exists"
    assert ask(again, "unlock", recovery=words) == {"vault": "ready"}


def test_a_refused_passphrase_leaves_no_vault_behind(profile: Profile) -> None:
    session = profile.session()
    assert code_of(session, "setup", way="passphrase", passphrase="123456") == "passphrase_weak"
    assert ask(session, "hello")["vault"] == "setup"


def test_the_keyring_opens_at_start_unless_the_owner_locked(profile: Profile) -> None:
    session = profile.session()
    ask(session, "setup", way="keyring")
    session.close()
    opened = profile.session()
    assert ask(opened, "hello")["vault"] == "ready"
    opened.close()
    locked = profile.session(unlock=False)
    assert ask(locked, "hello")["vault"] == "locked"
    assert code_of(locked, "memories") == "vault_locked"
    assert ask(locked, "unlock") == {"vault": "ready"}


@pytest.mark.parametrize("fault", ["keyring_locked", "keyring_none"])
def test_a_keyring_that_does_not_help_leaves_it_locked_and_says_why(profile: Profile, fault: str) -> None:
    session = profile.session()
    words = ask(session, "setup", way="keyring")["recovery_words"]
    session.close()
    profile.keyring.fails = fault
    again = profile.session()
    hello = ask(again, "hello")
    assert (hello["vault"], hello["why_locked"]) == ("locked", fault)
    assert ask(again, "unlock", recovery=words) == {"vault": "ready"}
    assert ask(again, "hello")["why_locked"] is None


def test_a_passphrase_is_asked_for_and_a_wrong_one_refused(profile: Profile) -> None:
    session = profile.session()
    ask(session, "setup", way="passphrase", passphrase=PHRASE)
    session.close()
    again = profile.session()
    assert ask(again, "hello")["ways"] == ["recovery", "passphrase"]
    assert code_of(again, "unlock", passphrase="wrong horse battery staple") == "passphrase_wrong"
    assert ask(again, "unlock", passphrase=PHRASE) == {"vault": "ready"}


def test_the_raw_key_makes_the_vault_of_a_fresh_profile_and_opens_it_again(profile: Profile) -> None:
    first = profile.session(KEY)
    assert ask(first, "hello")["vault"] == "ready"
    first.close()
    assert ask(profile.session(KEY), "memories") == {"did": "memories"}
    assert profile.keyring.entries == {}


def test_another_raw_key_is_refused_at_start_and_to_an_open_vault(profile: Profile) -> None:
    session = profile.session(KEY)
    other = bytes(32)
    assert code_of(session, "unlock", key=other.hex()) == "vault_wrong_key"
    assert ask(session, "unlock", key=KEY.hex()) == {"vault": "ready"}
    session.close()
    with pytest.raises(KeepsakeError) as caught:
        profile.session(other)
    assert caught.value.code == "vault_wrong_key"
    assert sorted(path.name for path in profile.folder.glob("vault.db*")) == ["vault.db"]


@pytest.mark.parametrize("key", ["", "12", "zz" * 32, "00" * 31])
def test_a_malformed_key_is_told(profile: Profile, key: str) -> None:
    assert code_of(profile.session(), "unlock", key=key) == "key_format"


def test_lock_has_nothing_to_undo(profile: Profile) -> None:
    assert ask(profile.session(), "lock") == {}


def made(folder: Path, words: str) -> Path:
    """A backup of another profile that holds one memory."""
    vault, _ = door(folder / "other").create("keyring")
    said(vault.store, words)
    write_backup(vault, folder / "keepsake.backup", PHRASE, QUICK)
    vault.close()
    return folder / "keepsake.backup"


def known(session: Session) -> list[str]:
    engine: Any = session._engine
    return [memory.content for memory in engine.vault.store.memories()]


def test_a_fresh_profile_can_begin_with_a_backup(profile: Profile, tmp_path: Path) -> None:
    file = made(tmp_path, "You like tea")
    session = profile.session()
    assert code_of(session, "restore_backup", path=str(file), passphrase="wrong") == "backup_wrong_passphrase"
    assert ask(session, "hello")["vault"] == "setup"
    words = ask(session, "restore_backup", path=str(file), passphrase=PHRASE, way="keyring")["recovery_words"]
    assert ask(session, "hello")["vault"] == "ready" and known(session) == ["You like tea"]
    session.close()
    assert ask(profile.session(unlock=False), "unlock", recovery=words) == {"vault": "ready"}


def test_a_vault_nobody_can_open_is_set_aside_for_a_backup_only_when_told(profile: Profile, tmp_path: Path) -> None:
    file = made(tmp_path, "You like tea")
    first = profile.session()
    old = ask(first, "setup", way="passphrase", passphrase=PHRASE)["recovery_words"]
    first.close()
    session = profile.session()
    args = {"path": str(file), "passphrase": PHRASE, "way": "passphrase", "own_passphrase": "another long phrase"}
    assert code_of(session, "restore_backup", **args) == "vault_exists"
    assert code_of(session, "restore_backup", **{**args, "passphrase": "x"}, instead=True) == "backup_wrong_passphrase"
    assert ask(session, "hello")["vault"] == "locked"
    ask(session, "restore_backup", **args, instead=True)
    assert known(session) == ["You like tea"]
    session.close()
    aside = {path.name: path for path in profile.folder.glob("*.old-1")}
    assert set(aside) == {"vault.db.old-1", "keyslots.json.old-1"}
    back = tmp_path / "back"  # the day its passphrase comes back to mind
    back.mkdir()
    aside["vault.db.old-1"].rename(back / "vault.db")
    aside["keyslots.json.old-1"].rename(back / "keyslots.json")
    door(back).open_with_recovery(old).close()


def test_a_damaged_vault_opens_again_with_what_could_be_saved(profile: Profile) -> None:
    session = profile.session()
    ask(session, "setup", way="passphrase", passphrase=PHRASE)
    engine: Any = session._engine
    fill(engine.vault.store, 200)
    session.close()
    path = profile.folder / "vault.db"
    content = bytearray(path.read_bytes())
    content[4096 * 60 : 4096 * 62] = bytes(8192)
    path.write_bytes(content)
    again = profile.session()
    ask(again, "unlock", passphrase=PHRASE, repair=True)
    engine = again._engine
    assert 0 < engine.vault.salvaged["memories"] <= 200


def test_how_strong_a_passphrase_is_can_be_asked_before_there_is_a_vault(profile: Profile) -> None:
    session = profile.session()
    assert ask(session, "passphrase_strength", passphrase="123456") == {"score": 0, "enough": False}
    assert ask(session, "passphrase_strength", passphrase=PHRASE)["enough"] is True


def test_a_profile_in_a_synced_folder_is_told(tmp_path: Path) -> None:
    synced = Profile(tmp_path / "Dropbox" / "p")
    assert ask(synced.session(), "hello")["synced_by"] == "Dropbox"
    synced.close()


def test_set_up_speaks_the_language_of_who_asks(profile: Profile) -> None:
    words = ask(profile.session(), "setup", way="keyring", lang="zh")["recovery_words"]
    assert not words.isascii()
