"""The quiet line under an answer, and what can be done with a message, as words."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtGui import QFontMetricsF

from app.ui.dates import ago
from app.ui.language import translate
from app.ui.theme import Theme
from app.ui.tokens import HINT
from app.ui.transcript.entry import Entry


def actions(entry: Entry) -> list[tuple[str, str]]:
    """(key, word) of what can be done with a message, shown under the one pointed at."""
    if entry.id is None or entry.streaming:
        return []
    if entry.role == "user":
        return [
            ("copy", translate("Message", "Copy")),
            ("edit", translate("Message", "Edit")),
            ("remember", translate("Message", "Remember this")),
            ("forget", translate("Message", "Forget this")),
        ]
    return [
        ("copy", translate("Message", "Copy")),
        ("regenerate", translate("Message", "Again")),
        ("remember", translate("Message", "Remember this")),
        ("wrong", translate("Message", "That’s wrong")),
    ]


def meta_parts(entry: Entry, locale: QLocale) -> list[tuple[str, str]]:
    """(key, words) of the quiet line under an answer: when, what it used, what was remembered, branches."""
    parts = [("", ago(entry.said_at, locale))] if entry.said_at else []
    if entry.stopped:
        parts.append(("", translate("Message", "stopped")))
    if entry.memories:
        parts.append(("", translate("Message", "used %n memories", "count", len(entry.memories))))
    if entry.remembered and entry.undone:
        parts.append(("", translate("Message", "Forgotten again")))
    elif entry.remembered:
        parts.append(("", translate("Message", "Remembered %n things", "count", len(entry.remembered))))
        parts.append(("undo", translate("Message", "Undo")))
    if entry.sibling[1] > 1:
        here, count = entry.sibling
        parts += [("previous", "‹"), ("", f"{here} / {count}"), ("next", "›")]
    return parts


def meta_rows(entry: Entry, locale: QLocale, theme: Theme, width: float) -> list[list[tuple[str, str]]]:
    """The parts in rows of at most `width` pixels, with their separators."""
    metrics = QFontMetricsF(theme.font(HINT))
    rows: list[list[tuple[str, str]]] = [[]]
    used = 0.0
    for part in meta_parts(entry, locale):
        lead = " · " if rows[-1] else ""
        wide = metrics.horizontalAdvance(lead + part[1])
        if rows[-1] and used + wide > width:
            rows.append([])
            lead, used, wide = "", 0.0, metrics.horizontalAdvance(part[1])
        if lead:
            rows[-1].append(("", lead))
        rows[-1].append(part)
        used += wide
    return rows


def fitting(words: list[tuple[str, str]], theme: Theme, width: float) -> tuple[list[tuple[str, str]], float]:
    """The words that fit beside each other, the rest behind "…" (the menu), and the room they need."""
    metrics = QFontMetricsF(theme.font(HINT))
    gap = theme.px(14)
    used = 0.0
    shown: list[tuple[str, str]] = []
    more = metrics.horizontalAdvance("…") + gap
    for place, (key, word) in enumerate(words):
        wide = metrics.horizontalAdvance(word) + gap
        last = place == len(words) - 1
        if used + wide + (0 if last else more) > width:
            return [*shown, ("more", "…")], used + more
        shown.append((key, word))
        used += wide
    return shown, used
