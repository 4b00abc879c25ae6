"""Where sockets go: a private folder of ours, short enough, and never one that somebody else prepared."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import paths
from app.engine.errors import KeepsakeError


@pytest.fixture
def temp(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="k") as folder:
        monkeypatch.setattr(tempfile, "gettempdir", lambda: folder)
        monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
        yield Path(folder)


def test_the_runtime_folder_is_used_and_made_private(temp: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(temp))
    folder = paths.runtime_folder()
    assert folder == temp / "keepsake"
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("base", ["/no/such/folder", "", "{temp}/" + "long" * 20])
def test_an_unusable_runtime_folder_is_replaced_by_the_temp_folder(
    temp: Path, monkeypatch: pytest.MonkeyPatch, base: str
) -> None:
    path = base.format(temp=temp)
    if path.startswith(str(temp)):
        Path(path).mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", path)
    assert paths.runtime_folder() == temp / f"keepsake-{os.getuid()}"


def test_a_folder_that_leads_elsewhere_is_not_used(temp: Path) -> None:
    (temp / "elsewhere").mkdir()
    (temp / f"keepsake-{os.getuid()}").symlink_to(temp / "elsewhere")
    with pytest.raises(KeepsakeError) as caught:
        paths.runtime_folder()
    assert caught.value.code == "vault_read_only"


def test_a_folder_of_another_user_is_not_used(temp: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = os.getuid()
    folder = temp / f"keepsake-{mine + 1}"
    folder.mkdir()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    with pytest.raises(KeepsakeError):
        paths.runtime_folder()


def test_an_address_is_short_whatever_the_profiles_path(temp: Path) -> None:
    profile = temp / ("模型" * 40) / "very" / ("long" * 30)
    address = paths.socket_address(profile)
    assert len(os.fsencode(address)) < 100
    assert address != paths.socket_address(profile / "other")
    assert address == paths.socket_address(profile.parent / ".." / profile.parent.name / profile.name)
