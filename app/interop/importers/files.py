"""Reads export files a piece at a time: JSON of any size, ZIP archives of it, text in UTF-8, GB18030 or UTF-16."""

from __future__ import annotations

import codecs
import io
import re
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
_HEAD = 256 * 1024
_LOOK = 64 << 20  # bytes looked at for a format's marks, where pictures stand before them
_PICTURE = re.compile(rb"[A-Za-z0-9+/=]{512,}")


class _Utf8(io.RawIOBase):
    """Bytes of any encoding read as UTF-8; what cannot be read becomes a replacement mark, not the end of the file."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._start()

    def _start(self) -> None:
        sample = self._raw.read(_SAMPLE)
        self._raw.seek(0)
        self._decoder = codecs.getincrementaldecoder(encoding_of(sample))("replace")
        self._held, self._ended = b"", False

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, place: int, whence: int = 0) -> int:
        if place or whence:
            raise io.UnsupportedOperation("only back to the start")
        self._raw.seek(0)
        self._start()
        return 0

    def readinto(self, buffer: Any) -> int:
        while not self._held and not self._ended:
            chunk = self._raw.read(1 << 16)
            self._ended = not chunk
            self._held = self._decoder.decode(chunk, final=self._ended).encode("utf-8", "replace")
        count = min(len(buffer), len(self._held))
        buffer[:count] = self._held[:count]
        self._held = self._held[count:]
        return count


@contextmanager
def open_json(path: Path) -> Iterator[IO[bytes]]:
    """A JSON file of any encoding as a stream of UTF-8 without a byte order mark."""
    with path.open("rb") as file:
        yield as_utf8(file)


def as_utf8(file: IO[bytes]) -> IO[bytes]:
    return io.BufferedReader(_Utf8(file), 1 << 16)


def head_of(path: Path) -> bytes:
    """The beginning of an export in UTF-8, of the first conversations in it if it is a ZIP; pictures left out."""
    head, looked = b"", 0
    with parts(path, ("conversations", "chat")) as found:
        for _, file in found:
            while len(head) < _HEAD and looked < _LOOK and (block := file.read(1 << 20)):
                head, looked = head + _PICTURE.sub(b"", block), looked + len(block)
            break  # the first file tells
    return head[:_HEAD]


@contextmanager
def parts(path: Path, stem: str | tuple[str, ...] = "conversations") -> Iterator[Iterator[tuple[str, IO[bytes]]]]:
    """The JSON files of an export: the file itself, or those in a ZIP whose name begins with `stem`, in order."""
    try:
        archive = zipfile.ZipFile(path) if zipfile.is_zipfile(path) else None
    except (OSError, zipfile.BadZipFile):
        raise KeepsakeError("file_unreadable") from None
    if archive is None:
        with path.open("rb") as file:
            yield iter([("", as_utf8(file))])
        return
    with archive:
        names = sorted(
            name for name in archive.namelist() if name.rsplit("/", 1)[-1].startswith(stem) and name.endswith(".json")
        )
        yield ((name, as_utf8(archive.open(name))) for name in names)


def items(file: IO[bytes], prefix: str) -> Iterator[Any]:
    """Values at an ijson prefix, one at a time. Raises ijson.JSONError at the first damage."""
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
    head = file.read(256).lstrip()
    file.seek(0)
    return head[:1].decode("ascii", "replace")


def encoding_of(sample: bytes) -> str:
    """utf-16 where its mark stands first, utf-8-sig where the sample is UTF-8, else gb18030."""
    if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    try:
        # A character cut at the end of the sample is no sign of another encoding.
        codecs.getincrementaldecoder("utf-8")().decode(sample, final=len(sample) < _SAMPLE)
    except UnicodeDecodeError as error:
        return _likelier(sample[error.start :])
    return "utf-8-sig"


def _likelier(rest: bytes) -> str:
    """One damaged byte in a UTF-8 file is no GB18030: that is told by what the rest decodes to without marks."""
    marks = {code: rest.decode(code, "replace").count("\ufffd") for code in ("utf-8", "gb18030")}
    return "gb18030" if marks["gb18030"] < marks["utf-8"] else "utf-8-sig"


def open_text(path: Path) -> IO[str]:
    """A text file in its encoding (`encoding_of` the first megabyte), without its byte order mark."""
    with path.open("rb") as file:
        encoding = encoding_of(file.read(_SAMPLE))
    return path.open("r", encoding=encoding, errors="replace", newline="")


def plain(text: object) -> str:
    """Said text with one kind of line break, or nothing where there is none."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(text, str) else ""
