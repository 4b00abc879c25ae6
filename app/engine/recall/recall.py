"""Question to the right few memories: candidates, scores, time, rerank, variety, and the block for the model."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from app.engine.language import language_of
from app.engine.recall.abstain import relevant
from app.engine.recall.condense import fit
from app.engine.recall.cutoff import falls_off
from app.engine.recall.facts_lookup import matching_facts
from app.engine.recall.index import Center, Index, UserIndex
from app.engine.recall.keywords import KeywordMatches
from app.engine.recall.lines import lines_of
from app.engine.recall.memories import score_memories
from app.engine.recall.mmr import diversify
from app.engine.recall.rerank import Reranker, rerank
from app.engine.recall.scored import Scored
from app.engine.recall.speakers import asked_about
from app.engine.recall.texts import embeddable, speaker
from app.engine.recall.time_bonus import happened_in
from app.engine.recall.tokens import fold, terms
from app.engine.recall.turns import score_turns
from app.engine.recall.when_asked import TimeAsked, time_asked
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


@dataclass(frozen=True, slots=True)
class _Question:
    """A question, read once."""

    text: str
    folded: str
    terms: list[str]
    vector: npt.NDArray[np.float32] | None
    time: TimeAsked
    now: datetime


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
        self._store, self._embedder, self._calibration = store, embedder, calibration
        self._settings, self._clock, self._reranker = settings, clock, reranker
        self._index = Index(store, embedder, calibration, settings)
        store.on_change(self.apply)

    def apply(self, changes: list[StoreChange]) -> None:
        self._index.apply(changes)

    def rebuild(self, progress: Callable[[Progress], None] = lambda _: None) -> None:
        """Make every missing term and vector, then load anew; for another model, another tokenizer, a doubt."""
        self._index.rebuild(progress)

    def catch_up(self, progress: Callable[[Progress], None] = lambda _: None) -> None:
        """Write terms and vectors of new rows to the vault, in a quiet moment."""
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
    ) -> RecallResult:
        """Best first, at most `limit` (default: settings). Nothing relevant gives no items. Never counts as an access.

        `exclude_messages`: ids of turns that are in the prompt already.
        """
        began = time.perf_counter()
        question = self._read(query, mode, now or self._clock())
        keep = self._settings.keep if limit is None else limit
        items: list[RecallItem] = []
        if keep > 0 and (question.terms or question.vector is not None or question.time.span):
            with self._index.locked():
                index = self._index.user(user_id)
                ranked = self._rank(index, question, user_id, tiers, set(exclude_messages))
                items = self._choose(index, question, ranked, keep)
        facts = self._facts(question, user_id) if mode == "hybrid" and "memory" in tiers else ()
        return RecallResult(query, tuple(items), facts, (time.perf_counter() - began) * 1000)

    def find_near(
        self, vector: npt.NDArray[np.float32], limit: int, *, user_id: str = "me"
    ) -> list[tuple[Memory, float]]:
        """Active memories nearest to a raw passage vector, with calibrated cosines, best first."""
        raw = np.asarray(vector, np.float32).reshape(1, -1)
        with self._index.locked():
            index = self._index.user(user_id)
            hits = index.tiers["memory"].vectors.search(self._calibration.center(raw, ["en"])[0], limit)
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

    def _read(self, query: str, mode: Mode, now: datetime) -> _Question:
        folded = fold(query)
        vector = None
        if mode != "keyword" and embeddable(query):
            raw = self._embedder.queries([query])
            vector = self._calibration.center(raw, [language_of(query)])[0]
        words = terms(query) if mode != "semantic" else []
        return _Question(query, folded, words, vector, time_asked(folded, now), now)

    def _rank(
        self, index: UserIndex, question: _Question, user_id: str, tiers: Sequence[Tier], excluded: set[int]
    ) -> list[RecallItem]:
        memories = self._memories(index, question, user_id) if "memory" in tiers else []
        turns = self._turns(index, question, user_id, excluded) if "transcript" in tiers else []
        turns = self._without_told(turns, memories, question)
        return sorted(
            [*memories, *turns], key=lambda item: (-item.score, item.tier, -item.said_at.timestamp(), item.id)
        )

    def _candidates(
        self, index: UserIndex, question: _Question, user_id: str, tier: Tier, nearest: int, matching: int
    ) -> tuple[list[int], KeywordMatches | None]:
        matches = index.tiers[tier].keywords.match(question.terms) if question.terms else None
        keys = index.tiers[tier].candidates(question.vector, matches, nearest=nearest, matching=matching)
        span = question.time.span
        if span is not None:
            keys += self._store.keys_between(tier, user_id, span.start, span.end, every_year=span.every_year)
        return list(dict.fromkeys(keys)), matches

    def _memories(self, index: UserIndex, question: _Question, user_id: str) -> list[RecallItem]:
        settings = self._settings
        keys, matches = self._candidates(
            index, question, user_id, "memory", settings.vector_candidates, settings.keyword_candidates
        )
        marks = self._store.memory_marks(keys)
        scored = score_memories(index.tiers["memory"], keys, marks, question.vector, matches, question.now, settings)
        days = [(marks[key].event_at, marks[key].said_at) for key in scored.keys]
        chosen = self._best(scored, happened_in(question.time.span, days), question)
        rows = self._store.memories_by_key([scored.keys[place] for place, _ in chosen])
        return [
            _item(
                scored,
                place,
                score,
                f"{row.id}",
                "memory",
                row.content,
                row.said_at,
                row.importance,
                row.conversation,
                row,
            )
            for place, score in chosen
            if (row := rows.get(scored.keys[place])) is not None
        ]

    def _turns(self, index: UserIndex, question: _Question, user_id: str, excluded: set[int]) -> list[RecallItem]:
        settings = self._settings
        keys, matches = self._candidates(
            index, question, user_id, "transcript", settings.turn_vector_candidates, settings.turn_keyword_candidates
        )
        marks = self._store.turn_marks([key for key in keys if key not in excluded])
        speakers = frozenset(speaker(mark.content, mark.role) for mark in marks.values())
        asked = asked_about(question.folded, speakers)
        scored = score_turns(index, keys, marks, question.vector, matches, asked, settings)
        days = [(None, marks[key].said_at) for key in scored.keys]
        chosen = self._best(scored, happened_in(question.time.span, days), question)
        return [
            _item(
                scored, place, score * settings.turn_share, f"message:{mark.key}", "transcript", mark.content,
                mark.said_at, 0.0, mark.conversation,
            )
            for place, score in chosen
            for mark in (marks[scored.keys[place]],)
        ]  # fmt: skip

    def _best(self, scored: Scored, in_time: npt.NDArray[np.float64], question: _Question) -> list[tuple[int, float]]:
        """Places and scores of the candidates that are about the question, best first, over-fetched."""
        stands = relevant(
            scored.semantic,
            scored.coverage,
            least_semantic=self._settings.abstain_semantic,
            least_coverage=self._settings.abstain_keyword,
        )
        stands |= in_time > 0
        scores = scored.scores + self._settings.time_bonus * in_time
        places = [int(place) for place in np.argsort(-scores, kind="stable") if stands[place]]
        return [(place, float(scores[place])) for place in places[: self._settings.overfetch]]

    def _without_told(
        self, turns: list[RecallItem], memories: list[RecallItem], question: _Question
    ) -> list[RecallItem]:
        """Turns whose memory is among the results say nothing new. Turns behind superseded memories come only with
        what replaced them, or when the past is asked for."""
        told = {item.memory.key for item in memories if item.memory}
        sources = self._store.turn_memories(int(item.id.removeprefix("message:")) for item in turns)
        kept = []
        for item in turns:
            links = sources.get(int(item.id.removeprefix("message:")), [])
            replaced = [new for _, new in links if new is not None]
            if any(key in told for key, new in links if new is None):
                continue
            if replaced and not question.time.past and not question.time.span and not all(n in told for n in replaced):
                continue
            kept.append(item)
        return kept

    def _choose(self, index: UserIndex, question: _Question, ranked: list[RecallItem], keep: int) -> list[RecallItem]:
        best = ranked[: max(self._settings.overfetch, keep)]
        if not best:
            return []
        scores = np.array([item.score for item in best])
        if self._reranker is not None:
            texts = [item.content for item in best]
            scores = rerank(self._reranker, question.text, texts, scores, weight=self._settings.rerank_weight)
        vectors = np.vstack([index.tiers[item.tier].vectors.rows([_key(item)]) for item in best])
        order = diversify(scores, vectors, keep=keep, trade=self._settings.mmr_trade)
        return [best[place] for place in order]

    def _facts(self, question: _Question, user_id: str) -> tuple[Fact, ...]:
        current = self._store.facts(user_id, current_only=not question.time.past)
        return tuple(matching_facts(question.folded, current))


def _key(item: RecallItem) -> int:
    return item.memory.key if item.memory else int(item.id.removeprefix("message:"))


def _item(
    scored: Scored,
    place: int,
    score: float,
    id: str,
    tier: Tier,
    content: str,
    said_at: datetime,
    importance: float,
    conversation: str | None,
    memory: Memory | None = None,
) -> RecallItem:
    return RecallItem(
        id=id,
        tier=tier,
        content=content,
        score=round(score, 6),
        semantic=round(float(scored.semantic[place]), 6),
        keyword=round(float(scored.keyword[place]), 6),
        recency=round(float(scored.recency[place]), 6),
        importance=importance,
        said_at=said_at,
        conversation=conversation,
        memory=memory,
    )
