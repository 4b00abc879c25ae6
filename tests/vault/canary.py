"""Looks for words where they must not be: in a vault's decrypted pages, and in clear in every file of some folders."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from pathlib import Path

from app.vault.pages import PageReader

_SYLLABLES = ("zor", "vex", "qui", "blat", "mirn", "kesh", "drol", "fump")


def canary(lang: str = "en") -> str:
    """A word nobody else says, of at least 24 bytes in UTF-8, that passes redaction."""
    if lang == "zh":
        return "".join(chr(secrets.choice(range(0x4E00, 0x9FA0))) for _ in range(9))
    return "".join(secrets.choice(_SYLLABLES) for _ in range(8))


def encodings(text: str) -> list[bytes]:
    """The text as it could lie on a disk."""
    return [text.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")]


def disguises(text: str) -> list[bytes]:
    """The encodings, and what base64 (at any of its three alignments, both alphabets) and hex make of the text."""
    found = []
    for raw in encodings(text):
        found += [raw, raw.hex().encode()]
        for shift in range(3):
            packed = base64.b64encode(bytes(shift) + raw)
            whole = packed[4 if shift else 0 : -4]  # the ends depend on what stands beside it
            found += [whole, whole.translate(bytes.maketrans(b"+/", b"-_"))]
    return list(dict.fromkeys(found))


def in_pages(vault: Path, key: bytes, runs: Iterable[bytes]) -> list[bytes]:
    """The runs that are on any decrypted page of the vault file or its WAL."""
    reader = PageReader(vault, key)
    plain = b"".join(reader.blocks()) + b"".join(reader.wal_blocks())
    return [run for run in runs if run in plain]


def in_clear(folders: Iterable[Path], texts: Iterable[str]) -> list[str]:
    """`file: text` for each text found in clear in any file below the folders, or in a file's name."""
    wanted = [(text, disguises(text)) for text in texts]
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*")) if folder.exists() else ():
            content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
            for text, runs in wanted:
                if text in path.name or any(run in content for run in runs):
                    found.append(f"{path.name}: {text}")
    return found
