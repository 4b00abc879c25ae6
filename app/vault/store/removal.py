"""The parts of every deletion: what goes with a memory or a message."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from app.engine.types import Tier
from app.vault.store import blanking, rows
from app.vault.store.base import batches, marks
from app.vault.store.memories import Memories
from app.vault.store.messages import Messages

_FEW = 50  # phrases; up to so many are looked for in the whole decision log


class Removal(Memories, Messages):
    """Runs inside a transaction opened by `_deleting`, which ends with a receipt and the needles for the scrub."""

    # --- memories -----------------------------------------------------------------------------------------------

    def _closure(self, keys: Iterable[int]) -> list[int]:
        """With all they replaced, and all that was distilled from any of them, to the end."""
        found: set[int] = set()
        edge = set(keys)
        while edge:
            found |= edge
            reached = self._ancestors(edge)
            for batch in batches(edge):
                sql = f"SELECT derived_key FROM derivations WHERE base_key IN ({marks(batch)})"
                reached |= {row[0] for row in self._db.all(sql, batch)}
            edge = reached - found
        return sorted(found)

    def _remove_memories(self, keys: Iterable[int], removed: Counter[str], *, keep_messages: bool) -> None:
        closure = self._closure(keys)
        phrases = self._phrases(closure)
        if not keep_messages:
            self._blank_sources(closure, removed)
        self._remove_facts(closure, removed)
        self._remove_decisions(closure, phrases, removed)
        for batch in batches(closure):
            inside = f"IN ({marks(batch)})"
            removed["memories"] += self._note(
                self._db.all(f"SELECT content, quote, event_at FROM memories WHERE key {inside}", batch)
            )
            for (tags,) in self._db.all(f"SELECT tags FROM memories WHERE key {inside} AND tags <> '[]'", batch):
                self._note([tuple(json.loads(tags))])
            removed["evidence"] += self._note(
                self._db.all(f"SELECT quote FROM evidence WHERE memory_key {inside}", batch)
            )
            for table, column in (("vectors", "vector"), ("terms", "terms")):
                removed[table] += self._note(
                    self._db.all(f"SELECT {column} FROM memory_{table} WHERE key {inside}", batch)
                )
            removed["answer_notes"] += self._db.one(
                f"SELECT count(*) FROM answer_memories WHERE memory_key {inside}", batch
            )[0]
            self._db.execute(f"DELETE FROM memories WHERE key {inside}", batch)
            for key in batch:
                self._changed("memory", key, "remove")
        if closure:
            self._drop_index("memory")

    def _phrases(self, keys: list[int]) -> list[str]:
        """What the memories say and were said as, longest first."""
        found: set[str] = set()
        for batch in batches(keys):
            inside = f"IN ({marks(batch)})"
            for sql in (
                f"SELECT content FROM memories WHERE key {inside}",
                f"SELECT quote FROM memories WHERE key {inside}",
                f"SELECT quote FROM evidence WHERE memory_key {inside}",
            ):
                found |= {row[0] for row in self._db.all(sql, batch)}
        return sorted(found - {""}, key=len, reverse=True)

    def _remove_facts(self, keys: list[int], removed: Counter[str]) -> None:
        """The values these memories gave, and the values those had replaced."""
        doomed: set[int] = set()
        for batch in batches(keys):
            edge = self._db.all(
                f"SELECT id, user_id, subject, attribute, valid_from FROM facts WHERE memory_key IN ({marks(batch)})",
                batch,
            )
            while edge:
                fresh = [row for row in edge if row[0] not in doomed]
                doomed |= {row[0] for row in fresh}
                edge = []
                for row in fresh:
                    edge += self._db.all(
                        "SELECT id, user_id, subject, attribute, valid_from FROM facts"
                        " WHERE user_id = ? AND subject = ? AND attribute = ? AND valid_to = ?",
                        row[1:],
                    )
        self._delete_facts(sorted(doomed), removed)

    def _delete_facts(self, ids: list[int], removed: Counter[str]) -> None:
        for batch in batches(ids):
            inside = f"IN ({marks(batch)})"
            removed["facts"] += self._note(self._db.all(f"SELECT value FROM facts WHERE id {inside}", batch))
            self._db.execute(f"DELETE FROM facts WHERE id {inside}", batch)

    def _remove_decisions(self, keys: list[int], phrases: list[str], removed: Counter[str]) -> None:
        """The log lines about the memories, and any other line that repeats what they said."""
        doomed: set[int] = set()
        for batch in batches(keys):
            sql = f"SELECT id FROM decisions WHERE memory_key IN ({marks(batch)})"
            doomed |= {row[0] for row in self._db.all(sql, batch)}
        for phrase in filter(blanking.says_something, phrases if len(phrases) <= _FEW else ()):
            # The other way round, a line must be a good part of the phrase: "ok" is in many.
            sql = (
                "SELECT id FROM decisions WHERE instr(text, ?1) OR (instr(?1, text) AND 2 * length(text) >= length(?1))"
            )
            doomed |= {row[0] for row in self._db.all(sql, (phrase,))}
        self._delete_decisions(sorted(doomed), removed)

    def _delete_decisions(self, ids: list[int], removed: Counter[str]) -> None:
        for batch in batches(ids):
            inside = f"IN ({marks(batch)})"
            removed["decisions"] += self._note(self._db.all(f"SELECT text FROM decisions WHERE id {inside}", batch))
            self._db.execute(f"DELETE FROM decisions WHERE id {inside}", batch)

    # --- words in messages that stay ----------------------------------------------------------------------------

    def _blank_sources(self, keys: list[int], removed: Counter[str]) -> None:
        """The spans a memory came from, the same words in the answers to them, and in the answers that used it."""
        for key in keys:
            phrases = self._phrases([key])
            sources = dict.fromkeys(
                row[0]
                for row in self._db.all(
                    "SELECT message_id FROM evidence WHERE memory_key = ?1 AND message_id IS NOT NULL UNION"
                    " SELECT message_id FROM memories WHERE key = ?1 AND message_id IS NOT NULL",
                    (key,),
                )
            )
            for source in sources:
                self._blank_words(source, phrases, removed, certain=True)
                for (answer,) in self._db.all("SELECT id FROM messages WHERE parent = ?", (source,)):
                    self._blank_words(answer, phrases, removed)
            used_sql = "SELECT message_id FROM answer_memories WHERE memory_key = ?"
            for (answer,) in self._db.all(used_sql, (key,)):
                self._blank_words(answer, phrases, removed)
                self._leave_recall(answer)  # its own wording of the memory must not be recalled instead

    def _blank_words(
        self, message_id: int, phrases: list[str], removed: Counter[str], *, certain: bool = False
    ) -> None:
        """Take the phrases out of a message. `certain`: they are in it, so what differs slightly goes too."""
        content = self._db.one("SELECT content FROM messages WHERE id = ?", (message_id,))[0]
        spans = blanking.spans_of(content, phrases if certain else filter(blanking.says_something, phrases))
        if certain and not spans:
            spans = blanking.parts_of(content, phrases)
            if not spans and not blanking.has_mark(content):
                spans = [(0, len(content))]
        self._blank_spans(message_id, spans, removed)
        self._retitle(message_id, phrases, removed)

    def _blank_spans(self, message_id: int, spans: list[tuple[int, int]], removed: Counter[str]) -> None:
        if not spans:
            return
        content, masks = self._db.one("SELECT content, masks FROM messages WHERE id = ?", (message_id,))
        self._note([(content[start:end],) for start, end in spans])
        left, kept = blanking.blanked(content, rows.masks_value(masks), spans)
        self._db.execute(
            "UPDATE messages SET content = ?, masks = ? WHERE id = ?", (left, rows.masks_column(kept), message_id)
        )
        removed["message_spans"] += len(spans)
        self._unindex(message_id, removed)
        if blanking.is_blank(left):
            self._leave_recall(message_id)
        # A turn is indexed together with the one before it, so the answers' vectors hold these words too.
        for (child,) in self._db.all("SELECT id FROM messages WHERE parent = ?", (message_id,)):
            self._unindex(child, removed)

    def _unindex(self, message_id: int, removed: Counter[str]) -> None:
        """Drop vector and terms of a message whose text or context changed; it then waits for new ones."""
        for table, column in (("vectors", "vector"), ("terms", "terms")):
            sql = f"FROM message_{table} WHERE key = ?"
            removed[table] += self._note(self._db.all(f"SELECT {column} {sql}", (message_id,)))
            self._db.execute(f"DELETE {sql}", (message_id,))
        self._drop_index("transcript")
        recallable = self._db.one("SELECT recallable FROM messages WHERE id = ?", (message_id,))[0]
        self._changed("transcript", message_id, "upsert" if recallable else "remove")

    def _leave_recall(self, message_id: int) -> None:
        self._db.execute("UPDATE messages SET recallable = 0 WHERE id = ?", (message_id,))
        self._unindex(message_id, Counter())

    def _retitle(self, message_id: int, phrases: list[str], removed: Counter[str]) -> None:
        """A title made from the deleted words goes with them."""
        conversation, title = self._db.one(
            "SELECT c.id, c.title FROM messages m JOIN conversations c ON c.id = m.conversation WHERE m.id = ?",
            (message_id,),
        )
        if title and not blanking.is_blank(title) and blanking.tells_of(title, phrases):
            self._note([(title,)])
            self._db.execute(
                "UPDATE conversations SET title = ? WHERE id = ?", (blanking.mark_for(title), conversation)
            )
            removed["titles"] += 1

    def _drop_index(self, tier: Tier) -> None:
        """A serialized index keeps removed vectors in its bytes, so it goes with the first of them."""
        self._db.execute("DELETE FROM index_snapshots WHERE tier = ?", (tier,))

    # --- messages and conversations -----------------------------------------------------------------------------

    def _remove_messages(self, ids: list[int], removed: Counter[str]) -> None:
        """Remove messages; what hung below them hangs on what was above, and is indexed anew."""
        for batch in batches(ids):
            inside = f"IN ({marks(batch)})"
            touched = {
                row[0] for row in self._db.all(f"SELECT DISTINCT conversation FROM messages WHERE id {inside}", batch)
            }
            below = self._db.all(f"SELECT id FROM messages WHERE parent {inside} AND id NOT {inside}", [*batch, *batch])
            while self._db.execute(
                "UPDATE messages SET parent = (SELECT p.parent FROM messages p WHERE p.id = messages.parent)"
                f" WHERE parent {inside} AND id NOT {inside}",
                [*batch, *batch],
            ).rowcount:
                pass
            self._note_messages(f"SELECT id FROM messages WHERE id {inside}", batch, removed)
            self._db.execute(f"DELETE FROM messages WHERE id {inside}", batch)
            for (child,) in below:
                self._unindex(child, removed)
            for conversation in touched:
                self._db.execute(
                    "UPDATE conversations SET leaf = (SELECT max(id) FROM messages WHERE conversation = ?1)"
                    " WHERE id = ?1 AND (leaf IS NULL OR NOT EXISTS (SELECT 1 FROM messages WHERE id = leaf))",
                    (conversation,),
                )

    def _note_messages(self, chosen: str, parameters: Any, removed: Counter[str]) -> None:
        """Note everything that goes with the messages of a sub-select (decisions, vectors and terms by cascade)."""
        for (message_id,) in self._db.all(chosen, parameters):
            self._changed("transcript", message_id, "remove")
        inside = f"IN ({chosen})"
        removed["messages"] += self._note(self._db.all(f"SELECT content FROM messages WHERE id {inside}", parameters))
        for name, sql in (
            ("decisions", f"SELECT text FROM decisions WHERE message_id {inside}"),
            ("vectors", f"SELECT vector FROM message_vectors WHERE key {inside}"),
            ("terms", f"SELECT terms FROM message_terms WHERE key {inside}"),
        ):
            removed[name] += self._note(self._db.all(sql, parameters))
        self._drop_index("transcript")

    def _remove_conversation(self, id: str, removed: Counter[str]) -> None:
        """The conversation with its messages, title and draft."""
        self._note_messages("SELECT id FROM messages WHERE conversation = ?", (id,), removed)
        self._note(self._db.all("SELECT title FROM conversations WHERE id = ?", (id,)))
        removed["drafts"] += self._note(self._db.all("SELECT text FROM drafts WHERE conversation = ?", (id,)))
        self._db.execute("DELETE FROM drafts WHERE conversation = ?", (id,))
        # Children first: with the tree taken apart row by row, every row would look for its children.
        self._db.execute("UPDATE messages SET parent = NULL WHERE conversation = ? AND parent IS NOT NULL", (id,))
        self._db.execute("DELETE FROM conversations WHERE id = ?", (id,))
        removed["conversations"] += 1
