"""What is missing on a machine is named together with the package that brings it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import machine
import pytest
from terminal import Trouble


def test_an_old_python_is_refused_by_name() -> None:
    with pytest.raises(Trouble, match=r"Python 3\.10\.4; Keepsake needs 3\.11"):
        machine.check_python((3, 10, 4))
    machine.check_python((3, 11, 0))


@pytest.mark.parametrize(
    ("system", "words"), [("linux", "apt install g\\+\\+"), ("darwin", "xcode-select"), ("win32", "Visual Studio")]
)
def test_a_missing_compiler_comes_with_advice_for_the_system(system: str, words: str) -> None:
    assert re.search(words, machine.compiler_advice(system))


def test_no_compiler_on_the_path_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(Trouble, match=r"no C compiler found.*apt install g\+\+.*dnf install gcc-c\+\+"):
        machine.check_compiler()


def test_a_compiler_named_by_the_environment_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("mycc", "mycxx"):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "mycc -m64")
    monkeypatch.setenv("CXX", "mycxx")
    machine.check_compiler()


def test_a_missing_library_of_qt_is_named_with_its_packages() -> None:
    said = machine.library_advice("libEGL.so.1: cannot open shared object file: No such file or directory")
    assert said and "sudo apt install libegl1" in said and "sudo dnf install libglvnd-egl" in said


def test_an_unlisted_library_is_still_named() -> None:
    said = machine.library_advice("libstrange.so.7: cannot open shared object file: No such file or directory")
    assert said and "libstrange.so.7" in said
    assert machine.library_advice("undefined symbol: x") is None


def test_a_library_that_does_not_load_is_found_before_the_window_is_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    library = machine.qt_libraries(tmp_path)[0]
    library.parent.mkdir(parents=True)
    library.write_bytes(b"not a library")
    said = machine.missing_qt_library(tmp_path)
    assert said and "the window cannot start" in said


def test_a_complete_qt_brings_no_advice() -> None:
    site = Path(sys.prefix) / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    assert machine.missing_qt_library(site) is None


def test_too_little_space_is_said_with_both_numbers(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"1000000\.0 GB of free space are needed"):
        machine.check_free_space(tmp_path / "not" / "there" / "yet", 10**15)
    machine.check_free_space(tmp_path, 1)


def test_a_display_is_x_or_wayland_or_a_chosen_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert not machine.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert machine.has_display()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("WAYLAND_DISPLAY")
    assert machine.has_display()
