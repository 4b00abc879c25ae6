"""What to look for after a deletion (byte runs of the deleted values), how it is kept until then, and the search."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

RUN = 16  # bytes of one needle: what is left of a text of 24 bytes or more holds one whole
STRIDE = 8
SHORTEST = 8  # bytes; shorter runs cannot be told from chance in a large file
MOST = 50_000  # needles kept of one deletion; of more, an even sample
_FILTER_BITS = 22
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SEAL_BYTES = 32

Needles = frozenset[bytes]


def needles_of(values: Iterable[str | bytes]) -> Needles:
    """Runs of RUN bytes, every STRIDE bytes, of each value: texts in UTF-8 and UTF-16, blobs as they are.

    Of a very large deletion the runs are taken further apart, and then of every so many-th value only.
    """
    given = list(dict.fromkeys(values))
    expected = sum(len(value) // (STRIDE if isinstance(value, bytes) else STRIDE // 3) + 2 for value in given)
    stride = STRIDE * max(1, -(-expected // MOST))
    found: set[bytes] = set()
    for value in given[:: -(-4 * len(given) // MOST) or 1]:
        if isinstance(value, bytes):
            _add_runs(value, stride, found)
        else:
            _add_runs(value.encode(), stride, found)
            _add_runs(value.encode("utf-16-le"), stride, found)
    return frozenset(found)


def _add_runs(value: bytes, stride: int, found: set[bytes]) -> None:
    if len(value) < RUN:
        if len(value) >= SHORTEST:
            found.add(value)
        return
    found.update(value[at : at + RUN] for at in range(0, len(value) - RUN + 1, stride))
    found.add(value[-RUN:])


def seal(needles: Needles) -> tuple[bytes, bytes]:
    """(key, ciphertext): so that what is looked for does not itself lie on a page; without the key it is noise."""
    packed = b"".join(bytes([len(needle)]) + needle for needle in sorted(needles))
    key = secrets.token_bytes(_SEAL_BYTES)
    return key, AESGCM(key).encrypt(bytes(12), packed, None)  # one message per key, so the nonce may be fixed


def unseal(key: bytes, sealed: bytes) -> Needles:
    packed = AESGCM(key).decrypt(bytes(12), sealed, None)
    needles, at = set(), 0
    while at < len(packed):
        end = at + 1 + packed[at]
        needles.add(packed[at + 1 : end])
        at = end
    return frozenset(needles)


class Search:
    """Finds which of many needles occur in streams of byte blocks, at any offset, in one pass; each is found once."""

    def __init__(self, needles: Needles) -> None:
        self._by_head: dict[int, list[bytes]] = {}
        for needle in needles:
            self._by_head.setdefault(int.from_bytes(needle[:8], "little"), []).append(needle)
        self._prepare()
        self.bytes_searched = 0

    def _prepare(self) -> None:
        self._heads = np.array(sorted(self._by_head), dtype=np.uint64)
        self._filter = np.zeros(1 << _FILTER_BITS, dtype=bool)
        self._filter[_slots(self._heads)] = True

    def run(self, blocks: Iterable[bytes], *, until_all_found: bool = False) -> Needles:
        """The needles found now that were not found before. One cut by the border of two blocks is found as well."""
        found: set[bytes] = set()
        carried = b""
        for block in blocks:
            self.bytes_searched += len(block)
            text = carried + block
            fresh = self._in(text)
            carried = text[-(RUN - 1) :]
            found |= fresh
            if fresh:
                self._prepare()
            if until_all_found and not self._by_head:
                break
        return frozenset(found)

    def _in(self, text: bytes) -> set[bytes]:
        found: set[bytes] = set()
        for shift in range(min(8, max(len(text) - 7, 0)) if self._by_head else 0):
            windows = np.frombuffer(text, dtype="<u8", offset=shift, count=(len(text) - shift) // 8)
            likely = np.flatnonzero(self._filter[_slots(windows)])
            likely = likely[np.isin(windows[likely], self._heads)]
            for place, head in zip(likely.tolist(), windows[likely].tolist(), strict=True):
                at = shift + 8 * place
                for needle in self._by_head.get(head, ()):
                    if text.startswith(needle, at):
                        found.add(needle)
                        self._drop(head, needle)
        return found

    def _drop(self, head: int, needle: bytes) -> None:
        left = [other for other in self._by_head[head] if other != needle]
        if left:
            self._by_head[head] = left
        else:
            del self._by_head[head]


def _slots(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    slots: npt.NDArray[np.uint64] = (values * _MULTIPLIER) >> np.uint64(64 - _FILTER_BITS)
    return slots
