"""From a point on the screen to a place in the text, and to links, words and code."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QTextCursor

from app.ui.theme import Theme
from app.ui.transcript.blocks import Block
from app.ui.transcript.entry import Entry
from app.ui.transcript.flow import Flow
from app.ui.transcript.markdown_links import SAFE_LINKS
from app.ui.transcript.selection import Place


class Places:
    """Hit testing over the flow; points are in content coordinates."""

    def __init__(self, flow: Flow, theme: Theme) -> None:
        self.flow = flow
        self.theme = theme

    def _block_at(self, point: QPointF) -> tuple[int, int, Block, QPointF] | None:
        """(entry, block, its object, point in its document) of the block at a height."""
        index = self.flow.at(point.y())
        if index < 0:
            return None
        entry = self.flow.entries[index]
        best: tuple[int, int, Block, QPointF] | None = None
        for number, block, top in self.flow.blocks(entry):
            if best is None or top <= point.y():
                dx, dy = block.origin(self.theme)
                best = (index, number, block, point - QPointF(self.flow.text_left(entry) + dx, top + dy))
        return best

    def exact(self, point: QPointF) -> Place | None:
        """The place under the pointer; None beside the text."""
        hit = self._block_at(point)
        if hit is None or hit[2].doc is None:
            return None
        position = hit[2].doc.documentLayout().hitTest(hit[3], Qt.HitTestAccuracy.ExactHit)
        return Place(hit[0], hit[1], position) if position >= 0 else None

    def nearest(self, point: QPointF) -> Place | None:
        """The place nearest to a point."""
        hit = self._block_at(point)
        if hit is None:
            return None
        index, number, block, inner = hit
        if block.doc is None:
            block.layout(self.flow.text_width(self.flow.entries[index]), self.theme)
        assert block.doc is not None
        position = block.doc.documentLayout().hitTest(inner, Qt.HitTestAccuracy.FuzzyHit)
        return Place(index, number, max(0, position))

    def link_at(self, point: QPointF) -> str:
        """Address of the link under the pointer; empty when there is none, or none that may be opened."""
        hit = self._block_at(point)
        if hit is None or hit[2].doc is None:
            return ""
        address = hit[2].doc.documentLayout().anchorAt(hit[3])
        return address if address.startswith(SAFE_LINKS) else ""

    def word(self, place: Place, *, paragraph: bool) -> tuple[Place, Place]:
        """The word or paragraph around a place."""
        block = self.flow.entries[place.entry].blocks[place.block]
        if block.doc is None:
            return place, place
        cursor = QTextCursor(block.doc)
        cursor.setPosition(min(place.position, block.doc.characterCount() - 1))
        unit = QTextCursor.SelectionType
        cursor.select(unit.BlockUnderCursor if paragraph else unit.WordUnderCursor)
        return (
            Place(place.entry, place.block, cursor.selectionStart()),
            Place(place.entry, place.block, cursor.selectionEnd()),
        )

    def everything(self) -> tuple[Place | None, Place | None]:
        entries = [(i, entry) for i, entry in enumerate(self.flow.entries) if entry.blocks]
        if not entries:
            return None, None
        index, last = entries[-1]
        return Place(entries[0][0], 0, 0), Place(index, len(last.blocks) - 1, 1 << 30)

    def code(self, index: int, number: int) -> str:
        """The whole code block that starts at a block: continued parts belong to it."""
        entry: Entry = self.flow.entries[index]
        parts = [entry.blocks[number].chunk.text]
        for block in entry.blocks[number + 1 :]:
            if block.chunk.kind != "code" or block.chunk.part == 0:
                break
            parts.append(block.chunk.text)
        return "\n".join(parts)
