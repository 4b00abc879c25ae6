"""Forgetting: what fades into the archive by itself, and what a person deletes, with proof."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

from app.engine import decay
from app.engine.errors import KeepsakeError
from app.engine.types import Clock, Memory, Message, Receipt, Status
from app.settings import Settings
from app.vault.store import Store

ALL: tuple[Status, ...] = ("active", "archived", "superseded")
FindAbout = Callable[[str, str], list[Memory]]  # (topic, user_id) -> memories about it


class Forgetter:
    """Decay sweep and deletion over the store. `reset_models` clears what models still hold of a deleted text."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Clock,
        *,
        find_about: FindAbout,
        reset_models: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._find_about = find_about
        self._reset_models = reset_models

    def strengths(self, memories: Sequence[Memory]) -> list[float]:
        """Strength of each now, 0 to 1; a superseded memory keeps fading from where it was."""
        now = self._clock()
        holding = self.holding()
        traces = (decay.trace_of(memory, holds=memory.id in holding, now=now) for memory in memories)
        return [decay.strength(trace, now, self._settings.decay) for trace in traces]

    def trace(self, memory: Memory) -> decay.Trace:
        return decay.trace_of(memory, holds=memory.id in self.holding(), now=self._clock())

    def holding(self) -> frozenset[str | None]:
        """Ids of memories that back a current value of the fact table: these do not fade."""
        return frozenset(fact.memory_id for fact in self._store.facts(None))

    def sweep(self) -> list[Memory]:
        """Archive what is below the line and long unused, and return it; running it twice changes nothing."""
        now = self._clock()
        limit = self._settings.decay
        holding = self.holding()
        faded: list[Memory] = []
        for memory in self._store.memories(user_id=None):
            trace = decay.trace_of(memory, holds=memory.id in holding, now=now)
            due = decay.archive_date(trace, limit)
            if due is not None and due <= now and decay.strength(trace, now, limit) < limit.archive_below:
                faded.append(memory)
        with self._store.transaction():
            for memory in faded:
                self._store.set_status(memory.id, "archived")
                self._store.add_decision("archived", "faded", memory.redacted_content(), at=now, memory_id=memory.id)
        return faded

    def last(self, user_id: str = "me", *, prefer: str | None = None) -> list[str]:
        """The memory "the last one" means: the one this conversation just made if it still lives, else the newest."""
        memories = self._store.memories(statuses=("active",), user_id=user_id, newest_first=True)
        for memory in memories:
            if memory.id == prefer:
                return [memory.id]
        newest = max(memories, key=lambda memory: (memory.created_at, memory.key), default=None)
        return [newest.id] if newest else []

    def matching(self, text: str, user_id: str = "me") -> list[Memory]:
        """Memories of any status whose statement or quote holds the text, compared without case, width or spacing."""
        needle = normalised(text)
        if not needle:
            raise KeepsakeError("empty_text")
        memories = self._store.memories(statuses=ALL, user_id=user_id)
        return [m for m in memories if needle in normalised(m.content) or needle in normalised(m.quote)]

    def about(self, topic: str, user_id: str = "me") -> list[Memory]:
        """Memories about a topic, for a person to confirm: those that hold the words, then those that mean it."""
        found = {memory.id: memory for memory in self.matching(topic, user_id)}
        for memory in self._find_about(topic, user_id):
            found.setdefault(memory.id, memory)
        return list(found.values())

    def in_period(self, since: datetime, until: datetime, user_id: str = "me") -> list[Memory]:
        """Memories of any status that were said from `since` until before `until`, newest first."""
        memories = self._store.memories(statuses=ALL, user_id=user_id, newest_first=True)
        return [memory for memory in memories if since <= memory.said_at < until]

    def forget(
        self, ids: Sequence[str], *, keep_messages: bool = False, wait: bool = False, order: Message | None = None
    ) -> Receipt:
        """Delete for good. With `wait` the bytes are scrubbed and checked before returning; else they are when idle.

        `order`: the message that asked for it; its words name what is to go, so they go too.
        """
        if not ids:
            raise KeepsakeError("nothing_to_forget")
        with self._store.transaction():
            removed = self._store.delete_memories(list(ids), keep_messages=keep_messages)
            if order is not None:
                self._store.blank_message(order.id)
        return self._finish(removed, wait=wait, keep_messages=keep_messages)

    def forget_everything(self, *, wait: bool = False) -> Receipt:
        return self._finish(self._store.delete_everything(), wait=wait)

    def forget_conversation(
        self, conversation: str, *, memories: Literal["delete", "keep"] = "keep", wait: bool = False
    ) -> Receipt:
        return self._finish(self._store.delete_conversation(conversation, memories=memories), wait=wait)

    def forget_import(self, job: int, *, wait: bool = False) -> Receipt:
        """Everything that came in with one import; what it had replaced holds again."""
        return self._finish(self._store.delete_import(job), wait=wait)

    def forget_period(self, since: datetime, until: datetime, *, wait: bool = False) -> Receipt:
        return self._finish(self._store.delete_period(since, until), wait=wait)

    def forget_in_models(self) -> None:
        """Clear what the models still hold of words that are no longer stored."""
        self._reset_models()

    def forget_person(self, name: str, user_id: str = "me", *, wait: bool = False) -> Receipt:
        """All about somebody: memories and facts about or naming them, and the sentences in messages that do."""
        return self._finish(self._store.delete_person(name, user_id=user_id), wait=wait)

    def scrub(self) -> int:
        """Scrub the free bytes of the vault; returns how many bytes were checked."""
        return self._store.scrub()

    def _finish(self, removed: dict[str, int], *, wait: bool, keep_messages: bool = False) -> Receipt:
        self._reset_models()
        out_of_reach = ("backups", "messages") if keep_messages else ("backups",)
        checked = self.scrub() if wait else 0
        return Receipt("verified" if wait else "removed", removed, checked, self._clock(), out_of_reach)


def normalised(text: str) -> str:
    """NFKC, without case and with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
