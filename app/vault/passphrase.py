"""From a passphrase to a wrapping key (Argon2id) at a cost measured on this machine; how strong a passphrase is."""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from argon2.exceptions import HashingError
from argon2.low_level import Type, hash_secret_raw

from app.engine.errors import KeepsakeError

__all__ = ["Cost", "HashingError", "calibrated", "require_strong", "strength", "wrapping_key"]

KEY_BYTES = 32
SALT_BYTES = 16
WEAKEST_ALLOWED = 2  # zxcvbn's scale of 0 to 4: below, an online service's list of leaked passphrases is enough
_ZXCVBN_LIMIT = 72  # characters; its own limit, and what is longer is not weak


@dataclass(frozen=True, slots=True)
class Cost:
    """Argon2id parameters. The least allowed is the second recommendation of RFC 9106, section 4."""

    time: int = 3
    memory_kib: int = 64 * 1024
    lanes: int = 4

    def parameters(self) -> dict[str, Any]:
        """What a slot keeps: the cost and a fresh salt."""
        return {"kdf": "argon2id", "salt": secrets.token_bytes(SALT_BYTES).hex(), **asdict(self)}


def calibrated(target_seconds: float = 0.7, *, most_passes: int = 20) -> Cost:
    """As many passes as take about the target on this machine, never fewer than the default."""
    least = Cost()
    before = time.perf_counter()
    _hash(b"calibration", bytes(SALT_BYTES), least)
    spent = time.perf_counter() - before
    passes = round(least.time * target_seconds / max(spent, 0.001))
    return Cost(time=min(max(passes, least.time), most_passes), memory_kib=least.memory_kib, lanes=least.lanes)


def wrapping_key(passphrase: str, parameters: Mapping[str, Any]) -> bytes:
    """The key of a slot. The passphrase is taken in NFKC, so that every keyboard's version of it is the same."""
    cost = Cost(int(parameters["time"]), int(parameters["memory_kib"]), int(parameters["lanes"]))
    return _hash(_bytes(passphrase), bytes.fromhex(parameters["salt"]), cost)


def strength(passphrase: str) -> int:
    """0 (guessed at once) to 4 (very strong), by zxcvbn; KeepsakeError `passphrase_weak` is for the caller to raise."""
    from zxcvbn import zxcvbn  # loads word lists; needed only while a passphrase is chosen

    if not passphrase.strip():
        return 0
    return int(zxcvbn(passphrase[:_ZXCVBN_LIMIT])["score"])


def require_strong(passphrase: str) -> None:
    if strength(passphrase) < WEAKEST_ALLOWED:
        raise KeepsakeError("passphrase_weak")


def _bytes(passphrase: str) -> bytes:
    return unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogatepass")


def _hash(secret: bytes, salt: bytes, cost: Cost) -> bytes:
    return hash_secret_raw(secret, salt, cost.time, cost.memory_kib, cost.lanes, KEY_BYTES, Type.ID)
