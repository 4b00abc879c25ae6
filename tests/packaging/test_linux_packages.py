"""The Debian package and the archive: right places, right dependencies, same bytes from the same source."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import tarfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import linux_packages
import lock_files
import pytest


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A stand-in for the frozen folder: one real program, so that its libraries can be read."""
    folder = tmp_path / "app"
    (folder / "_internal").mkdir(parents=True)
    shutil.copy(shutil.which("true") or "/bin/true", folder / "keepsake")
    (folder / "_internal" / "data").write_text("x", encoding="utf-8")
    (folder / "LICENCES.txt").write_text("MIT", encoding="utf-8")
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


def field(deb: Path, name: str) -> str:
    command = ["dpkg-deb", "--field", str(deb), name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def listing(deb: Path) -> str:
    return subprocess.run(["dpkg-deb", "--contents", str(deb)], capture_output=True, text=True, check=True).stdout


@pytest.mark.real
def test_a_debian_package_has_program_command_menu_entry_and_licences(app: Path, out: Path) -> None:
    deb = linux_packages.deb(app, out, "1.2.3", [])
    assert deb.name.startswith("keepsake_1.2.3_") and field(deb, "Version") == "1.2.3"
    assert field(deb, "Depends").startswith("libc6 (>= 2.")
    contents = listing(deb)
    for path in (
        "./usr/lib/keepsake/keepsake",
        "./usr/bin/keepsake -> ../lib/keepsake/keepsake",
        "./usr/share/applications/keepsake.desktop",
        "./usr/share/metainfo/app.keepsake.Keepsake.metainfo.xml",
        "./usr/share/icons/hicolor/scalable/apps/keepsake.svg",
        "./usr/share/doc/keepsake/copyright.gz",
    ):
        assert path in contents
    assert all("root/root" in line for line in contents.splitlines())
    scripts = subprocess.run(["dpkg-deb", "--ctrl-tarfile", str(deb)], capture_output=True, check=True).stdout
    assert b"postrm" not in scripts, "removal must not touch what a person kept"


@pytest.mark.real
def test_the_edition_with_models_replaces_the_light_one(app: Path, out: Path, tmp_path: Path) -> None:
    model = tmp_path / "model.gguf"
    model.write_bytes(b"GGUF")
    deb = linux_packages.deb(app, out, "1.0", [model])
    assert field(deb, "Package") == "keepsake-full" and field(deb, "Conflicts") == "keepsake"
    assert "./usr/lib/keepsake/models/model.gguf" in listing(deb)


def test_the_archive_is_the_same_each_time_and_belongs_to_nobody(app: Path, out: Path) -> None:
    first = linux_packages.archive(app, out, "1.0", [], 1_700_000_000).read_bytes()
    second = linux_packages.archive(app, out, "1.0", [], 1_700_000_000)
    assert second.read_bytes() == first
    with tarfile.open(second) as tar:
        assert {(each.uid, each.mtime) for each in tar} == {(0, 1_700_000_000)}
        names = [name.partition("/")[2] for name in tar.getnames()]
    assert {"keepsake", "_internal/data", "install.sh", "share/applications/keepsake.desktop"} <= set(names)


@pytest.mark.real
def test_the_unpacked_archive_enters_and_leaves_the_menu(app: Path, out: Path, tmp_path: Path) -> None:
    archive = linux_packages.archive(app, out, "1.0", [], 1_700_000_000)
    place, home = tmp_path / "with space", tmp_path / "home"
    home.mkdir()
    with tarfile.open(archive) as tar:
        tar.extractall(place, filter="data")
    script = next(place.iterdir()) / "install.sh"
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    subprocess.run(["sh", script], check=True, env=environment, capture_output=True)
    entry = home / ".local/share/applications/keepsake.desktop"
    assert f'Exec="{script.parent}/keepsake"' in entry.read_text(encoding="utf-8")
    subprocess.run([home / ".local/bin/keepsake"], check=True)
    subprocess.run(["sh", script, "--remove"], check=True, env=environment, capture_output=True)
    assert not entry.exists() and script.parent.exists()


def test_without_appimagetool_there_is_no_appimage(app: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(out))
    assert linux_packages.appimage(app, out, "1.0", []) is None


def test_menu_entry_and_metainfo_are_well_formed_and_speak_both_languages() -> None:
    entry = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(linux_packages.LINUX / "keepsake.desktop", encoding="utf-8")
    assert {"Name", "Name[zh_CN]", "Comment", "Comment[zh_CN]", "Exec", "Icon"} <= set(entry["Desktop Entry"])
    tree = ElementTree.parse(linux_packages.LINUX / "app.keepsake.Keepsake.metainfo.xml")
    assert tree.findtext("launchable") == "keepsake.desktop"
    release = tree.find("releases/release")
    import tomllib

    with (lock_files.REPOSITORY / "pyproject.toml").open("rb") as file:
        assert release is not None and release.get("version") == tomllib.load(file)["project"]["version"]
