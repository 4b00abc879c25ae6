"""Python environments: where their parts are on each system, and pip in them. Standard library only."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from terminal import Trouble


def scripts_folder(venv: Path, system: str = os.name) -> Path:
    return venv / ("Scripts" if system == "nt" else "bin")


def python(venv: Path, system: str = os.name) -> Path:
    return scripts_folder(venv, system) / ("python.exe" if system == "nt" else "python")


def run(command: list[str | Path], problem: str, env: dict[str, str] | None = None) -> None:
    """Run a command; when it fails, raise Trouble with `problem`. Its own output is what explains."""
    result = subprocess.run([str(part) for part in command], env=env)
    if result.returncode:
        raise Trouble(f"{problem} (exit code {result.returncode}; the reason stands above)")


def pip(interpreter: Path) -> list[str | Path]:
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    return [interpreter, "-m", "pip", "--disable-pip-version-check", *quiet]


def install_lock(interpreter: Path, text: str) -> None:
    """Install every pin in the text of a lock file, hashes required, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text(text, encoding="utf-8")
        command = [*pip(interpreter), "install", "--no-deps", "--require-hashes", "--requirement", file]
        run(command, "the dependencies could not be installed")


def install_files(interpreter: Path, files: list[Path]) -> None:
    """Install wheels from disk, replacing what is there; needs no network."""
    options = ["install", "--no-deps", "--no-index", "--force-reinstall"]
    run([*pip(interpreter), *options, *files], "a wheel could not be installed")


def site_packages(venv: Path) -> Path:
    if os.name == "nt":
        return venv / "Lib" / "site-packages"
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    return venv / "lib" / version / "site-packages"
