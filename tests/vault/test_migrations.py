"""A stored vault of every released schema opens, keeps what it held, and comes out as a new vault would."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest

from app.vault.database import Database
from app.vault.migrations import LATEST
from app.vault.store import Store
from app.vault.vault import VaultDoor
from tests.vault.doings import disagreements, do, held, some
from tests.vault.doors import PHRASE, QUICK, MemoryKeyring
from tests.vault.making import NOON

DATA = Path(__file__).resolve().parents[1] / "data" / "vault"


def schema(database: Database) -> list[tuple[str, str]]:
    rows = database.all("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    return [(name, " ".join(sql.split())) for name, sql in rows]


@pytest.mark.parametrize("version", range(1, LATEST + 1))
def test_a_stored_vault_opens_with_all_it_held(version: int, tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    shutil.copytree(DATA / f"schema{version}", profile)
    expected = json.loads((profile / "holds.json").read_text(encoding="utf-8"))
    vault = VaultDoor(profile, keyring=MemoryKeyring(), clock=lambda: NOON).open_with_passphrase(PHRASE)
    assert vault.database.version() == LATEST
    assert vault.database.faults() == [] and disagreements(vault.database) == []
    every = vault.store.memories(statuses=("active", "archived", "superseded"))
    assert sorted([memory.content, memory.status] for memory in every) == expected["memories"]
    assert sum(len(vault.store.messages(chat.id)) for chat in vault.store.conversations()) == expected["messages"]
    assert sorted(fact.value for fact in vault.store.facts()) == expected["facts"]
    assert len(vault.store.vectors("memory", vault.store.active_model() or "")[0]) == expected["vectors"]
    fresh = Database(tmp_path / "fresh.db", bytes(32), create=True)
    assert schema(vault.database) == schema(fresh)
    fresh.close()
    vault.close()


def test_a_stored_vault_can_be_worked_with(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    shutil.copytree(DATA / "schema1", profile)
    vault = VaultDoor(profile, keyring=MemoryKeyring(), clock=lambda: NOON).open_with_passphrase(PHRASE)
    for doing in some(random.Random(4), 20, 1000):
        do(vault.store, doing)
    assert vault.database.faults() == [] and disagreements(vault.database) == []
    vault.close()


def write_sample(folder: Path) -> None:
    """Run once for each released schema, into tests/data/vault/schemaN; what it made is then kept."""
    shutil.rmtree(folder, ignore_errors=True)
    door = VaultDoor(folder, keyring=MemoryKeyring(), clock=lambda: NOON, cost=lambda: QUICK)
    vault, _ = door.create("passphrase", PHRASE)
    for doing in [("say", 0, 0), ("say", 1, 0), *some(random.Random(11), 40, 2)]:
        do(vault.store, doing)
    store: Store = vault.store
    every = store.memories(statuses=("active", "archived", "superseded"))
    holds = {
        "memories": sorted([memory.content, memory.status] for memory in every),
        "messages": sum(len(store.messages(chat.id)) for chat in store.conversations()),
        "facts": sorted(fact.value for fact in store.facts()),
        "vectors": len(store.vectors("memory", store.active_model() or "")[0]),
    }
    assert held(vault.database)
    vault.database.vacuum()
    vault.close()
    (folder / "vault.lock").unlink()
    (folder / "holds.json").write_text(json.dumps(holds, ensure_ascii=False, indent=1), encoding="utf-8")
