"""One laid-out piece of a message: a chunk and, while it is near the screen, its document."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument, QTextOption

from app.ui.theme import Theme
from app.ui.transcript.chunks import Chunk

LINE, CODE_LINE = 21, 19  # line heights in pixels at 100 %
CODE_HEAD, CODE_PAD = 30, 12  # header with language and "Copy"; inner padding of a code block


class Block:
    """Height is an estimate until `layout()` has run for the present width. Lengths in pixels."""

    __slots__ = ("_mask_rects", "chunk", "doc", "height", "laid", "masks", "natural", "width")

    def __init__(self, chunk: Chunk, masks: list[tuple[int, int, str]] | None = None) -> None:
        self.chunk = chunk
        self.masks = masks or []  # (start, end, type) in UTF-16 units of the chunk
        self.doc: QTextDocument | None = None
        self.width = 0
        self.height = 0.0
        self.natural = 0.0  # width of the widest line
        self.laid = False
        self._mask_rects: list[tuple[QRectF, str]] | None = None

    def estimate(self, width: int, theme: Theme) -> None:
        """A cheap guess of the height at a width; `layout` puts it right."""
        if self.laid and self.width == width:
            return
        self.laid = False
        self.width = width
        text = self.chunk.text
        lines = text.count("\n") + 1 + len(text) * theme.px(7) // max(width, 50)
        self.height = float(lines * theme.px(21) + self.head(theme))

    def head(self, theme: Theme) -> int:
        """Extra height above the text of a code block."""
        if self.chunk.kind != "code":
            return 0
        pad = theme.px(CODE_PAD) if self.chunk.closed else 0
        return (theme.px(CODE_HEAD) if self.chunk.part == 0 else 0) + pad

    def layout(self, width: int, theme: Theme) -> None:
        """Make the document for this width (cached)."""
        if self.laid and self.width == width and self.doc is not None:
            return
        inner = width - 2 * theme.px(CODE_PAD) if self.chunk.kind == "code" else width
        if self.doc is None:
            self.doc = self._document(theme)
        self.doc.setTextWidth(max(40, inner))
        self._mask_rects = None
        self.width = width
        self.natural = self.doc.idealWidth()
        self.height = self.doc.size().height() + self.head(theme)
        self.laid = True

    def drop(self) -> None:
        """Let the document go; the height stays known."""
        self.doc = None

    def invalidate(self) -> None:
        self.doc = None
        self.laid = False

    def origin(self, theme: Theme) -> tuple[float, float]:
        """Where the document's corner is, from the block's."""
        if self.chunk.kind != "code":
            return 0.0, 0.0
        return float(theme.px(CODE_PAD)), float(theme.px(CODE_HEAD) if self.chunk.part == 0 else 0)

    def _document(self, theme: Theme) -> QTextDocument:
        chunk = self.chunk
        doc = QTextDocument()
        doc.setUndoRedoEnabled(False)
        doc.setDocumentMargin(0)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        if chunk.kind != "code":
            option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        doc.setDefaultTextOption(option)
        doc.setDefaultFont(theme.mono() if chunk.kind == "code" else theme.font())
        if chunk.kind == "plain":
            doc.setPlainText(chunk.text)
            self._mark_masks(doc, theme)
        else:
            from app.ui.transcript import markdown  # not before the first paint: it brings the Markdown parser

            mono = ", ".join(f"'{name}'" for name in theme.mono().families())
            doc.setDefaultStyleSheet(markdown.css(theme.tokens, mono, theme.scale))
            if chunk.kind == "code":
                doc.setHtml(markdown.code_html(chunk.text, chunk.language, theme.tokens.dark))
            else:
                doc.setHtml(markdown.to_html(chunk.text))
        self._line_height(doc, theme)
        return doc

    def _line_height(self, doc: QTextDocument, theme: Theme) -> None:
        """One line height whatever the script: Han fonts stand higher than Latin ones. Headings keep their own."""
        high = theme.px(CODE_LINE if self.chunk.kind == "code" else LINE)
        block = doc.firstBlock()
        while block.isValid():
            spacing = block.blockFormat()
            if not spacing.headingLevel():
                spacing.setLineHeight(high, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
            if block == doc.lastBlock():
                spacing.setBottomMargin(0)
            QTextCursor(block).setBlockFormat(spacing)
            block = block.next()

    def _mark_masks(self, doc: QTextDocument, theme: Theme) -> None:
        style = QTextCharFormat()
        style.setForeground(theme.tokens.color("mask"))
        for start, end, _ in self.masks:
            cursor = QTextCursor(doc)
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(style)

    def mask_rects(self) -> list[tuple[QRectF, str]]:
        """Rounded grounds of the masked spans, in the document's coordinates, each with its type."""
        if self._mask_rects is not None or self.doc is None:
            return self._mask_rects or []
        rects: list[tuple[QRectF, str]] = []
        for start, end, kind in self.masks:
            rects.extend((rect, kind) for rect in range_rects(self.doc, start, end))
        self._mask_rects = rects
        return rects


def range_rects(doc: QTextDocument, start: int, end: int) -> list[QRectF]:
    """The rectangles that a range of positions covers, one a line."""
    rects: list[QRectF] = []
    block = doc.findBlock(start)
    while block.isValid() and block.position() < end:
        layout = block.layout()
        top = doc.documentLayout().blockBoundingRect(block).topLeft()
        first, last = max(start - block.position(), 0), min(end - block.position(), block.length() - 1)
        for index in range(layout.lineCount()):
            line = layout.lineAt(index)
            a, b = max(first, line.textStart()), min(last, line.textStart() + line.textLength())
            if a < b:
                left, right = _x(line, a), _x(line, b)
                high = line.ascent() + line.descent()
                x = top.x() + min(left, right) - 2
                rects.append(QRectF(x, top.y() + line.y() + 1, abs(right - left) + 4, high))
        block = block.next()
    return rects


def _x(line: object, position: int) -> float:
    value = line.cursorToX(position)  # type: ignore[attr-defined]
    return float(value[0] if isinstance(value, tuple) else value)
