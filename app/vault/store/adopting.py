"""Takes memories and facts over as they were elsewhere: from an export, with their ids, times and history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine.types import Evidence, Fact, Memory, RedactedText
from app.vault.store import rows
from app.vault.store.memories import Memories


@dataclass(frozen=True, slots=True)
class Adopted:
    """A memory as it was elsewhere. Its texts come redacted beside it; those inside `memory` are not written."""

    memory: Memory
    content: RedactedText
    quote: RedactedText
    tags: tuple[RedactedText, ...]
    evidence: tuple[tuple[RedactedText, Evidence], ...]


class Adopting(Memories):
    """Nothing that exists is changed: a memory whose id is known stays as it is."""

    def adopt_memory(self, adopted: Adopted) -> bool:
        """Insert it with its id, status and counts; False where the id is known already."""
        memory = adopted.memory
        with self.transaction():
            if self._db.first("SELECT 1 FROM memories WHERE id = ?", (memory.id,)) is not None:
                return False
            values = {
                "id": memory.id,
                "user_id": memory.user_id,
                "session_id": memory.session_id,
                "content": rows.text(adopted.content),
                "quote": rows.text(adopted.quote),
                "memory_type": memory.memory_type,
                "label": memory.label,
                "importance": memory.importance,
                "confidence": memory.confidence,
                "tags": rows.tags_column(adopted.tags),
                "source": memory.source,
                "subject": memory.subject,
                "event_at": memory.event_at,
                "conversation": self._conversation_here(memory.conversation),
                "message_id": memory.message_id,
                "position": memory.index,
                "token_count": memory.token_count,
                "pinned": int(memory.pinned),
                "endorsed": int(memory.endorsed),
                "status": memory.status,
                "created_at": rows.stamp(memory.created_at),
                "said_at": rows.stamp(memory.said_at),
                "last_access_at": rows.stamp(memory.last_access_at),
                "access_count": memory.access_count,
            }
            places = ", ".join("?" * len(values))
            key = self._db.execute(
                f"INSERT INTO memories ({', '.join(values)}) VALUES ({places})", tuple(values.values())
            ).lastrowid
            for quote, found in adopted.evidence:
                self._add_evidence(
                    key, rows.text(quote), found.said_at, self._conversation_here(found.conversation),
                    found.message_id, found.index,
                )  # fmt: skip
            if memory.status == "active":
                self._changed("memory", key, "upsert")
            return True

    def adopt_history(self, memories: Sequence[Memory]) -> None:
        """Link what replaced what, and each memory to the message it came from, once everything is here."""
        with self.transaction():
            for table in ("memories", "evidence"):
                self._db.execute(
                    f"UPDATE {table} SET message_id = (SELECT max(m.id) FROM messages m WHERE m.role = 'user'"
                    f" AND m.conversation = {table}.conversation AND m.position = {table}.position)"
                    " WHERE message_id IS NULL AND conversation IS NOT NULL"
                )
            for memory in memories:
                if memory.superseded_by is not None:
                    self._db.execute(
                        "INSERT OR IGNORE INTO supersessions SELECT old.key, new.key, 'imported', ?"
                        " FROM memories old, memories new WHERE old.id = ? AND new.id = ?",
                        (rows.stamp(self._now()), memory.id, memory.superseded_by),
                    )

    def adopt_fact(self, fact: Fact) -> None:
        """Insert a value with its from and to dates, unless it is here. A Fact is made of redacted text."""
        owner = self._db.first("SELECT key FROM memories WHERE id = ?", (fact.memory_id,))
        texts = [rows.text(RedactedText(part)) for part in (fact.user_id, fact.subject, fact.attribute, fact.value)]
        times = (rows.stamp(fact.valid_from), rows.stamp(fact.valid_to) if fact.valid_to else None)
        with self.transaction():
            self._db.execute(
                "INSERT INTO facts (user_id, subject, attribute, value, valid_from, valid_to, memory_key)"
                " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (SELECT 1 FROM facts WHERE user_id = ?1"
                " AND subject = ?2 AND attribute = ?3 AND value = ?4 AND valid_from = ?5)",
                (*texts, *times, owner[0] if owner else None),
            )

    def _conversation_here(self, id: str | None) -> str | None:
        if id is None or self._db.first("SELECT 1 FROM conversations WHERE id = ?", (id,)) is None:
            return None
        return id
