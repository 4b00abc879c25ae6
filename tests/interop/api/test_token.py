"""The token: random, shown once, kept where the system keeps secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.interop.api import token


class Kept:
    """A keyring in memory; `fails` is what it raises."""

    def __init__(self, fails: str | None = None) -> None:
        self.entries: dict[str, bytes] = {}
        self._fails = fails

    def _check(self) -> None:
        if self._fails:
            raise KeepsakeError(self._fails)

    def backend(self) -> str:
        return "memory"

    def get(self, vault_id: str) -> bytes | None:
        self._check()
        return self.entries.get(vault_id)

    def put(self, vault_id: str, key: bytes) -> None:
        self._check()
        self.entries[vault_id] = key

    def remove(self, vault_id: str) -> None:
        self.entries.pop(vault_id, None)


def test_it_is_new_once_and_then_kept(tmp_path: Path) -> None:
    keyring = Kept()
    first, new = token.for_profile(tmp_path, lambda: keyring)
    assert new and len(bytes.fromhex(first)) == 32
    assert token.for_profile(tmp_path, lambda: keyring) == (first, False)
    other, new = token.for_profile(tmp_path / "other", lambda: keyring)
    assert new and other != first


def test_a_new_one_replaces_it(tmp_path: Path) -> None:
    keyring = Kept()
    first, _ = token.for_profile(tmp_path, lambda: keyring)
    second, new = token.for_profile(tmp_path, lambda: keyring, new=True)
    assert new and second != first
    assert token.for_profile(tmp_path, lambda: keyring) == (second, False)


@pytest.mark.parametrize("fails", ["keyring_none", "keyring_locked"])
def test_without_a_keyring_each_start_has_its_own(tmp_path: Path, fails: str) -> None:
    keyring = Kept(fails)
    one, two = (token.for_profile(tmp_path, lambda: keyring) for _ in range(2))
    assert one != two and one[1] and two[1]


def test_unattended_use_touches_no_keyring(tmp_path: Path) -> None:
    assert token.for_profile(tmp_path, None)[0] != token.for_profile(tmp_path, None)[0]
