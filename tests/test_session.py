"""Before the vault is open: set-up, unlocking, what each state answers; never a second vault beside the first."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from app.engine.errors import KeepsakeError
from app.session import Session
from app.vault.vault import Vault
from tests.vault.doors import PHRASE, MemoryKeyring, door

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

    def open_with_keyring(self) -> Engine | None:
        return Engine(self.door.open_with_keyring()) if "keyring" in self.ways() else None

    def open_with_passphrase(self, passphrase: str) -> Engine:
        return Engine(self.door.open_with_passphrase(passphrase))

    def open_with_recovery(self, words: str) -> Engine:
        return Engine(self.door.open_with_recovery(words))

    def create(self, way: str, passphrase: str | None) -> tuple[Engine, str]:
        vault, words = self.door.create("keyring" if way == "keyring" else "passphrase", passphrase)
        return Engine(vault), words


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
