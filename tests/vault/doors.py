"""A keyring that lives in the test, and doors that open quickly."""

from __future__ import annotations

from pathlib import Path

from app.engine.errors import KeepsakeError
from app.vault.passphrase import Cost
from app.vault.vault import VaultDoor

QUICK = Cost(time=1, memory_kib=64, lanes=1)
PHRASE = "correct horse battery staple"


class MemoryKeyring:
    """Keeps keys in a dictionary; can be told to be locked, absent or another one."""

    def __init__(self) -> None:
        self.entries: dict[str, bytes] = {}
        self.name = "test.Keyring"
        self.fails: str | None = None

    def _check(self) -> None:
        if self.fails:
            raise KeepsakeError(self.fails)

    def backend(self) -> str:
        if self.fails == "keyring_none":
            raise KeepsakeError("keyring_none")
        return self.name

    def get(self, vault_id: str) -> bytes | None:
        self._check()
        return self.entries.get(vault_id)

    def put(self, vault_id: str, key: bytes) -> None:
        self._check()
        self.entries[vault_id] = key

    def remove(self, vault_id: str) -> None:
        self._check()
        self.entries.pop(vault_id, None)


def door(profile: Path, keyring: MemoryKeyring | None = None) -> VaultDoor:
    return VaultDoor(profile, keyring=keyring or MemoryKeyring(), cost=lambda: QUICK)
