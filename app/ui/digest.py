"""The quiet note after an absence ("while you were away, 14 faded") and the weekly review, and the page behind both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer

from app import clock
from app.ui.language import translate

if TYPE_CHECKING:
    from app.ui.chat_window import ChatWindow
    from app.ui.review_page import ReviewPage

DAY = 86_400
AWAY = 3 * DAY  # seconds without a visit after which something may be said
WEEK = 7 * DAY
LATER_MS = 20_000


class Digest(QObject):
    """`greet()` when the vault has been opened. Times are kept in the window's state: numbers, no content."""

    def __init__(self, window: ChatWindow) -> None:
        super().__init__(window)
        self._window = window
        self._days = 7.0
        window.chat.note.acted.connect(lambda key: self.open(self._days) if key == "review" else None)

    def greet(self) -> None:
        """Say once what happened while nobody looked; nothing when nothing did."""
        state, moment = self._window.state, int(clock.now().timestamp())
        away = moment - state.visited if state.visited else 0
        weekly = self._window.settings.general.weekly_review and moment - state.reviewed >= WEEK
        state.visited = moment
        if away >= AWAY or weekly:
            self._days = max(7.0, away / DAY) if away >= AWAY else 7.0
            args = {"days": self._days, "sweep": True}
            self._window.bridge.request("review", args, lambda result: self._told(result, away >= AWAY, weekly))

    def _told(self, result: dict[str, Any], away: bool, weekly: bool) -> None:
        faded, due = len(result.get("faded") or ()), len(result.get("due") or ())
        parts = []
        if away and faded:
            parts.append(translate("Review", "While you were away, %n memories faded.", "count", faded))
        if (away or weekly) and due:
            parts.append(translate("Review", "%n things are due.", "count", due))
        if weekly and any(result.get(name) for name in result):
            parts.append(translate("Review", "Your weekly review is ready."))
        if parts and self._window.chat.note.isVisible():  # what is said there comes first
            QTimer.singleShot(LATER_MS, self, lambda: self._told(result, away, weekly))
        elif parts:
            self._window.chat.say(" ".join(parts), "review", translate("Review", "Review"))

    def open(self, days: float = 7.0) -> None:
        """Show the page."""
        self._window.state.reviewed = int(clock.now().timestamp())
        self._window._show(self._window._page("review", self._make)).open(days)

    def _make(self) -> ReviewPage:
        from app.ui.review_page import ReviewPage

        window = self._window
        page = ReviewPage(window.bridge, window.theme, window.language)
        page.closed.connect(window.show_chat)
        page.chosen.connect(window.open_timeline)
        page.changed.connect(window.chat.flow.changed)
        page.gone.connect(window.chat.flow.gone)
        return page
