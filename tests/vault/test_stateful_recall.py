"""Whatever is done in whatever order, rows, the real vector and keyword indexes and a simple model say the same."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from app.engine.recall.index import _SETTLED_AT_ONCE, Index
from app.engine.recall.tokens import terms
from app.engine.types import Language, Tier, Vectors
from app.settings import RecallSettings
from app.vault.database import Database
from app.vault.store import Store
from tests.fakes import FakeEmbedder
from tests.vault.canary import in_pages
from tests.vault.doings import disagreements
from tests.vault.making import NOON, draft, words

KEY = bytes(range(32))
TIERS: tuple[Tier, ...] = ("memory", "transcript")
WORDS = ("tea", "river", "Lisbon", "budget", "火锅", "上海", "妹妹", "bicycle", "2026", "never")
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)


@dataclass
class Known:
    key: int
    content: str
    conversation: str
    status: str = "active"
    replaced_by: str | None = None


class NotCentered:
    def center(self, vectors: Vectors, langs: Sequence[Language]) -> Vectors:
        assert len(vectors) == len(langs)
        return vectors


class EverythingAgrees(RuleBasedStateMachine):
    memories = Bundle("memories")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.number = 0
        self.known: dict[str, Known] = {}
        self.embedder = FakeEmbedder()

    @initialize(texts=st.lists(TEXTS, max_size=4))
    def begin(self, texts: list[str]) -> None:
        """A vault with some memories in it before any index is loaded."""
        self.database = Database(self.folder / "vault.db", KEY, create=True)
        self.attach()
        for text in texts:
            self.say(text)

    def attach(self) -> None:
        self.database.execute("PRAGMA synchronous = OFF")
        self.store = Store(self.database, lambda: NOON)
        self.index = self.fresh()
        self.store.on_change(self.index.apply)

    def fresh(self) -> Index:
        return Index(self.store, self.embedder, NotCentered(), RecallSettings())

    def teardown(self) -> None:
        if hasattr(self, "database"):
            self.database.close()
        shutil.rmtree(self.folder)

    # --- what can happen ---------------------------------------------------------------------------------------------

    @rule(target=memories, text=TEXTS)
    def say(self, text: str) -> str:
        """A conversation of two turns and the memory that came from it."""
        self.number += 1
        said = f"{text} w{self.number}x"
        chat = self.store.create_conversation(words("Chat"), at=NOON).id
        asked = self.store.add_message(chat, "user", words(said), NOON)
        made = self.store.add_memory(draft(said, conversation=chat, message_id=asked.id), at=NOON)
        self.store.add_message(chat, "assistant", words(f"So {said}"), NOON, memories=[made.id])
        self.known[made.id] = Known(made.key, said, chat)
        return made.id

    @rule(memory=memories, text=TEXTS)
    def update(self, memory: str, text: str) -> None:
        if memory in self.known:
            self.number += 1
            self.known[memory].content = f"{text} w{self.number}x"
            self.store.update_memory(memory, content=words(self.known[memory].content))

    @rule(old=memories, new=memories)
    def supersede(self, old: str, new: str) -> None:
        if old in self.known and new in self.known and old not in self.family(new) and new not in self.family(old):
            self.store.supersede([old], new, reason="same_key", at=NOON)
            self.known[old].status, self.known[old].replaced_by = "superseded", new

    def family(self, memory: str) -> set[str]:
        """The memory, all it replaced and all that replaced it."""
        found = self.replaced(memory)
        at = self.known[memory].replaced_by if memory in self.known else None
        while at and at not in found:
            found.add(at)
            at = self.known[at].replaced_by if at in self.known else None
        return found

    def replaced(self, memory: str) -> set[str]:
        """The memory and all it replaced, all the way back."""
        found, edge = set[str](), {memory}
        while edge - found:
            found |= edge
            edge = {name for name, known in self.known.items() if known.replaced_by in found}
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

    @rule(memory=memories, keep=st.booleans())
    def delete(self, memory: str, keep: bool) -> None:
        if memory in self.known:
            gone = self.replaced(memory)
            self.store.delete_memories([memory], keep_messages=keep)
            for name in gone:
                del self.known[name]

    @rule(memory=memories, everything=st.booleans())
    def delete_conversation(self, memory: str, everything: bool) -> None:
        if memory in self.known:
            chat = self.known[memory].conversation
            if chat not in {each.id for each in self.store.conversations()}:
                return
            self.store.delete_conversation(chat, memories="delete" if everything else "keep")
            if everything:
                for name in self.replaced(memory):
                    del self.known[name]

    @rule()
    def scrub(self) -> None:
        self.store.scrub()
        living = " ".join(known.content for known in self.known.values())
        numbers = [f"w{number}x" for number in range(1, self.number + 1) if f"w{number}x" not in living]
        rows = " ".join(str(row) for table in ("messages", "memories", "evidence") for row in self.rows(table))
        gone = [f" {number}".encode() for number in numbers if number not in rows]
        assert in_pages(self.database.path, KEY, [run for run in gone if len(run) >= 8]) == []

    def rows(self, table: str) -> list[tuple[object, ...]]:
        return self.database.all(f"SELECT * FROM {table}")

    @rule()
    def catch_up(self) -> None:
        self.index.catch_up()

    @rule()
    def reopen(self) -> None:
        self.database.close()
        self.database = Database(self.folder / "vault.db", KEY)
        self.attach()

    @rule()
    def crash(self) -> None:
        """Go on with the bytes that are on the disk at this moment, as after a kill."""
        other = Path(tempfile.mkdtemp())
        for path in self.folder.glob("vault.db*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, other / path.name)
        self.database.close()
        shutil.rmtree(self.folder)
        self.folder = other
        self.database = Database(self.folder / "vault.db", KEY)
        self.attach()

    # --- what always holds -------------------------------------------------------------------------------------------

    def not_too_far_behind(self) -> None:
        """A search embeds so many new rows at most and leaves the others to `catch_up`, in quiet moments."""
        if sum(len(self.store.missing_vectors(tier, self.embedder.model_id)) for tier in TIERS) > _SETTLED_AT_ONCE // 2:
            self.index.catch_up()

    @invariant()
    def the_memory_index_is_the_model(self) -> None:
        self.not_too_far_behind()
        active = {known.key: known.content for known in self.known.values() if known.status == "active"}
        tier = self.index.user("me").tiers["memory"]
        assert sorted(tier.vectors.keys().tolist()) == sorted(active)
        for key, content in active.items():
            made = np.asarray(self.embedder.passages([content]))[0]
            held = tier.vectors.get(key)
            assert held is not None and np.allclose(held, made / np.linalg.norm(made), atol=3e-3)
            assert tier.keywords.match(terms(content.split()[-1])).best() == [key]
        every = [known.key for known in self.known.values() if known.status != "active"]
        assert not [key for key in every if key in tier.vectors or key in tier.keywords]

    @invariant()
    def an_index_loaded_now_is_the_one_that_listened(self) -> None:
        self.not_too_far_behind()
        loaded, heard = self.fresh().user("me"), self.index.user("me")
        queries = [terms(word) for word in WORDS[:6]] + [terms("So")]
        for tier in TIERS:
            one, other = loaded.tiers[tier], heard.tiers[tier]
            keys = sorted(one.vectors.keys().tolist())
            assert keys == sorted(other.vectors.keys().tolist())
            assert np.allclose(one.vectors.rows(keys), other.vectors.rows(keys), atol=3e-3)
            for query in queries:
                first, second = one.keywords.match(query), other.keywords.match(query)
                assert first.best() == second.best()
                assert np.allclose(first.of(keys), second.of(keys), atol=1e-9)

    @invariant()
    def the_transcript_index_is_the_rows(self) -> None:
        self.not_too_far_behind()
        rows = self.database.all("SELECT id, content FROM messages WHERE recallable = 1")
        tier = self.index.user("me").tiers["transcript"]
        assert sorted(tier.vectors.keys().tolist()) == sorted(row[0] for row in rows)
        for key, content in rows:
            made = np.asarray(self.embedder.passages([content]))[0]
            held = tier.vectors.get(key)
            assert held is not None and np.allclose(held, made / np.linalg.norm(made), atol=3e-3)

    @invariant()
    def rows_agree_with_each_other(self) -> None:
        found = {memory.id: memory for memory in self.store.memories(statuses=("active", "archived", "superseded"))}
        assert {name: (memory.content, memory.status) for name, memory in found.items()} == {
            name: (known.content, known.status) for name, known in self.known.items()
        }
        assert disagreements(self.database) == []


TestEverythingAgrees = EverythingAgrees.TestCase
TestEverythingAgrees.settings = settings(
    max_examples=20, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
