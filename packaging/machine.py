"""Looks at the machine: names what is missing together with the package that brings it. Standard library only."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import shutil
import sys
from pathlib import Path

from terminal import Trouble

OLDEST_PYTHON = (3, 11)

# shared library: (Debian/Ubuntu package, Fedora package)
LIBRARY_PACKAGES = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl"),
    "libGL.so.1": ("libgl1", "libglvnd-glx"),
    "libOpenGL.so.0": ("libopengl0", "libglvnd-opengl"),
    "libX11.so.6": ("libx11-6", "libX11"),
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libgthread-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libgomp.so.1": ("libgomp1", "libgomp"),
    "libstdc++.so.6": ("libstdc++6", "libstdc++"),
    "libxcb.so.1": ("libxcb1", "libxcb"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb"),
    "libxcb-render.so.0": ("libxcb-render0", "libxcb"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb"),
    "libxcb-shm.so.0": ("libxcb-shm0", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
    "libz.so.1": ("zlib1g", "zlib"),
}
_MISSING = re.compile(r"(lib[\w+.-]+\.so(?:\.\d+)*): cannot open shared object")


def check_python(version: tuple[int, ...] = sys.version_info[:3]) -> None:
    if version < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        raise Trouble(f"this is Python {'.'.join(map(str, version))}; Keepsake needs {wanted} or newer")


def check_venv() -> None:
    """Debian ships Python without the part that makes environments."""
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise Trouble(
            "this Python cannot make environments; install it with "
            "`sudo apt install python3-venv` (Debian, Ubuntu) or `sudo dnf install python3-pip` (Fedora)"
        )


def compiler_advice(system: str = sys.platform) -> str:
    if system == "darwin":
        return "install it with `xcode-select --install`"
    if system == "win32":
        return "install the C++ build tools of Visual Studio (workload: Desktop development with C++)"
    return "install it with `sudo apt install g++` (Debian, Ubuntu) or `sudo dnf install gcc-c++` (Fedora)"


def check_compiler() -> None:
    """A C and a C++ compiler are needed once, to build llama-cpp-python. Visual Studio is found by CMake itself."""
    if sys.platform == "win32":
        return
    for variable, names in (("CC", ("cc", "gcc", "clang")), ("CXX", ("c++", "g++", "clang++"))):
        wanted = [os.environ[variable].split()[0]] if os.environ.get(variable) else names
        if not any(shutil.which(name) for name in wanted):
            kind = "C" if variable == "CC" else "C++"
            raise Trouble(f"no {kind} compiler found (needed once, to build llama-cpp-python); {compiler_advice()}")


def check_free_space(folder: Path, needed: int) -> None:
    """`needed` in bytes. The folder may not exist yet."""
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise Trouble(f"{needed / 1e9:.1f} GB of free space are needed in {folder}; there are {free / 1e9:.1f} GB")


def library_advice(message: str) -> str | None:
    """Turn the loader's "libX.so.1: cannot open shared object file" into a sentence that names the packages."""
    found = _MISSING.search(message)
    if not found:
        return None
    library = found[1]
    if library not in LIBRARY_PACKAGES:
        return f"the window needs the system library {library}, which is not installed"
    debian, fedora = LIBRARY_PACKAGES[library]
    return (
        f"the window needs the system library {library}: "
        f"`sudo apt install {debian}` (Debian, Ubuntu) or `sudo dnf install {fedora}` (Fedora)"
    )


def qt_libraries(site_packages: Path) -> list[Path]:
    """What the window loads, in an order in which one that is missing shows: Qt itself, then the display plugin."""
    qt = site_packages / "PySide6" / "Qt"
    names = ["lib/libQt6Gui.so.6", "lib/libQt6Widgets.so.6", "plugins/platforms/libqxcb.so"]
    return [qt / name for name in names]


def missing_qt_library(site_packages: Path) -> str | None:
    """Sentence about the first system library that Qt misses, or None. Linux only: elsewhere Qt brings all it needs."""
    if not sys.platform.startswith("linux"):
        return None
    for library in qt_libraries(site_packages):
        if not library.exists():
            continue
        try:
            ctypes.CDLL(str(library))
        except OSError as error:
            return library_advice(str(error)) or f"the window cannot start: {error}"
    return None


def has_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or chosen)
