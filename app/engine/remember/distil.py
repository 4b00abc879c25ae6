"""Distils several agreeing memories into one rule about the person, linked to all of its evidence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from app.engine.remember.attitude import attitudes
from app.engine.remember.background import Background
from app.engine.remember.facts import subject_of
from app.engine.remember.grounding import names, negations, reason_against
from app.engine.remember.knowledge import Center
from app.engine.remember.numerals import numbers
from app.engine.remember.plans import is_plan
from app.engine.remember.statements import language_of
from app.engine.types import Clock, Embedder, Language, Memory, MemoryDraft, RedactedText
from app.vault.store import Store

_LEAST = 3  # memories that must agree
_NEAR = 0.45  # calibrated cosine to the first of them
_GRAMMAR = 'root ::= "{\\"rule\\": \\"" [^"\\\\\\x00-\\x1f]{1,160} "\\"}"'
_LISTED = {"en": "You have said several times: {quotes}", "zh": "你多次说过：{quotes}"}
_LABELS = ("preference", "episode", "feedback")


@dataclass(frozen=True, slots=True)
class Group:
    memories: tuple[Memory, ...]
    lang: Language


class Distiller:
    """Works in the background over active memories of one user. A rule goes when one of its bases is deleted (the store
    follows the links) and is archived here when a base no longer holds."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        calibration: Center,
        redact: Callable[[str], RedactedText],
        background: Background,
        prompts: dict[str, str],
        clock: Clock,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._calibration = calibration
        self._redact = redact
        self._background = background
        self._prompts = prompts
        self._clock = clock

    def run(self, user_id: str = "me") -> list[Memory]:
        """New rules. Those whose evidence has been replaced or archived leave first."""
        self.undo(user_id)
        active = self._store.memories(user_id=user_id)
        covered = {base for m in active if m.memory_type == "semantic" for base in self._store.derived_from(m.id)}
        groups = self.groups([m for m in active if m.label in _LABELS and m.id not in covered and not m.endorsed])
        return [rule for group in groups if (rule := self._write(group, user_id)) is not None]

    def undo(self, user_id: str = "me") -> list[Memory]:
        """Archive the rules that no longer rest on enough active memories."""
        gone: list[Memory] = []
        for rule in self._store.memories(user_id=user_id):
            if rule.memory_type != "semantic" or rule.pinned:
                continue
            bases = [self._store.memory(base) for base in self._store.derived_from(rule.id)]
            if sum(base.status == "active" for base in bases) < _LEAST:
                with self._store.transaction():
                    gone.append(self._store.set_status(rule.id, "archived"))
                    text = rule.redacted_content()
                    self._store.add_decision("archived", "evidence_gone", text, at=self._clock(), memory_id=rule.id)
        return gone

    def groups(self, memories: Sequence[Memory]) -> list[Group]:
        """Memories of one subject that are near each other and agree: same attitude, no contrary negation."""
        mine = [m for m in memories if subject_of(m.quote) == "me" and not is_plan(m.quote)]
        vectors = self._store.vectors_of("memory", [m.key for m in mine], self._embedder.model_id)
        mine = [m for m in mine if m.key in vectors]
        if len(mine) < _LEAST:
            return []
        langs = [language_of(m.content) for m in mine]
        raw = np.stack([np.asarray(vectors[m.key], np.float32) for m in mine])
        centered = self._calibration.center(raw, langs)
        similar = centered @ centered.T
        found: list[Group] = []
        used: set[int] = set()
        for i in range(len(mine)):
            if i in used:
                continue
            near = [
                j
                for j in range(len(mine))
                if j not in used
                and langs[j] == langs[i]
                and (j == i or similar[i, j] >= _NEAR)
                and agree(mine[i].quote, mine[j].quote)
            ]
            if len(near) >= _LEAST:
                used.update(near)
                found.append(Group(tuple(mine[j] for j in near), langs[i]))
        return found

    def _write(self, group: Group, user_id: str) -> Memory | None:
        quotes = [m.quote.strip(" .。") for m in group.memories]
        content = self._redact(self._rule(quotes, group) or self._listed(quotes, group.lang))
        newest = max(group.memories, key=lambda m: m.said_at)
        draft = MemoryDraft(
            content=content,
            quote=newest.redacted_quote(),
            memory_type="semantic",
            label="insight",
            importance=min(1.0, max(m.importance for m in group.memories) + 0.05),
            confidence=float(np.mean([m.confidence for m in group.memories])),
            source="automatic",
            said_at=newest.said_at,
            user_id=user_id,
            token_count=max(1, len(content.text) // (2 if group.lang == "zh" else 4)),
        )
        at = self._clock()
        vector = self._embedder.passages([content.text])[0]
        with self._store.transaction():
            rule = self._store.add_memory(draft, at=at)
            self._store.put_vectors("memory", [(rule.key, vector)], self._embedder.model_id)
            self._store.link_derived(rule.id, [m.id for m in group.memories])
            for memory in group.memories:
                if memory.id != newest.id:
                    quote = memory.redacted_quote()
                    self._store.reinforce(rule.id, quote, memory.said_at, memory.message_id, importance_step=0.0, at=at)
            self._store.add_decision("distilled", "agreeing_memories", content, at=at, memory_id=rule.id)
            return self._store.memory(rule.id)

    def _rule(self, quotes: list[str], group: Group) -> str | None:
        """The model's one sentence, if every word of substance in it comes from the quotes."""
        reply = self._background.complete(self._prompts[group.lang], "\n".join(f"- {q}" for q in quotes), _GRAMMAR)
        m = re.search(r'"rule": "([^"]+)"', reply or "")
        if m is None or not m[1].startswith(("You", "你")):
            return None
        together = "; ".join(quotes)
        reason = reason_against(m[1], together)
        # A rule may say less than its evidence, never anything else.
        says_less = reason in ("rewrite_lost_number", "rewrite_lost_name", "rewrite_lost_negation")
        invented = set(numbers(m[1])) - set(numbers(together))
        return m[1] if reason is None or (says_less and not invented) else None

    def _listed(self, quotes: list[str], lang: Language) -> str:
        """Without a usable model: the agreeing statements side by side, which invents nothing."""
        joined = "；".join(f"“{q}”" for q in quotes[:4]) if lang == "zh" else "; ".join(f'"{q}"' for q in quotes[:4])
        return _LISTED[lang].format(quotes=joined)


def agree(a: str, b: str) -> bool:
    """Same direction: no opposite attitudes, negation in both or in neither, no different people."""
    x, y = attitudes(a), attitudes(b)
    if x and y and {i.positive for i in x} != {i.positive for i in y}:
        return False
    if bool(negations(a)) != bool(negations(b)) and not (x and y):
        return False
    return not (names(a) and names(b) and not names(a) & names(b) and not (x and y))
