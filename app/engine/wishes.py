"""Keeps the owner's lasting wishes about how to be answered, from one conversation to the next.

Kept are values of the list in style.py and a name, in the vault; never the sentence that was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict

from app.engine.style import Style, lasting, typed
from app.engine.types import Language, Message, RedactedText
from app.vault.store import Store

_SETTING = "answer.wishes"


class Wishes:
    """`redact` masks the name to be called by, as everything that is written."""

    def __init__(self, store: Store, redact: Callable[[str], RedactedText], chosen: str = "") -> None:
        """`chosen`: wishes in the settings, in the owner's words; those typed later go before."""
        self._store = store
        self._redact = redact
        self._chosen = lasting([chosen])

    def kept(self) -> Style:
        return self._chosen.then(self._stored())

    def during(self, private: bool, history: Sequence[Message]) -> Style:
        """What holds in a conversation. Private talk keeps nothing, so its own wishes are read from it."""
        own = lasting([typed(message.content) for message in history if message.role == "user"]) if private else Style()
        return self.kept().then(own)

    def note(self, text: str) -> None:
        """Keep what a typed message wishes for good."""
        wished = lasting([typed(text)])
        stored = self._stored()
        if stored.then(wished) != stored:
            values = {name: value for name, value in asdict(stored.then(wished)).items() if value is not None}
            if "name" in values:
                values["name"] = self._redact(values["name"])
            self._store.set_setting(_SETTING, values)

    def clear(self) -> None:
        self._store.set_setting(_SETTING, None)

    def words(self, lang: Language) -> str:
        """What is kept, in our own words; "" when nothing is."""
        return self.kept().described(lang)

    def _stored(self) -> Style:
        return Style(**self._store.get_setting(_SETTING, {}))
