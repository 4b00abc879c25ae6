"""Backup and restore: one encrypted file with a passphrase of its own, authenticated as a whole.

    magic line | length of header (4 bytes, big-endian) | header (JSON) | vault file under the backup key | HMAC-SHA256

The header holds the Argon2id parameters and the random backup key wrapped (RFC 3394) by the passphrase's key. The HMAC
is over everything before it, under a key made of the backup key (HKDF): a cut or altered file is refused unused.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.keywrap import InvalidUnwrap, aes_key_unwrap, aes_key_wrap

from app.engine.errors import KeepsakeError
from app.paths import private_folder
from app.vault import copies
from app.vault import passphrase as passphrases
from app.vault.database import KEY_BYTES, remove_file, sync_folder
from app.vault.vault import Vault

MAGIC = b"KEEPSAKE BACKUP\n"
FORMAT = 1
RESTORING = "vault.db.restoring"
BACKING_UP = "vault.db.backup"
_MAC_BYTES = 32
_LONGEST_HEADER = 1 << 16
_CHUNK = 1 << 20


def write_backup(vault: Vault, target: Path, passphrase: str, cost: passphrases.Cost) -> int:
    """Write a consistent backup while the vault is in use; returns its bytes. The target appears only when complete.

    KeepsakeError: passphrase_weak, disk_full, file_unreadable (the folder cannot be written).
    """
    passphrases.require_strong(passphrase)
    key, parameters = secrets.token_bytes(KEY_BYTES), cost.parameters()
    header = {
        "format": FORMAT,
        "kdf": parameters,
        "wrapped": aes_key_wrap(passphrases.wrapping_key(passphrase, parameters), key).hex(),
        "made_at": vault.clock().isoformat(),
    }
    copy = vault.profile / BACKING_UP
    partial = target.with_name(target.name + ".part")
    remove_file(copy)
    try:
        copies.export(vault.database.path, vault.key, copy, key)
        try:
            handle = os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "wb") as out, copy.open("rb") as content:
                written = _assemble(header, key, content, out)
            partial.replace(target)
        except OSError:
            partial.unlink(missing_ok=True)
            raise KeepsakeError("disk_full" if os.access(target.parent, os.W_OK) else "file_unreadable") from None
        sync_folder(target.parent)
        return written
    finally:
        remove_file(copy)


def _assemble(header: dict[str, Any], key: bytes, content: BinaryIO, out: BinaryIO) -> int:
    packed = json.dumps(header).encode()
    mac = hmac.new(_mac_key(key), digestmod=hashlib.sha256)
    written = 0

    def put(data: bytes) -> None:
        nonlocal written
        mac.update(data)
        out.write(data)
        written += len(data)

    put(MAGIC + len(packed).to_bytes(4, "big") + packed)
    while chunk := content.read(_CHUNK):
        put(chunk)
    out.write(mac.digest())
    out.flush()
    os.fsync(out.fileno())
    return written + _MAC_BYTES


def open_backup(source: Path, passphrase: str, into: Path) -> bytes:
    """Check the whole file, then unpack its vault file (still encrypted) to `into`; returns the key of that file.

    KeepsakeError: file_unreadable, backup_damaged (cut, altered, no backup), backup_wrong_passphrase, disk_full,
    vault_newer.
    """
    try:
        with source.open("rb") as file:
            header, start = _header(file)
            key = _key(header, passphrase)
            end = _authenticated(file, key)
            file.seek(start)
            _unpack(file, end - start, into)
            return key
    except OSError:
        raise KeepsakeError("file_unreadable") from None


@contextlib.contextmanager
def unpacked(source: Path, passphrase: str, profile: Path) -> Iterator[tuple[Path, bytes]]:
    """The vault file of a backup and its key, beside the vault it is to become; removed afterwards.

    with unpacked(file, passphrase, door.profile) as content:
        vault, words = door.create("keyring", content=content)
    """
    place = private_folder(profile) / RESTORING
    remove_file(place)
    try:
        yield place, open_backup(source, passphrase, place)
    finally:
        remove_file(place)


def _header(file: BinaryIO) -> tuple[dict[str, Any], int]:
    begin = file.read(len(MAGIC) + 4)
    length = int.from_bytes(begin[len(MAGIC) :], "big")
    if not begin.startswith(MAGIC) or not 0 < length <= _LONGEST_HEADER:
        raise KeepsakeError("backup_damaged")
    try:
        header = json.loads(file.read(length))
        if header["format"] > FORMAT:
            raise KeepsakeError("vault_newer", version=header["format"], known=FORMAT)
        return header, file.tell()
    except (ValueError, KeyError, TypeError):
        raise KeepsakeError("backup_damaged") from None


def _key(header: dict[str, Any], passphrase: str) -> bytes:
    try:
        wrapping = passphrases.wrapping_key(passphrase, header["kdf"])
        return aes_key_unwrap(wrapping, bytes.fromhex(header["wrapped"]))
    except InvalidUnwrap:
        raise KeepsakeError("backup_wrong_passphrase") from None
    except (ValueError, KeyError, TypeError, passphrases.HashingError):
        raise KeepsakeError("backup_damaged") from None


def _authenticated(file: BinaryIO, key: bytes) -> int:
    """Where the HMAC begins, once it is known to be right."""
    end = file.seek(0, os.SEEK_END) - _MAC_BYTES
    file.seek(0)
    mac = hmac.new(_mac_key(key), digestmod=hashlib.sha256)
    left = end
    while left > 0 and (chunk := file.read(min(_CHUNK, left))):
        mac.update(chunk)
        left -= len(chunk)
    if left != 0 or not hmac.compare_digest(mac.digest(), file.read(_MAC_BYTES)):
        raise KeepsakeError("backup_damaged")
    return end


def _unpack(file: BinaryIO, length: int, into: Path) -> None:
    try:
        with os.fdopen(os.open(into, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as out:
            while length > 0:
                chunk = file.read(min(_CHUNK, length))
                out.write(chunk)
                length -= len(chunk)
            out.flush()
            os.fsync(out.fileno())
    except OSError:
        remove_file(into)
        full = shutil.disk_usage(into.parent).free < length
        raise KeepsakeError("disk_full" if full else "vault_read_only") from None


def _mac_key(key: bytes) -> bytes:
    return HKDF(SHA256(), _MAC_BYTES, salt=None, info=b"keepsake backup").derive(key)
