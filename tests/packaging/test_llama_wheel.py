"""The portable llama-cpp-python wheel is built once per source, flags, Python and platform, and kept."""

from __future__ import annotations

import sys
from pathlib import Path

import llama_wheel
import lock_files
import pytest
import venvs
from terminal import Trouble

LOCK = "llama-cpp-python==9.9 \\\n    --hash=sha256:aa\n"


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("KEEPSAKE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_wheel_in_the_cache_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = llama_wheel.cached(LOCK)
    folder.mkdir(parents=True)
    wheel = folder / "llama_cpp_python-9.9-py3-none-any.whl"
    wheel.write_bytes(b"")
    monkeypatch.setattr(venvs, "run", lambda *_: pytest.fail("nothing may be started"))
    assert llama_wheel.ensure(Path(sys.executable), LOCK) == wheel


def test_another_source_or_other_flags_have_another_place(monkeypatch: pytest.MonkeyPatch) -> None:
    first = llama_wheel.cached(LOCK)
    assert llama_wheel.cached(LOCK.replace("aa", "bb")) != first
    monkeypatch.setattr(llama_wheel, "cmake_flags", lambda: ["-DOTHER=ON"])
    assert llama_wheel.cached(LOCK) != first


def test_without_wheel_and_compiler_the_compiler_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    for variable in ("CC", "CXX"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(Trouble, match="no C compiler found"):
        llama_wheel.ensure(Path(sys.executable), LOCK)


def test_the_build_is_never_for_one_processor_only() -> None:
    for system in ("linux", "win32", "darwin"):
        for processor in ("x86_64", "AMD64", "arm64", "riscv64"):
            assert "-DGGML_NATIVE=OFF" in llama_wheel.cmake_flags(system, processor)
    assert "-DGGML_CPU_ALL_VARIANTS=ON" in llama_wheel.cmake_flags("linux", "x86_64")
    assert "-DGGML_CPU_ALL_VARIANTS=ON" not in llama_wheel.cmake_flags("linux", "riscv64")


def test_the_cache_folder_follows_each_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KEEPSAKE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert llama_wheel.cache_folder("linux") == tmp_path / "xdg" / "keepsake"
    assert llama_wheel.cache_folder("win32") == tmp_path / "local" / "keepsake" / "Cache"
    assert llama_wheel.cache_folder("darwin").parts[-3:] == ("Library", "Caches", "keepsake")


def test_the_lock_pins_the_source_that_is_built() -> None:
    entry = lock_files.only(lock_files.read("run"), llama_wheel.PACKAGE)
    assert entry.startswith("llama-cpp-python==0.3.36 ") and "--hash=sha256:" in entry
