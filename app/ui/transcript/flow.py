"""Where everything in the transcript stands: estimated far from the screen, laid out near it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from PySide6.QtCore import QLocale, QRectF
from PySide6.QtGui import QFontMetricsF

from app.ui.theme import Theme
from app.ui.tokens import HINT, LINE_MAX
from app.ui.transcript.blocks import Block
from app.ui.transcript.entry import Entry
from app.ui.transcript.meta import meta_rows

MARGIN, TOP, BOTTOM = 32, 24, 16
BUBBLE_X, BUBBLE_Y, AFTER_USER = 14, 9, 20
CHIP_GAP, CHIP_H, META_H, AFTER_ANSWER = 6, 22, 18, 19
KEEP_DOCUMENTS = 160  # laid-out blocks kept while they are off the screen


class Flow:
    """Geometry of the entries for one viewport width; all lengths in pixels from the top of the content."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.locale = QLocale()
        self.entries: list[Entry] = []
        self.viewport = 600
        self.left = float(MARGIN)
        self.width = 600
        self._tops: list[float] = []
        self._stale = True
        self._recent: dict[int, Block] = {}

    def resize(self, viewport: int) -> None:
        """A new viewport width: everything is estimated anew."""
        self.viewport = viewport
        room = viewport - 2 * MARGIN
        self.width = max(160, min(room, self.theme.px(LINE_MAX + 36)))
        self.left = (viewport - self.width) / 2
        for entry in self.entries:
            self.measure(entry)
        self._stale = True

    def text_width(self, entry: Entry) -> int:
        limit = self.theme.px(LINE_MAX)
        if entry.role == "user":
            return int(min(limit, self.width * 0.86)) - 2 * BUBBLE_X
        return min(limit, self.width)

    def measure(self, entry: Entry) -> None:
        """Heights of an entry from what is known; laid-out blocks of this width keep theirs."""
        entry.estimate(self.text_width(entry), self.theme)
        self.stack(entry)

    def stack(self, entry: Entry) -> None:
        """Add up an entry's height from its blocks."""
        entry.height = sum(b.height + self.gap(entry, i) for i, b in enumerate(entry.blocks)) + self._around(entry)
        self._stale = True

    def gap(self, entry: Entry, index: int) -> float:
        """Space above a block: none before the first one and inside a cut paragraph."""
        if index == 0 or entry.blocks[index].chunk.part > 0 or entry.role == "user":
            return 0.0
        return float(self.theme.px(10))

    def _around(self, entry: Entry) -> float:
        px = self.theme.px
        if entry.role == "user":
            return 2 * px(BUBBLE_Y) + px(AFTER_USER)
        if entry.role == "note":
            return px(20) + (px(26) if entry.action[0] else 0)
        chips = self.chips(entry)
        rows = chips[-1].bottom() + px(2) if chips else 0
        waiting = px(21) if entry.streaming and not entry.blocks else 0
        lines = len(meta_rows(entry, self.locale, self.theme, self.width)) if entry.said_at else 1
        return rows + waiting + px(6) + lines * px(META_H) + px(AFTER_ANSWER)

    def chips(self, entry: Entry) -> list[QRectF]:
        """Rectangles of an answer's chips, from the corner below its text."""
        if not entry.chips:
            return []
        px = self.theme.px
        metrics = QFontMetricsF(self.theme.font(HINT))
        rects, x, y = [], 0.0, float(px(8))
        for chip in entry.chips:
            wide = min(metrics.horizontalAdvance(chip.text) + px(35), float(min(self.width, px(300))))
            if x and x + wide > self.width:
                x, y = 0.0, y + px(CHIP_H) + px(CHIP_GAP)
            rects.append(QRectF(x, y, wide, px(CHIP_H)))
            x += wide + px(CHIP_GAP)
        return rects

    def place(self) -> None:
        """Tops of all entries; cheap enough for ten thousand of them, and only done when something changed."""
        if not self._stale:
            return
        top, tops = float(TOP), []
        for entry in self.entries:
            entry.top = top
            tops.append(top)
            top += entry.height
        self._tops = tops
        self.total = top + BOTTOM
        self._stale = False

    total = 0.0

    def changed(self) -> None:
        self._stale = True

    def at(self, y: float) -> int:
        """Index of the entry at a height; -1 when there is none."""
        self.place()
        if not self.entries:
            return -1
        return max(0, bisect_right(self._tops, y) - 1)

    def body_top(self, entry: Entry) -> float:
        return entry.top + (self.theme.px(BUBBLE_Y) if entry.role == "user" else 0)

    def blocks(self, entry: Entry) -> Iterator[tuple[int, Block, float]]:
        """(index, block, top) of an entry."""
        y = self.body_top(entry)
        for index, block in enumerate(entry.blocks):
            y += self.gap(entry, index)
            yield index, block, y
            y += block.height

    def body_bottom(self, entry: Entry) -> float:
        bottom = self.body_top(entry)
        for _, block, top in self.blocks(entry):
            bottom = top + block.height
        return bottom

    def text_left(self, entry: Entry) -> float:
        """Where the text of an entry starts; the person's bubble hugs the right edge."""
        if entry.role != "user":
            return self.left
        return self.left + self.width - BUBBLE_X - self.bubble_width(entry)

    def bubble_width(self, entry: Entry) -> float:
        """Width of the words inside a bubble."""
        limit = float(self.text_width(entry))
        if any(not block.laid for block in entry.blocks):
            return limit if len(entry.blocks) > 1 else min(limit, entry.blocks[0].natural if entry.blocks else limit)
        return min(limit, max((block.natural for block in entry.blocks), default=20.0) + 1)

    def ready(self, top: float, bottom: float) -> float:
        """Lay out what lies between two heights. Returns how far content at `top` moved (to keep it where it is)."""
        moved = 0.0
        for _ in range(60):
            self.place()
            again = False
            for index in range(max(0, self.at(top + moved)), len(self.entries)):
                entry = self.entries[index]
                if entry.top > bottom + moved:
                    break
                shift, fresh = self._lay_out(entry, top + moved, bottom + moved)
                moved += shift
                if fresh:
                    self.stack(entry)
                    again = True
                    break
            if not again:
                break
        self._forget_old(top + moved, bottom + moved)
        return moved

    def _lay_out(self, entry: Entry, top: float, bottom: float) -> tuple[float, bool]:
        shift, fresh, width = 0.0, False, self.text_width(entry)
        for _, block, y in list(self.blocks(entry)):
            if y > bottom:
                break
            if y + block.height < top:
                continue
            if block.doc is not None and block.laid and block.width == width:
                continue
            before, was_laid = block.height, block.laid
            block.layout(width, self.theme)
            self._recent[id(block)] = block
            if y < top:
                shift += block.height - before
            fresh = fresh or not was_laid or block.height != before
        return shift, fresh

    def _forget_old(self, top: float, bottom: float) -> None:
        if len(self._recent) <= KEEP_DOCUMENTS:
            return
        near: set[int] = set()
        margin = bottom - top
        for index in range(max(0, self.at(top - margin)), len(self.entries)):
            entry = self.entries[index]
            if entry.top > bottom + margin:
                break
            near.update(id(b) for _, b, y in self.blocks(entry) if top - margin < y + b.height and y < bottom + margin)
        for key in [key for key in self._recent if key not in near]:
            self._recent.pop(key).drop()
