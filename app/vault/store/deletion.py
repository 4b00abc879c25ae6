"""What a person can delete: memories, a conversation, a period, a person, an import, everything."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from app.engine.errors import KeepsakeError
from app.vault.store import blanking, rows
from app.vault.store.base import batches, marks
from app.vault.store.removal import Removal


class Deletion(Removal):
    """Every method is one transaction, writes a receipt, leaves `scrub_pending`, returns what it removed, counted."""

    def delete_memories(self, ids: Iterable[str], *, keep_messages: bool = False) -> dict[str, int]:
        """Memories with all they replaced, what was distilled from them, their facts, words, notes and index rows.

        `keep_messages`: the messages they came from keep their words, and the receipt says so.
        """
        reach = ("backups", "messages") if keep_messages else ("backups",)
        with self._deleting(out_of_reach=reach) as removed:
            self._remove_memories(self._keys(ids), removed, keep_messages=keep_messages)
        return _counts(removed)

    def blank_message(self, message_id: int) -> None:
        """Take all words out of one message that stays (the order to forget names what is to go)."""
        with self._deleting(receipt=False) as removed:
            content = self.message(message_id).content
            if not blanking.is_blank(content):
                self._blank_spans(message_id, [(0, len(content))], removed)
                self._retitle(message_id, [content], removed)

    def delete_conversation(self, id: str, *, memories: Literal["delete", "keep"] = "keep") -> dict[str, int]:
        """A conversation with its messages, title and draft; the memories that came from it go or stay."""
        with self._deleting() as removed:
            self._require_conversation(id)
            if memories == "delete":
                self._remove_memories(self._from_conversation(id), removed, keep_messages=False)
                removed["evidence"] += self._note(
                    self._db.all("SELECT quote FROM evidence WHERE conversation = ?", (id,))
                )
                self._db.execute("DELETE FROM evidence WHERE conversation = ?", (id,))
            self._remove_conversation(id, removed)
        return _counts(removed)

    def _from_conversation(self, id: str) -> list[int]:
        return [row[0] for row in self._db.all("SELECT key FROM memories WHERE conversation = ?", (id,))]

    def delete_period(self, since: datetime, until: datetime, *, user_id: str = "me") -> dict[str, int]:
        """What was said from `since` until before `until`: memories, messages, facts, log; then empty conversations."""
        bounds = (rows.instant(since), rows.instant(until))
        span = "said_at >= ? AND said_at < ?"
        with self._deleting() as removed:
            mine = f"user_id = ? AND {span}"
            keys = [row[0] for row in self._db.all(f"SELECT key FROM memories WHERE {mine}", (user_id, *bounds))]
            self._remove_memories(keys, removed, keep_messages=False)
            theirs = f"FROM evidence WHERE {span} AND memory_key IN (SELECT key FROM memories WHERE user_id = ?)"
            removed["evidence"] += self._note(self._db.all(f"SELECT quote {theirs}", (*bounds, user_id)))
            self._db.execute(f"DELETE {theirs}", (*bounds, user_id))
            facts = "SELECT id FROM facts WHERE user_id = ? AND valid_from >= ? AND valid_from < ?"
            self._delete_facts([row[0] for row in self._db.all(facts, (user_id, *bounds))], removed)
            chosen = f"SELECT id, conversation FROM messages WHERE {mine}"
            said = self._db.all(chosen, (user_id, *bounds))
            self._remove_messages([row[0] for row in said], removed)
            for conversation in sorted({row[1] for row in said}):
                if self._db.first("SELECT 1 FROM messages WHERE conversation = ?", (conversation,)) is None:
                    self._remove_conversation(conversation, removed)
        return _counts(removed)

    def delete_person(self, name: str, *, user_id: str = "me") -> dict[str, int]:
        """Everything about someone: memories and facts about or naming them, and the sentences that name them."""
        if not name.strip():
            raise KeepsakeError("empty_text")
        with self._deleting() as removed:
            memories = self._db.all("SELECT key, subject, content, quote FROM memories WHERE user_id = ?", (user_id,))
            self._remove_memories([row[0] for row in memories if _names(row[1:], name)], removed, keep_messages=False)
            facts = self._db.all("SELECT id, subject, value FROM facts WHERE user_id = ?", (user_id,))
            self._delete_facts([row[0] for row in facts if _names(row[1:], name)], removed)
            decisions = self._db.all("SELECT id, text FROM decisions")
            self._delete_decisions([row[0] for row in decisions if _names(row[1:], name)], removed)
            for message_id, content in self._db.all("SELECT id, content FROM messages WHERE user_id = ?", (user_id,)):
                self._blank_spans(message_id, blanking.sentences_with(content, name), removed)
            for table, column, identity in (("conversations", "title", "id"), ("drafts", "text", "conversation")):
                for owner, text in self._db.all(f"SELECT {identity}, {column} FROM {table}"):
                    if _names((text,), name):
                        self._note([(text,)])
                        sql = f"UPDATE {table} SET {column} = ? WHERE {identity} = ?"
                        self._db.execute(sql, (blanking.mark_for(text), owner))
                        removed["titles" if table == "conversations" else "drafts"] += 1
        return _counts(removed)

    def delete_import(self, job: int) -> dict[str, int]:
        """Take a whole import back: the conversations, messages and memories written under the job, and the job.

        What its memories had replaced holds again; what it added to memories of another origin is taken from them.
        """
        said = "(SELECT id FROM messages WHERE import_job = ?1)"
        with self._deleting() as removed:
            chosen = (
                f"SELECT key FROM memories WHERE import_job = ?1 OR message_id IN {said}"
                " OR conversation IN (SELECT id FROM conversations WHERE import_job = ?1)"
            )
            keys = [row[0] for row in self._db.all(chosen, (job,))]
            self._hand_back(keys)
            self._remove_memories(keys, removed, keep_messages=False)
            removed["evidence"] += self._note(
                self._db.all(f"SELECT quote FROM evidence WHERE message_id IN {said}", (job,))
            )
            self._db.execute(f"DELETE FROM evidence WHERE message_id IN {said}", (job,))
            for (conversation,) in self._db.all("SELECT id FROM conversations WHERE import_job = ?", (job,)):
                self._remove_conversation(conversation, removed)
            left = self._db.all("SELECT id FROM messages WHERE import_job = ?", (job,))
            self._remove_messages([row[0] for row in left], removed)
            self._db.execute("DELETE FROM import_jobs WHERE id = ?", (job,))
        return _counts(removed)

    def _hand_back(self, keys: list[int]) -> None:
        """Undo what these memories replaced among the others, so that it does not go with them."""
        mine = set(keys)
        for batch in batches(keys):
            inside = f"IN ({marks(batch)})"
            for (old,) in self._db.all(f"SELECT old_key FROM supersessions WHERE new_key {inside}", batch):
                if old not in mine:
                    self._db.execute("DELETE FROM supersessions WHERE old_key = ?", (old,))
                    self._db.execute("UPDATE memories SET status = 'active' WHERE key = ?", (old,))
                    self._changed("memory", old, "upsert")
        facts = [
            row
            for batch in batches(keys)
            for row in self._db.all(
                "SELECT valid_from, id FROM facts WHERE memory_key IN (" + marks(batch) + ")", batch
            )
        ]
        for _, fact in sorted(facts, reverse=True):  # the newest first: each value ends where the one after it ended
            self._db.execute(
                "UPDATE facts SET valid_to = f.valid_to FROM (SELECT * FROM facts WHERE id = ?) AS f"
                " WHERE facts.user_id = f.user_id AND facts.subject = f.subject AND facts.attribute = f.attribute"
                " AND facts.valid_to = f.valid_from AND facts.id <> f.id",
                (fact,),
            )

    def delete_everything(self) -> dict[str, int]:
        """All words of all users: memories, conversations, facts, logs, drafts, imports and personal settings."""
        with self._deleting() as removed:
            for key in self._db.all("SELECT key FROM memories"):
                self._changed("memory", key[0], "remove")
            for message in self._db.all("SELECT id FROM messages"):
                self._changed("transcript", message[0], "remove")
            for name, columns in (
                ("memories", "content, quote"),
                ("messages", "content"),
                ("facts", "value"),
                ("evidence", "quote"),
                ("decisions", "text"),
                ("conversations", "title"),
                ("drafts", "text"),
            ):
                removed[name] += self._note(self._db.all(f"SELECT {columns} FROM {name}"))
            for table in ("memory", "message"):
                removed["vectors"] += self._note(self._db.all(f"SELECT vector FROM {table}_vectors"))
                removed["terms"] += self._note(self._db.all(f"SELECT terms FROM {table}_terms"))
            removed["settings"] += self._note(self._db.all("SELECT value FROM settings WHERE personal = 1"))
            self._db.execute("UPDATE messages SET parent = NULL WHERE parent IS NOT NULL")
            for table in (
                "memory_vectors", "message_vectors", "memory_terms", "message_terms", "index_snapshots", "accesses",
                "answer_memories", "decisions", "derivations", "supersessions", "evidence", "facts", "memories",
                "messages", "drafts", "conversations", "import_jobs",
            ):  # fmt: skip
                self._db.execute(f"DELETE FROM {table}")
            self._db.execute("DELETE FROM settings WHERE personal = 1 OR name = 'mask_counts'")
        return _counts(removed)


def _counts(removed: Counter[str]) -> dict[str, int]:
    return {name: count for name, count in sorted(removed.items()) if count}


def _names(texts: Iterable[str], name: str) -> bool:
    return any(blanking.sentences_with(re.sub(r"\s+", " ", text), name) for text in texts)
