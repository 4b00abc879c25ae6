"""Saves what can be read of a damaged vault into a new one: every row on a page that still authenticates."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from app.engine.errors import KeepsakeError
from app.vault.database import Database, Row, remove_file

COPY = "vault.db.salvaging"
_BATCH = 256
_FARTHEST = 1 << 40
# What a person asks about first; the other tables are saved as well.
COUNTED = ("memories", "messages", "conversations", "facts")


def salvage(damaged: Path, key: bytes, target: Path) -> dict[str, int]:
    """Make a sound vault at `target`, under the same key, of what a damaged one still gives; returns rows saved.

    Works on a copy, so the damaged file stays as it is. Rows that lost what they hang on are kept where that makes
    sense (messages get an untitled conversation) and dropped where not; vectors and terms can be made again.
    KeepsakeError `vault_damaged` when not even the table of contents can be read.
    """
    copy = target.with_name(COPY)
    remove_file(copy)
    remove_file(target)
    try:
        for suffix in ("", "-wal"):
            part = damaged.with_name(damaged.name + suffix)
            if part.exists():
                shutil.copy(part, copy.with_name(copy.name + suffix))
        try:
            source = _Source(copy, key)
        except KeepsakeError as error:
            raise KeepsakeError("vault_damaged" if error.code == "vault_not_a_vault" else error.code) from None
        try:
            return _rebuild(source, target, key)
        finally:
            source.close()
    except OSError:
        raise KeepsakeError("disk_full") from None
    finally:
        remove_file(copy)


class _Source:
    """A damaged file. After a page that does not authenticate SQLCipher refuses everything, so it is opened again."""

    def __init__(self, path: Path, key: bytes) -> None:
        self._path, self._key = path, key
        self._database = Database(path, key, migrate=False)

    def all(self, sql: str, parameters: tuple[int, ...] = ()) -> list[Row] | None:
        """The rows, or None when they cannot be read."""
        try:
            return self._database.all(sql, parameters)
        except KeepsakeError:
            self._again()
            return None

    def until_unreadable(self, sql: str) -> tuple[list[Row], bool]:
        """The rows up to the first that cannot be read, and whether those were all."""
        found: list[Row] = []
        try:
            found.extend(self._database.rows(sql))
            return found, True
        except KeepsakeError:
            self._again()
            return found, False

    def _again(self) -> None:
        self._database.close()
        self._database = Database(self._path, self._key, migrate=False)

    def close(self) -> None:
        self._database.close()


def _rebuild(source: _Source, target: Path, key: bytes) -> dict[str, int]:
    fresh = Database(target, key, create=True)
    try:
        fresh.execute(
            "PRAGMA foreign_keys = OFF"
        )  # children may be read before their parents; `_mend` looks after them
        with fresh.transaction():
            for table, columns, keys in _tables(fresh):
                known = {row[1] for row in source.all(f'PRAGMA table_info("{table}")') or ()}
                shared = [column for column in columns if column in known]
                if not shared:
                    continue
                names = ", ".join(shared)
                rows = _from_both_ends(source, table, keys, names) if keys else _by_rowid(source, table, names)
                places = ", ".join("?" * len(shared))
                fresh.executemany(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})", rows)
            _mend(fresh)
        fresh.execute("PRAGMA foreign_keys = ON")
        if fresh.faults():
            raise KeepsakeError("vault_damaged")
        return {table: int(fresh.one(f"SELECT count(*) FROM {table}")[0]) for table in COUNTED}
    except BaseException:
        fresh.close()
        remove_file(target)
        raise
    finally:
        fresh.close()


def _tables(database: Database) -> Iterator[tuple[str, list[str], list[str]]]:
    """(table, columns, key columns where rows have no number) of a vault, SQLite's own tables left out."""
    ours = "type = 'table' AND name NOT LIKE 'sqlite_%'"
    for name, sql in database.all(f"SELECT name, sql FROM sqlite_master WHERE {ours}"):
        described = database.all(f'PRAGMA table_info("{name}")')
        keys = [row[1] for row in sorted(described, key=lambda row: int(row[5])) if row[5] > 0]
        yield name, [row[1] for row in described], keys if "WITHOUT ROWID" in sql else []


def _by_rowid(source: _Source, table: str, names: str) -> Iterator[Row]:
    """Rows in order of their number, stepping over what cannot be read in growing steps."""
    last, step, size = 0, 1, _BATCH
    sql = f"SELECT rowid, {names} FROM {table} NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?"
    while last < _FARTHEST:
        found = source.all(sql, (last, size))
        if found is None:
            if size > 1:
                size = max(1, size // 4)
            else:
                last += step
                step *= 2
        elif not found:
            return
        else:
            yield from (row[1:] for row in found)
            last, step = found[-1][0], 1
            size = min(_BATCH, size * 2)


def _from_both_ends(source: _Source, table: str, keys: list[str], names: str) -> Iterator[Row]:
    """Rows up to the first that cannot be read, from the beginning and then from the end."""
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{key} {direction}" for key in keys)
        found, all_of_them = source.until_unreadable(f"SELECT {names} FROM {table} ORDER BY {order}")
        yield from found
        if all_of_them:
            return


def _mend(database: Database) -> None:
    """Give messages without a conversation one, and take away what points to rows that are lost."""
    database.execute(
        "INSERT INTO conversations (id, user_id, title, source, created_at, updated_at)"
        " SELECT conversation, user_id, '', 'chat', min(said_at), max(said_at) FROM messages"
        " WHERE conversation NOT IN (SELECT id FROM conversations) GROUP BY conversation"
    )
    changed = True
    while changed:
        changed = False
        for table, _, _ in _tables(database):
            required = {row[1] for row in database.all(f'PRAGMA table_info("{table}")') if row[3] or row[5] > 0}
            for link in database.all(f'PRAGMA foreign_key_list("{table}")'):
                parent, column, key = link[2], link[3], link[4]
                lost = f"WHERE {column} IS NOT NULL AND {column} NOT IN (SELECT {key} FROM {parent})"
                what = f"DELETE FROM {table}" if column in required else f"UPDATE {table} SET {column} = NULL"
                changed |= database.execute(f"{what} {lost}").rowcount > 0
    database.execute(
        "UPDATE conversations SET leaf = (SELECT max(m.id) FROM messages m WHERE m.conversation = conversations.id)"
        " WHERE leaf IS NULL OR leaf NOT IN (SELECT m.id FROM messages m WHERE m.conversation = conversations.id)"
    )
    # What replaced it is lost, and whether it still held is not known: out of recall, but there to be restored.
    database.execute(
        "UPDATE memories SET status = 'archived' WHERE status = 'superseded'"
        " AND key NOT IN (SELECT old_key FROM supersessions)"
    )
    database.execute(
        "UPDATE memories SET status = 'superseded' WHERE status <> 'superseded'"
        " AND key IN (SELECT old_key FROM supersessions)"
    )
    for table in ("index_snapshots", "scrub_pending"):
        database.execute(f"DELETE FROM {table}")
