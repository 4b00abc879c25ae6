"""A whole vault file under another key, made while the vault is in use, and whether two files hold the same."""

from __future__ import annotations

import hashlib
from pathlib import Path

from app.engine.errors import KeepsakeError
from app.vault.database import APPLICATION_ID, Database, create_empty, remove_file


def export(source: Path, key: bytes, target: Path, target_key: bytes) -> None:
    """Write what is committed in `source` to the new file `target` under `target_key`; on disk when this returns.

    Reads through a connection of its own, in one transaction, so others may go on writing. Needs a sound source;
    KeepsakeError `vault_damaged`, `disk_full` otherwise, and then there is no target.
    """
    reader = Database(source, key, migrate=False)
    try:
        create_empty(target)
        reader.execute("ATTACH DATABASE ? AS target KEY ?", (str(target), f"x'{target_key.hex()}'"))
        reader.execute("PRAGMA target.synchronous = FULL")
        with reader.transaction():
            reader.one("SELECT sqlcipher_export('target')")
            reader.execute(f"PRAGMA target.application_id = {APPLICATION_ID}")
            reader.execute(f"PRAGMA target.user_version = {reader.version()}")
        reader.execute("DETACH DATABASE target")
    except BaseException:
        remove_file(target)
        raise
    finally:
        reader.close()


def fingerprint(database: Database) -> str:
    """SHA-256 over every row of every table, the same for two files with the same content. Never stored."""
    digest = hashlib.sha256()
    with database.lock:
        for name, sql in database.all("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"):
            digest.update(f"{name}\n{sql}\n".encode())
            width = len(database.all(f'PRAGMA table_info("{name}")'))
            order = ", ".join(str(column) for column in range(1, width + 1))
            for row in database.rows(f'SELECT * FROM "{name}" ORDER BY {order}'):
                digest.update(repr(row).encode("utf-8", "backslashreplace"))
    return digest.hexdigest()


def require_same(path: Path, key: bytes, expected: str) -> None:
    """Open a copy, check every page and row; KeepsakeError `vault_damaged` if it is not sound and the same."""
    copy = Database(path, key, migrate=False)
    try:
        if copy.faults() or fingerprint(copy) != expected:
            raise KeepsakeError("vault_damaged")
    finally:
        copy.close()


def require_usable(path: Path, key: bytes, *, known: int) -> None:
    """KeepsakeError `vault_newer` above schema `known`, `vault_damaged` if a page or a row is not sound."""
    copy = Database(path, key, migrate=False)
    try:
        if copy.version() > known:
            raise KeepsakeError("vault_newer", version=copy.version(), known=known)
        if copy.faults():
            raise KeepsakeError("vault_damaged")
    finally:
        copy.close()
