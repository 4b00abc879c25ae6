"""Rewrites a freshly built llama-cpp-python wheel so that installing it needs no fix-up afterwards.

A build with loadable CPU back ends puts them into `bin/` at the root of site-packages, where they do not find
`libggml-base`; and it leaves a second and third copy of every library (`lib/`, `.so.0.5.0`) and C headers. Here the
back ends move beside `llama_cpp/lib/libllama.so`, the rest is dropped, and RECORD is made anew. Same input, same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zipfile
from pathlib import Path

LIBRARY_FOLDER = "llama_cpp/lib/"
BACK_END = re.compile(r"^(?:bin|lib)/((?:lib)?ggml-(?!base\b)[\w.-]+\.(?:so|dll|dylib))$")
FULL_VERSION = re.compile(r"(?:\.so\.\d+\.\d[\d.]*|\.\d+\.\d[\d.]*\.dylib)$")  # libx.so.0.5.0, libx.0.5.0.dylib
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip file can say


def new_name(name: str) -> str | None:
    """Where a member of the wheel belongs, or None when it is not needed at run time."""
    back_end = BACK_END.match(name)
    if back_end:
        return LIBRARY_FOLDER + back_end[1]
    if name.startswith(("bin/", "lib/", "include/", "share/")) or name.endswith("/RECORD"):
        return None
    if name.startswith(LIBRARY_FOLDER) and (FULL_VERSION.search(name) or "/pkgconfig/" in name or "/cmake/" in name):
        return None
    return name


def record_line(name: str, data: bytes) -> str:
    """One line of RECORD: name, urlsafe SHA-256 without padding, size."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


def make_portable(wheel: Path, folder: Path) -> Path:
    """Write the rewritten wheel into `folder` under the same file name and return its path."""
    members: dict[str, tuple[bytes, int]] = {}
    with zipfile.ZipFile(wheel) as source:
        record_name = next(name for name in source.namelist() if name.endswith(".dist-info/RECORD"))
        for info in source.infolist():
            name = None if info.is_dir() else new_name(info.filename)
            if name is not None:
                members.setdefault(name, (source.read(info), info.external_attr))
    lines = [record_line(name, data) for name, (data, _) in sorted(members.items())]
    members[record_name] = ("\n".join([*lines, f"{record_name},,", ""]).encode(), 0o644 << 16)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / wheel.name
    part = target.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as out:
        for name, (data, attributes) in sorted(members.items()):
            info = zipfile.ZipInfo(name, EPOCH)
            info.external_attr = attributes
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, data)
    part.replace(target)
    return target
