"""Why an engine does not start, told apart in both languages; and never a vault where one was expected."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from app import texts
from app.vault.database import Database
from app.vault.vault import open_vault
from tests.vault.making import said

pytestmark = pytest.mark.real
KEY = bytes(range(32))
SCRIPT = """
import json, sys
from pathlib import Path
from app.engine.errors import KeepsakeError
from app.link.client import EngineClient

try:
    client = EngineClient.connect_or_start(Path(sys.argv[1]), bytes.fromhex(sys.argv[2]))
    print(json.dumps({"memories": client.call("vault_state")["memories"]}))
    client.close(wait=True)
except KeepsakeError as error:
    print(json.dumps({"code": error.code, "detail": error.detail}))
"""


def start(profile: Path, *, key: bytes = KEY, largest: int | None = None) -> dict[str, Any]:
    """Start an engine from a process of its own. `largest`: bytes a file may have, which stands for a full disk."""

    def limit() -> None:
        if largest is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))

    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(profile), key.hex()],
        env={**os.environ, "XDG_RUNTIME_DIR": str(profile.parent)},
        stdout=subprocess.PIPE,
        check=True,
        preexec_fn=limit,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A vault with one memory."""
    vault = open_vault(tmp_path / "p", raw_key=KEY)
    said(vault.store, "You like Keemun tea")
    vault.close()
    return tmp_path / "p"


def files(profile: Path) -> dict[str, bytes]:
    ours = [path for path in profile.glob("*") if path.name.startswith(("vault.db", "keyslots"))]
    return {path.name: path.read_bytes() for path in ours if not path.name.endswith(("-wal", "-shm"))}


def cut(profile: Path) -> None:
    path = profile / "vault.db"
    path.write_bytes(path.read_bytes()[: 4096 * 3])


def another_file(profile: Path) -> None:
    (profile / "vault.db").write_bytes(os.urandom(40_000))


def newer(profile: Path) -> None:
    database = Database(profile / "vault.db", KEY)
    database.execute("PRAGMA user_version = 999")
    database.close()


def no_file(profile: Path) -> None:
    (profile / "vault.db").unlink()


def no_slots(profile: Path) -> None:
    (profile / "keyslots.json").unlink()


def half_slots(profile: Path) -> None:
    path = profile / "keyslots.json"
    path.write_text(path.read_text()[:40])


@pytest.mark.parametrize(
    ("spoil", "key", "code"),
    [
        (lambda profile: None, bytes(32), "vault_wrong_key"),
        (no_slots, bytes(32), "vault_wrong_key"),
        (cut, KEY, "vault_damaged"),
        (half_slots, KEY, "vault_damaged"),
        (another_file, KEY, "vault_not_a_vault"),
        (newer, KEY, "vault_newer"),
        (no_file, KEY, "vault_missing"),
    ],
    ids=["wrong key", "wrong key without slots", "cut", "half slots", "another file", "newer", "missing"],
)
def test_each_fault_is_told_apart_and_changes_nothing(
    profile: Path, spoil: Callable[[Path], None], key: bytes, code: str
) -> None:
    spoil(profile)
    before = files(profile)
    told = start(profile, key=key)
    assert told.get("code") == code, told
    english, chinese = (texts.error_text(code, language, told["detail"]) for language in ("en", "zh"))
    assert english != chinese and "{" not in english + chinese
    assert files(profile) == before


def test_another_program_that_holds_the_vault_is_told(profile: Path) -> None:
    with FileLock(profile / "vault.lock"):
        assert start(profile)["code"] == "vault_in_use"
    assert start(profile) == {"memories": 1}


def test_a_disk_that_is_full_at_the_very_start_is_told_and_nothing_is_half_made(tmp_path: Path) -> None:
    fresh = tmp_path / "p"
    for largest in (0, 5_000):
        assert start(fresh, largest=largest).get("code") == "disk_full"
        assert not (fresh / "vault.db").exists() and not (fresh / "keyslots.json").exists()
    assert start(fresh) == {"memories": 0}


def test_a_full_disk_keeps_what_is_there_and_it_opens_once_there_is_room(profile: Path) -> None:
    before = files(profile)
    for largest in (0, 20_000):
        assert start(profile, largest=largest).get("code") == "disk_full"
    assert files(profile) == before
    assert start(profile) == {"memories": 1}
