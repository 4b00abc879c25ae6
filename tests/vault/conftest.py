"""A store in a fresh encrypted file, with a clock the test moves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.vault.database import Database
from app.vault.store import Store

KEY = bytes(range(32))


class MovingClock:
    """Zone-aware; stands still until told otherwise."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **by: float) -> datetime:
        self.now += timedelta(**by)
        return self.now


@pytest.fixture
def key() -> bytes:
    return KEY


@pytest.fixture
def clock() -> MovingClock:
    return MovingClock()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "vault.db", KEY, create=True)
    yield opened
    opened.close()


@pytest.fixture
def store(database: Database, clock: MovingClock) -> Store:
    return Store(database, clock)
