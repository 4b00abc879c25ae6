"""Fits what was recalled into a budget: whole lines first, then extracts of the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

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
            short = extract(line.text, words, terms, min(left, 160))
            cost = count_tokens(short) if short else 0
            if not short or used + cost > budget_tokens:
                continue
            left -= len(short)
            line = Line(short, line.key, line.said_at, line.memory_id)
        kept.append(line)
        used += cost
    return kept, used


def extract(text: str, words: set[str], terms: Callable[[str], list[str]], characters: int) -> str:
    """The sentences of `text` that hold most of `words`, in their order, at most `characters`; "" if none fits."""
    sentences = [match[0].strip() for match in _SENTENCE.finditer(text) if match[0].strip()]
    ranked = sorted(range(len(sentences)), key=lambda i: (-len(words.intersection(terms(sentences[i]))), i))
    chosen: list[int] = []
    size = 0
    for place in ranked:
        if size + len(sentences[place]) + 2 <= characters:
            chosen.append(place)
            size += len(sentences[place]) + 2
    return " … ".join(sentences[place] for place in sorted(chosen)) if chosen else ""
