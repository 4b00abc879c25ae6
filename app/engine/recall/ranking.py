"""Ranks both tiers for one question: candidates, scores, time, what stands, what was told already."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from app.engine.recall.abstain import Least, asks, by_size, least_of_turns, relevant
from app.engine.recall.around import span_around
from app.engine.recall.index import UserIndex
from app.engine.recall.keyword_matches import KeywordMatches
from app.engine.recall.memories import score_memories
from app.engine.recall.question import Question, Reader
from app.engine.recall.scored import Scored
from app.engine.recall.speakers import asked_about
from app.engine.recall.texts import speaker, text_language
from app.engine.recall.time_bonus import happened_in, newness
from app.engine.recall.turns import score_turns
from app.engine.recall.when_asked import asks_how_it_stands
from app.engine.types import Memory, RecallItem, Role, Tier
from app.settings import RecallSettings
from app.vault.store import Store

_MESSAGE = "message:"
_EXACT_DAYS = 7  # a time so exact is as good as a name: twice the bonus


def key_of(item: RecallItem) -> int:
    """The index key of a result: Memory.key or Message.id."""
    return item.memory.key if item.memory else int(item.id.removeprefix(_MESSAGE))


class Ranker:
    """Ranked results of both tiers, over-fetched, best first."""

    def __init__(self, store: Store, reader: Reader, settings: RecallSettings) -> None:
        self._store, self._reader, self._settings = store, reader, settings

    def rank(
        self,
        index: UserIndex,
        question: Question,
        user_id: str,
        tiers: Sequence[Tier],
        excluded: Collection[int],
        *,
        only: Sequence[int] | None = None,
    ) -> list[RecallItem]:
        """`only`: the keys of the memories that may be found at all."""
        if only is None:  # other memories must not even tell when something was
            question = self._dated(index, question)
        memories = self._memories(index, question, user_id, only) if "memory" in tiers else []
        turns = self._turns(index, question, user_id, excluded) if "transcript" in tiers else []
        turns = self._without_told(turns, memories, question)
        return sorted(
            [*memories, *turns], key=lambda item: (-item.score, item.tier, -item.said_at.timestamp(), item.id)
        )

    def _dated(self, index: UserIndex, question: Question) -> Question:
        if question.time.around is None or question.time.span is not None:
            return question
        relation, clause = question.time.around
        vector = self._reader.vector(clause) if question.vector is not None else None
        least = self._settings.abstain_semantic
        span = span_around(relation, clause, vector, index.tiers["memory"], self._store, least_semantic=least)
        return self._reader.during(question, span, clause) if span else question

    def _candidates(
        self, index: UserIndex, question: Question, user_id: str, tier: Tier
    ) -> tuple[list[int], KeywordMatches | None]:
        """A short list from both channels, and what was said or happened in the time asked about."""
        settings, held = self._settings, index.tiers[tier]
        if tier == "memory":
            nearest, matching = settings.vector_candidates, settings.keyword_candidates
            weights, size = (settings.weight_semantic, settings.weight_keyword), settings.shortlist
        else:
            nearest, matching = settings.turn_vector_candidates, settings.turn_keyword_candidates
            weights, size = (settings.turn_semantic, settings.turn_keyword), settings.turn_shortlist
        matches = held.keywords.match(question.terms) if question.terms else None
        keys = held.candidates(question.vector, matches, nearest=nearest, matching=matching)
        keys = held.shortlist(keys, question.vector, matches, weights, size)
        span = question.time.span
        if span is not None:
            keys += self._store.keys_between(tier, user_id, span.start, span.end, every_year=span.every_year)
        return list(dict.fromkeys(keys)), matches

    def _memories(
        self, index: UserIndex, question: Question, user_id: str, only: Sequence[int] | None
    ) -> list[RecallItem]:
        settings, tier = self._settings, index.tiers["memory"]
        keys, matches = self._candidates(index, question, user_id, "memory")
        keys = keys if only is None else list(only)
        marks = self._store.memory_marks(keys)
        scored = score_memories(tier, keys, marks, question.vector, matches, question.now, settings)
        days = [(marks[key].event_at, marks[key].said_at) for key in scored.keys]
        texts = [marks[key].content for key in scored.keys]
        same = by_size(settings.abstain_semantic, len(tier.vectors))
        least = Least(same, min(same, settings.abstain_semantic_across), settings.abstain_keyword)
        chosen = self._best(scored, texts, happened_in(question.time.span, days), question, least)
        rows = self._store.memories_by_key([scored.keys[place] for place, _ in chosen])
        return [
            _item(scored, place, score, row.id, "memory", row.content, row.said_at, row.conversation, row)
            for place, score in chosen
            if (row := rows.get(scored.keys[place])) is not None
        ]

    def _turns(self, index: UserIndex, question: Question, user_id: str, excluded: Collection[int]) -> list[RecallItem]:
        settings = self._settings
        keys, matches = self._candidates(index, question, user_id, "transcript")
        marks = self._store.turn_marks([key for key in keys if key not in excluded])
        speakers = frozenset(speaker(mark.content, mark.role) for mark in marks.values())
        asked = asked_about(question.folded, speakers)
        scored = score_turns(index, keys, marks, question.vector, matches, asked, settings)
        texts = [marks[key].content for key in scored.keys]
        if question.time.span is None and asks_how_it_stands(question.folded):
            said = [marks[key].said_at.timestamp() for key in scored.keys]
            own = np.array([marks[key].role == "user" for key in scored.keys])  # an answer is no news of the person
            newest = newness(said, np.where(own, scored.semantic, 0.0), settings.turn_newest_share)
            scored = scored.with_bonus(settings.turn_newest * newest)
        in_time = happened_in(question.time.span, [(None, marks[key].said_at) for key in scored.keys])
        asked_in = text_language(question.text)
        least = least_of_turns(asked_in, settings, words_alone=question.vector is None)
        chosen = self._best(scored, texts, in_time, question, least)
        return [
            _item(
                scored, place, score * settings.turn_share, f"{_MESSAGE}{mark.key}", "transcript", mark.content,
                mark.said_at, mark.conversation, role=mark.role,
            )
            for place, score in chosen
            for mark in (marks[scored.keys[place]],)
        ]  # fmt: skip

    def _best(
        self, scored: Scored, texts: list[str], in_time: npt.NDArray[np.float64], question: Question, least: Least
    ) -> list[tuple[int, float]]:
        """Places and scores of the candidates that are about the question, best first."""
        asked = text_language(question.text)
        stands = relevant(
            scored.semantic,
            scored.coverage,
            least_semantic=[least.same if text_language(text) == asked else least.across for text in texts],
            least_coverage=least.coverage,
            beside=self._settings.abstain_beside,
        ) | (in_time > 0 if asks(question.text) else False)
        bonus = self._settings.time_bonus * (2 if question.time.span and question.time.span.within(_EXACT_DAYS) else 1)
        scores = scored.scores + bonus * in_time
        places = [int(place) for place in np.argsort(-scores, kind="stable") if stands[place]]
        return [(place, float(scores[place])) for place in places[: self._settings.overfetch]]

    def _without_told(
        self, turns: list[RecallItem], memories: list[RecallItem], question: Question
    ) -> list[RecallItem]:
        """Turns whose memory is among the results say nothing new. Turns behind superseded memories come only with
        what replaced them, or when the past is asked for."""
        told = {key_of(item) for item in memories}
        sources = self._store.turn_memories(key_of(item) for item in turns)
        past = question.time.past or question.time.span is not None
        kept = []
        for item in turns:
            links = sources.get(key_of(item), [])
            replaced = [new for _, new in links if new is not None]
            if any(key in told for key, new in links if new is None):
                continue
            if past or told.issuperset(replaced):
                kept.append(item)
        return kept


def _item(
    scored: Scored,
    place: int,
    score: float,
    id: str,
    tier: Tier,
    content: str,
    said_at: datetime,
    conversation: str | None,
    memory: Memory | None = None,
    role: Role | None = None,
) -> RecallItem:
    return RecallItem(
        id=id,
        tier=tier,
        content=content,
        score=round(score, 6),
        semantic=round(float(scored.semantic[place]), 6),
        keyword=round(float(scored.keyword[place]), 6),
        recency=round(float(scored.recency[place]), 6),
        importance=memory.importance if memory else 0.0,
        said_at=said_at,
        conversation=conversation,
        memory=memory,
        role=role,
    )
