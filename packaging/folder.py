"""Makes the application folder: PyInstaller, then stripped, pruned, checked; and its size report."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import elf
from terminal import Trouble, note

REPOSITORY = Path(__file__).resolve().parent.parent
INTERNAL = "_internal"
KEEP_LIBRARIES = ("libpython", "libssl", "libcrypto", "libstdc++", "libgcc_s", "libgomp")
GOAL_BYTES = 250 * 10**6
# Patched after linking by the tools that made their wheels; stripping those may break them.
NOT_STRIPPED = (".libs/", "PySide6/", "shiboken6/", "llama_cpp/")


def freeze(out: Path, work: Path) -> Path:
    """Run PyInstaller with keepsake.spec; returns the folder it made."""
    if not sys.platform.startswith("linux"):  # those systems keep icon and version inside the program
        import windows_installer

        marks = [sys.executable, str(REPOSITORY / "packaging" / "marks.py"), str(REPOSITORY / "build")]
        subprocess.run(marks, cwd=REPOSITORY, check=True)
        resource = windows_installer.version_resource(project_version())
        (REPOSITORY / "build" / "version_info.txt").write_text(resource, encoding="utf-8")
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "ERROR"]
    command += ["--distpath", str(out), "--workpath", str(work), str(REPOSITORY / "packaging" / "keepsake.spec")]
    if subprocess.run(command, cwd=REPOSITORY).returncode:
        raise Trouble("PyInstaller failed; the reason stands above")
    return out / "keepsake"


def project_version() -> str:
    with (REPOSITORY / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def strip(folder: Path) -> int:
    """Remove debugging symbols from extension modules; returns the bytes saved. Nothing to do without a `strip`."""
    tool = shutil.which("strip")
    if tool is None or not sys.platform.startswith("linux"):
        return 0
    saved = 0
    for path in sorted(folder.rglob("*.so*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink() or any(part in name for part in NOT_STRIPPED):
            continue
        before = path.stat().st_size
        subprocess.run([tool, "--strip-unneeded", str(path)], check=True, stderr=subprocess.DEVNULL)
        saved += before - path.stat().st_size
    return saved


def prune(folder: Path) -> list[str]:
    """Remove libraries that came along for parts which are not in the app; returns their names."""
    internal = folder / INTERNAL
    gone = []
    for path in elf.unused(elf.read_all(folder), [internal, internal / "PySide6" / "Qt" / "lib"]):
        if not path.name.startswith(KEEP_LIBRARIES):
            path.unlink()
            gone.append(path.name)
    for path in internal.rglob("*"):
        if path.is_symlink() and not path.exists():
            path.unlink()
    return gone


def size(folder: Path) -> int:
    """Bytes of all files; a link counts nothing."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def report(folder: Path, rows: int = 25) -> str:
    """Size of the folder and of its largest parts, as text."""
    internal = folder / INTERNAL if (folder / INTERNAL).is_dir() else folder
    parts: dict[str, int] = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            inside = path.relative_to(internal).parts if internal in path.parents else path.relative_to(folder).parts
            key = "/".join(inside[: 4 if inside[:3] == ("PySide6", "Qt", "lib") else 1])
            parts[key] = parts.get(key, 0) + path.stat().st_size
    total = sum(parts.values())
    largest = sorted(parts.items(), key=lambda part: -part[1])[:rows]
    lines = [f"{total / 1e6:10.1f} MB  in all (goal for the light edition: under {GOAL_BYTES / 1e6:.0f} MB)"]
    return "\n".join(lines + [f"{bytes_ / 1e6:10.1f} MB  {name}" for name, bytes_ in largest]) + "\n"


def make(out: Path, work: Path) -> Path:
    """The finished application folder without models."""
    folder = freeze(out, work)
    saved = strip(folder)
    gone = prune(folder)
    note(f"stripped {saved / 1e6:.0f} MB of symbols, removed {len(gone)} libraries nothing uses")
    return folder
