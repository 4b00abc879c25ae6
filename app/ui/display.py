"""Whether a window can be shown here at all: display, Qt's system libraries, the raw key of unattended use."""

from __future__ import annotations

import ctypes
import os
import sys

from app.engine.errors import KeepsakeError

# What the xcb plug-in of Qt needs beyond a bare system, and the Debian package that brings it.
LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0", "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4", "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libEGL.so.1": "libegl1", "libfontconfig.so.1": "libfontconfig1",
}  # fmt: skip


def has_display() -> bool:
    if sys.platform != "linux":
        return True
    if os.environ.get("QT_QPA_PLATFORM", "").split(":")[0] in ("offscreen", "minimal", "vnc"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def missing() -> KeepsakeError | None:
    """What keeps a window from opening; None when nothing does."""
    if not has_display():
        return KeepsakeError("no_display")
    if sys.platform == "linux" and os.environ.get("DISPLAY") and not os.environ.get("QT_QPA_PLATFORM"):
        for library, package in LIBRARIES.items():
            try:
                ctypes.CDLL(library)
            except OSError:
                return KeepsakeError("qt_library_missing", name=f"{library} (Debian, Ubuntu: {package})")
    return None


def raw_key(text: str | None) -> bytes | None:
    """The vault key of KEEPSAKE_KEY: 64 hex digits."""
    if text is None:
        return None
    try:
        key = bytes.fromhex(text)
    except ValueError as error:
        raise KeepsakeError("key_format") from error
    if len(key) != 32:
        raise KeepsakeError("key_format")
    return key
