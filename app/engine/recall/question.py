"""A question, read once: words, meaning, time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
import numpy.typing as npt

from app.engine.language import language_of
from app.engine.recall.centering import Center
from app.engine.recall.figures import date_terms
from app.engine.recall.spans import Span
from app.engine.recall.texts import asks_something, only_when
from app.engine.recall.tokens import fold, terms
from app.engine.recall.when_asked import TimeAsked, time_asked
from app.engine.types import Embedder, Mode


@dataclass(frozen=True, slots=True)
class Question:
    """`terms` is empty in semantic mode, `vector` (calibrated, unit length) None in keyword mode or without words."""

    text: str
    folded: str
    terms: list[str]
    vector: npt.NDArray[np.float32] | None
    time: TimeAsked
    now: datetime

    @property
    def empty(self) -> bool:
        return not self.terms and self.vector is None and self.time.span is None


class Reader:
    """Makes questions of texts."""

    def __init__(self, embedder: Embedder, calibration: Center) -> None:
        self._embedder, self._calibration = embedder, calibration

    def read(self, query: str, mode: Mode, now: datetime) -> Question:
        """The words that name a time say when, not what: they are taken off before the rest is compared. A date in
        figures stays a word as well, since memories hold such dates."""
        folded = fold(query)
        time = time_asked(folded, now)
        dates = date_terms(folded)[0]
        rest = folded.replace(time.words, " ", 1)
        alone = bool(time.words) and only_when(rest)
        about = query if dates or not time.words else rest
        vector = self.vector(about) if mode != "keyword" and not alone and asks_something(about) else None
        words = [*([] if alone else terms(rest)), *(dates if time.words else [])] if mode != "semantic" else []
        return Question(query, folded, words, vector, time, now)

    def during(self, question: Question, span: Span, clause: str) -> Question:
        """The question without the clause that named an event, about the time that was found for it."""
        rest = question.folded.replace(clause, " ")
        vector = self.vector(rest) if question.vector is not None and asks_something(rest) else None
        words = terms(rest) if question.terms else []
        return replace(question, terms=words, vector=vector, time=replace(question.time, span=span))

    def vector(self, query: str) -> npt.NDArray[np.float32]:
        raw = self._embedder.queries([query])
        # Around the mean of statements, not of questions: 5 points more on LoCoMo and MemoryBank.
        row: npt.NDArray[np.float32] = self._calibration.center(raw, [language_of(query)])[0]
        return row
