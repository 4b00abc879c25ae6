"""Draws the program's mark into the icon files of Windows (.ico) and macOS (.icns)."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SIZES = (16, 32, 48, 64, 128, 256)
ICNS_TYPES = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08"}


def pictures() -> dict[int, bytes]:
    """The mark as PNG bytes in each size, drawn by the code the window uses."""
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QGuiApplication

    from app.ui.tray import icon

    application = QGuiApplication.instance() or QGuiApplication([])
    mark, found = icon(), {}
    for size in SIZES:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        mark.pixmap(size, size).toImage().scaled(size, size).save(buffer, "PNG")
        found[size] = bytes(buffer.data().data())
    del application
    return found


def ico(images: dict[int, bytes]) -> bytes:
    """An .ico file: a directory of 16 bytes an entry, then the PNG files (a size of 256 is written as 0)."""
    directory, body = struct.pack("<HHH", 0, 1, len(images)), b""
    start = len(directory) + 16 * len(images)
    for size, data in sorted(images.items()):
        directory += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), start + len(body))
        body += data
    return directory + body


def icns(images: dict[int, bytes]) -> bytes:
    """An .icns file: magic and length, then chunks of a type, a length that counts its own head, and PNG bytes."""
    present = [(kind, images[size]) for size, kind in ICNS_TYPES.items() if size in images]
    chunks = b"".join(kind + struct.pack(">I", 8 + len(data)) + data for kind, data in present)
    return b"icns" + struct.pack(">I", 8 + len(chunks)) + chunks


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    images = pictures()
    (folder / "keepsake.ico").write_bytes(ico(images))
    (folder / "keepsake.icns").write_bytes(icns(images))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
