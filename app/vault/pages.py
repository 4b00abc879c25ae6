"""Reads the bytes of a vault file and its WAL without SQLCipher: authenticates and decrypts page by page.

SQLCipher 4, raw key: a page is AES-256-CBC under the key, its last 80 bytes are IV (16) and HMAC-SHA512 (64) over
ciphertext, IV and the page number (32 bits, little-endian). The MAC key is PBKDF2-HMAC-SHA512 of the key, with every
byte of the salt ^ 0x3a, in 2 rounds. The salt is the file's first 16 bytes; page 1's ciphertext begins after it.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC, ECB

PAGE = 4096
_SALT, _IV, _MAC = 16, 16, 64
_USABLE = PAGE - _IV - _MAC
_WAL_HEADER, _FRAME_HEADER = 32, 24
_BLOCK = 256  # pages read at once


class TornPage(Exception):
    """A page whose authentication fails: damaged, of another key, or being written at this moment."""

    def __init__(self, number: int) -> None:
        super().__init__(f"page {number}")
        self.number = number


class PageReader:
    """Decrypts the pages of one vault file. `key` is the raw 32-byte key."""

    def __init__(self, path: Path, key: bytes) -> None:
        self._path = path
        self._key = key
        with path.open("rb") as file:
            self._salt = file.read(_SALT)
        mac_salt = bytes(byte ^ 0x3A for byte in self._salt)
        self._mac_key = hashlib.pbkdf2_hmac("sha512", key, mac_salt, 2, 32)

    def blocks(self) -> Iterator[bytes]:
        """The usable bytes of every page of the file, several pages at a time. Raises TornPage."""
        with self._path.open("rb") as file:
            yield self._page(file.read(PAGE), 1)
            number = 2
            while block := file.read(PAGE * _BLOCK):
                if len(block) % PAGE:
                    raise TornPage(number + len(block) // PAGE)
                yield self._pages(block, number)
                number += len(block) // PAGE

    def _pages(self, block: bytes, first: int) -> bytes:
        """Whole pages after the first one, at once: CBC is the block cipher, then XOR with the ciphertext before."""
        for place in range(len(block) // PAGE):
            self._authenticate(block[place * PAGE : (place + 1) * PAGE], first + place, 0)
        pages = np.frombuffer(block, np.uint8).reshape(-1, PAGE)
        cipher = np.ascontiguousarray(pages[:, :_USABLE])
        before = np.concatenate((pages[:, _USABLE : _USABLE + _IV], cipher[:, :-_IV]), axis=1)
        decryptor = Cipher(AES(self._key), ECB()).decryptor()  # a part of CBC, see above
        plain = np.frombuffer(decryptor.update(cipher.tobytes()), np.uint8).reshape(before.shape)
        return (plain ^ before).tobytes()

    def wal_blocks(self) -> Iterator[bytes]:
        """The usable bytes of every whole frame in the WAL, also of frames that no longer count."""
        wal = self._path.with_name(self._path.name + "-wal")
        if not wal.exists():
            return
        with wal.open("rb") as file:
            if len(file.read(_WAL_HEADER)) < _WAL_HEADER:
                return
            while len(frame := file.read(_FRAME_HEADER + PAGE)) == _FRAME_HEADER + PAGE:
                (number,) = struct.unpack_from(">I", frame)
                yield self._page(frame[_FRAME_HEADER:], number)

    def _page(self, page: bytes, number: int) -> bytes:
        start = _SALT if number == 1 else 0
        self._authenticate(page, number, start)
        decryptor = Cipher(AES(self._key), CBC(page[_USABLE : _USABLE + _IV])).decryptor()
        return decryptor.update(page[start:_USABLE]) + decryptor.finalize()

    def _authenticate(self, page: bytes, number: int, start: int) -> None:
        mac = hmac.digest(self._mac_key, page[start:-_MAC] + struct.pack("<I", number), "sha512")
        if len(page) != PAGE or not hmac.compare_digest(mac, page[-_MAC:]):
            raise TornPage(number)
