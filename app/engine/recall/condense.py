"""Fits what was recalled into a budget: whole lines first, then extracts of the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

_LONGEST_EXTRACT = 160  # characters of one text
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*\s*")


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to tell the model. Lines of the same `key` speak of one thing; only the newest of them is told."""

    text: str
    key: str
    said_at: datetime
    memory_id: str | None = None


def newest_per_key(lines: Sequence[Line]) -> list[Line]:
    """In the given order; of lines that share a key the newest takes the place of the first."""
    newest: dict[str, Line] = {}
    for line in lines:
        known = newest.get(line.key)
        if known is None or line.said_at > known.said_at:
            newest[line.key] = line
    return list(newest.values())


def fit(
    lines: Sequence[Line],
    words: set[str],
    *,
    budget_tokens: int,
    count_tokens: Callable[[str], int],
    terms: Callable[[str], list[str]],
    characters: int,
) -> tuple[list[Line], int]:
    """Whole lines while they fit; what does not is cut to the sentences that hold most of `words` (terms of the
    question), all extracts together at most `characters`. Returns the lines and their tokens (never over budget)."""
    kept: list[Line] = []
    used, left = 0, characters
    for line in newest_per_key(lines):
        cost = count_tokens(line.text)
        if used + cost > budget_tokens:
            room, most = budget_tokens - used, min(left, _LONGEST_EXTRACT)
            short = extract(line.text, words, terms, lambda t: len(t) <= most and count_tokens(t) <= room)  # noqa: B023
            if not short:
                continue
            left -= len(short)
            line, cost = Line(short, line.key, line.said_at, line.memory_id), count_tokens(short)
        kept.append(line)
        used += cost
    return kept, used


def extract(text: str, words: set[str], terms: Callable[[str], list[str]], fits: Callable[[str], bool]) -> str:
    """The sentences that hold some of `words` (without any: the first one), most first, as many as `fits` allows, in
    the order of the text; "" if none fits."""
    sentences = [match[0].strip() for match in _SENTENCE.finditer(text) if match[0].strip()]
    held = [len(words.intersection(terms(sentence))) for sentence in sentences]
    ranked = sorted((place for place in range(len(sentences)) if held[place]), key=lambda place: (-held[place], place))
    chosen: list[int] = []
    for place in ranked or range(min(1, len(sentences))):
        if fits(_joined(sentences, [*chosen, place])):
            chosen.append(place)
    return _joined(sentences, chosen)


def _joined(sentences: list[str], places: list[int]) -> str:
    return " … ".join(sentences[place] for place in sorted(places))
