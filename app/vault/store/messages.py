"""Messages: a tree per conversation, of which one branch is active."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from app.engine.errors import KeepsakeError
from app.engine.types import Mask, Message, RedactedText, Role
from app.vault.store import rows
from app.vault.store.base import StoreBase, batches, marks

_NO_LIMIT = 1 << 60
_COUNTS = "mask_counts"
ROOT = 0  # as `parent`: begin a new branch at the top of the conversation


class Messages(StoreBase):
    """Rows of `messages` and `answer_memories`."""

    def add_message(
        self,
        conversation: str,
        role: Role,
        content: RedactedText,
        said_at: datetime,
        *,
        parent: int | None = None,
        stopped: bool = False,
        source_id: str | None = None,
        index: int | None = None,
        memories: Iterable[str] = (),
        remembered: bool = False,
        user_id: str = "me",
        import_job: int | None = None,
    ) -> Message:
        """Append to the active branch, or below `parent` (`ROOT`: a new first message); it becomes the active leaf.

        `memories`: ids the answer used; ids that are gone meanwhile are left out.
        """
        with self.transaction():
            leaf = self._db.first("SELECT leaf FROM conversations WHERE id = ?", (conversation,))
            if leaf is None:
                raise KeepsakeError("conversation_unknown")
            above = leaf[0] if parent is None else (parent or None)
            position = 0
            if above is not None:
                row = self._db.first("SELECT position, conversation FROM messages WHERE id = ?", (above,))
                if row is None or row[1] != conversation:
                    raise KeepsakeError("message_unknown")
                position = row[0] + 1
            identity: int = self._db.execute(
                "INSERT INTO messages (conversation, user_id, role, content, masks, said_at, parent, position, stopped,"
                " source_id, remembered, import_job) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    conversation,
                    user_id,
                    role,
                    rows.text(content),
                    rows.masks_column(tuple(sorted((*content.masks, *content.kept), key=lambda m: m.at))),
                    rows.stamp(said_at),
                    above,
                    position if index is None else index,
                    int(stopped),
                    source_id,
                    int(remembered),
                    import_job,
                ),
            ).lastrowid
            self._db.executemany(
                "INSERT INTO answer_memories SELECT ?, key, ? FROM memories WHERE id = ?",
                [(identity, place, memory_id) for place, memory_id in enumerate(dict.fromkeys(memories))],
            )
            self._db.execute(
                "UPDATE conversations SET leaf = ?, updated_at = max(updated_at, ?) WHERE id = ?",
                (identity, rows.stamp(said_at), conversation),
            )
            self.count_masks(content.masks)
            self._changed("transcript", identity, "upsert")
            return self.message(identity)

    def message(self, id: int) -> Message:
        """Raises KeepsakeError `message_unknown`."""
        row = self._db.first(f"SELECT {rows.MESSAGE} FROM messages WHERE id = ?", (id,))
        if row is None:
            raise KeepsakeError("message_unknown")
        return rows.message(row)

    def messages_by_id(self, ids: Iterable[int]) -> dict[int, Message]:
        """Those of the messages that exist."""
        found: dict[int, Message] = {}
        for batch in batches(ids):
            sql = f"SELECT {rows.MESSAGE} FROM messages WHERE id IN ({marks(batch)})"
            found.update((row[0], rows.message(row)) for row in self._db.all(sql, batch))
        return found

    def messages(
        self, conversation: str, *, leaf: int | None = None, before: int | None = None, limit: int | None = None
    ) -> list[Message]:
        """The active branch (or the one that ends at `leaf`), oldest first; `limit`: the last ones above `before`."""
        self._require_conversation(conversation)
        end = leaf
        if end is None:
            end = self._db.one("SELECT leaf FROM conversations WHERE id = ?", (conversation,))[0]
        if before is not None:
            end = self.message(before).parent
        found = self._db.all(
            f"""WITH RECURSIVE branch (at, depth) AS (
                    SELECT id, 0 FROM messages WHERE id = ? AND conversation = ?
                    UNION ALL
                    SELECT messages.parent, depth + 1 FROM branch JOIN messages ON messages.id = at
                    WHERE messages.parent IS NOT NULL AND depth + 1 < ?
                )
                SELECT {rows.MESSAGE} FROM branch JOIN messages ON messages.id = at ORDER BY depth DESC""",
            (end, conversation, _NO_LIMIT if limit is None else limit),
        )
        return [rows.message(row) for row in found]

    def siblings(self, message_id: int) -> list[int]:
        """Ids of the versions of this turn, itself among them, oldest first."""
        row = self._db.first("SELECT conversation, parent FROM messages WHERE id = ?", (message_id,))
        if row is None:
            raise KeepsakeError("message_unknown")
        found = self._db.all("SELECT id FROM messages WHERE conversation = ? AND parent IS ? ORDER BY id", row)
        return [int(entry[0]) for entry in found]

    def set_leaf(self, conversation: str, message_id: int) -> Message:
        """Make the branch through this message active, down to its newest end; returns that last message."""
        with self.transaction():
            if self.message(message_id).conversation != conversation:
                raise KeepsakeError("message_unknown")
            leaf = message_id
            while (row := self._db.one("SELECT max(id) FROM messages WHERE parent = ?", (leaf,)))[0] is not None:
                leaf = row[0]
            self._db.execute("UPDATE conversations SET leaf = ? WHERE id = ?", (leaf, conversation))
            return self.message(leaf)

    def has_source_message(self, conversation: str, source_id: str) -> bool:
        sql = "SELECT 1 FROM messages WHERE conversation = ? AND source_id = ?"
        return self._db.first(sql, (conversation, source_id)) is not None

    def waiting_messages(self, limit: int | None = None, user_id: str | None = None) -> list[Message]:
        """The user's messages that have not been through remembering, oldest first by when they were said."""
        found = self._db.all(
            f"SELECT {rows.MESSAGE} FROM messages WHERE remembered = 0 AND role = 'user'"
            " AND (?1 IS NULL OR user_id = ?1) ORDER BY said_at, id LIMIT ?2",
            (user_id, -1 if limit is None else limit),
        )
        return [rows.message(row) for row in found]

    def mark_remembered(self, ids: Iterable[int]) -> None:
        with self.transaction():
            self._db.executemany("UPDATE messages SET remembered = 1 WHERE id = ?", [(id,) for id in ids])

    def used_in(self, memory_id: str) -> list[int]:
        """Ids of the answers that used the memory, newest first."""
        sql = "SELECT message_id FROM answer_memories WHERE memory_key = ? ORDER BY message_id DESC"
        return [int(row[0]) for row in self._db.all(sql, (self._key(memory_id),))]

    def count_masks(self, masks: Iterable[Mask]) -> None:
        """How often each type was masked: numbers only, kept when the messages go."""
        counts = Counter(mask.type for mask in masks)
        if not counts:
            return
        with self.transaction():
            column, _ = rows.setting_column(dict(counts + Counter(self.mask_counts())))
            self._db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?, 0)", (_COUNTS, column))

    def mask_counts(self) -> dict[str, int]:
        row = self._db.first("SELECT value FROM settings WHERE name = ?", (_COUNTS,))
        return {} if row is None else dict(json.loads(row[0]))

    def count_messages(self) -> int:
        return int(self._db.one("SELECT count(*) FROM messages")[0])
