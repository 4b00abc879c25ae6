"""Chats from other programs: one small importer a format, found by name or by looking at the file."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from app.engine.errors import KeepsakeError
from app.interop.importers.base import ImportedTurn, Importer, Skipped, Source
from app.interop.importers.keepsake import KeepsakeImporter

__all__ = ["IMPORTERS", "ImportedTurn", "Importer", "Skipped", "Source", "open_import"]

IMPORTERS: tuple[Importer, ...] = (KeepsakeImporter(),)
_HEAD = 64 * 1024


def open_import(path: Path, format_name: str, now: datetime) -> Source:
    """Open an export. Raises file_unreadable or file_format_unknown."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        raise KeepsakeError("file_unreadable") from None
    for importer in IMPORTERS:
        if importer.format == format_name or (format_name == "auto" and importer.matches(path, head)):
            return importer.open(path, now)
    raise KeepsakeError("file_format_unknown")
