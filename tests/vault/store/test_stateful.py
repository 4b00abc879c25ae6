"""Whatever is done in whatever order, the store agrees with a simple model, and an index that listens with the rows."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

from app.engine.types import StoreChange
from app.vault.database import Database
from app.vault.store import Store
from tests.vault.canary import in_pages
from tests.vault.doings import disagreements, vector
from tests.vault.making import NOON, draft, words

KEY = bytes(range(32))
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x1f"), min_size=1, max_size=40)


@dataclass
class Known:
    """What the model knows of one memory."""

    content: str
    key: int
    status: str = "active"
    replaced_by: str | None = None
    evidence: list[str] = field(default_factory=list)
    pinned: bool = False
    count: int = 0
    last: Any = NOON
    vector: bytes | None = None
    terms: list[str] | None = None
    derived_from: set[str] = field(default_factory=set)


class StoreAgainstModel(RuleBasedStateMachine):
    memories = Bundle("memories")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.known: dict[str, Known] = {}
        self.deleted: list[str] = []
        self.number = 0
        self.database = Database(self.folder / "vault.db", KEY, create=True)
        self.database.execute("PRAGMA synchronous = OFF")
        self.attach()

    def attach(self) -> None:
        """A store on the open file, and an index that is loaded from it and then only listens."""
        self.store = Store(self.database, lambda: NOON)
        keys, matrix = self.store.vectors("memory", "m")
        self.heard_vectors = {int(key): row.tobytes() for key, row in zip(keys, matrix, strict=True)}
        self.heard_terms = self.store.terms("memory")
        self.store.on_change(self.listen)

    def listen(self, changes: list[StoreChange]) -> None:
        for change in changes:
            assert change.tier == "memory"
            self.heard_vectors.pop(change.key, None)
            self.heard_terms.pop(change.key, None)
            if change.op == "upsert":
                for key, row in self.store.vectors_of("memory", [change.key], "m").items():
                    self.heard_vectors[key] = row.tobytes()
                self.heard_terms.update(self.store.terms_of("memory", [change.key]))

    def teardown(self) -> None:
        self.database.close()
        shutil.rmtree(self.folder)

    # --- what can happen ---------------------------------------------------------------------------------------------

    @rule(target=memories, content=TEXTS, index=st.booleans())
    def add(self, content: str, index: bool) -> str:
        self.number += 1
        made = self.store.add_memory(draft(content), at=NOON)
        self.known[made.id] = Known(content, made.key, evidence=[content])
        if index:
            self.index(made.id, self.number)
        return made.id

    @rule(memory=memories, number=st.integers(0, 1000))
    def index(self, memory: str, number: int) -> None:
        if memory in self.known:
            known = self.known[memory]
            self.store.put_vectors("memory", [(known.key, vector(number))], "m")
            self.store.set_terms("memory", known.key, [f"term{number}", "词"])
            known.vector = np.asarray(vector(number), np.float16).tobytes()
            known.terms = [f"term{number}", "词"]

    @rule(memory=memories, content=TEXTS)
    def edit(self, memory: str, content: str) -> None:
        if memory in self.known:
            self.store.update_memory(memory, content=words(content))
            known = self.known[memory]
            if known.content != content:
                known.content, known.vector, known.terms = content, None, None

    @rule(memory=memories, quote=TEXTS, hours=st.integers(0, 50))
    def reinforce(self, memory: str, quote: str, hours: int) -> None:
        if memory in self.known:
            at = NOON + timedelta(hours=hours)
            self.store.reinforce(memory, words(quote), NOON, at=at)
            known = self.known[memory]
            known.evidence.append(quote)
            known.count += 1
            known.last = max(known.last, at)

    @rule(old=memories, new=memories)
    def supersede(self, old: str, new: str) -> None:
        if old in self.known and new in self.known and old not in self.chain(new):
            self.store.supersede([old], new, reason="same_key", at=NOON)
            self.known[old].status, self.known[old].replaced_by = "superseded", new

    def chain(self, memory: str) -> set[str]:
        """The memory, what replaced it, what replaced that …, and the same backwards."""
        forward = {memory}
        at = self.known[memory].replaced_by
        while at and at not in forward:
            forward.add(at)
            at = self.known[at].replaced_by
        return forward | self.ancestors({memory})

    def ancestors(self, memories: set[str]) -> set[str]:
        found: set[str] = set()
        edge = set(memories)
        while edge:
            edge = {name for name, known in self.known.items() if known.replaced_by in edge} - found
            found |= edge
        return found

    @rule(memory=memories)
    def archive(self, memory: str) -> None:
        if memory in self.known:
            self.store.set_status(memory, "archived")
            self.known[memory].status, self.known[memory].replaced_by = "archived", None

    @rule(memory=memories)
    def restore(self, memory: str) -> None:
        if memory in self.known:
            self.store.restore(memory, at=NOON)
            self.known[memory].status, self.known[memory].replaced_by = "active", None

    @rule(memory=memories, pinned=st.booleans())
    def pin(self, memory: str, pinned: bool) -> None:
        if memory in self.known:
            self.store.pin_memory(memory, pinned)
            self.known[memory].pinned = pinned

    @rule(derived=memories, base=memories)
    def distil(self, derived: str, base: str) -> None:
        if derived in self.known and base in self.known and derived != base:
            self.store.link_derived(derived, [base])
            self.known[derived].derived_from.add(base)

    @rule(memory=consumes(memories))
    def forget(self, memory: str) -> None:
        if memory in self.known:
            gone = {memory}
            while True:
                more = self.ancestors(gone) | {n for n, known in self.known.items() if known.derived_from & gone}
                if more <= gone:
                    break
                gone |= more
            assert self.store.delete_memories([memory])["memories"] == len(gone)
            for name in gone:
                self.deleted.append(self.known.pop(name).content)

    @rule(target=memories, content=TEXTS)
    def fail_in_the_middle(self, content: str) -> Any:
        try:
            with self.store.transaction():
                self.store.add_memory(draft(content), at=NOON)
                for memory in self.known:
                    self.store.set_status(memory, "archived")
                raise ZeroDivisionError
        except ZeroDivisionError:
            return multiple()

    @rule()
    def scrub(self) -> None:
        pending = self.store.scrub_pending()
        assert bool(self.store.scrub()) == pending
        living = "\x00".join(
            part for known in self.known.values() for part in (known.content, *known.evidence)
        ).encode()
        gone = [text.encode() for text in self.deleted if len(text.encode()) >= 12]
        assert in_pages(self.database.path, KEY, [text for text in gone if text not in living]) == []

    @rule()
    def reopen(self) -> None:
        self.database.close()
        self.database = Database(self.folder / "vault.db", KEY)
        self.database.execute("PRAGMA synchronous = OFF")
        self.attach()

    # --- what always holds -------------------------------------------------------------------------------------------

    @invariant()
    def memories_agree(self) -> None:
        found = {memory.id: memory for memory in self.store.memories(statuses=("active", "archived", "superseded"))}
        assert found.keys() == self.known.keys()
        for name, known in self.known.items():
            memory = found[name]
            assert (memory.content, memory.status, memory.superseded_by) == (
                known.content,
                known.status,
                known.replaced_by,
            )
            assert (memory.pinned, memory.access_count, memory.last_access_at) == (
                known.pinned,
                known.count,
                known.last,
            )
            assert set(memory.supersedes) == {n for n, other in self.known.items() if other.replaced_by == name}
            assert sorted(e.quote for e in self.store.evidence(name)) == sorted(known.evidence)

    @invariant()
    def vectors_and_terms_agree(self) -> None:
        active = [known for known in self.known.values() if known.status == "active"]
        keys, matrix = self.store.vectors("memory", "m")
        rows = {int(key): row.tobytes() for key, row in zip(keys, matrix, strict=True)}
        assert rows == {known.key: known.vector for known in active if known.vector}
        terms = self.store.terms("memory")
        assert terms == {known.key: known.terms for known in active if known.terms is not None}
        assert (self.heard_vectors, self.heard_terms) == (rows, terms)
        assert set(self.store.missing_vectors("memory", "m")) == {
            known.key for known in self.known.values() if known.vector is None
        }

    @invariant()
    def rows_agree_with_each_other(self) -> None:
        assert disagreements(self.database) == []


TestStoreAgainstModel = StoreAgainstModel.TestCase
TestStoreAgainstModel.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
