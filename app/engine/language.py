"""Which of the two first languages a text is in, for masks, prompts and sentences."""

from __future__ import annotations

from app.engine.types import Language

_HAN = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x323AF), (0xF900, 0xFAFF))
_KANA_HANGUL = ((0x3040, 0x30FF), (0xAC00, 0xD7AF))


def is_han(character: str) -> bool:
    code = ord(character)
    return any(low <= code <= high for low, high in _HAN)


def language_of(text: str) -> Language:
    """`zh` when Han characters carry the text, else `en`. One character says as much as half a Latin word."""
    han = sum(1 for character in text if is_han(character))
    if han == 0 or any(low <= ord(c) <= high for c in text for low, high in _KANA_HANGUL):
        return "en"
    latin_words = len([word for word in text.split() if any("a" <= c.lower() <= "z" for c in word)])
    return "zh" if han >= latin_words else "en"
