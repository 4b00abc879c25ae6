"""The system's keyring: which backends count, and a real Secret Service in a D-Bus session of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import keyring
import pytest
from keyring import errors
from keyring.backend import KeyringBackend

from app.engine.errors import KeepsakeError
from app.vault.keyslots_keyring import SystemKeyring

ENTRY, KEY = "00ff", bytes(range(32))


class Backend(KeyringBackend):
    """Pretends to be the Secret Service; raises what it is told to."""

    priority = 0  # type: ignore[assignment]  # never chosen by itself

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[tuple[str, str], str] = {}
        self.fails: Exception | None = None

    def _check(self) -> None:
        if self.fails:
            raise self.fails

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        if self.entries.pop((service, username), None) is None:
            raise errors.PasswordDeleteError("not found")


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Backend:
    made = Backend()
    monkeypatch.setattr(Backend, "__module__", "keyring.backends.SecretService")
    monkeypatch.setattr(keyring, "get_keyring", lambda: made)
    return made


def code_of(call: object) -> str:
    with pytest.raises(KeepsakeError) as caught:
        call()  # type: ignore[operator]
    return caught.value.code


def test_a_key_is_kept_and_removed(backend: Backend) -> None:
    door = SystemKeyring()
    assert door.backend() == "keyring.backends.SecretService.Backend"
    assert door.get(ENTRY) is None
    door.put(ENTRY, KEY)
    assert door.get(ENTRY) == KEY
    door.remove(ENTRY)
    door.remove(ENTRY)
    assert door.get(ENTRY) is None


def test_what_somebody_else_stored_is_no_entry(backend: Backend) -> None:
    backend.set_password("keepsake", ENTRY, "not hex")
    assert SystemKeyring().get(ENTRY) is None


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (errors.KeyringLocked("x"), "keyring_locked"),
        (errors.NoKeyringError("x"), "keyring_none"),
        (errors.InitError("x"), "keyring_none"),
        (errors.PasswordSetError("x"), "keyring_locked"),
    ],
)
def test_failures_are_told_apart_and_carry_no_key(backend: Backend, fault: Exception, code: str) -> None:
    backend.fails = fault
    assert code_of(lambda: SystemKeyring().get(ENTRY)) == code
    with pytest.raises(KeepsakeError) as caught:
        SystemKeyring().put(ENTRY, KEY)
    assert caught.value.__suppress_context__ and KEY.hex() not in repr(caught.value)


def test_a_backend_that_keeps_secrets_in_the_open_is_no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Backend()
    for module in ("keyrings.alt.file", "keyring.backends.null", "keyring.backends.fail"):
        monkeypatch.setattr(Backend, "__module__", module)
        monkeypatch.setattr(keyring, "get_keyring", lambda: made)
        assert code_of(SystemKeyring().backend) == "keyring_none"


def test_the_best_of_several_backends_is_taken(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    class Chain:
        backends = (object(), backend)

    monkeypatch.setattr(keyring, "get_keyring", Chain)
    assert SystemKeyring().backend() == "keyring.backends.SecretService.Backend"


# --- real ones ------------------------------------------------------------------------------------------------------

ATTEMPT = """
import sys
from pathlib import Path
from app.engine.errors import KeepsakeError
from app.vault.passphrase import Cost
from app.vault.vault import VaultDoor

door = VaultDoor(Path(sys.argv[1]), cost=lambda: Cost(1, 64, 1))
try:
    vault = door.create("keyring")[0] if sys.argv[2] == "create" else door.open_with_keyring()
    vault.close()
    print("done")
except KeepsakeError as error:
    print(error.code)
"""


def attempt(profile: Path, what: str, home: Path, before: str | None) -> str:
    """Run the attempt in a session of its own, with a shell command before it; without one there is no bus at all."""
    runtime = home / "run"
    runtime.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    environment = kept | {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_RUNTIME_DIR": str(runtime),
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }
    command = [sys.executable, "-c", ATTEMPT, str(profile), what]
    if before is not None:
        command = ["dbus-run-session", "--", "sh", "-c", f'{before} >&2; exec "$@"', "sh", *command]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout.strip()


@pytest.mark.real
def test_a_machine_without_a_keyring_says_so_and_makes_no_vault(tmp_path: Path) -> None:
    assert attempt(tmp_path / "profile", "create", tmp_path / "home", None) == "keyring_none"
    assert not (tmp_path / "profile" / "vault.db").exists()


if shutil.which("gnome-keyring-daemon") and shutil.which("dbus-run-session"):  # part of CI's machine

    @pytest.mark.real
    def test_gnome_keyring_opens_the_vault_and_says_when_it_is_locked(tmp_path: Path) -> None:
        profile, home = tmp_path / "profile", tmp_path / "home"
        unlocked = "printf password | gnome-keyring-daemon --unlock --components=secrets"
        assert attempt(profile, "create", home, unlocked) == "done"
        assert attempt(profile, "open", home, unlocked) == "done"
        assert attempt(profile, "open", home, "gnome-keyring-daemon --start --components=secrets") == "keyring_locked"
        assert attempt(profile, "open", home, None) == "keyring_none"
        assert attempt(profile, "open", tmp_path / "another home", unlocked) == "keyring_no_entry"
