"""Reads out of Linux libraries and programs what they need: other libraries, and which glibc. Needs no tools."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from pathlib import Path

_DYNAMIC, _LOAD = 2, 1  # kinds of program headers
_NULL, _NEEDED, _STRTAB, _SONAME, _RUNPATH, _RPATH, _STRSZ = 0, 1, 5, 14, 29, 15, 10  # tags of the dynamic section


@dataclass(frozen=True, slots=True)
class Elf:
    """One 64-bit little-endian ELF file. `glibc` is the newest glibc it asks for, such as (2, 34), or None."""

    needed: tuple[str, ...]
    soname: str
    glibc: tuple[int, ...] | None


def read(path: Path) -> Elf | None:
    """None when the file is not such an ELF file, or needs nothing because it is static."""
    with path.open("rb") as file:
        if file.read(6) != b"\x7fELF\x02\x01":
            return None
        data = b"\x7fELF\x02\x01" + file.read()
    offset, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    headers = [struct.unpack_from("<IIQQQQ", data, offset + index * size) for index in range(count)]
    loads = [(address, length, at) for kind, _, at, address, _, length in headers if kind == _LOAD]
    dynamic = next((header for header in headers if header[0] == _DYNAMIC), None)
    if dynamic is None:
        return None
    entries = []
    for at in range(dynamic[2], dynamic[2] + dynamic[5], 16):
        tag, value = struct.unpack_from("<qQ", data, at)
        if tag == _NULL:
            break
        entries.append((tag, value))
    address = next(value for tag, value in entries if tag == _STRTAB)
    start = next(at + address - begin for begin, length, at in loads if begin <= address < begin + length)
    strings = data[start : start + next(value for tag, value in entries if tag == _STRSZ)]

    def text(index: int) -> str:
        return strings[index : strings.index(b"\0", index)].decode()

    versions = [
        tuple(int(part) for part in found.split(b".")) for found in re.findall(rb"\0GLIBC_([\d.]+)(?=\0)", strings)
    ]
    return Elf(
        tuple(text(value) for tag, value in entries if tag == _NEEDED),
        next((text(value) for tag, value in entries if tag == _SONAME), path.name),
        max(versions, default=None),
    )


def read_all(folder: Path) -> dict[Path, Elf]:
    """Every ELF file below the folder."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            elf = read(path)
            if elf is not None:
                found[path] = elf
    return found


def missing(files: dict[Path, Elf]) -> dict[str, list[Path]]:
    """Libraries the folder does not hold, with the files that need them: what the system has to bring."""
    inside = {path.name for path in files} | {elf.soname for elf in files.values()}
    outside: dict[str, list[Path]] = {}
    for path, elf in files.items():
        for name in elf.needed:
            if name not in inside:
                outside.setdefault(name, []).append(path)
    return outside


def newest_glibc(files: dict[Path, Elf]) -> tuple[int, ...]:
    return max((elf.glibc for elf in files.values() if elf.glibc), default=(2, 17))


def unused(files: dict[Path, Elf], folders: list[Path]) -> list[Path]:
    """Libraries lying in `folders` that nothing which is loaded by name needs, directly or through others."""
    loose = {path for path in files if path.parent in folders and re.match(r"lib.+\.so(\.|$)", path.name)}
    by_name: dict[str, Path] = {}
    for path, elf in files.items():
        by_name.setdefault(path.name, path)
        by_name.setdefault(elf.soname, path)
    reached: set[Path] = set()
    waiting = [path for path in files if path not in loose]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += [by_name[name] for name in files[path].needed if name in by_name]
    return sorted(loose - reached)
