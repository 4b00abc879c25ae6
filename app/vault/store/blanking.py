"""Taking deleted words out of messages and titles that stay: the span goes, a neutral mark stays."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from difflib import SequenceMatcher

from app.engine.types import Mask

MARK = {"en": "[forgotten]", "zh": "[已忘记]"}
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_WORDS = re.compile(r"\w")
_SENTENCE = re.compile(r"[^.!?。！？；\n]*[.!?。！？；\n]*")


def mark_for(text: str) -> str:
    """The mark in the language of what it replaces."""
    return MARK["zh"] if _CHINESE.search(text) else MARK["en"]


def is_blank(text: str) -> bool:
    """Whether nothing but marks is left."""
    for mark in MARK.values():
        text = text.replace(mark, "")
    return not _WORDS.search(text)


def spans_of(content: str, words: Iterable[str]) -> list[tuple[int, int]]:
    """Where the words occur, compared without case, width and spacing; code point offsets, merged and ascending."""
    folded, origin = _folded(content)
    found: list[tuple[int, int]] = []
    for phrase in words:
        needle, _ = _folded(phrase)
        at = folded.find(needle) if needle else -1
        while at >= 0:
            found.append((origin[at], origin[at + len(needle) - 1] + 1))
            at = folded.find(needle, at + len(needle))
    return _merged(found)


def sentences_with(content: str, word: str) -> list[tuple[int, int]]:
    """The sentences that name something; a Latin name counts as whole words only."""
    pattern = re.escape(word)
    if word.isascii():
        pattern = rf"(?<![A-Za-z0-9]){pattern}(?![A-Za-z0-9])"
    name = re.compile(pattern, re.IGNORECASE)
    spans = []
    for sentence in _SENTENCE.finditer(content):
        if name.search(sentence[0]):
            inner = sentence[0].strip()
            start = sentence.start() + sentence[0].index(inner)
            spans.append((start, start + len(inner)))
    return spans


def blanked(content: str, masks: tuple[Mask, ...], spans: list[tuple[int, int]]) -> tuple[str, tuple[Mask, ...]]:
    """The content with a mark for each span, and the masks that are left, moved to where they are now."""
    parts: list[str] = []
    kept: list[Mask] = []
    waiting = sorted(masks, key=lambda mask: mask.at)
    at = moved = 0
    for start, end in [*spans, (len(content), len(content))]:
        while waiting and waiting[0].at < end:
            mask = waiting.pop(0)
            if mask.at + mask.length <= start:
                kept.append(replace(mask, at=mask.at + moved))
        parts.append(content[at:start])
        if start < end:
            mark = mark_for(content[start:end])
            parts.append(mark)
            moved += len(mark) - (end - start)
        at = end
    return "".join(parts), tuple(kept)


def tells_of(title: str, words: Iterable[str]) -> bool:
    """Whether a title repeats a good part of any of the words: such a title was made from them."""
    folded, _ = _folded(title)
    enough = 4 if _CHINESE.search(title) else 10
    for phrase in words:
        needle, _ = _folded(phrase)
        match = SequenceMatcher(None, folded, needle, autojunk=False).find_longest_match()
        if match.size >= enough or (folded and folded in needle) or (says_something(phrase) and needle in folded):
            return True
    return False


def says_something(phrase: str) -> bool:
    """Whether a phrase is long enough not to turn up elsewhere by chance ("tea" is in "steam")."""
    return len(_folded(phrase)[0]) >= (3 if _CHINESE.search(phrase) else 8)


def _folded(text: str) -> tuple[str, list[int]]:
    """Text in NFKC without case and white space, and for each of its code points the place it came from."""
    letters: list[str] = []
    origin: list[int] = []
    for place, letter in enumerate(text):
        for plain in unicodedata.normalize("NFKC", letter).casefold():
            if not plain.isspace():
                letters.append(plain)
                origin.append(place)
    return "".join(letters), origin


def has_mark(content: str) -> bool:
    return any(mark in content for mark in MARK.values())


def parts_of(content: str, words: Iterable[str]) -> list[tuple[int, int]]:
    """Longer pieces the content shares with the words, where no whole one occurs (another deletion cut into it)."""
    folded, origin = _folded(content)
    enough = 3 if _CHINESE.search(content) else 8
    found: set[tuple[int, int]] = set()
    for phrase in words:
        needle, _ = _folded(phrase)
        for block in SequenceMatcher(None, folded, needle, autojunk=False).get_matching_blocks():
            if block.size >= enough:
                found.add((origin[block.a], origin[block.a + block.size - 1] + 1))
    return _merged(found)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
