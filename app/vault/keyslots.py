"""keyslots.json: the ways to the vault key, and what tells a wrong key from a damaged vault. Holds no key in clear.

    way in (passphrase, recovery words, keyring entry)  ->  its own wrapping key
    wrapping key  ->  unlock key     (one `wrapped` per slot)
    unlock key    ->  vault key      (one `wrapped` per vault key; two while the vault is being rekeyed)

The step in the middle lets the vault key change without asking for every passphrase again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from cryptography.hazmat.primitives.keywrap import InvalidUnwrap, aes_key_unwrap, aes_key_wrap

from app.engine.errors import KeepsakeError
from app.vault.database import sync_folder

FILE = "keyslots.json"
FORMAT = 1
HEAD_BYTES = 16  # SQLCipher's salt: the only part of a vault file that is not encrypted
_CHECK_LABEL = b"keepsake vault key check"

SlotKind = Literal["keyring", "passphrase", "recovery"]


@dataclass(frozen=True, slots=True)
class Slot:
    """One way in: how its wrapping key is made (`parameters`), and the unlock key wrapped by it (RFC 3394)."""

    kind: SlotKind
    wrapped: bytes
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class VaultKey:
    """What may be known of one vault key: the head of the file it opens, a check value, and itself wrapped."""

    head: bytes
    check: bytes
    wrapped: bytes | None = None  # None: the vault is opened with a key given from outside


@dataclass(frozen=True, slots=True)
class KeySlots:
    """The file's content. The first of `keys` is the current one; a second one exists only while rekeying."""

    vault_id: str
    keys: tuple[VaultKey, ...]
    slots: tuple[Slot, ...] = ()

    @classmethod
    def new(cls) -> KeySlots:
        return cls(secrets.token_hex(16), ())

    def key_record(self, key: bytes, head: bytes, unlock_key: bytes | None) -> VaultKey:
        """The record of a vault key, to be put into `keys`."""
        wrapped = aes_key_wrap(unlock_key, key) if unlock_key else None
        return VaultKey(head, self.check_value(key), wrapped)

    def check_value(self, key: bytes) -> bytes:
        """HMAC-SHA256 of a label and the vault id under the key, 16 bytes: says which key, tells nothing about it."""
        return hmac.digest(key, _CHECK_LABEL + bytes.fromhex(self.vault_id), hashlib.sha256)[:HEAD_BYTES]

    def fits(self, key: bytes) -> bool:
        """Whether this is the current key of the vault."""
        return hmac.compare_digest(self.keys[0].check, self.check_value(key))

    def slot(self, kind: SlotKind) -> Slot | None:
        return next((slot for slot in self.slots if slot.kind == kind), None)

    def with_slot(
        self, kind: SlotKind, wrapping_key: bytes, unlock_key: bytes, parameters: Mapping[str, Any]
    ) -> KeySlots:
        """A copy with this way in, replacing an older one of its kind."""
        slot = Slot(kind, aes_key_wrap(wrapping_key, unlock_key), dict(parameters))
        return replace(self, slots=(*(other for other in self.slots if other.kind != kind), slot))

    def without_slot(self, kind: SlotKind) -> KeySlots:
        return replace(self, slots=tuple(slot for slot in self.slots if slot.kind != kind))

    def vault_key(self, unlock_key: bytes) -> bytes:
        """The current vault key."""
        wrapped = self.keys[0].wrapped
        if wrapped is None:
            raise KeepsakeError("vault_no_way_in")
        try:
            return aes_key_unwrap(unlock_key, wrapped)
        except InvalidUnwrap:
            raise KeepsakeError("vault_damaged", file=FILE) from None

    # --- the file -----------------------------------------------------------------------------------------------

    def save(self, profile: Path) -> None:
        """Write atomically, readable by the owner only, on disk when this returns."""
        document = {
            "format": FORMAT,
            "vault": self.vault_id,
            "keys": [
                {
                    "head": key.head.hex(),
                    "check": key.check.hex(),
                    "wrapped": key.wrapped.hex() if key.wrapped else None,
                }
                for key in self.keys
            ],
            "slots": [
                {"kind": slot.kind, "wrapped": slot.wrapped.hex(), "parameters": dict(slot.parameters)}
                for slot in self.slots
            ],
        }
        path = profile / FILE
        partial = path.with_name(FILE + ".part")
        partial.unlink(missing_ok=True)
        try:
            handle = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as target:
                json.dump(document, target, indent=1)
                target.flush()
                os.fsync(target.fileno())
            partial.replace(path)
        except OSError:
            partial.unlink(missing_ok=True)
            raise KeepsakeError("disk_full" if os.access(profile, os.W_OK) else "vault_read_only") from None
        sync_folder(profile)

    @classmethod
    def load(cls, profile: Path) -> KeySlots | None:
        """None where there is no such file; KeepsakeError `vault_damaged` or `vault_newer` where it cannot be used."""
        try:
            text = (profile / FILE).read_text(encoding="ascii")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError):
            raise KeepsakeError("vault_damaged", file=FILE) from None
        try:
            document = json.loads(text)
            if document["format"] > FORMAT:
                raise KeepsakeError("vault_newer", version=document["format"], known=FORMAT)
            keys = tuple(
                VaultKey(
                    bytes.fromhex(key["head"]),
                    bytes.fromhex(key["check"]),
                    bytes.fromhex(key["wrapped"]) if key["wrapped"] else None,
                )
                for key in document["keys"]
            )
            slots = tuple(
                Slot(slot["kind"], bytes.fromhex(slot["wrapped"]), slot["parameters"]) for slot in document["slots"]
            )
            bytes.fromhex(document["vault"])
            if not keys:
                raise ValueError
            return cls(document["vault"], keys, slots)
        except (ValueError, KeyError, TypeError):
            raise KeepsakeError("vault_damaged", file=FILE) from None


def unwrap(slot: Slot, wrapping_key: bytes, *, wrong: str) -> bytes:
    """The unlock key behind a slot; KeepsakeError `wrong` when the wrapping key does not fit."""
    try:
        return aes_key_unwrap(wrapping_key, slot.wrapped)
    except InvalidUnwrap:
        raise KeepsakeError(wrong) from None
