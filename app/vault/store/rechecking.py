"""Masking anew what is stored, after a stricter policy: every column of words, a few rows at a time, then scrubbed."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from app.engine.types import Mask, RedactedText
from app.vault.store import rows
from app.vault.store.removal import Removal

Redact = Callable[[str], RedactedText]
_ROWS = 100  # in one transaction, so that a person who writes meanwhile waits for a moment only

# Table, its key, and its columns of plain words. Messages come first: their rows carry the places of their masks.
COLUMNS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("messages", "id", ("content",)),
    ("conversations", "id", ("title", "source_id")),
    ("memories", "key", ("content", "quote", "subject", "tags")),
    ("evidence", "id", ("quote",)),
    ("facts", "id", ("subject", "value")),
    ("decisions", "id", ("text",)),
    ("drafts", "conversation", ("text",)),
)


@dataclass(frozen=True, slots=True)
class Step:
    """What one transaction did: rows read, rows changed, masks by type."""

    texts: int
    changed: int
    found: Counter[str] = field(default_factory=Counter)


class Rechecking(Removal):
    """Reads and rewrites words, whatever table they are in."""

    def texts_to_check(self) -> int:
        """How many rows hold words."""
        return sum(int(self._db.one(f"SELECT count(*) FROM {table}")[0]) for table, _, _ in COLUMNS)

    def kept_words(self) -> list[str]:
        """What the person kept from being masked in some message: it stays wherever it was repeated."""
        found = self._db.all("SELECT content, masks FROM messages WHERE masks LIKE '%true]%'")
        kept = {c[m.at : m.at + m.length] for c, masks in found for m in rows.masks_value(masks) if m.kept}
        return sorted(kept, key=len, reverse=True)

    @contextlib.contextmanager
    def rechecking(self) -> Iterator[Recheck]:
        """One walk through all words; what it changed gets one receipt, and the old bytes are scrubbed when idle."""
        recheck = Recheck(self)
        try:
            yield recheck
        finally:
            if recheck.changed:
                with self._deleting() as removed:
                    removed["masked"] = recheck.changed

    def _recheck_rows(self, table: str, key: str, columns: tuple[str, ...], after: Any, redact: Redact) -> Any:
        """The next rows of a table: (last key or None, how many were read, how many changed, masks found)."""
        found: Counter[str] = Counter()
        changed = 0
        with self._deleting(receipt=False):
            above = "" if after is None else f"WHERE {key} > ?"
            sql = f"SELECT {key}, {', '.join(columns)} FROM {table} {above} ORDER BY {key} LIMIT {_ROWS}"
            read = self._db.all(sql, () if after is None else (after,))
            for identity, *values in read:
                if table == "messages":
                    changed += self._remask_message(identity, values[0], redact, found)
                    continue
                new = {
                    column: masked
                    for column, value in zip(columns, values, strict=True)
                    if value and (masked := self._remasked(column, value, redact, found)) != value
                }
                if new:
                    self._put(table, key, identity, new)
                    changed += 1
        return (read[-1][0] if read else None), len(read), changed, found

    def _remasked(self, column: str, value: str, redact: Redact, found: Counter[str]) -> str:
        if column == "tags":
            tags = [self._masked(tag, redact, found) for tag in json.loads(value)]
            return rows.tags_column(tuple(tags))
        return rows.text(self._masked(value, redact, found))

    def _masked(self, value: str, redact: Redact, found: Counter[str]) -> RedactedText:
        masked = redact(value)
        self._note([(value[m.start : m.end],) for m in masked.masks])
        found.update(m.type for m in masked.masks)
        return masked

    def _put(self, table: str, key: str, identity: Any, new: dict[str, str]) -> None:
        taken = "SELECT 1 FROM conversations c, conversations o WHERE o.id = ? AND c.id <> o.id AND c.source = o.source"
        if "source_id" in new and self._db.first(f"{taken} AND c.source_id = ?", (identity, new["source_id"])):
            del new["source_id"]  # two names became one mask: the first of them answers for both
            self._db.execute("UPDATE conversations SET source_id = NULL WHERE id = ?", (identity,))
        for column, value in new.items():
            self._db.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, identity))
        if table == "memories" and "content" in new:
            for side, column in (("vectors", "vector"), ("terms", "terms")):
                self._note(self._db.all(f"SELECT {column} FROM memory_{side} WHERE key = ?", (identity,)))
                self._db.execute(f"DELETE FROM memory_{side} WHERE key = ?", (identity,))
            self._drop_index("memory")
            if self._db.one("SELECT status FROM memories WHERE key = ?", (identity,))[0] == "active":
                self._changed("memory", identity, "upsert")

    def _remask_message(self, message: int, content: str, redact: Redact, found: Counter[str]) -> int:
        masked = self._masked(content, redact, found)
        if not masked.masks:
            return 0
        before = rows.masks_value(self._db.one("SELECT masks FROM messages WHERE id = ?", (message,))[0])
        column = rows.masks_column(_joined(before, masked.masks))
        sql = "UPDATE messages SET content = ?, masks = ? WHERE id = ?"
        self._db.execute(sql, (rows.text(masked), column, message))
        self.count_masks(masked.masks)
        removed: Counter[str] = Counter()
        self._unindex(message, removed)
        for (child,) in self._db.all("SELECT id FROM messages WHERE parent = ?", (message,)):
            self._unindex(child, removed)  # a turn is indexed together with the one before it
        return 1


class Recheck:
    """Where the walk has got to."""

    def __init__(self, store: Rechecking) -> None:
        self._store = store
        self._table = 0
        self._after: Any = None
        self.changed = 0

    def step(self, redact: Redact) -> Step | None:
        """The next rows; None at the end."""
        while self._table < len(COLUMNS):
            last, texts, changed, found = self._store._recheck_rows(*COLUMNS[self._table], self._after, redact)
            if last is None:
                self._table, self._after = self._table + 1, None
                continue
            self._after = last
            self.changed += changed
            return Step(texts, changed, found)
        return None


def _joined(before: tuple[Mask, ...], new: tuple[Mask, ...]) -> tuple[Mask, ...]:
    """The masks that stood there, moved to where they are now, and the new ones."""
    moved = []
    for mask in before:
        shift = sum(m.length - (m.end - m.start) for m in new if m.end <= mask.at)
        if not any(m.start < mask.at + mask.length and mask.at < m.end for m in new):
            moved.append(replace(mask, at=mask.at + shift))
    return tuple(sorted((*moved, *new), key=lambda m: m.at))
