"""Names of the files of a profile's vault, and the one part of them that is readable."""

from __future__ import annotations

from pathlib import Path

from app.engine.errors import KeepsakeError
from app.vault.keyslots import HEAD_BYTES

VAULT = "vault.db"
NEW = "vault.db.new"
REKEYED = "vault.db.rekeyed"
DAMAGED = "vault.db.damaged"
LOCK = "vault.lock"


def head_of(path: Path) -> bytes:
    """The first bytes of the file: SQLCipher's salt, in a vault."""
    try:
        with path.open("rb") as file:
            return file.read(HEAD_BYTES)
    except PermissionError:
        raise KeepsakeError("vault_read_only") from None


def set_aside(vault: Path) -> Path:
    """Rename a damaged vault file and its WAL, so that what could not be saved is not lost; returns its new name.

    The next deletion removes it, since it still holds everything.
    """
    number = 1
    while (aside := vault.with_name(f"{DAMAGED}-{number}")).exists():
        number += 1
    wal = vault.with_name(vault.name + "-wal")
    if wal.exists():
        wal.replace(aside.with_name(aside.name + "-wal"))
    vault.with_name(vault.name + "-shm").unlink(missing_ok=True)
    vault.replace(aside)
    return aside
