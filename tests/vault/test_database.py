"""The keyed file: opening, refusing, transactions, migrations."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.vault.database import Database
from app.vault.migrations import MIGRATIONS


def code_of(path: Path, key: bytes, **options: object) -> str:
    with pytest.raises(KeepsakeError) as caught:
        Database(path, key, **options)  # type: ignore[arg-type]
    return caught.value.code


def test_settings_of_an_open_vault(database: Database) -> None:
    assert database.one("PRAGMA journal_mode") == ("wal",)
    assert database.one("PRAGMA synchronous") == (2,)
    assert database.one("PRAGMA secure_delete") == (1,)
    assert database.one("PRAGMA temp_store") == (2,)
    assert database.one("PRAGMA foreign_keys") == (1,)
    assert database.one("PRAGMA cipher_page_size") == ("4096",)


def test_the_file_is_encrypted_and_readable_by_its_owner_only(database: Database) -> None:
    database.truncate_wal()
    content = database.path.read_bytes()
    assert b"SQLite format 3" not in content and b"CREATE TABLE" not in content
    if os.name == "posix":
        assert database.path.stat().st_mode & 0o777 == 0o600
        assert database.path.with_name("vault.db-wal").stat().st_mode & 0o777 == 0o600


def test_a_missing_vault_is_never_created_by_opening_it(tmp_path: Path, key: bytes) -> None:
    assert code_of(tmp_path / "vault.db", key) == "vault_missing"
    assert list(tmp_path.iterdir()) == []


def test_creating_over_a_vault_is_refused(database: Database, key: bytes) -> None:
    assert code_of(database.path, key, create=True) == "vault_exists"


@pytest.mark.parametrize("content", [b"SQLite format 3\0" + bytes(4080), os.urandom(8192), b"hello", b""])
def test_what_is_no_vault_is_refused_and_left_as_it_is(tmp_path: Path, key: bytes, content: bytes) -> None:
    path = tmp_path / "vault.db"
    path.write_bytes(content)
    assert code_of(path, key) == "vault_not_a_vault"
    assert path.read_bytes() == content


def test_a_wrong_key_is_refused_without_a_word_on_stderr(
    database: Database, key: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    wrong = bytes(reversed(key))
    with pytest.raises(KeepsakeError) as caught:
        Database(database.path, wrong)
    assert wrong.hex() not in repr(caught.value) and caught.value.__cause__ is None
    assert caught.value.__suppress_context__
    assert capfd.readouterr() == ("", "")


def test_a_key_of_another_length_is_refused(tmp_path: Path) -> None:
    assert code_of(tmp_path / "vault.db", b"short", create=True) == "key_format"


def test_a_cut_file_is_damaged(database: Database, key: bytes) -> None:
    database.truncate_wal()
    database.close()
    content = database.path.read_bytes()
    database.path.write_bytes(content[: len(content) // 2])
    reopened = None
    try:
        reopened = Database(database.path, key)
        with pytest.raises(KeepsakeError) as caught:
            for (table,) in reopened.all("SELECT name FROM sqlite_master WHERE type = 'table'"):
                reopened.all(f"SELECT * FROM {table}")
        assert caught.value.code == "vault_damaged"
        assert reopened.faults()
    except KeepsakeError as error:
        assert error.code == "vault_damaged"
    finally:
        if reopened:
            reopened.close()


def test_a_sound_file_has_no_faults(database: Database) -> None:
    assert database.faults() == []


def test_transactions_are_all_or_nothing(database: Database) -> None:
    with pytest.raises(RuntimeError), database.transaction():
        database.execute("INSERT INTO meta VALUES ('a', '1')")
        raise RuntimeError
    assert database.all("SELECT * FROM meta") == []


def test_an_inner_transaction_joins_the_outer_one(database: Database) -> None:
    with pytest.raises(RuntimeError), database.transaction():
        with database.transaction():
            database.execute("INSERT INTO meta VALUES ('a', '1')")
        raise RuntimeError
    assert database.all("SELECT * FROM meta") == []


def test_a_failed_inner_transaction_takes_only_its_own_part_back(database: Database) -> None:
    with database.transaction():
        database.execute("INSERT INTO meta VALUES ('a', '1')")
        with pytest.raises(RuntimeError), database.transaction():
            database.execute("INSERT INTO meta VALUES ('b', '1')")
            raise RuntimeError
        database.execute("INSERT INTO meta VALUES ('c', '1')")
    assert database.all("SELECT name FROM meta ORDER BY name") == [("a",), ("c",)]


def test_a_transaction_keeps_other_threads_out(database: Database) -> None:
    seen: list[int] = []
    with database.transaction():
        database.execute("INSERT INTO meta VALUES ('a', '1')")
        reader = threading.Thread(target=lambda: seen.append(database.one("SELECT count(*) FROM meta")[0]))
        reader.start()
        reader.join(0.05)
        assert seen == []
        database.execute("INSERT INTO meta VALUES ('b', '1')")
    reader.join()
    assert seen == [2]


def test_a_newer_vault_is_refused(database: Database, key: bytes) -> None:
    database.execute("PRAGMA user_version = 99")
    database.close()
    assert code_of(database.path, key) == "vault_newer"


def test_a_migration_keeps_a_copy_until_the_next_good_open(database: Database, key: bytes) -> None:
    database.execute("INSERT INTO meta VALUES ('a', '1')")
    database.close()
    steps = (*MIGRATIONS, ("ALTER TABLE meta ADD COLUMN extra TEXT",))
    migrated = Database(database.path, key, migrations=steps)
    assert migrated.version() == len(steps)
    assert migrated.all("SELECT * FROM meta") == [("a", "1", None)]
    (copy,) = migrated.copies()
    assert b"CREATE" not in copy.read_bytes()
    migrated.close()
    old = Database(copy, key)  # the copy is a whole vault of the older schema
    assert old.all("SELECT * FROM meta") == [("a", "1")]
    old.close()
    again = Database(database.path, key, migrations=steps)
    assert again.copies() == []
    again.close()


def test_a_failing_migration_leaves_the_vault_as_it_was(database: Database, key: bytes) -> None:
    database.execute("INSERT INTO meta VALUES ('a', '1')")
    database.close()
    steps = (*MIGRATIONS, ("ALTER TABLE meta ADD COLUMN extra TEXT", "NOT SQL"))
    with pytest.raises(Exception, match="syntax error"):
        Database(database.path, key, migrations=steps)
    reopened = Database(database.path, key)
    assert reopened.all("SELECT * FROM meta") == [("a", "1")]
    reopened.close()


def test_a_full_disk_says_so_and_loses_nothing_that_was_committed(database: Database) -> None:
    database.execute("INSERT INTO meta VALUES ('kept', '1')")
    pages = database.one("PRAGMA page_count")[0]
    database.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(KeepsakeError) as caught, database.transaction():
        database.execute("INSERT INTO meta VALUES ('lost', ?)", ("x" * 100_000,))
    assert caught.value.code == "disk_full"
    database.execute("PRAGMA max_page_count = 1000000")
    with database.transaction():
        database.execute("INSERT INTO meta VALUES ('later', '1')")
    assert database.all("SELECT name FROM meta ORDER BY name") == [("kept",), ("later",)]
    assert database.faults() == []
