"""Question to the right few memories: candidates, scores, time, rerank, variety, and the block for the model."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from app.engine.recall.centering import Center
from app.engine.recall.condense import fit
from app.engine.recall.cutoff import falls_off
from app.engine.recall.facts_lookup import matching_facts
from app.engine.recall.index import Index, UserIndex
from app.engine.recall.lines import lines_of
from app.engine.recall.mmr import diversify
from app.engine.recall.question import Question, Reader
from app.engine.recall.ranking import Ranker, key_of
from app.engine.recall.rerank import Reranker, rerank
from app.engine.recall.tokens import terms
from app.engine.types import (
    Clock,
    Embedder,
    Fact,
    Language,
    Memory,
    MemoryBlock,
    Mode,
    Progress,
    RecallItem,
    RecallResult,
    StoreChange,
    Tier,
)
from app.settings import RecallSettings
from app.vault.store import Store

BOTH: tuple[Tier, ...] = ("memory", "transcript")


class Recall:
    """Reads only; what it learns about a use is written by `Store.record_accesses`, after the answer."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        calibration: Center,
        settings: RecallSettings,
        *,
        clock: Clock,
        reranker: Reranker | None = None,
    ) -> None:
        self._store, self._calibration = store, calibration
        self._settings, self._clock, self._reranker = settings, clock, reranker
        self._reader = Reader(embedder, calibration)
        self._ranker = Ranker(store, self._reader, settings)
        self._index = Index(store, embedder, calibration, settings)
        store.on_change(self.apply)

    def apply(self, changes: list[StoreChange]) -> None:
        self._index.apply(changes)

    def rebuild(self, progress: Callable[[Progress], None] = lambda _: None) -> None:
        """Make every missing term and vector, then load anew, when the index is in doubt."""
        self._index.rebuild(progress)

    def catch_up(self, progress: Callable[[Progress], None] = lambda _: None) -> None:
        """Write terms and vectors that are missing or outdated (another tokenizer or model), in a quiet moment."""
        self._index.catch_up(progress)

    def search(
        self,
        query: str,
        *,
        user_id: str = "me",
        limit: int | None = None,
        mode: Mode = "hybrid",
        tiers: Sequence[Tier] = BOTH,
        now: datetime | None = None,
        exclude_messages: Collection[int] = (),
        session_id: str | None = None,
    ) -> RecallResult:
        """Best first, at most `limit` (default: settings). Nothing relevant gives no items. Never counts as an access.

        `exclude_messages`: ids of turns that are in the prompt already. `session_id`: memories of that session alone,
        no turns and no facts.
        """
        began = time.perf_counter()
        question = self._reader.read(query, mode, now or self._clock())
        keep = self._settings.keep if limit is None else limit
        items: list[RecallItem] = []
        if keep > 0 and not question.empty:
            with self._index.locked():
                index = self._index.user(user_id)
                if session_id is None:
                    ranked = self._ranker.rank(index, question, user_id, tiers, exclude_messages)
                else:
                    only = self._store.session_keys(user_id, session_id)
                    ranked = self._ranker.rank(index, question, user_id, ("memory",), (), only=only)
                items = self._choose(index, question, ranked, keep)
        wants_facts = mode == "hybrid" and "memory" in tiers and session_id is None
        facts = self._facts(question, user_id) if wants_facts else ()
        return RecallResult(query, tuple(items), facts, (time.perf_counter() - began) * 1000)

    def find_near(
        self,
        vector: npt.NDArray[np.float32],
        limit: int,
        *,
        user_id: str = "me",
        session_id: str | None = None,
        lang: Language = "en",
    ) -> list[tuple[Memory, float]]:
        """Active memories nearest to a raw passage vector of a text in `lang`, with calibrated cosines, best first."""
        raw = np.asarray(vector, np.float32).reshape(1, -1)
        with self._index.locked():
            index = self._index.user(user_id)
            only = None if session_id is None else self._store.session_keys(user_id, session_id)
            hits = index.tiers["memory"].vectors.search(self._calibration.center(raw, [lang])[0], limit, only=only)
        rows = self._store.memories_by_key(hits.keys.tolist())
        pairs = zip(hits.keys.tolist(), hits.similarities.tolist(), strict=True)
        return [(rows[key], similarity) for key, similarity in pairs if key in rows]

    def block(
        self,
        result: RecallResult,
        *,
        budget_tokens: int,
        count_tokens: Callable[[str], int],
        lang: Language,
        now: datetime,
    ) -> MemoryBlock:
        """What goes beside the question, within the budget: facts first, then results down to where they fall off."""
        scores = [item.score for item in result.items]
        cut = falls_off(scores, share=self._settings.cut_share, drop=self._settings.cut_drop, at_least=3)
        shown = RecallResult(result.query, result.items[:cut], result.facts, result.took_ms)
        lines, used = fit(
            lines_of(shown, lang, now),
            set(terms(result.query)),
            budget_tokens=budget_tokens,
            count_tokens=count_tokens,
            terms=terms,
            characters=self._settings.condense_characters,
        )
        ids = tuple(dict.fromkeys(line.memory_id for line in lines if line.memory_id))
        return MemoryBlock(tuple(line.text for line in lines), ids, used)

    def _choose(self, index: UserIndex, question: Question, ranked: list[RecallItem], keep: int) -> list[RecallItem]:
        """Rerank where a cross-encoder is installed, then variety."""
        best = ranked[: max(self._settings.overfetch, keep)]
        if not best:
            return []
        scores = np.array([item.score for item in best])
        if self._reranker is not None:
            texts = [item.content for item in best]
            scores = rerank(self._reranker, question.text, texts, scores, weight=self._settings.rerank_weight)
        vectors = np.zeros((len(best), index.dimensions), np.float32)
        for tier in BOTH:
            places = [place for place, item in enumerate(best) if item.tier == tier]
            vectors[places] = index.tiers[tier].vectors.rows([key_of(best[place]) for place in places])
        order = diversify(scores, vectors, keep=keep, trade=self._settings.mmr_trade)
        return [best[place] for place in order]

    def _facts(self, question: Question, user_id: str) -> tuple[Fact, ...]:
        current = self._store.facts(user_id, current_only=not question.time.past)
        return tuple(matching_facts(question.folded, current))
