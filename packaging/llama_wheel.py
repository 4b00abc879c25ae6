"""Builds llama-cpp-python once, for any processor of this kind, and keeps the wheel in the user's cache folder.

The source is the archive pinned in the lock file, the build tools are those pinned in `locks/native.txt`; nothing else
is fetched. A fresh clone on the same machine reuses the wheel.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import lock_files
import machine
import venvs
from terminal import Bar, Trouble, note
from wheel_portable import make_portable

PACKAGE = "llama-cpp-python"
RECIPE = 1  # raise it when wheel_portable.py changes what is inside
_STEP = re.compile(r"\[(\d+)/(\d+)\]")


def cmake_flags(system: str = sys.platform, processor: str = platform.machine()) -> list[str]:
    """Portable: every CPU variant as a loadable back end where llama.cpp can do that, the plain one elsewhere."""
    if system == "darwin":
        return ["-DGGML_NATIVE=OFF", "-DGGML_METAL=ON", "-DGGML_METAL_EMBED_LIBRARY=ON"]
    flags = ["-DGGML_NATIVE=OFF", "-DGGML_BACKEND_DL=ON"]
    if processor.lower() in ("x86_64", "amd64", "aarch64", "arm64"):
        flags.append("-DGGML_CPU_ALL_VARIANTS=ON")
    return flags


def cache_folder(system: str = sys.platform) -> Path:
    """The user's cache folder for Keepsake. KEEPSAKE_CACHE overrides the place."""
    if os.environ.get("KEEPSAKE_CACHE"):
        return Path(os.environ["KEEPSAKE_CACHE"])
    home = Path.home()
    if system == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "keepsake" / "Cache"
    if system == "darwin":
        return home / "Library" / "Caches" / "keepsake"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "keepsake"


def cached(lock: str, cache: Path | None = None) -> Path:
    """Folder in the cache for exactly this source archive, these flags, this Python and this platform."""
    entry = lock_files.only(lock, PACKAGE)
    version = entry.split("==")[1].split()[0]
    digest = hashlib.sha256(f"{entry}{cmake_flags()}{RECIPE}".encode()).hexdigest()[:12]
    target = f"cp{sys.version_info[0]}{sys.version_info[1]}-{sysconfig.get_platform()}".replace(".", "_")
    return (cache or cache_folder()) / "wheels" / f"{PACKAGE}-{version}-{digest}-{target}"


def ensure(interpreter: Path, lock: str) -> Path:
    """Path of the portable wheel; builds it when the cache does not have it."""
    folder = cached(lock)
    ready = sorted(folder.glob("*.whl"))
    if ready:
        return ready[0]
    machine.check_compiler()
    machine.check_free_space(folder, 2 * 10**9)
    note("building llama-cpp-python for this kind of machine (once, about ten minutes on two cores)")
    with tempfile.TemporaryDirectory(prefix="keepsake-build-") as scratch:
        return make_portable(_build(interpreter, lock_files.only(lock, PACKAGE), Path(scratch)), folder)


def _build(interpreter: Path, requirement: str, scratch: Path) -> Path:
    """Build in a throw-away environment that holds the pinned build tools. Returns the wheel as the build made it."""
    tools = scratch / "tools"
    venvs.run([interpreter, "-m", "venv", tools], "the build environment could not be made")
    venvs.install_lock(venvs.python(tools), lock_files.read("native"))
    wanted, log, out = scratch / "wanted.txt", scratch / "build.log", scratch / "out"
    wanted.write_text(requirement, encoding="utf-8")
    path = os.pathsep.join([str(venvs.scripts_folder(tools)), os.environ.get("PATH", "")])
    env = {**os.environ, "CMAKE_ARGS": " ".join(cmake_flags()), "PATH": path}
    command = [str(venvs.python(tools)), "-m", "pip", "--disable-pip-version-check", "wheel", "--verbose", "--no-deps"]
    # pip's own cache would hand back a wheel that was built earlier with other flags.
    command += ["--no-cache-dir", "--no-binary", PACKAGE]
    command += ["--no-build-isolation", "--require-hashes", "--requirement", str(wanted), "--wheel-dir", str(out)]
    bar = Bar("llama-cpp-python")
    tail: list[str] = []
    with log.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(
            command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
        )
        assert process.stdout is not None
        for line in process.stdout:
            file.write(line)
            tail = [*tail[-39:], line]
            step = _STEP.search(line)
            if step:
                bar.show(int(step[1]), int(step[2]))
        code = process.wait()
    bar.end()
    if code:
        sys.stderr.writelines(tail)
        raise Trouble(f"llama-cpp-python could not be built (exit code {code}; its last lines stand above)")
    return next(out.glob("*.whl"))
