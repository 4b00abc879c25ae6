"""Memories, their evidence, and what replaced what."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, Literal

from app.engine.errors import KeepsakeError
from app.engine.types import Evidence, Label, Memory, MemoryDraft, MemoryType, RedactedText, Status
from app.vault.store import blanking, rows
from app.vault.store.base import batches, marks
from app.vault.store.noting import Noting


class _Unset:
    """Says "leave as it is" where None is a value."""


UNSET: Final = _Unset()


class Memories(Noting):
    """Rows of `memories`, `evidence`, `supersessions`, `derivations` and `accesses`."""

    def add_memory(self, draft: MemoryDraft, *, at: datetime, import_job: int | None = None) -> Memory:
        """Store an active memory with its first evidence; `at` is its creation and its first access."""
        quote = rows.text(draft.quote)
        values: dict[str, Any] = {
            "id": secrets.token_hex(8),
            "user_id": draft.user_id,
            "session_id": draft.session_id,
            "content": rows.text(draft.content),
            "quote": quote,
            "memory_type": draft.memory_type,
            "label": draft.label,
            "importance": draft.importance,
            "confidence": draft.confidence,
            "tags": rows.tags_column(draft.tags),
            "source": draft.source,
            "subject": draft.subject,
            "event_at": draft.event_at,
            "conversation": draft.conversation,
            "message_id": draft.message_id,
            "position": draft.index,
            "token_count": draft.token_count,
            "pinned": int(draft.pinned),
            "endorsed": int(draft.endorsed),
            "created_at": rows.stamp(at),
            "said_at": rows.stamp(draft.said_at),
            "last_access_at": rows.stamp(at),
            "import_job": import_job,
        }
        with self.transaction():
            places = marks(list(values))
            key = self._db.execute(
                f"INSERT INTO memories ({', '.join(values)}) VALUES ({places})", tuple(values.values())
            ).lastrowid
            self._add_evidence(key, quote, draft.said_at, draft.conversation, draft.message_id, draft.index)
            self._changed("memory", key, "upsert")
            return self.memory(values["id"])

    def _add_evidence(
        self,
        key: int,
        quote: str,
        said_at: datetime,
        conversation: str | None,
        message_id: int | None,
        index: int | None,
    ) -> None:
        self._db.execute(
            f"INSERT INTO evidence (memory_key, {rows.EVIDENCE}) VALUES (?, ?, ?, ?, ?, ?)",
            (key, quote, rows.stamp(said_at), conversation, message_id, index),
        )

    def memory(self, id: str) -> Memory:
        """Raises KeepsakeError `memory_unknown`."""
        row = self._db.first(f"SELECT {rows.MEMORY} FROM memories m WHERE m.id = ?", (id,))
        if row is None:
            raise KeepsakeError("memory_unknown")
        return rows.memory(row)

    def memory_by_key(self, key: int) -> Memory | None:
        row = self._db.first(f"SELECT {rows.MEMORY} FROM memories m WHERE m.key = ?", (key,))
        return rows.memory(row) if row else None

    def memories_by_key(self, keys: Iterable[int]) -> dict[int, Memory]:
        """Those of the memories that exist, whatever their status."""
        found: dict[int, Memory] = {}
        for batch in batches(keys):
            sql = f"SELECT {rows.MEMORY} FROM memories m WHERE m.key IN ({marks(batch)})"
            found.update((row[1], rows.memory(row)) for row in self._db.all(sql, batch))
        return found

    def memories(
        self,
        *,
        statuses: Sequence[Status] = ("active",),
        user_id: str | None = "me",
        session_id: str | None = None,
        limit: int | None = None,
        newest_first: bool = False,
    ) -> list[Memory]:
        """In the order in which they were said. `user_id=None`: everyone's. `session_id`: of that session alone."""
        order = "DESC" if newest_first else "ASC"
        found = self._db.all(
            f"SELECT {rows.MEMORY} FROM memories m WHERE m.status IN ({marks(list(statuses))})"
            f" AND (? IS NULL OR m.user_id = ?) AND (? IS NULL OR m.session_id = ?)"
            f" ORDER BY m.said_at {order}, m.key {order} LIMIT ?",
            (*statuses, user_id, user_id, session_id, session_id, -1 if limit is None else limit),
        )
        return [rows.memory(row) for row in found]

    def count_memories(self, *, statuses: Sequence[Status] = ("active", "archived", "superseded")) -> int:
        sql = f"SELECT count(*) FROM memories WHERE status IN ({marks(list(statuses))})"
        return int(self._db.one(sql, tuple(statuses))[0])

    def update_memory(
        self,
        id: str,
        *,
        content: RedactedText | None = None,
        importance: float | None = None,
        confidence: float | None = None,
        tags: Sequence[RedactedText] | None = None,
        event_at: str | _Unset | None = UNSET,
        label: Label | None = None,
        memory_type: MemoryType | None = None,
        subject: str | None = None,
        token_count: int | None = None,
    ) -> Memory:
        """Change what is given. New content drops the old vector and terms: `missing_vectors` then lists the memory.

        The old wording is scrubbed like a deletion, and goes from the log lines about the memory as well; the quote it
        came from stays.
        """
        columns: dict[str, Any] = {
            "content": None if content is None else rows.text(content),
            "importance": importance,
            "confidence": confidence,
            "tags": None if tags is None else rows.tags_column(tuple(tags)),
            "label": label,
            "memory_type": memory_type,
            "subject": subject,
            "token_count": token_count,
        }
        changed = {name: value for name, value in columns.items() if value is not None}
        if not isinstance(event_at, _Unset):
            changed["event_at"] = event_at
        with self.transaction():
            before = self.memory(id)
            if changed:
                assignments = ", ".join(f"{name} = ?" for name in changed)
                self._db.execute(f"UPDATE memories SET {assignments} WHERE key = ?", (*changed.values(), before.key))
            if content is not None and content.text != before.content:
                self._overwrite_wording(before)
            if tags is not None:
                kept = {tag.text for tag in tags}
                with self._overwriting():
                    self._note([tuple(tag for tag in before.tags if tag not in kept)])
            if changed and before.status == "active":
                self._changed("memory", before.key, "upsert")
            return self.memory(id)

    def _overwrite_wording(self, before: Memory) -> None:
        """What was made of the old wording goes with it: vector, terms, its repetition in the log."""
        with self._overwriting():
            self._note([(before.content,)])
            for table, column in (("vectors", "vector"), ("terms", "terms")):
                sql = f"FROM memory_{table} WHERE key = ?"
                self._note(self._db.all(f"SELECT {column} {sql}", (before.key,)))
                self._db.execute(f"DELETE {sql}", (before.key,))
            self._db.execute("DELETE FROM index_snapshots WHERE tier = 'memory'")
            self._db.execute(
                "UPDATE decisions SET text = replace(text, ?, ?) WHERE memory_key = ?",
                (before.content, blanking.mark_for(before.content), before.key),
            )

    def set_status(self, id: str, status: Literal["active", "archived"]) -> Memory:
        """Archive or bring back. A superseded memory is then no longer linked to what replaced it."""
        if status not in ("active", "archived"):
            raise ValueError("a memory is superseded by another one, with supersede()")
        with self.transaction():
            key = self._key(id)
            self._db.execute("DELETE FROM supersessions WHERE old_key = ?", (key,))
            self._db.execute("UPDATE memories SET status = ? WHERE key = ?", (status, key))
            self._changed("memory", key, "upsert" if status == "active" else "remove")
            return self.memory(id)

    def pin_memory(self, id: str, pinned: bool) -> Memory:
        with self.transaction():
            key = self._key(id)
            self._db.execute("UPDATE memories SET pinned = ? WHERE key = ?", (int(pinned), key))
            return self.memory(id)

    def reinforce(
        self,
        id: str,
        evidence_quote: RedactedText,
        said_at: datetime,
        message_id: int | None = None,
        *,
        conversation: str | None = None,
        index: int | None = None,
        importance_step: float = 0.05,
        at: datetime,
    ) -> Memory:
        """The same thing said again: count, last access, importance (at most 1), one more piece of evidence."""
        quote = rows.text(evidence_quote)
        with self.transaction():
            key = self._key(id)
            if message_id is not None and conversation is None:
                row = self._db.first("SELECT conversation, position FROM messages WHERE id = ?", (message_id,))
                conversation, index = (row[0], row[1] if index is None else index) if row else (None, index)
            self._db.execute(
                "UPDATE memories SET importance = min(1.0, importance + ?), access_count = access_count + 1,"
                " last_access_at = max(last_access_at, ?) WHERE key = ?",
                (importance_step, rows.stamp(at), key),
            )
            self._add_evidence(key, quote, said_at, conversation, message_id, index)
            return self.memory(id)

    def evidence(self, id: str) -> list[Evidence]:
        """The words a memory came from, in the order in which they were said."""
        sql = f"SELECT {rows.EVIDENCE} FROM evidence WHERE memory_key = ? ORDER BY said_at, id"
        return [rows.evidence(row) for row in self._db.all(sql, (self._key(id),))]

    def supersede(self, old_ids: Iterable[str], new_id: str, *, reason: str, at: datetime) -> list[Memory]:
        """Mark the old ones as replaced by the new one: kept, linked, out of recall. Returns them."""
        with self.transaction():
            new, olds = self._key(new_id), list(dict.fromkeys(old_ids))
            for old_id in olds:
                old = self._key(old_id)
                if old == new or old in self._ancestors([new]) or new in self._ancestors([old]):
                    raise ValueError("a memory cannot replace itself or what replaced it")
                self._db.execute(
                    "INSERT OR REPLACE INTO supersessions VALUES (?, ?, ?, ?)",
                    (old, new, rows.code(reason), rows.stamp(at)),
                )
                self._db.execute("UPDATE memories SET status = 'superseded' WHERE key = ?", (old,))
                self._changed("memory", old, "remove")
            return [self.memory(old_id) for old_id in olds]

    def _ancestors(self, keys: Iterable[int]) -> set[int]:
        """The memories these replaced, and those that those replaced, all the way back."""
        found: set[int] = set()
        edge = list(keys)
        while edge:
            sql = f"SELECT old_key FROM supersessions WHERE new_key IN ({marks(edge)})"
            edge = [row[0] for row in self._db.all(sql, edge) if row[0] not in found]
            found.update(edge)
        return found

    def restore(self, id: str, *, at: datetime | None = None) -> Memory:
        """Back to active, no longer replaced by anything; counts as an access so that it does not fade at once."""
        with self.transaction():
            key = self._key(id)
            self._db.execute("DELETE FROM supersessions WHERE old_key = ?", (key,))
            self._db.execute(
                "UPDATE memories SET status = 'active', last_access_at = max(last_access_at, ?) WHERE key = ?",
                (rows.stamp(at or self._now()), key),
            )
            self._changed("memory", key, "upsert")
            return self.memory(id)

    def link_derived(self, derived_id: str, base_ids: Iterable[str]) -> None:
        """Record that one memory was distilled from others; it goes when one of them is deleted."""
        with self.transaction():
            derived = self._key(derived_id)
            pairs = [(derived, base) for base in self._keys(base_ids) if base != derived]
            self._db.executemany("INSERT OR IGNORE INTO derivations VALUES (?, ?)", pairs)

    def derived_from(self, id: str) -> list[str]:
        """Ids of the memories this one was distilled from."""
        sql = "SELECT id FROM derivations JOIN memories ON key = base_key WHERE derived_key = ? ORDER BY key"
        return [str(row[0]) for row in self._db.all(sql, (self._key(id),))]

    def access_times(self, id: str) -> list[datetime]:
        """When the memory was recalled, once per conversation, oldest first."""
        sql = "SELECT at FROM accesses WHERE memory_key = ? ORDER BY at"
        return [rows.moment(row[0]) for row in self._db.all(sql, (self._key(id),))]

    def record_accesses(self, ids: Iterable[str], at: datetime, conversation: str | None = None) -> None:
        """Count a use of each memory, once per conversation; ids that are gone are passed over."""
        with self.transaction():
            for memory_id in dict.fromkeys(ids):
                row = self._db.first("SELECT key FROM memories WHERE id = ?", (memory_id,))
                if row is None:
                    continue
                fresh = (
                    conversation is None
                    or self._db.execute(
                        "INSERT OR IGNORE INTO accesses VALUES (?, ?, ?)", (row[0], conversation, rows.stamp(at))
                    ).rowcount
                )
                self._db.execute(
                    "UPDATE memories SET access_count = access_count + ?, last_access_at = max(last_access_at, ?)"
                    " WHERE key = ?",
                    (int(bool(fresh)), rows.stamp(at), row[0]),
                )
