"""An open vault: its store, changing the ways in, and changing the key."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.engine.errors import KeepsakeError
from app.engine.types import Clock, Language
from app.vault import copies, recovery
from app.vault import passphrase as passphrases
from app.vault.database import KEY_BYTES, Database, remove_file
from app.vault.keyslots import KeySlots, SlotKind, unwrap
from app.vault.layout import REKEYED, REPLACED, free_name, head_of
from app.vault.migrations import MIGRATIONS
from app.vault.store import Store

if TYPE_CHECKING:
    from app.vault.vault import VaultDoor


class Vault:
    """An open vault: its store, and changing the ways in. Holds the profile's vault lock until closed."""

    def __init__(
        self, profile: Path, database: Database, key: bytes, slots: KeySlots, unlock_key: bytes | None, door: VaultDoor
    ) -> None:
        self.profile = profile
        self.database = database
        self.key = key
        self.slots = slots
        self.store = Store(database, door.clock)
        self.salvaged: dict[str, int] | None = None  # rows saved, where the vault was just repaired
        self.opened_with: SlotKind | None = None  # None: with the raw key, or just created
        self._unlock_key = unlock_key
        self._door = door

    def ways(self) -> list[SlotKind]:
        return [slot.kind for slot in self.slots.slots]

    def _change(self, slots: KeySlots) -> None:
        slots.save(self.profile)
        self.slots = slots

    def _unlocked(self) -> bytes:
        if self._unlock_key is None:
            if self.slots.slots:  # opened with the raw key: the other ways in would be cut off
                raise KeepsakeError("vault_locked")
            self._unlock_key = secrets.token_bytes(KEY_BYTES)
            record = self.slots.key_record(self.key, self.slots.keys[0].head, self._unlock_key)
            self.slots = replace(self.slots, keys=(record,))
        return self._unlock_key

    def set_passphrase(self, passphrase: str) -> None:
        """Add or change the passphrase; the vault itself is not re-encrypted. KeepsakeError `passphrase_weak`."""
        passphrases.require_strong(passphrase)
        unlock_key = self._unlocked()
        parameters = self._door.cost().parameters()
        wrapping = passphrases.wrapping_key(passphrase, parameters)
        self._change(self.slots.with_slot("passphrase", wrapping, unlock_key, parameters))

    def confirm_passphrase(self, passphrase: str) -> None:
        """KeepsakeError `passphrase_wrong` unless it is the present one. Where there is none, or the vault was opened
        with the recovery words (it was forgotten), any will do."""
        slot = self.slots.slot("passphrase")
        if slot is not None and self.opened_with != "recovery":
            unwrap(slot, passphrases.wrapping_key(passphrase, slot.parameters), wrong="passphrase_wrong")

    def keyring_backend(self) -> str | None:
        """Name of what would keep the key on this system, or None."""
        try:
            return self._door.keyring.backend()
        except KeepsakeError:
            return None

    def use_keyring(self) -> None:
        """Add the system's keyring as a way in. KeepsakeError `keyring_none`, `keyring_locked`."""
        unlock_key = self._unlocked()
        wrapping = self._door.into_keyring(self.slots.vault_id)
        parameters = {"backend": self._door.keyring.backend()}
        self._change(self.slots.with_slot("keyring", wrapping, unlock_key, parameters))

    def new_recovery_words(self, lang: Language = "en") -> str:
        """Fresh words, shown once; the older ones stop working."""
        unlock_key = self._unlocked()
        words = recovery.new_words(lang)
        wrapping = recovery.wrapping_key(words, self.slots.vault_id)
        self._change(self.slots.with_slot("recovery", wrapping, unlock_key, {}))
        return words

    def remove_way(self, kind: SlotKind) -> None:
        """Take a way in away; KeepsakeError `vault_no_way_in` for the last one besides the recovery words."""
        slots = self.slots.without_slot(kind)
        if not any(slot.kind != "recovery" for slot in slots.slots):
            raise KeepsakeError("vault_no_way_in")
        self._change(slots)
        if kind == "keyring":
            self._door.keyring.remove(self.slots.vault_id)

    @property
    def clock(self) -> Clock:
        return self._door.clock

    def rekey(self, new_key: bytes | None = None) -> None:
        """Re-encrypt the vault under a new key, in a new file; every way in goes on working. Writing waits meanwhile.

        Both keys are kept (wrapped) until the new file is verified and in place, so a crash at any point leaves a vault
        that opens. A vault without ways in needs its new raw key given.
        """
        if new_key is None and self._unlock_key is None:
            raise KeepsakeError("vault_locked" if self.slots.slots else "key_format")
        key = new_key or secrets.token_bytes(KEY_BYTES)
        rekeyed = self.profile / REKEYED
        with self.database.lock:
            remove_file(rekeyed)
            copies.export(self.database.path, self.key, rekeyed, key)
            copies.require_same(rekeyed, key, copies.fingerprint(self.database))
            record = self.slots.key_record(key, head_of(rekeyed), self._unlock_key)
            self._change(replace(self.slots, keys=(self.slots.keys[0], record)))
            self.database.swap(rekeyed, key)
            self.key = key
            self._change(replace(self.slots, keys=(record,)))

    def restore(self, content: Path, key: bytes) -> None:
        """Put what another vault file holds (an unpacked backup) in the place of what is here; the ways in stay.

        What was here is kept beside the vault, under the same key, until the next deletion. A crash at any point leaves
        the one or the other. KeepsakeError `vault_newer`, `vault_damaged`, `disk_full`: then nothing was changed.
        """
        rekeyed = self.profile / REKEYED
        with self.database.lock:
            remove_file(rekeyed)
            try:
                copies.export(content, key, rekeyed, self.key)
                copies.require_usable(rekeyed, self.key, known=len(MIGRATIONS))
            except BaseException:
                remove_file(rekeyed)
                raise
            record = replace(self.slots.keys[0], head=head_of(rekeyed))
            empty = not (self.store.count_memories() or self.store.count_messages())
            self._change(replace(self.slots, keys=(self.slots.keys[0], record)))
            keep = None if empty else free_name(self.database.path, REPLACED.rpartition(".")[2])
            self.database.swap(rekeyed, self.key, keep=keep)
            self._change(replace(self.slots, keys=(record,)))
            self.store = Store(self.database, self._door.clock)

    def close(self) -> None:
        self.database.close()
        self._door.release()
