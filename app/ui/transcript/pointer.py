"""The mouse over the transcript: hovering, clicking what is clickable, selecting words."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QToolTip

from app.ui.language import translate
from app.ui.mask_preview import type_name
from app.ui.transcript.painting import Hot

if TYPE_CHECKING:
    from app.ui.transcript.view import TranscriptView


class Pointer:
    """`hover` is the entry under the mouse, `over` the clickable thing: `<entry>:<action>` or a memory id."""

    def __init__(self, view: TranscriptView) -> None:
        self._view = view
        self.hover, self.over = -1, ""
        self._click = (0.0, QPointF(), 0)  # when, where, how many in a row

    def hot_at(self, point: QPointF) -> Hot | None:
        """The clickable thing at a place of the viewport."""
        spot = self._spot(point)
        return next((hot for hot in reversed(self._view.hot) if hot.rect.contains(spot)), None)

    def move(self, event: QMouseEvent) -> None:
        view, point = self._view, event.position()
        spot = self._spot(point)
        if event.buttons() & Qt.MouseButton.LeftButton and view.selection.anchor is not None:
            view.selection.head = view.places.nearest(spot)
            self._drag_scroll(point)
            view.viewport().update()
            return
        hot = self.hot_at(point)
        over = "" if hot is None else hot.value if hot.kind == "chip" else f"{hot.entry}:{hot.value}"
        hover = view.flow.at(spot.y())
        if hover != self.hover or over != self.over:
            self.hover, self.over = hover, over
            view.viewport().update()
        clickable = bool(view.places.link_at(spot)) or (hot is not None and hot.kind != "mask")
        on_text = view.places.exact(spot) is not None
        shapes = Qt.CursorShape
        view.viewport().setCursor(
            shapes.PointingHandCursor if clickable else shapes.IBeamCursor if on_text else shapes.ArrowCursor
        )
        if hot is not None and hot.kind == "mask":
            name = type_name(hot.value, view.language.code)
            words = translate("Message", "Masked before it was written: {type}").format(type=name)
            QToolTip.showText(event.globalPosition().toPoint(), words, view.viewport())

    def press(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        view = self._view
        spot = self._spot(event.position())
        view.current = view.flow.at(spot.y())
        view.picked.emit(view.current)
        hot = self.hot_at(event.position())
        if hot is not None and hot.kind != "mask":
            self._carry_out(hot)
        elif link := view.places.link_at(spot):
            view.link.emit(link)
        else:
            self._select(event, spot)
        view.viewport().update()

    def leave(self) -> None:
        self.hover, self.over = -1, ""
        self._view.viewport().update()

    def _spot(self, point: QPointF) -> QPointF:
        """From the viewport to the content."""
        return QPointF(point.x(), point.y() + self._view.verticalScrollBar().value())

    def _carry_out(self, hot: Hot) -> None:
        view = self._view
        if hot.kind == "chip":
            view.chip.emit(hot.value, hot.entry)
        elif hot.kind == "code":
            QGuiApplication.clipboard().setText(view.places.code(hot.entry, hot.block))
        elif hot.value == "more":
            view.menu.emit(hot.entry, QCursor.pos())
        else:
            view.action.emit(hot.value, hot.entry)

    def _select(self, event: QMouseEvent, spot: QPointF) -> None:
        """One click sets the anchor, two take a word, three a paragraph; with Shift the head moves."""
        selection = self._view.selection
        moment, where, count = self._click
        near = (event.position() - where).manhattanLength() < 4
        quick = time.monotonic() - moment < QGuiApplication.styleHints().mouseDoubleClickInterval() / 1000
        count = count + 1 if near and quick else 1
        self._click = (time.monotonic(), event.position(), count)
        place = self._view.places.nearest(spot)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and selection.anchor is not None:
            selection.head = place
        elif count >= 2 and place is not None:
            selection.anchor, selection.head = self._view.places.word(place, paragraph=count > 2)
        else:
            selection.anchor = selection.head = place

    def _drag_scroll(self, point: QPointF) -> None:
        bar = self._view.verticalScrollBar()
        if point.y() < 0:
            bar.setValue(bar.value() - 24)
        elif point.y() > self._view.viewport().height():
            bar.setValue(bar.value() + 24)
