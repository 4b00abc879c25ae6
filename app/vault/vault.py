"""The door to a profile's vault: creating it, the ways in, and which error it is when it does not open."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from filelock import FileLock, Timeout

from app import clock as system_clock
from app.engine.errors import KeepsakeError
from app.engine.types import Clock, Language
from app.paths import private_folder
from app.vault import copies, recovery
from app.vault import passphrase as passphrases
from app.vault.database import KEY_BYTES, Database, remove_file, sync_folder
from app.vault.keyslots import FILE as SLOTS
from app.vault.keyslots import KeySlots, SlotKind, unwrap
from app.vault.keyslots_keyring import KeyringDoor, SystemKeyring
from app.vault.layout import LOCK, NEW, REKEYED, VAULT, head_of, set_aside, set_old_aside
from app.vault.migrations import MIGRATIONS
from app.vault.opened import Vault
from app.vault.salvage import salvage

__all__ = ["Content", "Vault", "VaultDoor", "open_vault"]

Content = tuple[Path, bytes]  # a vault file to copy from, and its key


class VaultDoor:
    """Everything about a profile's vault that needs no open vault. One door per engine process.

    Errors of the opening calls, each told apart: vault_missing, vault_in_use, vault_wrong_key, vault_not_a_vault,
    vault_damaged, vault_newer, vault_read_only, disk_full, passphrase_wrong, recovery_wrong, keyring_none,
    keyring_locked, keyring_changed, keyring_no_entry, vault_no_way_in.
    """

    def __init__(
        self,
        profile: Path,
        *,
        keyring: KeyringDoor | None = None,
        clock: Clock = system_clock.now,
        cost: Callable[[], passphrases.Cost] = passphrases.calibrated,
    ) -> None:
        self.profile = profile
        self.keyring: KeyringDoor = keyring or SystemKeyring()
        self.clock = clock
        self.cost = cost
        self._lock: FileLock | None = None

    @property
    def path(self) -> Path:
        return self.profile / VAULT

    def exists(self) -> bool:
        """Whether there is, or should be, a vault here."""
        return self.path.exists() or (self.profile / SLOTS).exists()

    def ways(self) -> list[SlotKind]:
        slots = KeySlots.load(self.profile)
        return [slot.kind for slot in slots.slots] if slots else []

    # --- creating -----------------------------------------------------------------------------------------------

    def create(
        self,
        way: SlotKind,
        passphrase: str | None = None,
        *,
        lang: Language = "en",
        content: Content | None = None,
        instead: bool = False,
    ) -> tuple[Vault, str]:
        """A new vault with one way in and recovery words; returns both. Never where a vault is or should be.

        `content`: the file and key of a vault to begin with (an unpacked backup). `instead`: a vault that is here, and
        that nobody can open, is set aside with its ways in once the new one is sure to be made.
        """
        if way == "passphrase":
            passphrases.require_strong(passphrase or "")
        key, unlock_key = secrets.token_bytes(KEY_BYTES), secrets.token_bytes(KEY_BYTES)
        words = recovery.new_words(lang)

        def ways_in(slots: KeySlots) -> KeySlots:
            slots = slots.with_slot("recovery", recovery.wrapping_key(words, slots.vault_id), unlock_key, {})
            if way == "passphrase":
                parameters = self.cost().parameters()
                wrapping = passphrases.wrapping_key(passphrase or "", parameters)
                return slots.with_slot("passphrase", wrapping, unlock_key, parameters)
            wrapping = self.into_keyring(slots.vault_id)
            return slots.with_slot("keyring", wrapping, unlock_key, {"backend": self.keyring.backend()})

        return self._create(key, unlock_key, ways_in, content, instead=instead), words

    def _create(
        self,
        key: bytes,
        unlock_key: bytes | None,
        ways_in: Callable[[KeySlots], KeySlots],
        content: Content | None,
        *,
        instead: bool = False,
    ) -> Vault:
        self._acquire()
        try:
            if self.exists() and not instead:
                raise KeepsakeError("vault_exists")
            new = self.profile / NEW
            remove_file(new)  # left by a set-up that was cut short before it was a vault
            slots = ways_in(KeySlots.new())
            if content is None:
                Database(new, key, create=True).close()
            else:
                copies.export(*content, new, key)
                copies.require_usable(new, key, known=len(MIGRATIONS))
            set_old_aside(self.path, self.profile / SLOTS)
            slots = replace(slots, keys=(slots.key_record(key, head_of(new), unlock_key),))
            slots.save(self.profile)  # from here on a vault is expected; `_settle` finishes the rename
            self._settle(slots)
            return self._opened(key, slots, unlock_key)
        except BaseException:
            if not self.exists():
                remove_file(self.profile / NEW)  # on a full disk it would take the room that is left
            self.release()
            raise

    def into_keyring(self, vault_id: str) -> bytes:
        """A fresh wrapping key, stored in the keyring and read back."""
        wrapping = secrets.token_bytes(KEY_BYTES)
        self.keyring.put(vault_id, wrapping)
        if self.keyring.get(vault_id) != wrapping:
            raise KeepsakeError("keyring_none")
        return wrapping

    # --- opening ------------------------------------------------------------------------------------------------

    def create_with_key(self, key: bytes, *, content: Content | None = None) -> Vault:
        """A new vault with a raw key given from outside and no other way in."""
        if len(key) != KEY_BYTES:
            raise KeepsakeError("key_format")
        return self._create(key, None, lambda slots: slots, content)

    # `repair=True` on any of these: save what can be read of a damaged vault into a new one, keep the damaged file
    # beside it, and open the new one; `Vault.salvaged` says what it holds.

    def open_with_key(self, key: bytes, *, repair: bool = False) -> Vault:
        """With the raw key. In a fresh profile this creates the vault."""
        if not self.exists():
            return self.create_with_key(key)
        return self._open(lambda slots: (key, None), repair=repair)

    def check_key(self, key: bytes) -> None:
        """KeepsakeError `vault_wrong_key` unless this is the vault's raw key; changes nothing."""
        slots = KeySlots.load(self.profile)
        if slots is not None and not slots.fits(key):
            raise KeepsakeError("vault_wrong_key")

    def open_with_passphrase(self, passphrase: str, *, repair: bool = False) -> Vault:
        def unlock(slots: KeySlots) -> tuple[bytes, bytes]:
            slot = slots.slot("passphrase")
            if slot is None:
                raise KeepsakeError("vault_no_way_in")
            wrapping = passphrases.wrapping_key(passphrase, slot.parameters)
            unlock_key = unwrap(slot, wrapping, wrong="passphrase_wrong")
            return slots.vault_key(unlock_key), unlock_key

        return self._open(unlock, repair=repair, way="passphrase")

    def open_with_recovery(self, words: str, *, repair: bool = False) -> Vault:
        def unlock(slots: KeySlots) -> tuple[bytes, bytes]:
            slot = slots.slot("recovery")
            if slot is None:
                raise KeepsakeError("vault_no_way_in")
            unlock_key = unwrap(slot, recovery.wrapping_key(words, slots.vault_id), wrong="recovery_wrong")
            return slots.vault_key(unlock_key), unlock_key

        return self._open(unlock, repair=repair, way="recovery")

    def open_with_keyring(self, *, repair: bool = False) -> Vault:
        def unlock(slots: KeySlots) -> tuple[bytes, bytes]:
            slot = slots.slot("keyring")
            if slot is None:
                raise KeepsakeError("vault_no_way_in")
            wrapping = self.keyring.get(slots.vault_id)
            if wrapping is None:
                changed = self.keyring.backend() != slot.parameters.get("backend")
                raise KeepsakeError("keyring_changed" if changed else "keyring_no_entry")
            unlock_key = unwrap(slot, wrapping, wrong="keyring_no_entry")
            return slots.vault_key(unlock_key), unlock_key

        return self._open(unlock, repair=repair, way="keyring")

    def _open(
        self, unlock: Callable[[KeySlots], tuple[bytes, bytes | None]], *, repair: bool, way: SlotKind | None = None
    ) -> Vault:
        self._acquire()
        try:
            slots = KeySlots.load(self.profile)
            if slots is None:
                if not self.path.exists():
                    raise KeepsakeError("vault_missing")
                key, _ = unlock(KeySlots.new())
                return self._adopt(key)
            slots = self._settle(slots)
            key, unlock_key = unlock(slots)
            if not slots.fits(key):
                raise KeepsakeError("vault_wrong_key")
            saved = None
            if repair:
                saved, slots = self._repair(key, slots)
            vault = self._opened(key, slots, unlock_key)
            vault.salvaged, vault.opened_with = saved, way
            return vault
        except BaseException:
            self.release()
            raise

    def _repair(self, key: bytes, slots: KeySlots) -> tuple[dict[str, int], KeySlots]:
        """Put what could be saved in the vault's place; a crash on the way is settled at the next opening."""
        rebuilt = self.profile / REKEYED
        saved = salvage(self.path, key, rebuilt)
        record = replace(slots.keys[0], head=head_of(rebuilt))
        replace(slots, keys=(slots.keys[0], record)).save(self.profile)
        set_aside(self.path)
        rebuilt.replace(self.path)
        sync_folder(self.profile)
        slots = replace(slots, keys=(record,))
        slots.save(self.profile)
        return saved, slots

    def _adopt(self, key: bytes) -> Vault:
        """A vault file without keyslots.json (lost or not copied along), and a raw key that may fit."""
        plain = head_of(self.path) == b"SQLite format 3\0"
        try:
            database = Database(self.path, key)
        except KeepsakeError as error:
            if error.code == "vault_not_a_vault" and not plain and self.path.stat().st_size >= 4096:
                raise KeepsakeError("vault_wrong_key") from None
            raise
        slots = KeySlots.new()
        slots = replace(slots, keys=(slots.key_record(key, head_of(self.path), None),))
        slots.save(self.profile)
        return Vault(self.profile, database, key, slots, None, self)

    def _opened(self, key: bytes, slots: KeySlots, unlock_key: bytes | None) -> Vault:
        """The key is known to be right, so what does not open is no vault, or a damaged one."""
        try:
            database = Database(self.path, key)
        except KeepsakeError as error:
            if error.code == "vault_not_a_vault" and head_of(self.path) == slots.keys[0].head:
                raise KeepsakeError("vault_damaged") from None
            raise
        return Vault(self.profile, database, key, slots, unlock_key, self)

    def _settle(self, slots: KeySlots) -> KeySlots:
        """Finish or undo what a crash cut short: a set-up before its rename, a rekeying or repair around it."""
        new, rekeyed = self.profile / NEW, self.profile / REKEYED
        if not self.path.exists():
            heads = {key.head for key in slots.keys}
            whole = [each for each in (new, rekeyed) if each.exists() and head_of(each) in heads]
            if not whole:
                raise KeepsakeError("vault_missing")
            whole[0].replace(self.path)
            sync_folder(self.profile)
        if len(slots.keys) == 2:
            head = head_of(self.path)
            slots = replace(slots, keys=tuple(key for key in slots.keys if key.head == head) or slots.keys[:1])
            slots.save(self.profile)
        remove_file(rekeyed)
        remove_file(new)
        return slots

    # --- the lock -----------------------------------------------------------------------------------------------

    def _acquire(self) -> None:
        if self._lock is not None:
            raise KeepsakeError("vault_in_use")
        try:
            private_folder(self.profile)
            lock = FileLock(self.profile / LOCK, timeout=0, mode=0o600)
            lock.acquire()
        except Timeout:
            raise KeepsakeError("vault_in_use") from None
        except OSError:
            raise KeepsakeError("vault_read_only") from None
        self._lock = lock

    def release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def open_vault(profile: Path, *, raw_key: bytes, clock: Clock = system_clock.now) -> Vault:
    """Open with KEEPSAKE_KEY's key; creates the vault in a fresh profile."""
    return VaultDoor(profile, clock=clock).open_with_key(raw_key)
