"""A running summary of a conversation's oldest turns: the first words of what was said, no model involved.

A pure function of the turns, so the summary stays the same, and the cached prefix with it, until more turns leave.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from app.engine.types import ChatTurn

_SENTENCE_END = re.compile(r"(?<=[.!?])\s|(?<=[。！？])|\n")
_LONGEST = 90  # characters of one line
_SHORTEST = 12  # shorter turns ("ok", "thanks") say nothing


def summarise(turns: Sequence[ChatTurn], budget: int, count: Callable[[str], int]) -> str:
    """What the person said first in each turn, newest kept first when the budget (tokens) is short; "" for nothing."""
    lines: list[str] = []
    used = 0
    for turn in reversed(turns):
        line = _first_words(turn.content) if turn.role == "user" else ""
        if len(line) < _SHORTEST or line in lines:
            continue
        used += count(line) + 2
        if used > budget:
            break
        lines.append(line)
    return "\n".join(f"- {line}" for line in reversed(lines))


def _first_words(text: str) -> str:
    first = next((part.strip() for part in _SENTENCE_END.split(text) if part.strip()), "")
    return first if len(first) <= _LONGEST else first[: _LONGEST - 1].rstrip() + "…"
