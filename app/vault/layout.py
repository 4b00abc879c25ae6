"""Names of the files of a profile's vault, and the one part of them that is readable."""

from __future__ import annotations

import shutil
from pathlib import Path

from app.engine.errors import KeepsakeError
from app.vault.keyslots import HEAD_BYTES

VAULT = "vault.db"
NEW = "vault.db.new"
REKEYED = "vault.db.rekeyed"
DAMAGED = "vault.db.damaged"
REPLACED = "vault.db.replaced"  # by a restored backup; under the same key
OLD = "old"  # a vault nobody could open, with its key slots, before a backup took its place
LOCK = "vault.lock"


def head_of(path: Path) -> bytes:
    """The first bytes of the file: SQLCipher's salt, in a vault."""
    try:
        with path.open("rb") as file:
            return file.read(HEAD_BYTES)
    except PermissionError:
        raise KeepsakeError("vault_read_only") from None


def free_name(path: Path, mark: str) -> Path:
    """`path.mark-1`, or the next number that is free."""
    number = 1
    while (aside := path.with_name(f"{path.name}.{mark}-{number}")).exists():
        number += 1
    return aside


def set_aside(vault: Path) -> Path:
    """Rename a damaged vault file and its WAL, so that what could not be saved is not lost; returns its new name.

    The next deletion removes it, since it still holds everything.
    """
    return _renamed(vault, free_name(vault, DAMAGED.rpartition(".")[2]))


def set_old_aside(vault: Path, slots: Path) -> None:
    """Rename a vault that cannot be opened, and its ways in, so that a backup can take its place. No deletion removes
    it: it may be all there is, the day its passphrase comes back to mind."""
    aside = free_name(vault, OLD)
    if slots.exists():  # a copy: as long as it is not replaced, a vault is expected here
        shutil.copy2(slots, slots.with_name(slots.name + aside.name.removeprefix(vault.name)))
    if vault.exists():
        _renamed(vault, aside)


def _renamed(vault: Path, aside: Path) -> Path:
    wal = vault.with_name(vault.name + "-wal")
    if wal.exists():
        wal.replace(aside.with_name(aside.name + "-wal"))
    vault.with_name(vault.name + "-shm").unlink(missing_ok=True)
    vault.replace(aside)
    return aside
