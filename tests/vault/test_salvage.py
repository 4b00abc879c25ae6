"""What can be read of a damaged vault is saved; the rest does not take it down with it."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.vault.layout import set_aside
from app.vault.vault import Vault, open_vault
from tests.vault.doings import disagreements, do
from tests.vault.doors import PHRASE, door
from tests.vault.making import said

KEY = bytes(range(32))
PAGE = 4096
MANY = 120


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("salvage") / "profile"
    vault = open_vault(folder, raw_key=KEY)
    vault.set_passphrase(PHRASE)
    with vault.store.transaction():
        for number in range(MANY):
            do(vault.store, ("merge" if number % 10 == 5 else "say", number, number))
    vault.close()
    return folder


@pytest.fixture
def profile(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "profile"))


def damage(profile: Path, pages: list[int]) -> None:
    with (profile / "vault.db").open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * PAGE + 100)
            file.write(b"\xff" * 200)


def pages_of(profile: Path) -> int:
    return (profile / "vault.db").stat().st_size // PAGE


def repaired(profile: Path) -> Vault:
    return door(profile).open_with_passphrase(PHRASE, repair=True)


def test_a_sound_vault_is_saved_whole(profile: Path) -> None:
    vault = repaired(profile)
    assert vault.salvaged == {"memories": MANY, "messages": 2 * MANY, "conversations": MANY, "facts": MANY}
    vault.close()


@pytest.mark.parametrize("seed", range(5))
def test_most_is_saved_when_some_pages_are_damaged(profile: Path, seed: int) -> None:
    chance = random.Random(seed)
    damage(profile, chance.sample(range(20, pages_of(profile)), 3))
    vault = repaired(profile)
    assert vault.database.faults() == [] and disagreements(vault.database) == []
    assert vault.salvaged is not None
    assert vault.salvaged["memories"] > MANY * 0.6 and vault.salvaged["messages"] > MANY
    said(vault.store, "and life goes on")
    vault.close()
    again = door(profile).open_with_passphrase(PHRASE)  # every way in still works
    assert again.store.count_memories() == vault.salvaged["memories"] + 1
    again.close()


def test_the_damaged_file_is_kept_until_something_is_deleted(profile: Path) -> None:
    damage(profile, [pages_of(profile) - 3])
    before = (profile / "vault.db").read_bytes()
    vault = repaired(profile)
    assert (profile / "vault.db.damaged-1").read_bytes() == before
    vault.store.delete_memories([vault.store.memories(limit=1)[0].id])
    vault.store.scrub()
    assert not list(profile.glob("*damaged*"))
    vault.close()


def test_when_nothing_can_be_read_the_vault_stays_as_it_is(profile: Path) -> None:
    with (profile / "vault.db").open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 200)
    before = (profile / "vault.db").read_bytes()
    with pytest.raises(KeepsakeError) as caught:
        repaired(profile)
    assert caught.value.code == "vault_damaged"
    assert (profile / "vault.db").read_bytes() == before
    assert sorted(path.name for path in profile.iterdir()) == ["keyslots.json", "vault.db", "vault.lock"]


def test_a_wrong_passphrase_repairs_nothing(profile: Path) -> None:
    before = (profile / "vault.db").read_bytes()
    with pytest.raises(KeepsakeError) as caught:
        door(profile).open_with_passphrase("another phrase", repair=True)
    assert caught.value.code == "passphrase_wrong"
    assert (profile / "vault.db").read_bytes() == before


def test_a_repair_cut_short_between_its_renames_is_finished(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Crash(BaseException):
        pass

    def aside_and_crash(path: Path) -> None:
        set_aside(path)
        raise Crash

    monkeypatch.setattr("app.vault.vault.set_aside", aside_and_crash)
    with pytest.raises(Crash):
        repaired(profile)
    monkeypatch.undo()
    assert not (profile / "vault.db").exists()
    vault = door(profile).open_with_passphrase(PHRASE)
    assert vault.store.count_memories() == MANY
    vault.close()
