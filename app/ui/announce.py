"""Says things to a screen reader: what the keyboard is at in the painted transcript, and an answer that is done."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from app.ui.language import translate
from app.ui.transcript.entry import Entry

LONGEST = 2000  # characters read out in one go


def spoken(entry: Entry, place: int, count: int) -> str:
    """A message as it is read out: who, what, where in the conversation."""
    who = translate("Message", "You") if entry.role == "user" else "Keepsake"
    where = translate("Message", "message {place} of {count}").format(place=place, count=count)
    return f"{who}: {entry.text[:LONGEST]}, {where}"


def announce(widget: QWidget, text: str) -> None:
    """Read out by a screen reader where one runs; the widget's value says the same to those that ask."""
    widget.setAccessibleDescription(text)
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
