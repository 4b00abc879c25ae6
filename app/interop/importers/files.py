"""Reads export files a piece at a time: JSON arrays of any size, ZIP archives of them, text in UTF-8 or GB18030."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import ijson

from app.engine.errors import KeepsakeError
from app.interop.importers.base import ImportedTurn, Reading, Request

_SAMPLE = 1 << 20


@contextmanager
def parts(path: Path, stem: str = "conversations") -> Iterator[Iterator[tuple[str, IO[bytes]]]]:
    """The JSON files of an export: the file itself, or those in a ZIP whose name begins with `stem`, in order."""
    try:
        archive = zipfile.ZipFile(path) if zipfile.is_zipfile(path) else None
    except (OSError, zipfile.BadZipFile):
        raise KeepsakeError("file_unreadable") from None
    if archive is None:
        with path.open("rb") as file:
            yield iter([("", file)])
        return
    with archive:
        names = sorted(
            name for name in archive.namelist() if name.rsplit("/", 1)[-1].startswith(stem) and name.endswith(".json")
        )
        yield ((name, archive.open(name)) for name in names)


def items(file: IO[bytes], prefix: str) -> Iterator[Any]:
    """Values at an ijson prefix, one at a time. Raises ijson.JSONError at the first damage."""
    skip_bom(file)
    return iter(ijson.items(file, prefix, use_float=True))


def conversations(
    reading: Reading,
    request: Request,
    each: Callable[[Any, Reading, str, Request], Iterator[ImportedTurn]],
    *,
    stem: str = "conversations",
    prefix: str = "",
) -> Iterator[ImportedTurn]:
    """Turns of an export that is an array of conversations, or one conversation; numbered through.

    `each` reads one conversation. Damage ends a file, is named, and costs nothing of what came before it.
    """
    index = 0
    with parts(request.path, stem) as found:
        for name, file in found:
            place = f"{prefix}.item" if prefix else "item" if first_event(file) == "[" else ""
            try:
                for entry in items(file, place):
                    reading.conversations += 1
                    where = f"{name} conversation {reading.conversations}".strip()
                    for turn in each(entry, reading, where, request):
                        yield replace(turn, index=index)
                        index += 1
            except ijson.JSONError:
                reading.skip(f"{name} after conversation {reading.conversations}".strip(), "damaged")


def first_event(file: IO[bytes]) -> str:
    """ "[" or "{": what the document is made of; the file is back at its start afterwards."""
    head = file.read(256).lstrip(b"\xef\xbb\xbf").lstrip()
    file.seek(0)
    return head[:1].decode("ascii", "replace")


def skip_bom(file: IO[bytes]) -> None:
    start = file.tell()
    if file.read(3) != b"\xef\xbb\xbf":
        file.seek(start)


def open_text(path: Path) -> IO[str]:
    """A text file in UTF-8, or in GB18030 where the first megabyte is not UTF-8; without its byte order mark."""
    with path.open("rb") as file:
        sample = file.read(_SAMPLE)
    try:
        # A character cut at the end of the sample is no sign of another encoding.
        sample[: len(sample) - 4 if len(sample) == _SAMPLE else None].decode("utf-8-sig")
        encoding = "utf-8-sig"
    except UnicodeDecodeError as error:
        encoding = "utf-8-sig" if len(sample) == _SAMPLE and error.start > _SAMPLE - 8 else "gb18030"
    return path.open("r", encoding=encoding, errors="replace", newline="")
