"""Where Keepsake keeps things on this system; nothing here holds content."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path

import platformdirs

from app.engine.errors import KeepsakeError

APP = "keepsake"
_LONGEST_RUNTIME_FOLDER = 60  # bytes; a socket's path may have about 100, its name takes 30


def resources() -> Path:
    """Folder of shipped resources, in a checkout and in a frozen app alike."""
    frozen = getattr(sys, "_MEIPASS", None)
    return (Path(frozen) if frozen else Path(__file__).resolve().parent.parent) / "resources"


def private_folder(path: Path) -> Path:
    """Make the folder readable by its owner only (0700) and return it."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    if os.name == "posix":
        path.chmod(0o700)
    return path


def default_profile() -> Path:
    return Path(platformdirs.user_data_dir(APP, appauthor=False)) / "profiles" / "default"


def models_folder() -> Path:
    """Models are shared by all profiles. KEEPSAKE_MODELS overrides the place."""
    override = os.environ.get("KEEPSAKE_MODELS")
    return Path(override) if override else Path(platformdirs.user_data_dir(APP, appauthor=False)) / "models"


def installed_models() -> Path | None:
    """Models that came with an installed app lie beside its program. None in a checkout and in a light edition."""
    folder = Path(sys.executable).resolve().parent / "models"
    return folder if getattr(sys, "frozen", False) and folder.is_dir() else None


def runtime_folder() -> Path:
    """Private folder for sockets: $XDG_RUNTIME_DIR where there is a usable one, else a 0700 folder in the temp folder.

    Raises KeepsakeError("vault_read_only") where somebody else has taken the place.
    """
    base = os.environ.get("XDG_RUNTIME_DIR")
    if base and os.access(base, os.W_OK) and len(os.fsencode(base)) <= _LONGEST_RUNTIME_FOLDER:
        return private_folder(Path(base) / APP)
    user = str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    folder = Path(tempfile.gettempdir()) / f"{APP}-{user}"
    try:
        private_folder(folder)
        # The temp folder is everybody's: another user may have made this name first, or pointed it elsewhere.
        taken = hasattr(os, "getuid") and (folder.is_symlink() or folder.stat().st_uid != os.getuid())
    except OSError:
        taken = True
    if taken:
        raise KeepsakeError("vault_read_only", name=folder.name)
    return folder


def socket_address(profile: Path) -> str:
    """Address of the engine of a profile: a short hash, since socket paths are limited to about 100 bytes."""
    digest = hashlib.sha256(os.fsencode(profile.resolve())).hexdigest()[:16]
    if sys.platform == "win32":
        return rf"\\.\pipe\{APP}-{digest}"
    return str(runtime_folder() / f"{digest}.sock")
