"""One SQLCipher connection: opening with a raw key, transactions, migrations; the only importer of sqlcipher3."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sqlcipher3 import dbapi2 as sqlcipher

from app.engine.errors import KeepsakeError
from app.vault.migrations import MIGRATIONS

APPLICATION_ID = 0x4B505341  # "KPSA" in the file header: ours, once decrypted
KEY_BYTES = 32
_SIDE_FILES = ("-wal", "-shm", "-journal")
# SQLite's primary result codes that a person can do something about.
_INTERRUPT = 9
_BUSY, _READONLY, _IOERR, _CORRUPT, _FULL, _CANTOPEN, _NOTADB = 5, 8, 10, 11, 13, 14, 26
_PEOPLE_CAN_MEND = {
    _BUSY: "vault_in_use",
    _READONLY: "vault_read_only",
    _CORRUPT: "vault_damaged",
    _FULL: "disk_full",
    _CANTOPEN: "vault_read_only",
    _NOTADB: "vault_not_a_vault",
}
_ROOM_TO_WRITE = 1 << 20

Row = tuple[Any, ...]


def _cannot_grow(path: Path) -> bool:
    """Whether the system refuses larger files here: a full disk, a quota, a limit on file sizes."""
    if shutil.disk_usage(path.parent).free < _ROOM_TO_WRITE:
        return True
    largest = max((each.stat().st_size for each in path.parent.glob(path.name + "*")), default=0)
    try:
        with tempfile.TemporaryFile(dir=path.parent) as probe:
            probe.seek(largest + _ROOM_TO_WRITE)  # a hole: costs one block
            probe.write(b"\0")
            probe.flush()
    except OSError:
        return True
    return False


def _translated(error: sqlcipher.Error, path: Path) -> KeepsakeError | None:
    """The person's version of an SQLite error, or None when it is a bug of ours."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return None
    primary = code & 0xFF
    if primary == _IOERR:
        return KeepsakeError("disk_full" if _cannot_grow(path) else "vault_damaged")
    name = _PEOPLE_CAN_MEND.get(primary)
    return KeepsakeError(name) if name else None


def remove_file(path: Path) -> None:
    """Remove a vault file with what SQLite keeps beside it."""
    for suffix in ("", *_SIDE_FILES):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def create_empty(path: Path) -> None:
    """A new empty file for its owner only; KeepsakeError `vault_exists`, `vault_read_only`."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        raise KeepsakeError("vault_exists") from None
    except OSError:
        raise KeepsakeError("vault_read_only") from None


def sync_folder(folder: Path) -> None:
    """Make a rename or a new name in the folder survive a power cut (a no-op where folders cannot be synced)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class VaultLock:
    """A re-entrant lock whose holder can ask to be interrupted when another thread comes to wait for it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._interrupt: Callable[[], None] | None = None

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            interrupt = self._interrupt
            if interrupt is not None:
                interrupt()
            self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    @contextlib.contextmanager
    def interrupting(self, interrupt: Callable[[], None]) -> Iterator[None]:
        """Inside, the first thread that has to wait calls `interrupt` (from its own thread)."""
        self._interrupt = interrupt
        try:
            yield
        finally:
            self._interrupt = None


class Database:
    """A keyed connection usable from any thread; `lock` is held for the length of a transaction.

    Opening raises KeepsakeError `vault_not_a_vault` for a wrong key as well (SQLCipher cannot tell), `vault_damaged`,
    `vault_newer`, `vault_read_only`, `vault_missing`, `disk_full`; `vault.py` tells wrong keys apart.
    """

    def __init__(
        self,
        path: Path,
        key: bytes,
        *,
        create: bool = False,
        migrate: bool = True,
        migrations: Sequence[Sequence[str]] = MIGRATIONS,
    ):
        """`migrate=False`: take the file as it is, for copying it or for looking at it."""
        if len(key) != KEY_BYTES:
            raise KeepsakeError("key_format")
        if not create and not path.exists():
            raise KeepsakeError("vault_missing")
        self.path = path
        self.key = key
        self.lock = VaultLock()
        self._depth = 0
        if create:
            create_empty(path)
        elif not os.access(path, os.W_OK):
            raise KeepsakeError("vault_read_only")
        try:
            self._open(migrations if migrate else None, fresh=create)
        except BaseException:
            if create:
                remove_file(path)
            raise

    def _open(self, migrations: Sequence[Sequence[str]] | None, *, fresh: bool) -> None:
        self._connection = self._connect(self.key)
        try:
            self._prepare(fresh=fresh)
            if migrations is not None:
                self._migrate(migrations)
        except BaseException:
            self._connection.close()
            raise

    def _connect(self, key: bytes) -> Any:
        with self._errors():
            connection = sqlcipher.connect(
                str(self.path), isolation_level=None, check_same_thread=False, cached_statements=256
            )
        # SQLCipher would write its own words about a wrong key to stderr.
        connection.execute("PRAGMA cipher_log_level = NONE")
        try:
            connection.execute(f"PRAGMA key = \"x'{key.hex()}'\"")
        except sqlcipher.Error:
            connection.close()
            raise RuntimeError("SQLCipher did not take the key") from None  # its own text could hold the key
        return connection

    def _prepare(self, *, fresh: bool) -> None:
        self.one("SELECT count(*) FROM sqlite_master")  # the first read is what proves the key
        if not fresh and self.one("PRAGMA application_id")[0] != APPLICATION_ID:
            raise KeepsakeError("vault_not_a_vault")
        if self.one("PRAGMA journal_mode = WAL")[0] != "wal":
            raise KeepsakeError("vault_read_only")
        for pragma in ("synchronous = FULL", "secure_delete = ON", "temp_store = MEMORY", "foreign_keys = ON"):
            self.execute(f"PRAGMA {pragma}")
        self.execute("PRAGMA cache_size = -16000")
        if fresh:
            self.execute(f"PRAGMA application_id = {APPLICATION_ID}")

    def _migrate(self, migrations: Sequence[Sequence[str]]) -> None:
        version = self.version()
        if version > len(migrations):
            raise KeepsakeError("vault_newer", version=version, known=len(migrations))
        if version < len(migrations):
            if version > 0:
                self._copy_before(version)
            for number in range(version, len(migrations)):
                with self.transaction():
                    for statement in migrations[number]:
                        self.execute(statement)
                    self.execute(f"PRAGMA user_version = {number + 1}")
        else:
            self.drop_copies()  # this open is the good one after a migration

    def _copy_before(self, version: int) -> None:
        """Keep the encrypted file as it was; `path.name.before-<version>` goes at the next good open."""
        self.truncate_wal()
        copy = self.path.with_name(f"{self.path.name}.before-{version}")
        partial = copy.with_name(copy.name + ".part")
        partial.unlink(missing_ok=True)
        if copy.exists():  # an earlier attempt was cut short after copying: the older copy is the good one
            return
        handle = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            with self.path.open("rb") as source, os.fdopen(handle, "wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
                target.flush()
                os.fsync(target.fileno())
        except OSError:
            partial.unlink(missing_ok=True)
            raise KeepsakeError("disk_full") from None
        partial.replace(copy)
        sync_folder(copy.parent)

    def copies(self) -> list[Path]:
        """Copies made before migrations that are still there."""
        return sorted(self.path.parent.glob(self.path.name + ".before-*"))

    def drop_copies(self) -> None:
        for copy in self.copies():
            copy.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlcipher.Error as error:
            mended = _translated(error, self.path)
            if mended is None:
                raise
            raise mended from None

    # --- statements ---------------------------------------------------------------------------------------------

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """Run one statement and return its cursor."""
        with self.lock, self._errors():
            return self._connection.execute(sql, parameters)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        with self.lock, self._errors():
            self._connection.executemany(sql, rows)

    def all(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        with self.lock, self._errors():
            rows: list[Row] = self._connection.execute(sql, parameters).fetchall()
            return rows

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> Iterator[Row]:
        """One row after the other, for tables too large for a list; hold `lock` while reading them."""
        with self.lock, self._errors():
            yield from self._connection.execute(sql, parameters)

    def chunks(self, sql: str, parameters: Sequence[Any] = (), size: int = 2000) -> Iterator[list[Row]]:
        """Rows some thousands at a time; hold `lock` while reading them."""
        with self.lock, self._errors():
            cursor = self._connection.execute(sql, parameters)
            while chunk := cursor.fetchmany(size):
                yield chunk

    def first(self, sql: str, parameters: Sequence[Any] = ()) -> Row | None:
        with self.lock, self._errors():
            row: Row | None = self._connection.execute(sql, parameters).fetchone()
            return row

    def one(self, sql: str, parameters: Sequence[Any] = ()) -> Row:
        """The row of a query that always has one."""
        row = self.first(sql, parameters)
        if row is None:
            raise LookupError(sql)
        return row

    # --- transactions -------------------------------------------------------------------------------------------

    @property
    def in_transaction(self) -> bool:
        return self._depth > 0

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing. Inside another one it joins it, and takes back only its own part when it fails."""
        with self.lock:
            outer = self._depth == 0
            name = f"level{self._depth}"
            self.execute("BEGIN IMMEDIATE" if outer else f"SAVEPOINT {name}")
            self._depth += 1
            try:
                yield
                self.execute("COMMIT" if outer else f"RELEASE {name}")
            except BaseException:
                # SQLite has already rolled back by itself after some errors (a full disk).
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK" if outer else f"ROLLBACK TO {name}")
                    if not outer:
                        self._connection.execute(f"RELEASE {name}")
                raise
            finally:
                self._depth -= 1

    # --- the file -----------------------------------------------------------------------------------------------

    def version(self) -> int:
        return int(self.one("PRAGMA user_version")[0])

    def vacuum(self, *, give_way: bool = False) -> bool:
        """Write every live page anew; nothing deleted survives in the file (the WAL is another matter).

        `give_way`: stop, change nothing and return False as soon as another thread wants the vault.
        """
        with self.lock:
            if not give_way:
                self.execute("VACUUM")
                return True
            with self.lock.interrupting(self._connection.interrupt):
                try:
                    self._connection.execute("VACUUM")
                    return True
                except sqlcipher.OperationalError as error:
                    if getattr(error, "sqlite_errorcode", None) == _INTERRUPT:
                        return False
                    with self._errors():
                        raise

    def truncate_wal(self) -> None:
        """Bring the WAL into the file and cut it to nothing. Raises `vault_in_use` while another reader holds it."""
        if self.one("PRAGMA wal_checkpoint(TRUNCATE)")[0] != 0:
            raise KeepsakeError("vault_in_use")

    def faults(self) -> list[str]:
        """Empty when the file is sound: SQLCipher's page authentication, SQLite's structure, foreign keys."""
        found = [str(row[0]) for row in self.all("PRAGMA cipher_integrity_check")]
        found += [str(row[0]) for row in self.all("PRAGMA integrity_check(20)") if row[0] != "ok"]
        found += [f"foreign key of {row[0]}" for row in self.all("PRAGMA foreign_key_check")]
        return found

    def swap(self, replacement: Path, key: bytes, *, keep: Path | None = None) -> None:
        """Put another vault file in the place of this one and go on with it; the rename is the moment of change.

        `keep`: the name under which the file that was here stays.
        """
        with self.lock:
            if self._depth:
                raise RuntimeError("swapped inside a transaction")
            self.truncate_wal()
            self.close()
            # An old WAL beside the new file would be replayed into it.
            for suffix in _SIDE_FILES:
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            if keep is not None:
                self.path.replace(keep)
            replacement.replace(self.path)
            sync_folder(self.path.parent)
            self.key = key
            self._open(MIGRATIONS, fresh=False)

    def close(self) -> None:
        with self.lock, self._errors():
            self._connection.close()
