"""The token of the local API: 256 random bits, in the system's keyring where there is one."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from app.engine.errors import KeepsakeError
from app.vault.keyslots_keyring import KeyringDoor

_BYTES = 32


def for_profile(profile: Path, keyring: Callable[[], KeyringDoor] | None, *, new: bool = False) -> tuple[str, bool]:
    """The token, and whether it is a new one that must be shown now.

    keyring: None where nothing may be kept (unattended use): the token then lives as long as the process.
    """
    made = secrets.token_bytes(_BYTES)
    if keyring is None:
        return made.hex(), True
    entry = f"api-token-{hashlib.sha256(os.fsencode(profile.resolve())).hexdigest()[:16]}"
    try:
        door = keyring()
        kept = None if new else door.get(entry)
        if kept is not None and len(kept) == _BYTES:
            return kept.hex(), False
        door.put(entry, made)
    except KeepsakeError as error:
        if not error.code.startswith("keyring_"):
            raise
    return made.hex(), True
