"""Reading pages without SQLCipher must see exactly what SQLCipher sees."""

from __future__ import annotations

import pytest

from app.vault.database import Database
from app.vault.pages import PageReader, TornPage
from tests.vault.canary import canary, in_clear, in_pages


def test_what_was_written_is_on_the_decrypted_pages_and_nowhere_in_clear(database: Database, key: bytes) -> None:
    words = [canary("en"), canary("zh")]
    for word in words:
        database.execute("INSERT INTO meta VALUES (?, ?)", (word, "x" * 9000))
    runs = [word.encode() for word in words]
    assert in_pages(database.path, key, runs) == runs  # still in the WAL
    database.truncate_wal()
    assert in_pages(database.path, key, runs) == runs
    assert in_clear([database.path.parent], words) == []


def test_the_pages_are_those_of_the_database(database: Database, key: bytes) -> None:
    database.truncate_wal()
    plain = b"".join(PageReader(database.path, key).blocks())
    count = database.one("PRAGMA page_count")[0]
    assert len(plain) == count * 4016 - 16
    assert plain[:2] == b"\x10\x00"  # the header goes on after the 16 bytes of salt: page size 4096


def test_a_changed_byte_or_another_key_is_noticed(database: Database, key: bytes) -> None:
    database.truncate_wal()
    with pytest.raises(TornPage):
        list(PageReader(database.path, bytes(32)).blocks())
    content = bytearray(database.path.read_bytes())
    content[5000] ^= 1
    database.path.write_bytes(content)
    with pytest.raises(TornPage) as caught:
        list(PageReader(database.path, key).blocks())
    assert caught.value.number == 2
