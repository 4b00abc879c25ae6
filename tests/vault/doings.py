"""Things done to a store that can be done again on another one with the same outcome, and what it then holds."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import numpy as np
import numpy.typing as npt

from app.engine.types import Fact, Memory, Tier
from app.vault.database import Database
from app.vault.store import Store
from tests.vault.making import NOON, draft, words

Doing = tuple[str, int, int]  # what, a number that names it, a number that chooses what it is done to
DIMENSIONS = 32
_TEXTS = ("I live in city number {0}, near the river", "我住在第{0}个城市", "Tea number {0} is the best of all teas")


def vector(number: int) -> npt.NDArray[np.float64]:
    made = np.random.default_rng(number).normal(size=DIMENSIONS)
    return made / np.linalg.norm(made)


def text(number: int) -> str:
    return _TEXTS[number % 3].format(number)


def _chosen(store: Store, choice: int) -> Memory | None:
    every = store.memories(statuses=("active", "archived", "superseded"))
    return every[choice % len(every)] if every else None


def _index(store: Store, tier: Tier, key: int, number: int, content: str) -> None:
    model = store.active_model() or "model-0"
    store.put_vectors(tier, [(key, vector(number))], model)
    store.set_terms(tier, key, content.split())


def _say(store: Store, number: int) -> Memory:
    conversation = store.create_conversation(words(text(number)), at=NOON)
    asked = store.add_message(conversation.id, "user", words(f"Hello. {text(number)}."), NOON)
    made = store.add_memory(
        draft(text(number), tags=(words(f"tag{number}"),), conversation=conversation.id, message_id=asked.id), at=NOON
    )
    answer = store.add_message(conversation.id, "assistant", words(f"So {text(number)}"), NOON, memories=[made.id])
    store.set_fact(Fact("me", f"home{number % 4}", text(number), NOON + timedelta(seconds=number), memory_id=made.id))
    store.add_decision("added", "salient", words(text(number)), at=NOON, memory_id=made.id)
    _index(store, "memory", made.key, number, text(number))
    for message in (asked, answer):
        _index(store, "transcript", message.id, message.id, message.content)
    return made


def _reindex(store: Store) -> None:
    model = store.active_model() or "model-0"
    for tier in ("memory", "transcript"):
        for key in store.missing_vectors(tier, model):
            content = store.message(key).content if tier == "transcript" else store.memories_by_key([key])[key].content
            _index(store, tier, key, key, content)


def _reembed(store: Store, number: int) -> None:
    for tier in ("memory", "transcript"):
        missing = store.missing_vectors(tier, f"model-{number}")
        store.put_vectors(tier, [(key, vector(key + number)) for key in missing], f"model-{number}")
    if store.active_model():
        store.switch_model(f"model-{number}")


def do(store: Store, doing: Doing) -> None:
    """One transaction (a scrub is several, of which the last one counts)."""
    what, number, choice = doing
    if what == "scrub":
        store.scrub()
        return
    memory = _chosen(store, choice)
    with store.transaction():
        match what:
            case "say":
                _say(store, number)
            case "merge" if memory:
                made = _say(store, number)
                store.supersede([memory.id], made.id, reason="same_key", at=NOON)
            case "reinforce" if memory:
                store.reinforce(memory.id, words(text(number)), NOON, at=NOON)
            case "access" if memory:
                store.record_accesses([memory.id], NOON + timedelta(hours=number), memory.conversation)
            case "archive" if memory:
                store.set_status(memory.id, "archived")
            case "restore" if memory:
                store.restore(memory.id, at=NOON)
            case "edit" if memory:
                store.update_memory(memory.id, content=words(f"{text(number)} (edited)"))
            case "forget" if memory:
                store.delete_memories([memory.id], keep_messages=number % 5 == 0)
            case "drop_chat" if memory and memory.conversation:
                store.delete_conversation(memory.conversation, memories="delete" if number % 2 else "keep")
            case "reindex":
                _reindex(store)
            case "reembed":
                _reembed(store, number)
            case "draft":
                store.set_draft(None, words(text(number)))
            case "snapshot" if store.active_model():
                count = len(store.vectors("memory", store.active_model() or "")[0])
                store.put_snapshot("memory", store.active_model() or "", number, count, bytes(2000))


WEIGHTS = {
    "say": 8, "merge": 4, "reinforce": 2, "access": 2, "archive": 2, "restore": 2, "edit": 2, "forget": 4,
    "drop_chat": 2, "reindex": 2, "reembed": 1, "draft": 1, "snapshot": 1, "scrub": 2,
}  # fmt: skip


def some(chance: random.Random, count: int, first: int, extra: dict[str, int] | None = None) -> list[Doing]:
    weights = WEIGHTS | (extra or {})
    kinds = chance.choices(list(weights), list(weights.values()), k=count)
    return [(kind, first + place, chance.randrange(1 << 16)) for place, kind in enumerate(kinds)]


# Every table, without random ids and without what a rewriting of the file may change.
_QUERIES = (
    "SELECT key, content, quote, tags, status, importance, pinned, access_count, last_access_at, message_id,"
    " conversation IS NULL FROM memories ORDER BY key",
    "SELECT memory_key, quote FROM evidence ORDER BY id",
    "SELECT old_key, new_key FROM supersessions ORDER BY old_key",
    "SELECT m.id, c.title, m.content, m.role, m.recallable, m.parent, m.position FROM messages m"
    " JOIN conversations c ON c.id = m.conversation ORDER BY m.id",
    "SELECT user_id, subject, attribute, value, valid_from, valid_to, memory_key FROM facts ORDER BY id",
    "SELECT action, text, memory_key FROM decisions ORDER BY id",
    "SELECT message_id, memory_key FROM answer_memories ORDER BY message_id, memory_key",
    "SELECT v.key, m.name, m.active, v.vector FROM memory_vectors v JOIN models m ON m.id = v.model ORDER BY 1, 2",
    "SELECT v.key, m.name, m.active, v.vector FROM message_vectors v JOIN models m ON m.id = v.model ORDER BY 1, 2",
    "SELECT key, terms FROM memory_terms ORDER BY key",
    "SELECT key, terms FROM message_terms ORDER BY key",
    "SELECT text FROM drafts",
    "SELECT tier, generation, count FROM index_snapshots",
    "SELECT state, removed FROM receipts ORDER BY id",
)


def held(database: Database) -> list[list[Any]]:
    """What the store holds, comparable between two files to which the same was done."""
    return [database.all(query) for query in _QUERIES]


def disagreements(database: Database) -> list[str]:
    """Index rows without an owner, or with one that recall may not see; always empty."""
    checks: dict[str, Callable[[], Any]] = {
        "vector of no memory": lambda: database.all(
            "SELECT key FROM memory_vectors WHERE key NOT IN (SELECT key FROM memories)"
        ),
        "vector of a message out of recall": lambda: database.all(
            "SELECT key FROM message_vectors WHERE key NOT IN (SELECT id FROM messages WHERE recallable = 1)"
        ),
        "terms of no memory": lambda: database.all(
            "SELECT key FROM memory_terms WHERE key NOT IN (SELECT key FROM memories)"
        ),
        "terms of a message out of recall": lambda: database.all(
            "SELECT key FROM message_terms WHERE key NOT IN (SELECT id FROM messages WHERE recallable = 1)"
        ),
        "superseded without a successor": lambda: database.all(
            "SELECT key FROM memories WHERE (status = 'superseded') <> (key IN (SELECT old_key FROM supersessions))"
        ),
        "leaf outside its conversation": lambda: database.all(
            "SELECT c.id FROM conversations c WHERE leaf IS NOT (SELECT m.id FROM messages m"
            " WHERE m.id = c.leaf AND m.conversation = c.id)"
        ),
        "two current values": lambda: database.all(
            "SELECT user_id, subject, attribute FROM facts WHERE valid_to IS NULL GROUP BY 1, 2, 3 HAVING count(*) > 1"
        ),
    }
    return [name for name, check in checks.items() if check()]
