"""The panel at the right: memories used in the chosen answer, what was just remembered, what was masked."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.ui.language import Language, translate
from app.ui.memory_card import MemoryCard
from app.ui.theme import Theme
from app.ui.widgets import Page, label


class MemoryPanel(Page):
    """Shows three lists; built again when one of them changes (they are short)."""

    act = Signal(str, str, str)  # as MemoryCard.act

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__("panel")
        self.theme, self.language = theme, language
        self._used: list[dict[str, Any]] = []
        self._fresh: list[dict[str, Any]] = []
        self._masked: list[str] = []
        self.cards: dict[str, MemoryCard] = {}
        outer = QHBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("panel")
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer.addWidget(self._scroll)
        self._inside = QWidget()
        theme.changed.connect(self._build)
        self._build()

    def show_lists(self, used: list[dict[str, Any]], fresh: list[dict[str, Any]], masked: list[str]) -> None:
        """`masked` holds the words in the brackets, or types."""
        if (used, fresh, masked) != (self._used, self._fresh, self._masked):
            self._used, self._fresh, self._masked = used, fresh, masked
            self._build()

    def open_card(self, memory: str, *, edit: bool = False) -> None:
        """Unfold one memory and bring it into sight."""
        card = self.cards.get(memory)
        if card is None:
            return
        for other in self.cards.values():
            if other is not card:
                other.unfold(False)
        card.unfold()
        if edit:
            card.edit()
        else:
            card.setFocus()
        self._scroll.ensureWidgetVisible(card)

    def _build(self) -> None:
        inside = QWidget()
        inside.setObjectName("panelInside")
        column = QVBoxLayout(inside)
        column.setContentsMargins(17, 18, 18, 18)
        column.setSpacing(8)
        self.cards = {}
        sections = (
            (translate("Panel", "Used in this answer"), self._used, False),
            (translate("Panel", "Just remembered"), self._fresh, True),
        )
        for title, memories, fresh in sections:
            if not memories:
                continue
            if column.count():
                column.addSpacing(12)
            column.addWidget(label("heading", title))
            for memory in memories:
                card = MemoryCard(self.theme, self.language, memory, fresh=fresh)
                card.act.connect(self.act)
                self.cards[str(memory["id"])] = card
                column.addWidget(card)
        if self._masked:
            if column.count():
                column.addSpacing(12)
            column.addWidget(label("heading", translate("Panel", "Masked")))
            for word in dict.fromkeys(self._masked):
                line = label("mask", word, wrap=True)
                line.setStyleSheet(f"color: {self.theme.tokens.mask};")
                column.addWidget(line)
            column.addWidget(label("hint", translate("Panel", "Hidden before anything was written. Nobody can bring it back from here."), wrap=True))  # fmt: skip  # noqa: E501
        if not column.count():
            column.addWidget(label("heading", translate("Panel", "Memories")))
            column.addWidget(label("note", translate("Panel", "What an answer used and what was just remembered is shown here."), wrap=True))  # fmt: skip  # noqa: E501
        column.addStretch(1)
        self._scroll.setWidget(inside)
        self._inside = inside

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._speak()
            self._build()

    def _speak(self) -> None:
        self.setAccessibleName(translate("Panel", "Memories"))
