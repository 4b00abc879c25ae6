"""The index in memory agrees with the vault, whatever happens to it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule

from app.engine.recall.recall import Recall
from app.engine.recall.tokens import terms
from app.engine.types import Memory, MemoryDraft, Progress, RedactedText
from app.settings import RecallSettings
from app.vault.database import Database
from app.vault.store import Store
from tests.engine.recall.conftest import Counting, Uncalibrated
from tests.fakes import FakeEmbedder

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
WORDS = ("tea", "coffee", "bread", "rome", "berlin", "hiking", "火锅", "设备", "20250312-88")
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4)


class WithTheRealStore(RuleBasedStateMachine):
    """Adds, edits, archives, supersedes, restores, deletes; then both channels equal brute force over the rows."""

    memories = Bundle("memories")
    talks = Bundle("talks")

    @initialize()
    def open(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.database = Database(Path(self.folder.name) / "vault.db", bytes(32), create=True)
        self.store = Store(self.database, lambda: NOW)
        self.embedder = Counting(FakeEmbedder())
        self.recall = self.reopened()

    def reopened(self) -> Recall:
        return Recall(self.store, self.embedder, Uncalibrated(), RecallSettings(), clock=lambda: NOW)

    def teardown(self) -> None:
        if hasattr(self, "database"):
            self.database.close()
            self.folder.cleanup()

    @rule(target=memories, words=TEXTS)
    def add(self, words: list[str]) -> str:
        text = RedactedText(" ".join(words))
        draft = MemoryDraft(text, text, "fact", "fact", 0.5, 0.8, "automatic", NOW)
        return self.store.add_memory(draft, at=NOW).id

    @rule(memory=memories, words=TEXTS)
    def edit(self, memory: str, words: list[str]) -> None:
        if self.known(memory):
            self.store.update_memory(memory, content=RedactedText(" ".join(words)))

    @rule(memory=memories, status=st.sampled_from(["active", "archived"]))
    def move(self, memory: str, status: Any) -> None:
        if self.known(memory):
            self.store.set_status(memory, status)

    @rule(old=memories, new=memories)
    def supersede(self, old: str, new: str) -> None:
        if old != new and self.known(old) and self.known(new) and not self.linked(old, new):
            self.store.supersede([old], new, reason="same_key", at=NOW)

    @rule(memory=memories)
    def delete(self, memory: str) -> None:
        if self.known(memory):
            self.store.delete_memories([memory])

    @rule(target=talks, first=TEXTS, second=TEXTS)
    def talk(self, first: list[str], second: list[str]) -> str:
        conversation = self.store.create_conversation(RedactedText("talk"), at=NOW).id
        self.store.add_message(conversation, "user", RedactedText(" ".join(first)), NOW)
        self.store.add_message(conversation, "assistant", RedactedText(" ".join(second)), NOW)
        return conversation

    @rule(talk=talks)
    def delete_talk(self, talk: str) -> None:
        if any(conversation.id == talk for conversation in self.store.conversations()):
            self.store.delete_conversation(talk, memories="delete")

    @rule()
    def delete_everything(self) -> None:
        self.store.delete_everything()

    @rule()
    def write_behind(self) -> None:
        self.recall.catch_up()

    @rule()
    def start_again(self) -> None:
        self.store._listeners.clear()
        self.recall = self.reopened()

    @rule(words=TEXTS)
    def search(self, words: list[str]) -> None:
        self.recall.search(" ".join(words))
        index = self.recall._index.user("me")
        rows = {memory.key: memory.content for memory in self.store.memories()}
        said = [
            message
            for conversation in self.store.conversations()
            for message in self.store.messages(conversation.id)
            if message.id in self.store.turn_parents()
        ]
        before = {message.id: message.parent for message in said}
        turns = {message.id: message.content for message in said}
        memory, transcript = index.tiers["memory"], index.tiers["transcript"]
        for tier, texts in ((memory, rows), (transcript, turns)):
            assert set(tier.vectors.keys().tolist()) == set(texts)
            assert len(tier.keywords) == len(texts)
            for key, text in texts.items():
                expected = FakeEmbedder().passages([text])[0]
                np.testing.assert_allclose(tier.vectors.get(key), expected, atol=2e-3)
        query = terms(" ".join(words))
        documents = {key: terms(text) for key, text in rows.items()}
        assert set(memory.keywords.match(query).best()) == {
            k for k, found in documents.items() if set(found) & set(query)
        }
        contexts = {
            key: [*(terms(turns[parent]) if (parent := before[key]) in turns else ()), *terms(text)]
            for key, text in turns.items()
        }
        assert set(transcript.keywords.match(query).best()) == {
            key for key, found in contexts.items() if set(found) & set(query)
        }

    def known(self, memory: str) -> bool:
        return any(one.id == memory for one in self.store.memories(statuses=("active", "archived", "superseded")))

    def linked(self, old: str, new: str) -> bool:
        """Whether one of them replaced the other already, at any distance."""
        after: dict[str, str | None] = {
            one.id: one.superseded_by for one in self.store.memories(statuses=("active", "archived", "superseded"))
        }

        def leads(start: str, end: str) -> bool:
            at: str | None = start
            while at is not None and at != end:
                at = after.get(at)
            return at == end

        return leads(new, old) or leads(old, new)


TestWithTheRealStore = WithTheRealStore.TestCase
TestWithTheRealStore.settings = settings(max_examples=15, stateful_step_count=20, deadline=None)


def test_catching_up_writes_what_is_missing_and_tells_how_far_it_is(
    recall: Recall, keep: Callable[..., Memory], store: Store, embedder: Counting
) -> None:
    for number in range(70):
        keep(f"You read book {number}")
    seen: list[Progress] = []
    recall.catch_up(seen.append)
    assert store.missing_terms("memory") == store.missing_vectors("memory", embedder.model_id) == []
    assert [one.done for one in seen] == sorted(one.done for one in seen)
    assert seen[-1].done == seen[-1].total == 140


def test_what_is_stored_is_not_embedded_again(
    make_recall: Callable[..., Recall], recall: Recall, keep: Callable[..., Memory], embedder: Counting
) -> None:
    keep("You like green tea")
    recall.search("tea")
    recall.catch_up()
    assert embedder.passages_made == 1
    again = make_recall()
    assert again.search("tea").items[0].content == "You like green tea"
    assert embedder.passages_made == 1


def test_a_search_never_writes(recall: Recall, keep: Callable[..., Memory], store: Store, embedder: Counting) -> None:
    keep("You like green tea")
    recall.search("tea")
    assert store.missing_vectors("memory", embedder.model_id) != []


def test_rows_from_before_the_start_are_found_at_once(
    make_recall: Callable[..., Recall], keep: Callable[..., Memory]
) -> None:
    keep("You like green tea")
    assert make_recall().search("green tea").items[0].content == "You like green tea"


def test_another_model_makes_its_own_vectors(
    make_recall: Callable[..., Recall], recall: Recall, keep: Callable[..., Memory], store: Store, embedder: Counting
) -> None:
    keep("You like green tea")
    recall.rebuild()
    embedder.model_id = "another"
    other = make_recall()
    other.rebuild()
    assert store.missing_vectors("memory", "another") == []
    assert store.active_model() == "another"
    assert other.search("green tea").items[0].semantic > 0.5


def test_turns_without_words_do_no_harm(
    recall: Recall, talk: Callable[..., list[int]], keep: Callable[..., Memory]
) -> None:
    talk(("user", "…?!"), ("assistant", "👍"))
    keep("You like green tea")
    recall.catch_up()
    assert recall.search("green tea").items[0].content == "You like green tea"


def test_terms_of_an_older_tokenizer_are_made_anew_in_a_quiet_moment(
    make_recall: Callable[..., Recall], recall: Recall, keep: Callable[..., Memory], store: Store
) -> None:
    memory = keep("You like green tea")
    recall.catch_up()
    store.set_setting("recall.terms_version", 0)
    store.set_terms("memory", memory.key, ["outdated"])
    again = make_recall()
    assert again.search("green tea", mode="keyword").items == ()
    again.catch_up()
    assert [item.content for item in again.search("green tea", mode="keyword").items] == ["You like green tea"]
    assert store.terms_of("memory", [memory.key]) == {memory.key: ["like", "green", "tea"]}


def test_vectors_of_another_model_are_replaced_in_a_quiet_moment(
    make_recall: Callable[..., Recall], recall: Recall, keep: Callable[..., Memory], store: Store, embedder: Counting
) -> None:
    for number in range(40):
        keep(f"You read book {number}")
    recall.catch_up()
    embedder.model_id = "another"
    other = make_recall()
    assert other.search("book 7").items[0].content == "You read book 7"  # its words are enough until then
    other.catch_up()
    assert store.active_model() == "another"
    assert store.missing_vectors("memory", "another") == []
