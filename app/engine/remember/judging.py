"""Judges utterances: the salience head for all, the model for the unsure middle; then label, time, facts."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.engine.remember import facts as fact_rules
from app.engine.remember import llm_json
from app.engine.remember.attitude import attitudes
from app.engine.remember.background import Background
from app.engine.remember.candidate import Candidate, Refusal, Utterance
from app.engine.remember.plans import is_plan, not_yet
from app.engine.remember.salience import Judgement, SalienceHead
from app.engine.remember.when import When, resolve
from app.engine.remember.writing import Writer, Written
from app.engine.types import Embedder, Label, MemoryType, RedactedText
from app.settings import RememberSettings

log = logging.getLogger(__name__)
_KEEP_GRAMMAR = r"""root ::= "[" item (", " item)* "]"
item ::= "{\"line\": " [1-9] [0-9]? ", \"keep\": " ("true" | "false") "}"
"""
_FIRST = re.compile(r"\b(?:I|I'm|I've|my|we|our)\b|[我咱]", re.I)
_OWN_ATTITUDE = re.compile(r"^\W*(?:\w+, )?(?:I|I'm|I've)\b|^\W{0,2}(?:其实|说实话)?[，,]?我", re.I)
_PASSING = re.compile(
    r"\b(?:this|that|these|those|your|it|the (?:first|second|idea|way|sound|last)|how you|today|tonight|right now|them|"
    r"someone)\b|这|那|你|它|今天|刚才|今晚|建议|方法|主意|想法",
    re.I,
)
_DECIDED = re.compile(
    r"\b(?:we|I)(?:'ve| have)? (?:decided|agreed|chose|settled|picked|opted|went with)\b|决定|定了|选了|敲定|拍板"
)


@dataclass(frozen=True, slots=True)
class Kept:
    utterance: Utterance
    judgement: Judgement


class Judge:
    """From utterances to candidates. Needs no chat model; with one, the unsure middle is asked about."""

    def __init__(
        self,
        embedder: Embedder,
        head: SalienceHead,
        writer: Writer,
        redact: Callable[[str], RedactedText],
        settings: RememberSettings,
        model: Background,
        keep_prompts: dict[str, str],
    ) -> None:
        self._embedder = embedder
        self._head = head
        self._writer = writer
        self._redact = redact
        self._settings = settings
        self._model = model
        self._prompts = keep_prompts

    def judge(self, told: Sequence[Utterance], *, model: bool = True) -> tuple[list[Candidate], list[Refusal]]:
        """Candidates in the order said, and what was not worth keeping."""
        if not told:
            return [], []
        texts = [u.quote.text for u in told]
        judged = self._head.judge(texts, self._embedder.queries(texts))
        kept: list[Kept] = []
        refused: list[Refusal] = []
        asked = self._asked(told, judged) if model else {}
        for i, (utterance, judgement) in enumerate(zip(told, judged, strict=True)):
            confidence = max(
                judgement.confidence,
                utterance.floor,
                told_floor(utterance.quote.text),
                1.0 if utterance.certain else 0.0,
            )
            if i in asked:
                confidence = (
                    max(confidence, self._settings.keep_confidence)
                    if asked[i]
                    else min(confidence, self._settings.keep_confidence - 0.01)
                )
            if confidence < self._settings.keep_confidence:
                refused.append(Refusal(utterance.quote, utterance.origin, "low_confidence"))
            else:
                kept.append(Kept(utterance, Judgement(confidence, self._label(utterance, judgement))))
        return self._candidates(kept, model=model), refused

    def _asked(self, told: Sequence[Utterance], judged: Sequence[Judgement]) -> dict[int, bool]:
        """The model's yes or no about the unsure middle."""
        low, high = self._settings.unsure_from, self._settings.unsure_to
        places = [
            i
            for i, (u, j) in enumerate(zip(told, judged, strict=True))
            if not u.certain and not u.floor and low <= j.confidence < high
        ]
        answers: dict[int, bool] = {}
        if not self._model.trusted():
            return answers
        for lang in ("en", "zh"):
            batch = [i for i in places if told[i].lang == lang]
            for start in range(0, len(batch), 10):
                part = batch[start : start + 10]
                prompt = "\n".join(f"{n}. {told[i].quote.text}" for n, i in enumerate(part, 1))
                for item in llm_json.objects(
                    self._model.complete(self._prompts[lang], prompt, _KEEP_GRAMMAR) or "", "keep"
                ):
                    line = item.get("line")
                    if isinstance(line, int) and 1 <= line <= len(part) and isinstance(item["keep"], bool):
                        answers.setdefault(part[line - 1], item["keep"])
        return answers

    def _label(self, utterance: Utterance, judgement: Judgement) -> Label:
        text = utterance.quote.text
        if utterance.endorsed:
            return "fact"
        if utterance.standing:
            return "feedback"
        if utterance.reminder:
            return "follow_up"
        if _DECIDED.search(text):
            return "decision"
        if attitudes(text) and judgement.label in ("fact", "episode"):
            return "preference"
        return judgement.label if judgement.label != "insight" else "fact"

    def _candidates(self, kept: Sequence[Kept], *, model: bool) -> list[Candidate]:
        times = [
            None if k.utterance.endorsed else resolve(k.utterance.quote.text, k.utterance.origin.said_at) for k in kept
        ]
        written = self._writer.write([k.utterance for k in kept], times, model=model)
        if not kept:
            return []
        vectors = self._embedder.passages([_core(k, w) for k, w in zip(kept, written, strict=True)])
        return [
            self._candidate(k, when, w, vector)
            for k, when, w, vector in zip(kept, times, written, vectors, strict=True)
        ]

    def _candidate(self, kept: Kept, when: When | None, written: Written, vector: object) -> Candidate:
        import numpy as np

        utterance, text = kept.utterance, kept.utterance.quote.text
        found = () if utterance.endorsed or utterance.standing or not_yet(text) else tuple(fact_rules.extract(text))
        label = kept.judgement.label
        if (
            label in ("fact", "episode")
            and when is not None
            and when.day > utterance.origin.said_at.date()
            and is_plan(text)
        ):
            label = "follow_up"
        kind: MemoryType = "episodic" if label == "episode" else "fact"
        tags = dict.fromkeys((*written.tags, *(f.attribute for f in found if ":" not in f.attribute), label))
        return Candidate(
            quote=utterance.quote,
            content=written.content,
            origin=utterance.origin,
            source=utterance.source,
            lang=utterance.lang,
            label=label,
            memory_type=kind,
            confidence=kept.judgement.confidence,
            importance=importance(kept.judgement.confidence, label, explicit=utterance.certain),
            subject="me" if utterance.endorsed else fact_rules.subject_of(text),
            vector=np.asarray(vector, dtype=np.float32),
            tags=tuple(self._redact(tag) for tag in list(tags)[:5]),
            event_at=when.event_at if when is not None else None,
            facts=found,
            endorsed=utterance.endorsed,
            note=written.note,
        )


def told_floor(text: str) -> float:
    """The least confidence of a statement that states an attribute of somebody, or the speaker's own liking of a thing:
    the rules that read them are surer than the head is about five words."""
    if _FIRST.search(text) and any(not fact.loose for fact in fact_rules.extract(text)):
        return 0.7  # not for "Einstein was born in Ulm"
    return 0.6 if _OWN_ATTITUDE.match(text) and attitudes(text) and not _PASSING.search(text) else 0.0


def importance(confidence: float, label: Label, *, explicit: bool) -> float:
    """0.3 + 0.5 confidence, +0.1 for a preference, +0.05 for a decision, kept in 0.1 to 1; 0.9 for "remember this"."""
    if explicit:
        return 0.9
    bonus = {"preference": 0.1, "decision": 0.05}.get(label, 0.0)
    return min(1.0, max(0.1, 0.3 + 0.5 * confidence + bonus))


def _core(kept: Kept, written: Written) -> str:
    """What is embedded: the statement, or the bare words where the statement is a report of them."""
    return kept.utterance.quote.text if written.by == "quote" else written.content.text
