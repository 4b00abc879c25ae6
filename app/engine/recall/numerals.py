"""Numbers written in words: Chinese numerals and small English ones."""

from __future__ import annotations

_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ENGLISH = {word: value for value, word in enumerate(_WORDS)} | {"a": 1, "an": 1}


def number_of(text: str) -> int | None:
    """`12`, `十二`, `二〇二三`, `两`, `three` as an integer; None when it is no number."""
    text = text.strip().lower()
    if text.isdecimal():
        return int(text)
    if text in _ENGLISH:
        return _ENGLISH[text]
    if not text or any(character not in _DIGITS and character not in _TENS for character in text):
        return None
    if not any(character in _TENS for character in text):
        return int("".join(str(_DIGITS[character]) for character in text))
    total, digit = 0, 0
    for character in text:
        if character in _TENS:
            total += max(digit, 1) * _TENS[character]
            digit = 0
        else:
            digit = _DIGITS[character]
    return total + digit
