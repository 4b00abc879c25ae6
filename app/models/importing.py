"""Takes a model file from disk into the models folder: looked at first, copied whole, then listed."""

from __future__ import annotations

import errno
import hashlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from app.engine.errors import KeepsakeError
from app.engine.types import Progress
from app.models.catalogue import Catalogue, ModelEntry, ModelRole
from app.models.gguf_check import check, inspect
from app.models.machine import SMALLEST_CONTEXT
from app.models.template import FORMATS

_CHUNK = 1 << 22
_ROOM = 1 << 27  # bytes left free on the disk
_UNFIT = re.compile(r"[^\w.-]+")  # letters of every script may stay in a file name


def import_file(
    catalogue: Catalogue,
    path: Path,
    report: Callable[[Progress], None] = lambda _: None,
    *,
    role: ModelRole | None = None,
    prompt_format: str = "gguf",
) -> ModelEntry:
    """Import a GGUF file and return its entry; a file the catalogue knows takes its known place.

    `role`: what it is wanted for, refused when the file is something else. `prompt_format`: the chat template to use
    (a key of template.FORMATS) for a file that carries none.

    Raises KeepsakeError before anything is copied: model_missing, model_damaged, model_unsupported, model_wrong_role,
    model_no_template, model_too_large, disk_full; file_bad_entry where a shipped model has the name already.
    """
    info = inspect(path)
    known = [entry for entry in catalogue.entries if entry.bytes == info.file_bytes and not entry.imported]
    if prompt_format != "gguf" and prompt_format not in FORMATS:
        raise KeepsakeError("usage", name=prompt_format)
    spoken = known[0].prompt_format if known else prompt_format
    check(path, role or info.role, tokens=SMALLEST_CONTEXT, prompt_format=spoken)
    if shutil.disk_usage(_existing(catalogue.folder)).free < info.file_bytes + _ROOM:
        raise KeepsakeError("disk_full", name=path.name)
    catalogue.folder.mkdir(parents=True, exist_ok=True)
    part = catalogue.folder / f"{path.name}.import.part"
    try:
        digest = _copy(path, part, info.file_bytes, report)
        entry = next((entry for entry in known if entry.sha256 == digest), None)
        if entry is None:
            name = _name(info.name, path)
            entry = ModelEntry(
                name=name, file=f"{name}.gguf", role=info.role, tier="imported", bytes=info.file_bytes, sha256=digest,
                licence="?", title=info.name, context=info.context, prompt_format=prompt_format,
                dimensions=info.dimensions if info.role == "embedding" else 0,
            )  # fmt: skip
            catalogue.with_import(entry)
        part.replace(catalogue.path(entry))
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise KeepsakeError("disk_full", name=path.name) from error
        raise
    finally:
        part.unlink(missing_ok=True)
    return entry


def _copy(source: Path, target: Path, size: int, report: Callable[[Progress], None]) -> str:
    digest, done = hashlib.sha256(), 0
    with source.open("rb") as file, target.open("wb") as out:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            out.write(chunk)
            done += len(chunk)
            report(Progress(done, size, "importing"))
    return digest.hexdigest()


def _name(title: str, path: Path) -> str:
    """A short name to type: the model's own where it has one, else the file's."""
    name = _UNFIT.sub("-", title.strip().lower() or path.stem.lower()).strip("-.")
    return name[:60] or "model"


def _existing(folder: Path) -> Path:
    while not folder.exists():
        folder = folder.parent
    return folder
