"""What is already known near a new statement: from the vector index, from the fact table, and from this batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

import numpy as np
import numpy.typing as npt

from app.engine.remember.candidate import Candidate
from app.engine.remember.consolidation import Known
from app.engine.remember.person import first_person
from app.engine.remember.plans import is_cancellation, is_plan
from app.engine.remember.statements import language_of
from app.engine.types import Embedder, Language, Memory, Vectors
from app.settings import RememberSettings
from app.vault.store import Store

SESSION_PREFIX = "session-"  # of the ids of conversations that are kept apart
FindNear = Callable[..., list[tuple[Memory, float]]]  # (raw passage vector, limit, user_id=...) -> memories, best first


class Center(Protocol):
    """The calibration of the embedding model: raw unit vectors to unit vectors around the mean of their language."""

    def center(self, vectors: Vectors, langs: Sequence[Language]) -> Vectors: ...


class Knowledge:
    """Answers "what is near?" for one statement after another; what was decided on earlier in the batch counts too."""

    def __init__(
        self, store: Store, embedder: Embedder, calibration: Center, find_near: FindNear, settings: RememberSettings
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._calibration = calibration
        self._find_near = find_near
        self._settings = settings

    def near(self, candidate: Candidate, decided: Sequence[tuple[str, Candidate]], gone: set[str]) -> list[Known]:
        """The nearest 20 of at most 100, the newest among equals, the holders of the same attributes, and the plans a
        cancellation may mean. `decided`: what this batch adds; `gone`: refs it has replaced already."""
        user, session = candidate.origin.user_id, _session(candidate)
        only = {"lang": candidate.lang} | ({} if session is None else {"session_id": session})
        found: dict[str, Memory] = {}
        for memory, _ in self._find_near(candidate.vector, self._settings.known, user_id=user, **only)[
            : self._settings.nearest
        ]:
            found[memory.id] = memory
        for fact in candidate.facts:
            for stored in self._store.facts(user, attribute=fact.attribute):
                if stored.memory_id and stored.memory_id not in found:
                    found[stored.memory_id] = self._store.memory(stored.memory_id)
        if is_cancellation(candidate.quote.text):
            newest = self._store.memories(user_id=user, limit=self._settings.known, newest_first=True)
            found |= {m.id: m for m in newest if is_plan(m.quote)}
        memories = [m for m in found.values() if m.status == "active" and not m.endorsed and m.id not in gone]
        memories = [m for m in memories if session is None or m.session_id == session]
        stored_vectors = self._store.vectors_of("memory", [m.key for m in memories], self._embedder.model_id)
        edited = {m.id: at for m in memories if (at := self._edited_at(m)) is not None}
        known = [
            Known(
                m.id,
                first_person(m.content) if m.id in edited else m.quote,
                m.subject,
                edited.get(m.id, m.said_at),
                self.similarity(candidate, stored_vectors.get(m.key), language_of(m.content)),
                m.id in edited,
            )
            for m in memories
        ]
        known += [
            Known(ref, c.quote.text, c.subject, c.origin.said_at, self.similarity(candidate, c.vector, c.lang))
            for ref, c in decided
            if ref not in gone and c.origin.user_id == user and not c.endorsed
            if session is None or _session(c) == session
        ]
        return sorted(known, key=lambda k: (-k.similarity, -k.said_at.timestamp()))

    def similarity(self, candidate: Candidate, other: npt.ArrayLike | None, lang: Language) -> float:
        """Calibrated cosine, about 0 for unrelated and 0.55 to 0.95 for paraphrases."""
        if other is None:
            return 0.0
        pair = np.stack([candidate.vector, np.asarray(other, np.float32)])
        a, b = self._calibration.center(pair, [candidate.lang, lang])
        return float(a @ b)

    def _edited_at(self, memory: Memory) -> datetime | None:
        """When the person last wrote the memory anew by hand; from then on it counts as said at that time."""
        return max(
            (d.at for d in self._store.decisions(None, memory_id=memory.id) if d.action == "edited"), default=None
        )


def _session(candidate: Candidate) -> str | None:
    """The conversation a statement is kept apart in, or None for what all conversations share."""
    conversation = candidate.origin.conversation
    return conversation if conversation is not None and conversation.startswith(SESSION_PREFIX) else None
