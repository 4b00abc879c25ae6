"""The background model as remembering uses it: absent, it is simply not asked."""

from __future__ import annotations

import logging
import re

from app.engine.errors import KeepsakeError
from app.engine.types import ConsolidationModel

log = logging.getLogger(__name__)
_TRUSTED_BILLIONS = 1.0  # measured: at 0.5 billion parameters and below, "the same" is decided by chance


class Background:
    """Wraps a `ConsolidationModel` or none. A model that is missing or unreadable costs its help, not the memory."""

    def __init__(self, model: ConsolidationModel | None) -> None:
        self._model = model
        self.calls = 0

    def complete(self, system: str, prompt: str, grammar: str) -> str | None:
        """The reply, or None when there is no model to ask."""
        if self._model is None:
            return None
        try:
            reply = self._model.complete(system, prompt, grammar)
        except KeepsakeError as error:
            if not error.code.startswith("model_"):
                raise
            log.info("remembering without a model: %s", error.code)
            return None
        self.calls += 1
        return reply

    def trusted(self) -> bool:
        """Whether its judgement about "the same" counts; a model that does not tell its size is the person's choice."""
        if self._model is None:
            return False
        sizes = re.findall(r"(\d+(?:\.\d+)?)\s*([bm])(?![a-z])", self._model.name.lower())
        return not sizes or max(float(n) * (1 if unit == "b" else 0.001) for n, unit in sizes) >= _TRUSTED_BILLIONS
