"""Whether a profile lies in a folder that some program copies to other machines while the vault is being written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

# Names of folders on the way to the profile, compared without case.
_NAMES = {
    "dropbox": "Dropbox",
    "onedrive": "OneDrive",
    "com~apple~clouddocs": "iCloud Drive",
    "icloud drive": "iCloud Drive",
    "icloud云盘": "iCloud Drive",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "my drive": "Google Drive",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "坚果云": "坚果云",
    "nutstore files": "坚果云",
    "baidusyncdisk": "百度网盘",
    "megasync": "MEGA",
    "pclouddrive": "pCloud",
}
# What a program leaves in the folder it syncs.
_MARKS = {
    ".dropbox": "Dropbox",
    ".dropbox.cache": "Dropbox",
    ".stfolder": "Syncthing",
    ".owncloudsync.log": "ownCloud",
    ".nextcloudsync.log": "Nextcloud",
    ".nutstore": "坚果云",
}


def synced_by(profile: Path, environment: Mapping[str, str] = os.environ) -> str | None:
    """Name of the program whose folder the profile lies in, or None. A partial copy can damage a vault."""
    place = profile.expanduser().absolute()
    onedrive = [
        Path(environment[name])
        for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")
        if environment.get(name)
    ]
    for folder in (place, *place.parents):
        name = folder.name.casefold()
        for known, program in _NAMES.items():
            # Also "OneDrive - Company" and "Dropbox (Personal)".
            if name == known or name.startswith((known + " -", known + " (")):
                return program
        if folder in onedrive:
            return "OneDrive"
        for mark, program in _MARKS.items():
            if (folder / mark).exists():
                return program
    return None
