"""Kills a process that works on a vault, again and again, and looks at what is left.

By command: `python -m tests.vault.crash --rounds 2000 [--seed N]`. Prints one line of counts; fails at the first fault.
Each round forks a child that does things to the vault and acknowledges each one; the parent kills it (SIGKILL) at a
random point, opens the vault, and compares it with a second vault to which exactly what was acknowledged was done:
nothing may be missing, and at most the one thing that was under way may be there in addition, whole.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from app.engine.errors import KeepsakeError
from app.vault.backup import open_backup, write_backup
from app.vault.database import Database
from app.vault.migrations import MIGRATIONS
from app.vault.store import Store
from app.vault.vault import VaultDoor
from tests.vault.doings import Doing, disagreements, do, held, some
from tests.vault.doors import PHRASE, QUICK, MemoryKeyring
from tests.vault.making import NOON
from tests.vault.processes import fork

ROUNDS_PER_VAULT = 25
LONGEST_MS = {"rekey": 60.0, "backup": 60.0, "scrub": 25.0, "migrate": 60.0}
USUAL_MS = 6.0
NEXT_SCHEMA = (
    *MIGRATIONS,
    (
        "ALTER TABLE memories ADD COLUMN mood TEXT",
        "UPDATE memories SET mood = content || content",
        "CREATE INDEX memories_mood ON memories (mood)",
    ),
)


def key_number(number: int) -> bytes:
    return hashlib.sha256(str(number).encode()).digest()


def door(profile: Path) -> VaultDoor:
    return VaultDoor(profile, keyring=MemoryKeyring(), clock=lambda: NOON, cost=lambda: QUICK)


def work(profile: Path, key: int, doings: list[Doing], acknowledge: Callable[[int], None]) -> None:
    """The child: open (or create) the vault, do everything, acknowledge each; 0 is the opening."""
    vault = door(profile).open_with_key(key_number(key))
    acknowledge(0)
    for place, doing in enumerate(doings, 1):
        match doing[0]:
            case "rekey":
                vault.rekey(key_number(key + 1))
                key += 1
            case "backup":
                write_backup(vault, profile.parent / "backup", PHRASE, QUICK)
            case _:
                do(vault.store, doing)
        acknowledge(place)
    vault.close()
    acknowledge(len(doings) + 1)


def run_and_kill(
    job: Callable[[Callable[[int], None]], None], last: int, longest_ms: float, chance: random.Random
) -> int:
    """Fork, wait for acknowledgement `last`, then a random moment, kill; returns the last acknowledgement seen."""
    reading, writing = os.pipe()
    child = fork()
    if child == 0:
        os.close(reading)
        try:
            job(lambda place: os.write(writing, bytes([place])) and None)
            os._exit(0)
        except BaseException as error:  # noqa: BLE001  # the child's own fault must reach the parent
            sys.stderr.write(f"child: {type(error).__name__} {error}\n")
            os._exit(1)
    os.close(writing)
    seen = -1
    with os.fdopen(reading, "rb", buffering=0) as acknowledged:
        while seen < last and (got := acknowledged.read(1)):
            seen = got[0]
        time.sleep(chance.uniform(0, longest_ms) / 1000)
        os.kill(child, signal.SIGKILL)
        for got in acknowledged.read():
            seen = got
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) != 0:
        raise AssertionError("the child failed by itself")
    return seen


class Trial:
    """One vault that is worked on and killed for some rounds, and its twin that is never killed."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder = folder
        self.profile = folder / "profile"
        self.chance = chance
        self.twin = Database(folder / "twin.db", key_number(0), create=True)
        self.twin.execute("PRAGMA synchronous = OFF")
        self.reference = Store(self.twin, lambda: NOON)
        self.key = 0
        self.first = 0
        self.killed_in: Counter[str] = Counter()

    def round(self) -> None:
        doings = some(self.chance, self.chance.randint(2, 8), self.first, {"rekey": 1, "backup": 1})
        self.first += len(doings)
        last = self.chance.randint(-1, len(doings))
        under_way = doings[last][0] if 0 <= last < len(doings) else "opening"
        longest = LONGEST_MS.get(under_way, USUAL_MS) if last >= 0 else 40.0
        key = self.key
        seen = run_and_kill(lambda ack: work(self.profile, key, doings, ack), last, longest, self.chance)
        self.killed_in[doings[seen][0] if 0 <= seen < len(doings) else "opening or closing"] += 1
        self.check(doings, seen)

    def check(self, doings: list[Doing], seen: int) -> None:
        done = doings[: max(seen, 0)]
        for doing in done:
            self.key += doing[0] == "rekey"
            do(self.reference, doing)
        next_one = doings[seen] if 0 <= seen < len(doings) else None
        try:
            vault = door(self.profile).open_with_key(key_number(self.key))
        except KeepsakeError as error:
            if error.code != "vault_wrong_key" or next_one is None or next_one[0] != "rekey":
                raise
            self.key += 1  # the rekeying was through, only not acknowledged
            vault = door(self.profile).open_with_key(key_number(self.key))
        try:
            assert vault.database.faults() == [], vault.database.faults()
            assert disagreements(vault.database) == []
            found = held(vault.database)
            if found != held(self.twin):
                assert next_one is not None, "acknowledged work is missing"
                do(self.reference, next_one)
                assert found == held(self.twin), f"neither before nor after: {next_one[0]}"
            if self.chance.random() < 0.2:
                for store in (vault.store, self.reference):
                    store.scrub()
                assert {receipt.state for receipt in vault.store.receipts()} <= {"verified"}
            left = {path.name for path in self.profile.iterdir()} - {"keyslots.json.part"}
            assert left <= {
                "vault.db", "vault.db-wal", "vault.db-shm", "vault.lock", "keyslots.json",
                "vault.db.backup", "vault.db.backup-wal", "vault.db.backup-shm", "vault.db.backup-journal",
            }, left  # fmt: skip
        finally:
            vault.close()
        backup = self.folder / "backup"
        if backup.exists():  # there only when it is whole
            open_backup(backup, PHRASE, self.folder / "unpacked")
            backup.unlink()

    def migration(self) -> None:
        """The same on a copy of the vault that is being brought to a newer schema."""
        place = self.folder / "old.db"
        for path in self.folder.glob("old.db*"):
            path.unlink()
        shutil.copy(self.profile / "vault.db", place)
        key = key_number(self.key)
        before = Database(place, key, migrate=False)
        expected = held(before)
        before.close()

        def migrate(acknowledge: Callable[[int], None]) -> None:
            acknowledge(0)
            Database(place, key, migrations=NEXT_SCHEMA).close()

        run_and_kill(migrate, 0, LONGEST_MS["migrate"], self.chance)
        self.killed_in["migrate"] += 1
        for _ in range(2):
            opened = Database(place, key, migrations=NEXT_SCHEMA)
            assert opened.version() == len(NEXT_SCHEMA) and opened.faults() == [] and held(opened) == expected
            assert opened.one("SELECT count(*) FROM memories WHERE mood IS NOT content || content") == (0,)
            opened.close()
        assert not list(self.folder.glob("old.db.before*"))

    def close(self) -> None:
        self.twin.close()


def crash(rounds: int, seed: int, folder: Path) -> Counter[str]:
    """Kill so many times; returns how often in what. Raises AssertionError at the first fault."""
    killed_in: Counter[str] = Counter()
    made = 0
    while made < rounds:
        chance = random.Random(f"{seed}/{made}")
        place = folder / f"vault{made}"
        place.mkdir()
        trial = Trial(place, chance)
        try:
            for _ in range(min(ROUNDS_PER_VAULT, rounds - made)):
                if chance.random() < 0.06 and trial.first:
                    trial.migration()
                else:
                    trial.round()
                made += 1
        except BaseException:
            sys.stderr.write(f"seed {seed}, round {made}\n")
            raise
        finally:
            trial.close()
        killed_in += trial.killed_in
        shutil.rmtree(place)
    return killed_in


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        killed_in = crash(options.rounds, options.seed, Path(folder))
    report = {"rounds": sum(killed_in.values()), "seed": options.seed, "killed_in": dict(killed_in.most_common())}
    print(json.dumps(report | {"seconds": round(time.monotonic() - began, 1)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
