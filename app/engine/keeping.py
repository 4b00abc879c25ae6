"""The vault itself as verbs: how it opens, changing that, a new key, a backup."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.engine.errors import KeepsakeError
from app.engine.types import Language
from app.vault import passphrase as passphrases
from app.vault.backup import write_backup
from app.vault.synced import synced_by
from app.vault.vault import Vault

Args = dict[str, Any]
Result = dict[str, Any]
Verb = Callable[[Args, Any, threading.Event], Result]


class Keeping:
    """Verbs about the vault's file and its ways in; `Service` mounts them beside its own. No answer holds a key."""

    def __init__(self, vault: Vault, cost: Callable[[], passphrases.Cost] = passphrases.calibrated) -> None:
        self._vault = vault
        self._cost = cost
        self._changing = threading.Lock()

    def verbs(self) -> dict[str, Verb]:
        return {
            "vault_state": lambda args, emit, cancel: self._state(),
            "backup": lambda args, emit, cancel: self._backup(args),
            "set_passphrase": lambda args, emit, cancel: self._set_passphrase(args),
            "use_keyring": lambda args, emit, cancel: self._use_keyring(),
            "remove_way": lambda args, emit, cancel: self._remove_way(args),
            "new_recovery_words": lambda args, emit, cancel: self._new_words(args),
            "rekey": lambda args, emit, cancel: self._rekey(),
        }

    def _state(self) -> Result:
        """How the vault opens, what is in it, and whether something endangers it."""
        vault, store = self._vault, self._vault.store
        receipts = store.receipts(1)
        return {
            "ways": list(vault.ways()),
            "opened_with": vault.opened_with,
            "keyring": vault.keyring_backend(),
            "synced_by": synced_by(vault.profile),
            "memories": store.count_memories(),
            "messages": store.count_messages(),
            "bytes": vault.database.path.stat().st_size,
            "scrub_pending": store.scrub_pending(),
            "last_receipt": receipts[0].state if receipts else None,
            "salvaged": vault.salvaged,
        }

    def _backup(self, args: Args) -> Result:
        """Write a backup while everything goes on; the passphrase is the backup's own."""
        target = Path(_text(args, "path")).expanduser().absolute()
        if target.parent == self._vault.profile.absolute():
            raise KeepsakeError("backup_place")
        return {"bytes": write_backup(self._vault, target, _text(args, "passphrase"), self._cost())}

    def _set_passphrase(self, args: Args) -> Result:
        """`current`: the present one, where there is one: who finds an open window cannot lock its owner out."""
        with self._changing:
            self._vault.confirm_passphrase(str(args.get("current") or ""))
            self._vault.set_passphrase(_text(args, "passphrase"))
        return {"ways": list(self._vault.ways())}

    def _use_keyring(self) -> Result:
        with self._changing:
            self._vault.use_keyring()
        return {"ways": list(self._vault.ways())}

    def _remove_way(self, args: Args) -> Result:
        way = args.get("way")
        if way not in ("keyring", "passphrase"):
            raise KeepsakeError("usage", name="way")
        with self._changing:
            if way == "passphrase":
                self._vault.confirm_passphrase(str(args.get("current") or ""))
            self._vault.remove_way(way)
        return {"ways": list(self._vault.ways())}

    def _new_words(self, args: Args) -> Result:
        """Fresh recovery words, in this answer alone; the older ones stop working."""
        language: Language = "zh" if args.get("lang") == "zh" else "en"
        with self._changing:
            return {"recovery_words": self._vault.new_recovery_words(language)}

    def _rekey(self) -> Result:
        with self._changing:
            self._vault.rekey()
        return {}


def _text(args: Args, name: str) -> str:
    value = args.get(name)
    if not isinstance(value, str) or not value:
        raise KeepsakeError("usage", name=name)
    return value
