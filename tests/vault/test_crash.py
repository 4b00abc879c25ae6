"""Killed at any point, the vault opens, is sound, and holds every acknowledged write (crash.py says how)."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.vault.database import Database
from app.vault.store import Store
from tests.vault.doings import disagreements, do, held, some
from tests.vault.making import NOON

KEY = bytes(range(32))
FRAME, HEADER = 4096 + 24, 32


@pytest.mark.real
def test_three_hundred_kills(repository: Path) -> None:
    command = [sys.executable, "-m", "tests.vault.crash", "--rounds", "300"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=repository, timeout=280, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert '"rounds": 300' in done.stdout


@pytest.mark.parametrize("seed", [1, 2])
def test_the_wal_cut_anywhere_loses_only_what_was_not_acknowledged(tmp_path: Path, seed: int) -> None:
    """With synchronous=FULL a commit is acknowledged when its frames are on disk; a power cut takes what is later."""
    chance = random.Random(seed)
    database = Database(tmp_path / "vault.db", KEY, create=True)
    database.truncate_wal()
    database.execute("PRAGMA wal_autocheckpoint = 0")
    store = Store(database, lambda: NOON)
    wal = tmp_path / "vault.db-wal"
    states = [(0, held(database))]  # (length of the WAL when it was acknowledged, what was held then)
    doings = [doing for doing in some(chance, 40, 0) if doing[0] != "scrub"][:16]
    for doing in doings:
        do(store, doing)
        states.append((wal.stat().st_size, held(database)))
    whole, content = database.path.read_bytes(), wal.read_bytes()
    frames = (len(content) - HEADER) // FRAME
    assert frames > 60
    borders = [HEADER + FRAME * number for number in range(frames + 1)]
    middles = [border + chance.randrange(1, FRAME) for border in borders[:-1]]
    place = tmp_path / "cut"
    for length in [0, 1, 31, *sorted(chance.sample(borders, 50)), *sorted(chance.sample(middles, 30)), len(content)]:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        (place / "vault.db").write_bytes(whole)
        (place / "vault.db-wal").write_bytes(content[:length])
        reopened = Database(place / "vault.db", KEY)
        expected = [state for size, state in states if size <= length][-1]
        assert held(reopened) == expected
        assert reopened.faults() == [] and disagreements(reopened) == []
        reopened.close()
    database.close()


@pytest.mark.parametrize("seed", range(3))
def test_a_wal_with_damaged_bytes_loses_only_what_came_after_them(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    database = Database(tmp_path / "vault.db", KEY, create=True)
    database.truncate_wal()
    store = Store(database, lambda: NOON)
    states = [held(database)]
    for doing in (("say", 1, 0), ("merge", 2, 0), ("forget", 3, 1), ("say", 4, 0)):
        do(store, doing)
        states.append(held(database))
    whole, content = database.path.read_bytes(), bytearray((tmp_path / "vault.db-wal").read_bytes())
    database.close()
    content[chance.randrange(HEADER, len(content))] ^= 0x40
    place = tmp_path / "damaged"
    place.mkdir()
    (place / "vault.db").write_bytes(whole)
    (place / "vault.db-wal").write_bytes(content)
    reopened = Database(place / "vault.db", KEY)
    assert held(reopened) in states and reopened.faults() == []
    reopened.close()
