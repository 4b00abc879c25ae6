"""Writes the bill of materials of a build (CycloneDX 1.6, JSON): dependencies, native parts and models, with hashes."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import uuid
from pathlib import Path
from typing import Any

import lock_files
import notices

_SPDX = frozenset({"MIT", "MIT-0", "Apache-2.0", "BSD-3-Clause", "BSD-2-Clause", "MPL-2.0", "PSF-2.0", "ISC"})


def component(kind: str, name: str, version: str, licence: str, **more: Any) -> dict[str, Any]:
    stated: dict[str, Any] = {"license": {"id" if licence in _SPDX else "name": licence}}
    if re.search(r" (AND|OR|WITH) ", licence):
        stated = {"expression": licence}
    return {"type": kind, "name": name, "version": version, "licenses": [stated], **more}


def pinned_hashes(name: str) -> list[dict[str, str]]:
    """Hashes the lock file accepts for a package: those of its archives for every system."""
    for key, block in lock_files.blocks(lock_files.read("run")).items():
        if re.sub(r"[-_.]+", "-", key.split("==")[0]).lower() == name:
            return [{"alg": "SHA-256", "content": each} for each in re.findall(r"sha256:([0-9a-f]{64})", block)]
    return []


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def bill(version: str, internal: Path, models: list[dict[str, Any]], timestamp: str) -> dict[str, Any]:
    """The document as JSON-ready data; the same input gives the same serial number."""
    components = [component("application", "python", sys.version.split()[0], "PSF-2.0")]
    for distribution in notices.installed():
        name = re.sub(r"[-_.]+", "-", distribution.name).lower()
        components.append(
            component(
                "library",
                name,
                distribution.version,
                notices.licence_name(distribution),
                purl=f"pkg:pypi/{name}@{distribution.version}",
                hashes=pinned_hashes(name),
            )
        )
    for library in notices.system_libraries(internal):
        found = notices.system_package(library)
        if found is not None:
            more = {"purl": f"pkg:deb/debian/{found[0]}@{found[1]}", "hashes": [_hash(sha256(library))]}
            components.append(component("library", library.name, found[1], "see LICENCES.txt", **more))
    for model in models:
        more = {"hashes": [_hash(model["sha256"])]}
        components.append(component("machine-learning-model", model["name"], "1", model["licence"], **more))
    seed = json.dumps([version, components], sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, seed)}",
        "version": 1,
        "metadata": {"timestamp": timestamp, "component": component("application", "keepsake", version, "MIT")},
        "components": components,
    }


def _hash(content: str) -> dict[str, str]:
    return {"alg": "SHA-256", "content": content}
