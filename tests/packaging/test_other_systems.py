"""Windows and macOS: what can be checked without those systems."""

from __future__ import annotations

import ast
import os
import plistlib
import re
import runpy
import struct
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import lock_files
import marks
import pytest
import windows_installer
import yaml

PACKAGING = lock_files.REPOSITORY / "packaging"
PNG = b"\x89PNG\r\n\x1a\n"


def test_the_version_resource_is_what_pyinstaller_reads() -> None:
    text = windows_installer.version_resource("1.2.3")
    ast.parse(text, mode="eval")
    assert "filevers=(1, 2, 3, 0)" in text and 'StringStruct("ProductVersion", "1.2.3")' in text


def test_the_windows_installer_needs_no_administrator_and_leaves_the_vault() -> None:
    script = (PACKAGING / "windows" / "keepsake.iss").read_text(encoding="utf-8")
    sections = re.findall(r"^\[(\w+)\]", script, re.MULTILINE)
    assert sections == ["Setup", "Languages", "Tasks", "Files", "InstallDelete", "Icons", "Run"]
    assert "PrivilegesRequired=lowest" in script and "ArchitecturesAllowed=x64compatible" in script
    assert set(re.findall(r"\{#(\w+)\}", script)) == {"Version", "Source", "Output", "Name"}


def test_the_entitlements_ask_for_no_network() -> None:
    with (PACKAGING / "macos" / "entitlements.plist").open("rb") as file:
        asked = plistlib.load(file)
    assert asked and not any("network" in key for key in asked)


def test_the_workflow_builds_and_starts_on_all_three_systems() -> None:
    workflow = yaml.safe_load((lock_files.REPOSITORY / ".github/workflows/installers.yml").read_text(encoding="utf-8"))
    job = workflow["jobs"]["build"]
    systems = {entry["system"].partition("-")[0] for entry in job["strategy"]["matrix"]["include"]}
    assert systems == {"ubuntu", "windows", "macos"}
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert "python packaging/dev.py build" in commands and "python packaging/smoke.py" in commands


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at + 4)
        yield data[at : at + 4], data[at + 8 : at + length]
        at += length


def test_icon_files_hold_the_mark_in_every_size(tmp_path: Path) -> None:
    images = {size: PNG + bytes([size % 256]) for size in marks.SIZES}
    icon = marks.ico(images)
    assert struct.unpack_from("<HHH", icon) == (0, 1, len(images))
    for index, size in enumerate(sorted(images)):
        width, _, _, _, _, bits, length, start = struct.unpack_from("<BBBBHHII", icon, 6 + 16 * index)
        assert (width, bits) == (size % 256, 32) and icon[start : start + length] == images[size]
    bundle = marks.icns(images)
    assert bundle[:4] == b"icns" and struct.unpack_from(">I", bundle, 4)[0] == len(bundle)
    assert dict(chunks(bundle)) == {kind: images[size] for size, kind in marks.ICNS_TYPES.items()}


@pytest.mark.real
def test_the_mark_is_drawn_by_the_code_the_window_uses(tmp_path: Path) -> None:
    subprocess.run([sys.executable, PACKAGING / "marks.py", tmp_path], check=True, cwd=lock_files.REPOSITORY)
    assert (tmp_path / "keepsake.ico").read_bytes().count(PNG) == len(marks.SIZES)
    assert (tmp_path / "keepsake.icns").stat().st_size > 1000


class Recorder:
    """Stands for PyInstaller's build classes: hears what the spec file asks for."""

    def __init__(self) -> None:
        self.calls: dict[str, list[dict[str, object]]] = {}

    def made(self, name: str) -> object:
        def make(*arguments: object, **options: object) -> object:
            self.calls.setdefault(name, []).append(options)
            return type(name, (), {"binaries": [], "datas": [], "pure": [], "scripts": []})()

        return make


@pytest.mark.parametrize(("platform", "programs", "bundles"), [("linux", 1, 0), ("win32", 2, 0), ("darwin", 1, 1)])
def test_the_spec_asks_for_the_right_programs_on_each_system(
    platform: str, programs: int, bundles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks = types.ModuleType("PyInstaller.utils.hooks")
    hooks.collect_dynamic_libs = lambda package: []  # type: ignore[attr-defined]
    hooks.collect_submodules = lambda package: [package]  # type: ignore[attr-defined]
    hooks.copy_metadata = lambda distribution: []  # type: ignore[attr-defined]
    hooks.get_package_paths = lambda package: ("", os.devnull)  # type: ignore[attr-defined]
    for module in (types.ModuleType("PyInstaller"), types.ModuleType("PyInstaller.utils"), hooks):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "path", list(sys.path))
    recorder = Recorder()
    names = {name: recorder.made(name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    runpy.run_path(os.fspath(PACKAGING / "keepsake.spec"), {"SPECPATH": os.fspath(PACKAGING), **names})
    assert len(recorder.calls["EXE"]) == programs and len(recorder.calls.get("BUNDLE", [])) == bundles
    (asked,) = recorder.calls["Analysis"]
    assert any("models.toml" in source for source, _ in asked["datas"])  # type: ignore[attr-defined]
