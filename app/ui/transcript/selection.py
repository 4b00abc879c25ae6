"""Selecting text across messages: places in the transcript, and what is copied."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QTextCursor

from app.ui.theme import Theme
from app.ui.transcript.entry import Entry


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A caret place: entry, block in it, position in the block's document."""

    entry: int
    block: int
    position: int


@dataclass(slots=True)
class Selection:
    """From where the mouse went down to where it is."""

    anchor: Place | None = None
    head: Place | None = None

    @property
    def empty(self) -> bool:
        return self.anchor is None or self.head is None or self.anchor == self.head

    def clear(self) -> None:
        self.anchor = self.head = None

    def ends(self) -> tuple[Place, Place]:
        assert self.anchor is not None and self.head is not None
        return (self.anchor, self.head) if self.anchor <= self.head else (self.head, self.anchor)

    def shift(self, entries: int) -> None:
        """Entries were put in front of the others."""
        for name in ("anchor", "head"):
            place = getattr(self, name)
            if place is not None:
                setattr(self, name, Place(place.entry + entries, place.block, place.position))

    def span(self, entry: int, block: int) -> tuple[int, int] | None:
        """Selected positions in one block; -1 as the end means: to the end."""
        if self.empty:
            return None
        first, last = self.ends()
        here = (entry, block)
        if here < (first.entry, first.block) or here > (last.entry, last.block):
            return None
        start = first.position if here == (first.entry, first.block) else 0
        end = last.position if here == (last.entry, last.block) else -1
        return None if start == end else (start, end)

    def text(self, entries: list[Entry], theme: Theme) -> str:
        """The selected words as plain text, messages apart by an empty line."""
        if self.empty:
            return ""
        first, last = self.ends()
        messages = []
        for index in range(first.entry, min(last.entry + 1, len(entries))):
            parts = []
            for number, block in enumerate(entries[index].blocks):
                span = self.span(index, number)
                if span is None:
                    continue
                if block.doc is None:
                    block.layout(block.width or 640, theme)
                assert block.doc is not None
                cursor = QTextCursor(block.doc)
                cursor.setPosition(min(span[0], block.doc.characterCount() - 1))
                end = block.doc.characterCount() - 1 if span[1] < 0 else min(span[1], block.doc.characterCount() - 1)
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                parts.append(cursor.selection().toPlainText())
            if parts:
                messages.append("\n".join(parts))
        return "\n\n".join(messages)
