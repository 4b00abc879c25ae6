"""Reads the labelled lines of the strict policy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

TYPES = {"P": "PERSON", "L": "PLACE", "O": "ORGANISATION", "B": "BIRTH_DATE"}
_MARK = re.compile(r"\{([PLOB]):([^}]+)\}")


@dataclass(frozen=True, slots=True)
class NamedLine:
    """`part`: "t" lines were looked at while rules were written, "h" lines were not."""

    lang: str
    part: str
    text: str
    spans: tuple[tuple[int, int, str], ...]


def named_lines(path: Path) -> list[NamedLine]:
    found = []
    for row in path.read_text("utf-8").splitlines():
        if not row or row.startswith("#"):
            continue
        lang, part, marked = row.split("|", 2)
        text, at, spans = "", 0, []
        for mark in _MARK.finditer(marked):
            text += marked[at : mark.start()]
            spans.append((len(text), len(text) + len(mark[2]), TYPES[mark[1]]))
            text += mark[2]
            at = mark.end()
        found.append(NamedLine(lang, part, text + marked[at:], tuple(spans)))
    return found
