"""Carries out a decision list inside the caller's transaction: memories, evidence, facts, vectors, decision log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from app.engine.remember.candidate import Candidate, Refusal
from app.engine.remember.consolidation import Choice
from app.engine.remember.facts import FactValue, same_value
from app.engine.remember.relation import changes, corrects
from app.engine.types import (
    Clock,
    Dropped,
    DropReason,
    Embedder,
    Fact,
    Memory,
    MemoryDraft,
    RedactedText,
    RememberReport,
)
from app.settings import RememberSettings
from app.vault.store import Store

_RANK: tuple[DropReason, ...] = (
    "duplicate", "low_confidence", "recalled", "command", "hypothetical", "question", "small_talk", "empty",
    "assistant",
)  # fmt: skip


class Applier:
    """Writes; decides nothing but which values of the fact table follow from what was decided."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        redact: Callable[[str], RedactedText],
        settings: RememberSettings,
        clock: Clock,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._redact = redact
        self._settings = settings
        self._clock = clock

    def apply(
        self, candidates: Sequence[Candidate], choices: Sequence[Choice], refused: Sequence[Refusal], *, messages: int
    ) -> RememberReport:
        """Must run inside `store.transaction()`."""
        at = self._clock()
        ids: dict[str, str] = {}  # "new:3" -> memory id
        added: list[Memory] = []
        updated: dict[str, Memory] = {}
        superseded: dict[str, Memory] = {}
        duplicates: list[Refusal] = []
        for refusal in refused:
            self._log(at, "dropped", refusal.reason, refusal.text, message_id=refusal.origin.message_id)
        for choice in choices:
            candidate = candidates[choice.fact_index]
            existing = [ids.get(ref, ref) for ref in choice.existing]
            if choice.action == "skip":
                memory = self._again(candidate, existing[0], choice.reason, at)
                ids[f"new:{choice.fact_index}"] = memory.id
                updated[memory.id] = memory
                duplicates.append(Refusal(candidate.quote, candidate.origin, "duplicate"))
                continue
            memory = self._add(candidate, at)
            ids[f"new:{choice.fact_index}"] = memory.id
            if choice.older:
                old = self._store.supersede([memory.id], existing[0], reason="said_earlier", at=at)[0]
                superseded[old.id] = old
                self._facts(candidate, memory, at, [])
                self._log(
                    at,
                    "superseded",
                    "said_earlier",
                    candidate.content,
                    memory_id=memory.id,
                    message_id=candidate.origin.message_id,
                )
                continue
            if choice.action == "overwrite":
                for old in self._store.supersede(existing, memory.id, reason=choice.reason, at=at):
                    if corrects(candidate.quote.text):
                        old = self._store.update_memory(
                            old.id, confidence=old.confidence / 2, importance=max(0.1, old.importance / 2)
                        )
                    superseded[old.id] = old
                    self._log(
                        at,
                        "superseded",
                        choice.reason,
                        self._redact(old.content),
                        memory_id=memory.id,
                        message_id=candidate.origin.message_id,
                    )
            self._facts(candidate, memory, at, existing if choice.action == "overwrite" else [])
            reason = candidate.note or choice.reason
            self._log(
                at,
                "kept_quote" if candidate.note.startswith("rewrite") else "added",
                reason,
                candidate.content,
                memory_id=memory.id,
                message_id=candidate.origin.message_id,
            )
            added.append(self._store.memory(memory.id))
        new = {memory.id for memory in added}
        kept = [self._store.memory(m.id) for m in added if m.id not in superseded]
        return RememberReport(
            messages,
            tuple(kept),
            tuple(self._store.memory(id) for id in updated if id not in new),
            tuple(superseded.values()),
            dropped(candidates, choices, [*refused, *duplicates]),
        )

    def preview(
        self, candidates: Sequence[Candidate], choices: Sequence[Choice], refused: Sequence[Refusal], *, messages: int
    ) -> RememberReport:
        """What would happen: every memory as it would look, nothing written."""
        at = self._clock()
        added = [
            _preview(candidates[c.fact_index], at, c.fact_index) for c in choices if c.action != "skip" and not c.older
        ]
        touched = {ref for c in choices if c.action == "overwrite" for ref in c.existing if not ref.startswith("new:")}
        again = {c.existing[0] for c in choices if c.action == "skip" and not c.existing[0].startswith("new:")}
        duplicates = [
            Refusal(candidates[c.fact_index].quote, candidates[c.fact_index].origin, "duplicate")
            for c in choices
            if c.action == "skip"
        ]
        return RememberReport(
            messages,
            tuple(added),
            tuple(self._store.memory(id) for id in sorted(again)),
            tuple(self._store.memory(id) for id in sorted(touched)),
            dropped(candidates, choices, [*refused, *duplicates]),
        )

    def _add(self, candidate: Candidate, at: datetime) -> Memory:
        memory = self._store.add_memory(_draft(candidate), at=at)
        self._store.put_vectors("memory", [(memory.key, candidate.vector)], self._embedder.model_id)
        return memory

    def _again(self, candidate: Candidate, id: str, reason: str, at: datetime) -> Memory:
        origin = candidate.origin
        memory = self._store.reinforce(
            id,
            candidate.quote,
            origin.said_at,
            origin.message_id,
            conversation=origin.conversation,
            index=origin.index,
            importance_step=self._settings.reinforce_step,
            at=at,
        )
        self._log(at, "reinforced", reason, candidate.quote, memory_id=id, message_id=origin.message_id)
        return memory

    def _facts(self, candidate: Candidate, memory: Memory, at: datetime, replaced: Sequence[str]) -> None:
        """New values for the table; values whose memory was replaced and that nothing follows are closed."""
        user, said_at = candidate.origin.user_id, candidate.origin.said_at
        told: set[tuple[str, str]] = set()
        for fact in candidate.facts:
            if fact.loose:
                continue
            subject = self._subject(fact, user, candidate.quote.text)
            current = self._store.facts(user, subject=subject, attribute=fact.attribute)
            if (
                fact.cardinality == "fixed"
                and current
                and not same_value(current[0].value, fact.value)
                and not corrects(candidate.quote.text)
            ):
                self._log(
                    at,
                    "fact_kept",
                    "fixed_attribute",
                    candidate.quote,
                    memory_id=memory.id,
                    message_id=candidate.origin.message_id,
                )
                continue
            told.add((subject, fact.attribute))
            self._store.set_fact(
                Fact(
                    subject, fact.attribute, self._redact(fact.value).text, said_at, memory_id=memory.id, user_id=user
                ),
                several=fact.cardinality == "many",
            )
        if replaced:
            for stored in self._store.facts(user):
                if stored.memory_id in replaced and (stored.subject, stored.attribute) not in told:
                    self._store.close_fact(
                        stored.subject, stored.attribute, value=stored.value, valid_to=said_at, user_id=user
                    )

    def _subject(self, fact: FactValue, user: str, text: str) -> str:
        """The thing a value belongs to; one that was not named is the only one there is, if a change is told."""
        if fact.subject:
            return self._redact(fact.subject).text
        current = self._store.facts(user, attribute=fact.attribute)
        return current[0].subject if len(current) == 1 and changes(text) else "me"

    def _log(
        self,
        at: datetime,
        action: str,
        reason: str,
        text: RedactedText,
        *,
        memory_id: str | None = None,
        message_id: int | None = None,
    ) -> None:
        known = message_id if message_id is not None and message_id > 0 else None
        self._store.add_decision(action, reason, text, at=at, memory_id=memory_id, message_id=known)


def dropped(
    candidates: Sequence[Candidate], choices: Sequence[Choice], refused: Sequence[Refusal]
) -> tuple[Dropped, ...]:
    """One entry for each message of which nothing was added, with the reason that says most."""
    kept = {_message(candidates[c.fact_index]) for c in choices if c.action != "skip"}
    reasons: dict[tuple[str | None, int | None, int | None], list[DropReason]] = {}
    for refusal in refused:
        key = (refusal.origin.conversation, refusal.origin.message_id, refusal.origin.index)
        if key not in kept:
            reasons.setdefault(key, []).append(refusal.reason)
    return tuple(
        Dropped(index, min(found, key=_RANK.index), message_id) for (_, message_id, index), found in reasons.items()
    )


def _message(candidate: Candidate) -> tuple[str | None, int | None, int | None]:
    return (candidate.origin.conversation, candidate.origin.message_id, candidate.origin.index)


def _draft(candidate: Candidate) -> MemoryDraft:
    origin = candidate.origin
    return MemoryDraft(
        content=candidate.content,
        quote=candidate.quote,
        memory_type=candidate.memory_type,
        label=candidate.label,
        importance=candidate.importance,
        confidence=candidate.confidence,
        source=candidate.source,
        said_at=origin.said_at,
        tags=candidate.tags,
        event_at=candidate.event_at,
        conversation=origin.conversation,
        message_id=origin.message_id,
        index=origin.index,
        user_id=origin.user_id,
        session_id=origin.conversation,
        token_count=max(1, len(candidate.content.text) // (2 if candidate.lang == "zh" else 4)),
        endorsed=candidate.endorsed,
        subject=candidate.subject,
    )


def _preview(candidate: Candidate, at: datetime, number: int) -> Memory:
    draft = _draft(candidate)
    return Memory(
        id=f"preview-{number}", key=-1 - number, content=draft.content.text, quote=draft.quote.text,
        memory_type=draft.memory_type, label=draft.label, importance=draft.importance, confidence=draft.confidence,
        tags=tuple(t.text for t in draft.tags),
        source=draft.source, user_id=draft.user_id, session_id=draft.session_id, created_at=at, said_at=draft.said_at,
        event_at=draft.event_at, last_access_at=at, access_count=0, status="active", supersedes=(), superseded_by=None,
        conversation=draft.conversation, message_id=draft.message_id, index=draft.index, token_count=draft.token_count,
        pinned=False, endorsed=draft.endorsed, subject=draft.subject,
    )  # fmt: skip
