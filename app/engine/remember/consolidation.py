"""Decides what a new statement does to what is known: keep, skip, merge or overwrite, certain cases without a model."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.engine.remember import llm_json
from app.engine.remember.background import Background
from app.engine.remember.candidate import Candidate
from app.engine.remember.relation import Relation, Thresholds, changes, frame_overlap, relate
from app.engine.remember.statements import language_of

log = logging.getLogger(__name__)
Action = Literal["keep", "skip", "merge_into", "overwrite"]

GRAMMAR = r"""root ::= "[" item (", " item)* "]"
item ::= "{\"factIndex\": " number ", \"action\": \"" action "\", \"existingId\": " id ", \"reason\": " reason "}"
reason ::= "\"" char{1,60} "\""
action ::= "keep" | "skip" | "merge_into" | "overwrite"
number ::= "0" | [1-9] [0-9]?
id ::= "null" | "\"" [A-Za-z0-9]{1,8} "\""
char ::= [^"\\\x00-\x1f]
"""


@dataclass(frozen=True, slots=True)
class Known:
    """A stored memory, or one decided on earlier in this batch, as a new statement is compared with it."""

    ref: str  # memory id, or "new:<number>"
    text: str
    subject: str
    said_at: datetime
    similarity: float = 0.0  # calibrated
    protected: bool = False  # edited by the person: only what was said afterwards may touch it


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of the decision list. `existing` are the refs it is about; `reason` an exact code."""

    fact_index: int
    action: Action
    existing: tuple[str, ...] = ()
    merge_target_index: int | None = None
    reason: str = "new"
    older: bool = False  # the statement was said before what it conflicts with: it becomes history


@dataclass(frozen=True, slots=True)
class Doubt:
    fact_index: int
    new: str
    known: Known


class Consolidation:
    """Certain cases by rule; only what is near and not certain is asked, and then only "the same" is taken on trust."""

    def __init__(self, thresholds: Thresholds, model: Background, systems: dict[str, str]) -> None:
        self._thresholds = thresholds
        self._model = model
        self._systems = systems

    def decide(self, number: int, candidate: Candidate, known: Sequence[Known]) -> tuple[Choice, list[Doubt]]:
        """The choice for one statement, and what a model might still be asked. Nothing known: no comparison at all."""
        new = candidate.quote.text
        replaced: list[str] = []
        reason = ""
        doubts: list[Doubt] = []
        for one in sorted(known, key=lambda k: -k.similarity):
            older = candidate.origin.said_at < one.said_at
            relation = self._relate(new, one, older)
            if relation.verdict == "same":
                return Choice(number, "skip", (one.ref,), reason=relation.reason), []
            if relation.verdict == "update":
                if older or (one.protected and not _later(candidate, one)):
                    return Choice(number, "keep", (one.ref,), reason=relation.reason, older=True), []
                replaced.append(one.ref)
                reason = reason or relation.reason
            elif relation.verdict == "unsure":
                doubts.append(Doubt(number, new, one))
        if replaced:
            return Choice(number, "overwrite", tuple(replaced), number, reason), []
        return Choice(number, "keep"), doubts[:3]

    def _relate(self, new: str, one: Known, older: bool) -> Relation:
        return (
            relate(one.text, new, one.similarity, self._thresholds)
            if older
            else relate(new, one.text, one.similarity, self._thresholds)
        )

    def ask(self, doubts: Sequence[Doubt]) -> dict[int, Choice]:
        """Choices of the model for the doubtful ones, by fact index. What it cannot answer usably stays "keep"."""
        if not doubts or not self._model.trusted():
            return {}
        lang = language_of(doubts[0].new)
        ids = {f"m{i}": d for i, d in enumerate(doubts)}
        facts = sorted({d.fact_index for d in doubts})
        lines = [f"new {facts.index(d.fact_index)}: {d.new}\nold {ref}: {d.known.text}" for ref, d in ids.items()]
        reply = self._model.complete(self._systems[lang], "\n".join(lines), GRAMMAR)
        found: dict[int, Choice] = {}
        for entry in llm_json.objects(reply or "", "action"):
            doubt = ids.get(str(entry.get("existingId")))
            if doubt is None or doubt.fact_index in found:
                continue
            action = str(entry.get("action")).lower()
            if action in ("skip", "merge_into"):
                found[doubt.fact_index] = Choice(doubt.fact_index, "skip", (doubt.known.ref,), reason="model_same")
            elif action == "overwrite" and changes(doubt.new) and frame_overlap(doubt.new, doubt.known.text) >= 0.5:
                found[doubt.fact_index] = Choice(
                    doubt.fact_index, "overwrite", (doubt.known.ref,), doubt.fact_index, "model_and_word_of_change"
                )
        if not found:
            log.info("consolidation: the model decided nothing about %d pairs", len(doubts))
        return found


def _later(candidate: Candidate, known: Known) -> bool:
    return candidate.origin.said_at > known.said_at
