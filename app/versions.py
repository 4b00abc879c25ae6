"""Versions of Keepsake and of every native part it runs on."""

from __future__ import annotations

import importlib.metadata
import platform

from app import __version__

NATIVE_PARTS = (
    "llama-cpp-python", "sqlcipher3", "usearch", "numpy", "cryptography", "argon2-cffi-bindings", "PySide6-Essentials",
    "presidio-analyzer", "spacy",
)  # fmt: skip


def versions() -> dict[str, str]:
    """Name -> version, Keepsake first. Raises PackageNotFoundError when a build left a part's metadata out."""
    found = {"keepsake": __version__, "python": platform.python_version()}
    return found | {part: importlib.metadata.version(part) for part in NATIVE_PARTS}
