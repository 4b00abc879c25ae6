"""Paints one message: bubble, text, code, chips and the quiet line under an answer."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
    QTextCursor,
)

from app.ui.dates import ago
from app.ui.language import translate
from app.ui.theme import Theme
from app.ui.tokens import HINT, RADIUS_BUBBLE, RADIUS_CONTROL
from app.ui.transcript.blocks import CODE_HEAD, Block
from app.ui.transcript.entry import Entry
from app.ui.transcript.flow import AFTER_USER, BUBBLE_X, BUBBLE_Y, META_H, Flow
from app.ui.transcript.meta import actions, fitting, meta_rows
from app.ui.transcript.selection import Selection


@dataclass(frozen=True, slots=True)
class Hot:
    """A place that answers to a click. `kind`: chip, action, code, mask; `value` says which."""

    rect: QRectF
    kind: str
    value: str
    entry: int
    block: int = -1


def draw_mark(painter: QPainter, memory_type: str, center: QPointF, size: float, color: QColor) -> None:
    """A memory type told by shape as well as colour: circle, diamond, square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    half = size / 2
    if memory_type == "episodic":
        painter.translate(center)
        painter.rotate(45)
        painter.drawRect(QRectF(-half * 0.85, -half * 0.85, size * 0.85, size * 0.85))
    elif memory_type == "semantic":
        painter.drawRect(QRectF(center.x() - half * 0.9, center.y() - half * 0.9, size * 0.9, size * 0.9))
    else:
        painter.drawEllipse(center, half, half)
    painter.restore()


class EntryPainter:
    """Draws with the flow's geometry; gives back the hot places of what it drew."""

    def __init__(self, theme: Theme, flow: Flow) -> None:
        self.theme = theme
        self.flow = flow
        self.locale = QLocale()

    def paint(self, p: QPainter, index: int, entry: Entry, clip: QRectF, selection: Selection,
              hover: bool, hot_action: str) -> list[Hot]:  # fmt: skip
        """`clip` in content coordinates; `hot_action` is the action or chip value under the mouse."""
        hot: list[Hot] = []
        if entry.role == "user":
            self._bubble(p, entry)
        left = self.flow.text_left(entry)
        for number, block, y in self.flow.blocks(entry):
            if y + block.height < clip.top():
                continue
            if y > clip.bottom():
                break
            if block.doc is not None:
                self._block(p, index, number, block, left, y, selection, hot, entry)
        if entry.role == "note":
            self._note_action(p, index, entry, left, hot, hot_action)
            return hot
        bottom = self.flow.body_bottom(entry)
        if entry.role == "assistant":
            bottom = self._chips(p, index, entry, bottom, hot, hot_action)
            if entry.streaming and not entry.blocks:
                p.setFont(self.theme.font())
                p.setPen(self.theme.tokens.color("faint"))
                p.drawText(QPointF(left, entry.top + self.theme.px(15)), translate("Message", "Thinking…"))
            self._meta(p, index, entry, bottom, hover, hot, hot_action)
        elif hover:
            self._user_actions(p, index, entry, bottom + self.theme.px(BUBBLE_Y), hot, hot_action)
        return hot

    def _bubble(self, p: QPainter, entry: Entry) -> None:
        px, width = self.theme.px, self.flow.bubble_width(entry)
        rect = QRectF(self.flow.text_left(entry) - BUBBLE_X, entry.top, width + 2 * BUBBLE_X,
                      entry.height - px(AFTER_USER))  # fmt: skip
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addRoundedRect(rect, RADIUS_BUBBLE, RADIUS_BUBBLE)
        path.addRoundedRect(QRectF(rect.right() - 20, rect.bottom() - 20, 20, 20), 3, 3)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(self.theme.tokens.color("user"))
        p.drawPath(path.simplified())

    def _block(self, p: QPainter, index: int, number: int, block: Block, left: float, y: float,
               selection: Selection, hot: list[Hot], entry: Entry) -> None:  # fmt: skip
        assert block.doc is not None
        t = self.theme.tokens
        if block.chunk.kind == "code":
            self._code_ground(p, index, number, block, left, y, hot)
        dx, dy = block.origin(self.theme)
        for rect, kind in block.mask_rects():
            placed = rect.translated(left + dx, y + dy)
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(t.color("mask_bg"))
            p.drawRoundedRect(placed, 5, 5)
            hot.append(Hot(placed, "mask", kind, index, number))
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, t.color("soft" if entry.role == "note" else "ink"))
        context.palette = palette
        span = selection.span(index, number)
        if span is not None:
            cursor = QTextCursor(block.doc)
            last = block.doc.characterCount() - 1
            cursor.setPosition(min(span[0], last))
            cursor.setPosition(last if span[1] < 0 else min(span[1], last), QTextCursor.MoveMode.KeepAnchor)
            picked = QAbstractTextDocumentLayout.Selection()
            picked.cursor = cursor
            ground = t.color("accent")
            ground.setAlpha(70)
            picked.format.setBackground(ground)
            context.selections = [picked]
        p.save()
        p.translate(left + dx, y + dy)
        block.doc.documentLayout().draw(p, context)
        p.restore()

    def _code_ground(self, p: QPainter, index: int, number: int, block: Block, left: float, y: float,
                     hot: list[Hot]) -> None:  # fmt: skip
        t, px = self.theme.tokens, self.theme.px
        rect = QRectF(left, y, block.width, block.height)
        path = QPainterPath()
        path.addRoundedRect(rect, RADIUS_CONTROL, RADIUS_CONTROL)
        p.setPen(QPen(t.color("line"), 1))
        p.setBrush(t.color("code"))
        p.drawPath(path)
        if block.chunk.part > 0:
            return
        p.setFont(self.theme.font(HINT))
        p.setPen(t.color("soft"))
        head = QRectF(left + px(12), y, block.width - px(24), px(CODE_HEAD))
        p.drawText(head, Qt.AlignmentFlag.AlignVCenter, block.chunk.language)
        word = translate("Message", "Copy code")
        p.setPen(t.color("accent"))
        p.drawText(head, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, word)
        wide = QFontMetricsF(p.font()).horizontalAdvance(word)
        hot.append(Hot(QRectF(head.right() - wide - 6, y, wide + 12, px(CODE_HEAD)), "code", "", index, number))

    def _chips(self, p: QPainter, index: int, entry: Entry, bottom: float, hot: list[Hot], over: str) -> float:
        t, px = self.theme.tokens, self.theme.px
        rects = self.flow.chips(entry)
        p.setFont(self.theme.font(HINT))
        metrics = QFontMetricsF(p.font())
        for chip, rect in zip(entry.chips, rects, strict=True):
            placed = rect.translated(self.flow.left, bottom)
            p.setPen(QPen(t.color("accent"), 1) if over == chip.id else Qt.PenStyle.NoPen)
            p.setBrush(t.color("accent_bg"))
            p.drawRoundedRect(placed, placed.height() / 2, placed.height() / 2)
            center = QPointF(placed.left() + px(15), placed.center().y())
            draw_mark(p, chip.memory_type, center, px(9), t.type_color(chip.memory_type))
            p.setPen(t.color("accent"))
            words = placed.adjusted(px(24), 0, -px(10), 0)
            shown = metrics.elidedText(chip.text, Qt.TextElideMode.ElideRight, words.width() + 1)
            p.drawText(words, Qt.AlignmentFlag.AlignVCenter, shown)
            hot.append(Hot(placed, "chip", chip.id, index))
        return bottom + (rects[-1].bottom() + px(2) if rects else 0)

    def _meta(
        self,
        p: QPainter,
        index: int,
        entry: Entry,
        bottom: float,
        hover: bool,
        hot: list[Hot],
        over: str,
    ) -> None:
        if entry.streaming or entry.said_at is None:
            return
        px = self.theme.px
        p.setFont(self.theme.font(HINT))
        x, y = self.flow.left, bottom + px(6)
        for row, words in enumerate(meta_rows(entry, self.locale, self.theme, self.flow.width)):
            if row:
                y += px(META_H)
            x = self._words(p, index, words, self.flow.left, y, hot, over, gap=0)
        if hover:
            words, need = fitting(actions(entry), self.theme, self.flow.width)
            if x + px(16) + need > self.flow.left + self.flow.width:
                y += px(META_H)
                x = self.flow.left - px(16)
            self._words(p, index, words, x + px(16), y, hot, over)

    def _branches(self, p: QPainter, index: int, entry: Entry, x: float, y: float, hot: list[Hot], over: str) -> float:
        here, count = entry.sibling
        words = [("previous", "‹"), ("", f"{here} / {count}"), ("next", "›")]
        return self._words(p, index, words, x, y, hot, over, gap=6)

    def _words(self, p: QPainter, index: int, words: list[tuple[str, str]], x: float, y: float, hot: list[Hot],
               over: str, gap: int = 14) -> float:  # fmt: skip
        t, px = self.theme.tokens, self.theme.px
        metrics = QFontMetricsF(p.font())
        for key, word in words:
            wide = metrics.horizontalAdvance(word)
            underlined = QFont(p.font())
            underlined.setUnderline(bool(key) and over == f"{index}:{key}")
            p.save()
            p.setFont(underlined)
            p.setPen(t.color("accent" if key else "faint"))
            p.drawText(QRectF(x, y, wide + 2, px(META_H)), Qt.AlignmentFlag.AlignVCenter, word)
            p.restore()
            if key:
                hot.append(Hot(QRectF(x - 4, y - 2, wide + 8, px(META_H) + 4), "action", key, index))
            x += wide + px(gap)
        return x - px(gap)

    def _user_actions(self, p: QPainter, index: int, entry: Entry, y: float, hot: list[Hot], over: str) -> None:
        p.setFont(self.theme.font(HINT))
        metrics = QFontMetricsF(p.font())
        px = self.theme.px
        stamp = ago(entry.said_at, self.locale) if entry.said_at else ""
        branch = metrics.horizontalAdvance("‹ 9 / 9 ›") + px(24) if entry.sibling[1] > 1 else 0
        room = self.flow.width - branch - metrics.horizontalAdvance(stamp) - px(14)
        words, need = fitting(actions(entry), self.theme, room)
        wide = need + metrics.horizontalAdvance(stamp)
        x = max(self.flow.left, self.flow.left + self.flow.width - wide - branch)
        y += px(1)
        if branch:
            x = self._branches(p, index, entry, x, y, hot, over) + px(12)
        p.setPen(self.theme.tokens.color("faint"))
        p.drawText(QRectF(x, y, wide, px(META_H)), Qt.AlignmentFlag.AlignVCenter, stamp)
        self._words(p, index, words, x + metrics.horizontalAdvance(stamp) + px(14), y, hot, over)

    def _note_action(self, p: QPainter, index: int, entry: Entry, left: float, hot: list[Hot], over: str) -> None:
        if entry.action[0]:
            p.setFont(self.theme.font(HINT))
            y = self.flow.body_bottom(entry) + self.theme.px(4)
            self._words(p, index, [entry.action], left, y, hot, over)
