"""Cuts Markdown into top-level chunks, so that only what is on the screen is parsed and laid out."""

from __future__ import annotations

import re
from dataclasses import dataclass

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$")
LIST = re.compile(r"^\s{0,3}([-*+]|\d{1,9}[.)])\s")
BIG = 6000  # characters after which a paragraph is cut at a space
CODE_LINES = 120  # lines after which a code block goes on in a further chunk


@dataclass(slots=True)
class Chunk:
    """One piece of a message. `start` is its offset in the source; `part` > 0 continues the chunk before it."""

    kind: str  # text | code | plain
    text: str
    start: int
    language: str = ""
    part: int = 0
    closed: bool = True  # a code block whose end fence has been seen, or text followed by something else


def split(source: str, offset: int = 0) -> list[Chunk]:
    """Chunks of the Markdown source from `offset` on, which must be where a chunk starts."""
    chunks: list[Chunk] = []
    lines: list[str] = []
    start = place = offset
    fence = ""
    language = ""
    blank = False

    def flush(closed: bool) -> None:
        nonlocal lines
        text = "".join(lines)
        if fence:
            _code(chunks, text, start, language, closed)
        elif text.strip():
            _text(chunks, text, start)
        lines = []

    for line in source[offset:].splitlines(keepends=True):
        if fence:
            stripped = line.strip()
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                flush(True)
                fence = ""
                start = place + len(line)
            else:
                lines.append(line)
        elif found := FENCE.match(line.rstrip("\r\n")):
            flush(True)
            fence, language, start = found.group(1), found.group(2), place
        else:
            if blank and line.strip() and lines and not _continues(lines, line):
                flush(True)
                start = place
            if not lines:
                start = place
            lines.append(line)
        blank = not line.strip()
        place += len(line)
    flush(False)
    return chunks


def _continues(lines: list[str], line: str) -> bool:
    """Whether a line after a blank one belongs to the list above it."""
    if len(lines) > 80 or not LIST.match(lines[0]):
        return False
    return bool(LIST.match(line)) or line.startswith(("  ", "\t"))


def _text(chunks: list[Chunk], text: str, start: int) -> None:
    part = 0
    while len(text) > BIG:
        cut = max(text.rfind(mark, BIG // 2, BIG) for mark in ("\n", " ", "。", "，", ","))
        cut = cut + 1 if cut > 0 else BIG
        chunks.append(Chunk("text", text[:cut], start, part=part))
        text, start, part = text[cut:], start + cut, part + 1
    chunks.append(Chunk("text", text, start, part=part))


def _code(chunks: list[Chunk], text: str, start: int, language: str, closed: bool) -> None:
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    groups = [lines[i : i + CODE_LINES] for i in range(0, len(lines), CODE_LINES)] or [[]]
    for part, group in enumerate(groups):
        chunks.append(Chunk("code", "\n".join(group), start, language, part, closed))


def split_plain(text: str) -> list[Chunk]:
    """Chunks of the person's own words, kept as typed: one, or several at line breaks when the text is long."""
    if len(text) <= BIG:
        return [Chunk("plain", text, 0)]
    chunks: list[Chunk] = []
    start = 0
    while start < len(text):
        end = min(len(text), start + BIG)
        if end < len(text):
            cut = max(text.rfind(mark, start + BIG // 2, end) for mark in ("\n", " ", "。", "，"))
            end = cut + 1 if cut > 0 else end
        chunks.append(Chunk("plain", text[start:end].removesuffix("\n"), start, part=len(chunks)))
        start = end
    return chunks


class Splitter:
    """The chunks of a growing source: only the last ones are cut again when text arrives."""

    def __init__(self, source: str = "") -> None:
        self.source = source
        self.chunks = split(source)

    def append(self, text: str) -> int:
        """Add text; returns the index of the first chunk that changed."""
        self.source += text
        if not self.chunks:
            self.chunks = split(self.source)
            return 0
        # The chunk that may still change starts where the last one does; its continued parts share that start
        # in code, or follow it in text, so go back to part 0.
        first = len(self.chunks) - 1
        while first > 0 and self.chunks[first].part > 0:
            first -= 1
        kept = self.chunks[:first]
        self.chunks = kept + split(self.source, self.chunks[first].start)
        return first
