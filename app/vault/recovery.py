"""Recovery words: 256 bits as 24 checksummed words (BIP-39), English or Chinese, and the key made of them."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Mapping

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from mnemonic import Mnemonic

from app.engine.errors import KeepsakeError
from app.engine.types import Language

WORDS = 24
_ENTROPY_BYTES = 32
_LISTS: dict[Language, str] = {"en": "english", "zh": "chinese_simplified"}


def new_words(lang: Language = "en") -> str:
    """A fresh phrase, words separated by spaces. To be shown once and never stored."""
    return str(Mnemonic(_LISTS[lang]).to_mnemonic(secrets.token_bytes(_ENTROPY_BYTES)))


def wrapping_key(phrase: str, vault_id: str) -> bytes:
    """The key of the recovery slot; KeepsakeError `recovery_wrong` for words that are no phrase."""
    entropy = _entropy(phrase)
    return HKDF(SHA256(), 32, salt=bytes.fromhex(vault_id), info=b"keepsake recovery words").derive(entropy)


def two_to_ask() -> tuple[int, int]:
    """Two different places (1-based, ascending) whose words are asked for, to see that the phrase was written down."""
    first, second = sorted(secrets.SystemRandom().sample(range(1, WORDS + 1), 2))
    return first, second


def answers_match(phrase: str, answers: Mapping[int, str]) -> bool:
    """Whether the words at the 1-based places are those of the phrase."""
    words = _split(phrase)
    return bool(answers) and all(_split(word) == [words[place - 1]] for place, word in answers.items())


def _split(phrase: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", phrase).casefold()
    words = plain.replace(",", " ").replace("、", " ").split()
    # Chinese words are one character each and are often written without spaces.
    return [part for word in words for part in (word if not word.isascii() else [word])]


def _entropy(phrase: str) -> bytes:
    words = _split(phrase)
    if len(words) == WORDS:
        for name in _LISTS.values():
            try:
                return bytes(Mnemonic(name).to_entropy(words))
            except (ValueError, LookupError):
                continue
    raise KeepsakeError("recovery_wrong")
