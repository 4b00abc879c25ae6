"""Conversations and their drafts."""

from __future__ import annotations

import secrets
from datetime import datetime

from app.engine.errors import KeepsakeError
from app.engine.types import Conversation, RedactedText
from app.vault.store import rows
from app.vault.store.noting import Noting, lost


class Conversations(Noting):
    """Rows of `conversations` and `drafts`."""

    def create_conversation(
        self,
        title: RedactedText,
        *,
        source: str = "chat",
        source_id: str | None = None,
        user_id: str = "me",
        at: datetime,
        id: str | None = None,
        import_job: int | None = None,
    ) -> Conversation:
        identity = id or secrets.token_hex(8)
        created = rows.stamp(at)
        with self.transaction():
            self._db.execute(
                "INSERT INTO conversations (id, user_id, title, source, source_id, created_at, updated_at, import_job)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (identity, user_id, rows.text(title), rows.code(source), source_id, created, created, import_job),
            )
        return self.conversation(identity)

    def conversation(self, id: str) -> Conversation:
        """Raises KeepsakeError `conversation_unknown`."""
        row = self._db.first(f"SELECT {rows.CONVERSATION} FROM conversations WHERE id = ?", (id,))
        if row is None:
            raise KeepsakeError("conversation_unknown")
        return rows.conversation(row)

    def conversations(self, user_id: str | None = "me") -> list[Conversation]:
        """Pinned ones first, then the latest first. `user_id=None`: everyone's."""
        found = self._db.all(
            f"SELECT {rows.CONVERSATION} FROM conversations WHERE ?1 IS NULL OR user_id = ?1"
            " ORDER BY pinned DESC, updated_at DESC, id",
            (user_id,),
        )
        return [rows.conversation(row) for row in found]

    def find_conversation(self, source: str, source_id: str, *, user_id: str = "me") -> Conversation | None:
        row = self._db.first(
            f"SELECT {rows.CONVERSATION} FROM conversations WHERE user_id = ? AND source = ? AND source_id = ?",
            (user_id, source, source_id),
        )
        return rows.conversation(row) if row else None

    def rename_conversation(self, id: str, title: RedactedText) -> Conversation:
        """A new title; the old one is scrubbed like a deletion."""
        self._require_conversation(id)
        words = rows.text(title)
        with self._overwriting():
            self._note(self._db.all("SELECT title FROM conversations WHERE id = ? AND title <> ?", (id, words)))
            self._db.execute("UPDATE conversations SET title = ? WHERE id = ?", (words, id))
        return self.conversation(id)

    def pin_conversation(self, id: str, pinned: bool) -> Conversation:
        self._require_conversation(id)
        with self.transaction():
            self._db.execute("UPDATE conversations SET pinned = ? WHERE id = ?", (int(pinned), id))
        return self.conversation(id)

    def draft(self, conversation: str | None) -> str:
        """What was typed and not sent; "" when nothing was. None stands for the conversation not begun yet."""
        row = self._db.first("SELECT text FROM drafts WHERE conversation = ?", (conversation or "",))
        return str(row[0]) if row else ""

    def set_draft(self, conversation: str | None, draft: RedactedText, *, sent: RedactedText | None = None) -> None:
        """Keep the draft; an empty one removes it. `sent`: the message it became.

        What the person took back out of the draft is scrubbed like a deletion; typing on costs nothing.
        """
        words = rows.text(draft)
        became = rows.text(sent) if sent else words
        if conversation:
            self._require_conversation(conversation)
        with self._overwriting():
            self._note([(lost(self.draft(conversation), became),)])
            if words:
                self._db.execute("INSERT OR REPLACE INTO drafts VALUES (?, ?)", (conversation or "", words))
            else:
                self._db.execute("DELETE FROM drafts WHERE conversation = ?", (conversation or "",))
