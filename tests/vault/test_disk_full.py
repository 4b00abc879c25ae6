"""A disk that fills up: what was acknowledged stays, the person is told, and work goes on once there is room."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.vault.keyslots import KeySlots
from app.vault.store import Store
from app.vault.vault import Vault, open_vault
from tests.vault.doings import held
from tests.vault.making import NOON, draft, said, words
from tests.vault.processes import fork

KEY = bytes(range(32))


def in_a_process_of_its_own(check: Callable[[], None]) -> None:
    """Fork, since the limit on file sizes that stands for a full disk would hold for the whole test run."""
    child = fork()
    if child == 0:
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            check()
            os._exit(0)
        except BaseException as error:  # noqa: BLE001  # told to the parent by the exit code
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


def limit(largest: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))


def until_full(store: Store) -> int:
    """Write memories until it fails; returns how many were acknowledged."""
    for number in range(10_000):
        try:
            store.add_memory(draft(f"{number} " + "x" * 500), at=NOON)
        except KeepsakeError as error:
            assert error.code == "disk_full"
            return number
    raise AssertionError("never full")


def file_size(vault: Vault, suffix: str = "") -> int:
    return vault.database.path.with_name(vault.database.path.name + suffix).stat().st_size


@pytest.mark.real
def test_nothing_acknowledged_is_lost_and_writing_goes_on_when_there_is_room(tmp_path: Path) -> None:
    def check() -> None:
        vault = open_vault(tmp_path, raw_key=KEY)
        limit(file_size(vault, "-wal") + 300_000)
        written = until_full(vault.store)
        assert written > 5 and vault.store.count_memories() == written
        with pytest.raises(KeepsakeError), vault.store.transaction():
            vault.store.create_conversation(words("half"), at=NOON)
            until_full(vault.store)
            vault.store.create_conversation(words("y" * 400_000), at=NOON)
        assert vault.store.conversations() == []
        limit(resource.RLIM_INFINITY)
        vault.store.add_memory(draft("room again"), at=NOON)
        assert vault.store.count_memories() == written + 1 and vault.database.faults() == []
        vault.close()
        again = open_vault(tmp_path, raw_key=KEY)
        assert again.store.count_memories() == written + 1
        again.close()

    in_a_process_of_its_own(check)


@pytest.mark.real
def test_scrubbing_and_rekeying_without_room_change_nothing(tmp_path: Path) -> None:
    def check() -> None:
        vault = open_vault(tmp_path, raw_key=KEY)
        for number in range(40):
            said(vault.store, f"{number} " + "words " * 600)
        vault.store.delete_memories([vault.store.memories(limit=1)[0].id])
        vault.database.truncate_wal()
        before, slots = held(vault.database), KeySlots.load(tmp_path)
        limit(file_size(vault) // 2)
        for call in (vault.store.scrub, lambda: vault.rekey(bytes(32))):
            with pytest.raises(KeepsakeError) as caught:
                call()
            assert caught.value.code == "disk_full"
        assert vault.store.scrub_pending() and vault.store.receipts()[0].state == "removed"
        assert held(vault.database) == before and KeySlots.load(tmp_path) == slots
        assert not (tmp_path / "vault.db.rekeyed").exists()
        limit(resource.RLIM_INFINITY)
        vault.store.scrub()
        assert vault.store.receipts()[0].state == "verified"
        vault.close()

    in_a_process_of_its_own(check)
