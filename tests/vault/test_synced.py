"""Profiles in synced folders are recognised, ordinary ones are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.vault.synced import synced_by


@pytest.mark.parametrize(
    ("folder", "program"),
    [
        ("Dropbox/keepsake", "Dropbox"),
        ("Dropbox (Personal)/a/b", "Dropbox"),
        ("OneDrive - Acme/keepsake", "OneDrive"),
        ("Library/Mobile Documents/com~apple~CloudDocs/k", "iCloud Drive"),
        ("坚果云/记忆", "坚果云"),
        ("Documents/keepsake", None),
        ("dropboxes/keepsake", None),
    ],
)
def test_by_the_folders_name(tmp_path: Path, folder: str, program: str | None) -> None:
    assert synced_by(tmp_path / folder, {}) == program


@pytest.mark.parametrize(("mark", "program"), [(".stfolder", "Syncthing"), (".dropbox", "Dropbox")])
def test_by_what_the_program_left_there(tmp_path: Path, mark: str, program: str) -> None:
    (tmp_path / mark).mkdir()
    assert synced_by(tmp_path / "deep" / "profile", {}) == program


def test_by_what_the_system_says(tmp_path: Path) -> None:
    assert synced_by(tmp_path / "k", {"OneDrive": str(tmp_path)}) == "OneDrive"
