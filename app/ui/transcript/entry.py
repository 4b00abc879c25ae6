"""One message as the transcript holds it: its words, its blocks, its chips and its quiet line."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from app.ui.theme import Theme
from app.ui.transcript.blocks import Block
from app.ui.transcript.chunks import Splitter, split_plain


@dataclass(frozen=True, slots=True)
class Chip:
    """A memory used in an answer, as short as it fits."""

    id: str
    text: str
    memory_type: str


@dataclass(slots=True)
class Entry:
    """`role` is user, assistant or note (an inline message of the window itself, with an optional action)."""

    role: str
    text: str = ""
    id: int | None = None
    said_at: datetime | None = None
    masks: list[dict[str, Any]] = field(default_factory=list)
    memories: list[str] = field(default_factory=list)
    chips: list[Chip] = field(default_factory=list)
    stopped: bool = False
    streaming: bool = False
    sibling: tuple[int, int] = (1, 1)  # place among its branches, from 1, and how many there are
    siblings: list[int] = field(default_factory=list)
    remembered: list[dict[str, Any]] = field(default_factory=list)
    undone: bool = False
    action: tuple[str, str] = ("", "")  # a note's key and label
    blocks: list[Block] = field(default_factory=list)
    top: float = 0.0
    height: float = 0.0
    _splitter: Splitter | None = None

    def build(self) -> None:
        """Cut the text into blocks, again after `text` was replaced."""
        if self.role == "assistant":
            self._splitter = Splitter(self.text)
            self.blocks = [Block(chunk) for chunk in self._splitter.chunks]
        else:
            marks = _utf16_masks(self.text, self.masks)
            self.blocks = []
            units = 0
            for chunk in split_plain(self.text):
                skipped = self.text[chunk.start : chunk.start + len(chunk.text)]
                begin = units16(self.text[: chunk.start]) if chunk.start else 0
                length = units16(skipped)
                inside = [(max(a - begin, 0), min(b - begin, length), kind) for a, b, kind in marks
                          if a < begin + length and b > begin]  # fmt: skip
                self.blocks.append(Block(chunk, inside))
                units += length

    def append(self, text: str) -> None:
        """Streamed text: blocks before the last chunk stay as they are."""
        self.text += text
        if self._splitter is None:
            self.build()
            return
        first = self._splitter.append(text)
        fresh = self._splitter.chunks[first:]
        old = self.blocks[first:]
        self.blocks = self.blocks[:first]
        for index, chunk in enumerate(fresh):
            before = old[index] if index < len(old) else None
            if before is not None and before.chunk == chunk:
                self.blocks.append(before)
                continue
            block = Block(chunk)
            if before is not None:
                block.width, block.height = before.width, before.height
            self.blocks.append(block)

    def invalidate(self) -> None:
        """Colours or text size changed: every document is made anew."""
        for block in self.blocks:
            block.invalidate()

    def estimate(self, width: int, theme: Theme) -> None:
        for block in self.blocks:
            block.estimate(width, theme)


def units16(text: str) -> int:
    """Length in UTF-16 units, in which Qt counts."""
    return len(text) + sum(1 for char in text if ord(char) > 0xFFFF)


def _utf16_masks(text: str, masks: list[dict[str, Any]]) -> list[tuple[int, int, str]]:
    """(start, end, type) in UTF-16 units, from the engine's code points in the redacted text."""
    found = []
    for mask in masks:
        at, length = int(mask["at"]), int(mask["length"])
        if 0 <= at < len(text):
            start = units16(text[:at])
            found.append((start, start + units16(text[at : at + length]), str(mask["type"])))
    return found
