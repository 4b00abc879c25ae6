"""The development environment `.venv`: made once from the lock files, remembered by a stamp. Standard library only."""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

import llama_wheel
import lock_files
import machine
import venvs
from terminal import note
from wheel_portable import EPOCH, record_line

REPOSITORY = lock_files.REPOSITORY
VENV = REPOSITORY / ".venv"
STAMP = VENV / "keepsake-stamp.json"


def python() -> Path:
    return venvs.python(VENV)


def key(name: str) -> str:
    """What an installed lock file depends on: its text, this Python, and for `run` how llama.cpp is built."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {sys.platform}".encode())
    digest.update(lock_files.path(name).read_bytes())
    if name == "run":
        digest.update((REPOSITORY / "pyproject.toml").read_bytes().partition(b"[tool.")[0])
        digest.update((Path(__file__).parent / "llama_wheel.py").read_bytes())
        digest.update((Path(__file__).parent / "wheel_portable.py").read_bytes())
        digest.update(str(REPOSITORY).encode())
    return digest.hexdigest()


def stamp(file: Path = STAMP) -> dict[str, str]:
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return read if isinstance(read, dict) else {}


def outdated(names: list[str]) -> list[str]:
    """Those of the lock files that are not installed as they are written now."""
    done = stamp()
    return [name for name in names if done.get(name) != key(name)]


def ensure(name: str) -> None:
    """Make `.venv` hold everything a lock file and those below it pin. Does nothing when it already does."""
    machine.check_python()
    missing = outdated(lock_files.chain(name))
    if not missing:
        return
    if not python().exists():
        machine.check_venv()
        machine.check_free_space(VENV, 2 * 10**9)
        note("making the environment .venv")
        venvs.run([sys.executable, "-m", "venv", VENV], "the environment .venv could not be made")
    wheel = llama_wheel.ensure(python(), lock_files.read("run")) if "run" in missing else None
    for each in missing:
        note(f"installing pinned dependencies ({each})")
        venvs.install_lock(python(), lock_files.without(lock_files.read(each), llama_wheel.PACKAGE))
        if wheel is not None and each == "run":
            venvs.install_files(python(), [wheel])
            install_project(python())
        STAMP.write_text(json.dumps({**stamp(), each: key(each)}, indent=1), encoding="utf-8")
    advice = machine.missing_qt_library(venvs.site_packages(VENV))
    if advice:
        note(advice)


def install_project(interpreter: Path) -> None:
    """Install Keepsake itself as a link to this checkout, with the `keepsake` command."""
    with tempfile.TemporaryDirectory() as folder:
        venvs.install_files(interpreter, [link_wheel(REPOSITORY, Path(folder))])


def link_wheel(repository: Path, folder: Path) -> Path:
    """Write a wheel that holds no code: a path file to the checkout, the version and the commands.

    pip would make the same from a build backend, which would have to be fetched first and leaves files in the checkout.
    """
    with (repository / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    name, version = project["name"], project["version"]
    info = f"{name}-{version}.dist-info"
    commands = "".join(f"{command} = {target}\n" for command, target in project["scripts"].items())
    members = {
        f"{name}.pth": f"{repository}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nLicense: {project['license']}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: keepsake\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[console_scripts]\n{commands}",
    }
    record = [record_line(member, text.encode()) for member, text in members.items()]
    members[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""])
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as out:
        for member, text in members.items():
            out.writestr(zipfile.ZipInfo(member, EPOCH), text.encode())
    return wheel
