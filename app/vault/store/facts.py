"""The fact table (one value at a time, with history) and the decision log."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise

from app.engine.types import Decision, Fact, RedactedText
from app.vault.store import rows
from app.vault.store.base import StoreBase


class Facts(StoreBase):
    """Rows of `facts`: for one attribute of one subject, values follow each other without overlap."""

    def set_fact(self, fact: Fact, *, several: bool = False) -> Fact:
        """Store a value in its place in time and close the one before it. Returns it as stored.

        A value said earlier than the current one becomes history. Saying the current value again changes nothing.
        `several`: the attribute may hold many values at once (children, allergies), and only the same value is closed.
        """
        key = (fact.user_id, fact.subject, fact.attribute)
        for part in (*key, fact.value):
            rows.text(RedactedText(part))  # a Fact is made of redacted text; this refuses what cannot be stored
        same = " AND value = ?" if several else ""
        scope = (*key, fact.value) if several else key
        with self.transaction():
            before = self._db.first(
                f"SELECT {rows.FACT} FROM facts f WHERE user_id = ? AND subject = ? AND attribute = ? {same}"
                " AND valid_from <= ? ORDER BY valid_from DESC, id DESC LIMIT 1",
                (*scope, rows.stamp(fact.valid_from)),
            )
            if before is not None and before[2] == fact.value and before[4] is None and fact.valid_to is None:
                return rows.fact(before)
            memory = self._key(fact.memory_id) if fact.memory_id else None
            valid_to = rows.stamp(fact.valid_to) if fact.valid_to else None
            identity = self._db.execute(
                "INSERT INTO facts (user_id, subject, attribute, value, valid_from, valid_to, memory_key)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*key, fact.value, rows.stamp(fact.valid_from), valid_to, memory),
            ).lastrowid
            chain = self._db.all(
                "SELECT id, valid_from, valid_to FROM facts WHERE user_id = ? AND subject = ? AND attribute = ?"
                f"{same} ORDER BY valid_from, id",
                scope,
            )
            for (older, _, until), (_, start, _) in pairwise(chain):
                if until is None or until > start:
                    self._db.execute("UPDATE facts SET valid_to = ? WHERE id = ?", (start, older))
            return rows.fact(self._db.one(f"SELECT {rows.FACT} FROM facts f WHERE id = ?", (identity,)))

    def close_fact(
        self, subject: str, attribute: str, *, value: str | None = None, valid_to: datetime, user_id: str = "me"
    ) -> int:
        """End the current value (or one of several) without a new one; returns how many were ended."""
        with self.transaction():
            return int(
                self._db.execute(
                    "UPDATE facts SET valid_to = max(valid_from, ?1) WHERE valid_to IS NULL AND user_id = ?2"
                    " AND subject = ?3 AND attribute = ?4 AND (?5 IS NULL OR value = ?5)",
                    (rows.stamp(valid_to), user_id, subject, attribute, value),
                ).rowcount
            )

    def facts(
        self,
        user_id: str | None = "me",
        *,
        subject: str | None = None,
        attribute: str | None = None,
        current_only: bool = True,
    ) -> list[Fact]:
        """Ordered by subject, attribute and time."""
        found = self._db.all(
            f"SELECT {rows.FACT} FROM facts f WHERE (?1 IS NULL OR user_id = ?1) AND (?2 IS NULL OR subject = ?2)"
            " AND (?3 IS NULL OR attribute = ?3) AND (valid_to IS NULL OR NOT ?4)"
            " ORDER BY subject, attribute, valid_from, id",
            (user_id, subject, attribute, int(current_only)),
        )
        return [rows.fact(row) for row in found]

    def add_decision(
        self,
        action: str,
        reason: str,
        text: RedactedText,
        *,
        at: datetime,
        memory_id: str | None = None,
        message_id: int | None = None,
    ) -> None:
        """One line of the log. `action` and `reason` are codes; what was decided about is the redacted text."""
        with self.transaction():
            self._db.execute(
                "INSERT INTO decisions (at, action, reason, text, memory_key, message_id) VALUES (?, ?, ?, ?, ?, ?)",
                (
                    rows.stamp(at),
                    rows.code(action),
                    rows.code(reason),
                    rows.text(text),
                    self._key(memory_id) if memory_id else None,
                    message_id,
                ),
            )

    def decisions(self, limit: int | None = 200, *, memory_id: str | None = None) -> list[Decision]:
        """The log, newest first; of one memory if asked."""
        key = self._key(memory_id) if memory_id else None
        found = self._db.all(
            f"SELECT {rows.DECISION} FROM decisions WHERE ?1 IS NULL OR memory_key = ?1 ORDER BY id DESC LIMIT ?2",
            (key, -1 if limit is None else limit),
        )
        return [rows.decision(row) for row in found]
