"""The few columns that ranking needs, for many rows at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from app.engine.types import Role, Tier
from app.vault.store import rows
from app.vault.store.base import StoreBase, batches, marks


@dataclass(frozen=True, slots=True)
class MemoryMarks:
    """What ranks a memory besides its words."""

    key: int
    content: str
    importance: float
    favoured: bool  # manual or pinned
    last_access_at: datetime
    said_at: datetime
    event_at: str | None


@dataclass(frozen=True, slots=True)
class TurnMarks:
    """What ranks a message besides its words."""

    key: int
    role: Role
    content: str
    said_at: datetime
    conversation: str


class RecallRows(StoreBase):
    """Reads for recall; nothing here writes.

    `+status`: the plus keeps SQLite from walking the index of all active memories when a few keys are asked for.
    """

    def memory_marks(self, keys: Iterable[int]) -> dict[int, MemoryMarks]:
        """Of active memories only."""
        found: dict[int, MemoryMarks] = {}
        for batch in batches(keys):
            sql = (
                "SELECT key, content, importance, pinned OR source = 'manual', last_access_at, said_at, event_at"
                f" FROM memories WHERE +status = 'active' AND key IN ({marks(batch)})"
            )
            for key, content, importance, favoured, accessed, said, event in self._db.all(sql, batch):
                found[key] = MemoryMarks(
                    key, content, importance, bool(favoured), rows.moment(accessed), rows.moment(said), event
                )
        return found

    def turn_marks(self, keys: Iterable[int]) -> dict[int, TurnMarks]:
        """Of messages recall may see."""
        found: dict[int, TurnMarks] = {}
        for batch in batches(keys):
            sql = (
                "SELECT id, role, content, said_at, conversation FROM messages"
                f" WHERE recallable = 1 AND id IN ({marks(batch)})"
            )
            for key, role, content, said, conversation in self._db.all(sql, batch):
                found[key] = TurnMarks(key, role, content, rows.moment(said), conversation)
        return found

    def turn_parents(self, user_id: str | None = None, *, keys: Iterable[int] | None = None) -> dict[int, int | None]:
        """Message id -> id of the message before it; of all messages recall may see, or of the given ones."""
        if keys is None:
            sql = "SELECT id, parent FROM messages WHERE recallable = 1 AND (?1 IS NULL OR user_id = ?1)"
            return dict(self._db.all(sql, (user_id,)))
        found: dict[int, int | None] = {}
        for batch in batches(keys):
            sql = f"SELECT id, parent FROM messages WHERE recallable = 1 AND id IN ({marks(batch)})"
            found.update(self._db.all(sql, batch))
        return found

    def owners(self, tier: Tier, keys: Iterable[int]) -> dict[int, str]:
        """Key -> user_id of the rows recall may see; rows that are gone or have left recall are missing."""
        table, column, visible = (
            ("memories", "key", "+status = 'active'") if tier == "memory" else ("messages", "id", "recallable = 1")
        )
        found: dict[int, str] = {}
        for batch in batches(keys):
            sql = f"SELECT {column}, user_id FROM {table} WHERE {visible} AND {column} IN ({marks(batch)})"
            found.update(self._db.all(sql, batch))
        return found

    def session_keys(self, user_id: str, session_id: str) -> list[int]:
        """Keys of the active memories of one user's session."""
        sql = "SELECT key FROM memories WHERE status = 'active' AND user_id = ? AND session_id = ?"
        return [int(row[0]) for row in self._db.all(sql, (user_id, session_id))]

    def contents(self, tier: Tier, keys: Iterable[int]) -> dict[int, str]:
        """Key -> content, whatever the status."""
        table, column = ("memories", "key") if tier == "memory" else ("messages", "id")
        found: dict[int, str] = {}
        for batch in batches(keys):
            sql = f"SELECT {column}, content FROM {table} WHERE {column} IN ({marks(batch)})"
            found.update(self._db.all(sql, batch))
        return found

    def turn_memories(self, keys: Iterable[int]) -> dict[int, list[tuple[int, int | None]]]:
        """Message id -> (key of a memory it is evidence for, key of the memory that replaced that one or None).

        An answer counts with the replaced memories of its question: a small model repeats what it was told, and the
        echo is as old as the words.
        """
        found: dict[int, list[tuple[int, int | None]]] = {}
        for batch in batches(keys):
            sql = (
                "SELECT m.id, e.memory_key, s.new_key FROM messages m"
                " JOIN evidence e ON e.message_id = m.id OR (m.role = 'assistant' AND e.message_id = m.parent)"
                " LEFT JOIN supersessions s ON s.old_key = e.memory_key"
                f" WHERE m.id IN ({marks(batch)}) AND (e.message_id = m.id OR s.new_key IS NOT NULL)"
            )
            for message, memory, replaced_by in self._db.all(sql, batch):
                found.setdefault(message, []).append((memory, replaced_by))
        return found

    def keys_between(
        self,
        tier: Tier,
        user_id: str,
        start: date | None,
        end: date | None,
        *,
        every_year: bool = False,
        limit: int = 50,
    ) -> list[int]:
        """Newest keys said (or, for memories, happening) on days from `start` to `end`; a day more at either end,
        because the stored times sort by UTC. `every_year` compares month and day alone."""
        first = (start - timedelta(days=1)).isoformat() if start else "0001-01-01"
        last = (end + timedelta(days=1)).isoformat() if end else "9999-12-31"
        first, last = (first[5:], last[5:]) if every_year else (first, last)
        place = "6, 5" if every_year else "1, 10"
        wraps = every_year and first > last

        def within(column: str) -> str:
            day = f"substr({column}, {place})"
            return f"({day} >= ?1 {'OR' if wraps else 'AND'} {day} <= ?2)"

        if tier == "memory":
            sql = (
                f"SELECT key FROM memories WHERE status = 'active' AND user_id = ?3 AND ({within('said_at')} OR"
                f" (event_at IS NOT NULL AND {within('event_at')})) ORDER BY said_at DESC LIMIT ?4"
            )
        else:
            sql = (
                f"SELECT id FROM messages WHERE recallable = 1 AND user_id = ?3 AND {within('said_at')}"
                " ORDER BY said_at DESC LIMIT ?4"
            )
        return [int(row[0]) for row in self._db.all(sql, (first, last, user_id, limit))]
