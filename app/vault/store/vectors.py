"""Vectors and keyword terms of both tiers, and which embedding model they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from app.engine.types import RedactedText, Status, Tier
from app.vault.store import rows
from app.vault.store.base import StoreBase, batches, marks

Keys = npt.NDArray[np.int64]
HalfVectors = npt.NDArray[np.float16]
TERM_SEPARATOR = "\x1f"  # between terms; no tokenizer makes a term of it
_OWNERS: dict[Tier, tuple[str, str]] = {"memory": ("memories", "key"), "transcript": ("messages", "id")}


_BLANKS = "char(9, 10, 11, 12, 13, 32, 160, 12288)"


def _indexable(tier: Tier) -> str:
    """Condition on `o` for rows that want a vector."""
    return f"trim(o.content, {_BLANKS}) <> ''" + ("" if tier == "memory" else " AND o.recallable = 1")


class Vectors(StoreBase):
    """Rows of `*_vectors`, `*_terms`, `models` and `index_snapshots`.

    The tier "memory" is keyed by Memory.key, "transcript" by Message.id. What recall may see: active memories, and
    messages that were not taken out by a deletion. Reads of both tiers give only those unless `statuses` says more.
    """

    def _visible(self, tier: Tier, user_id: str | None, statuses: Sequence[Status]) -> Keys:
        """Sorted keys recall may see; answered from an index alone."""
        if tier == "memory":
            sql = f"SELECT key FROM memories WHERE status IN ({marks(list(statuses))}) AND (? IS NULL OR user_id = ?)"
            found = self._db.all(sql, (*statuses, user_id, user_id))
        else:
            sql = "SELECT id FROM messages WHERE recallable = 1 AND (? IS NULL OR user_id = ?)"
            found = self._db.all(sql, (user_id, user_id))
        return np.sort(np.fromiter((row[0] for row in found), np.int64, len(found)))

    def _model(self, model_id: str, dimensions: int | None = None) -> int | None:
        row = self._db.first("SELECT id, dimensions FROM models WHERE name = ?", (rows.code(model_id),))
        if row is not None:
            if dimensions is not None and row[1] != dimensions:
                raise ValueError(f"{dimensions} dimensions for a model of {row[1]}")
            return int(row[0])
        if dimensions is None:
            return None
        first = self._db.first("SELECT 1 FROM models WHERE active = 1") is None
        sql = "INSERT INTO models (name, dimensions, active) VALUES (?, ?, ?)"
        return int(self._db.execute(sql, (model_id, dimensions, int(first))).lastrowid)

    def put_vectors(self, tier: Tier, vectors: Iterable[tuple[int, npt.ArrayLike]], model_id: str) -> int:
        """Store unit vectors as float16, replacing older ones of the same model; keys that are gone are passed over.

        NaN, infinite and zero vectors are refused with ValueError. Returns how many were stored.
        """
        table = rows.TABLE_OF_TIER[tier]
        owner, column = _OWNERS[tier]
        kept = 0
        with self.transaction():
            active = self.active_model()
            for key, given in vectors:
                vector = np.asarray(given, dtype=np.float16)
                if vector.ndim != 1 or not np.isfinite(vector).all() or not vector.any():
                    raise ValueError("a vector must be one row of finite numbers that are not all zero")
                model = self._model(model_id, len(vector))
                replaced = self._db.execute(f"DELETE FROM {table}_vectors WHERE key = ? AND model = ?", (key, model))
                if replaced.rowcount:
                    self._drop_snapshot(tier)
                added = self._db.execute(
                    f"INSERT INTO {table}_vectors (model, key, vector) SELECT ?, {column}, ? FROM {owner}"
                    f" WHERE {column} = ?{'' if tier == 'memory' else ' AND recallable = 1'}",
                    (model, vector.tobytes(), key),
                )
                if added.rowcount:
                    kept += 1
                    if model_id == active or active is None:  # of another model they are not searched yet
                        self._changed_if_visible(tier, key)
        return kept

    def _changed_if_visible(self, tier: Tier, key: int) -> None:
        sql = "SELECT status = 'active' FROM memories WHERE key = ?"
        if tier == "transcript":
            sql = "SELECT recallable FROM messages WHERE id = ?"
        row = self._db.first(sql, (key,))
        if row is not None and row[0]:
            self._changed(tier, key, "upsert")

    def vectors(
        self,
        tier: Tier,
        model_id: str,
        user_id: str | None = None,
        *,
        statuses: Sequence[Status] = ("active",),
        after: int = 0,
    ) -> tuple[Keys, HalfVectors]:
        """All vectors of a tier and model: keys (n,) and float16 rows (n, d). `after`: newer than that generation."""
        with self._db.lock:
            row = self._db.first("SELECT id, dimensions FROM models WHERE name = ?", (rows.code(model_id),))
            if row is None:
                return np.empty(0, np.int64), np.empty((0, 0), np.float16)
            table = f"{rows.TABLE_OF_TIER[tier]}_vectors WHERE model = ? AND"
            # the plus: counted in the index of keys, without reading every vector a first time
            count = self._db.one(f"SELECT count(*) FROM {table} +id > ?", (row[0], after))[0]
            keys, matrix = np.empty(count, np.int64), np.empty((count, row[1]), np.float16)
            filled = 0
            for chunk in self._db.chunks(f"SELECT key, vector FROM {table} id > ?", (row[0], after)):
                until = filled + len(chunk)
                found, blobs = zip(*chunk, strict=True)
                keys[filled:until] = found
                matrix[filled:until] = np.frombuffer(b"".join(blobs), np.float16).reshape(len(chunk), row[1])
                filled = until
            visible = self._visible(tier, user_id, statuses)
        seen = np.isin(keys, visible, assume_unique=True)
        return (keys, matrix) if seen.all() else (keys[seen], matrix[seen])

    def vectors_of(self, tier: Tier, keys: Iterable[int], model_id: str) -> dict[int, HalfVectors]:
        """The vectors of some rows, (d,) each, whatever their status."""
        found: dict[int, HalfVectors] = {}
        model = self._model(model_id)
        for batch in batches(keys):
            table = rows.TABLE_OF_TIER[tier]
            sql = f"SELECT key, vector FROM {table}_vectors WHERE model = ? AND key IN ({marks(batch)})"
            found.update((row[0], np.frombuffer(row[1], np.float16)) for row in self._db.all(sql, [model, *batch]))
        return found

    def missing_vectors(self, tier: Tier, model_id: str, *, limit: int | None = None) -> list[int]:
        """Keys without a vector of the model: messages recall may see, memories of any status (they may come back).

        Rows without a word (an answer stopped before its first) have nothing to make a vector of.
        """
        owner, column = _OWNERS[tier]
        found = self._db.all(
            f"SELECT o.{column} FROM {owner} o WHERE {_indexable(tier)} AND NOT EXISTS"
            f" (SELECT 1 FROM {rows.TABLE_OF_TIER[tier]}_vectors v WHERE v.key = o.{column} AND v.model IS ?)"
            f" ORDER BY o.{column} LIMIT ?",
            (self._model(model_id), -1 if limit is None else limit),
        )
        return [int(row[0]) for row in found]

    def indexed(self, tier: Tier, model_id: str) -> tuple[int, int]:
        """(rows with a vector of the model, rows that want one)."""
        owner, _ = _OWNERS[tier]
        sql = f"SELECT count(*) FROM {rows.TABLE_OF_TIER[tier]}_vectors WHERE +model IS ?"
        done = self._db.one(sql, (self._model(model_id),))[0]
        return int(done), int(self._db.one(f"SELECT count(*) FROM {owner} o WHERE {_indexable(tier)}")[0])

    def set_terms(self, tier: Tier, key: int, terms: list[str]) -> None:
        """Store the keyword terms of a row; a row that is gone or not to be recalled is passed over."""
        if any(TERM_SEPARATOR in term for term in terms):
            raise ValueError("a term holds the separator")
        owner, column = _OWNERS[tier]
        joined = rows.text(RedactedText(TERM_SEPARATOR.join(terms)))  # the terms of redacted text
        with self.transaction():
            added = self._db.execute(
                f"INSERT OR REPLACE INTO {rows.TABLE_OF_TIER[tier]}_terms SELECT {column}, ? FROM {owner}"
                f" WHERE {column} = ?{'' if tier == 'memory' else ' AND recallable = 1'}",
                (joined, key),
            )
            if added.rowcount:
                self._changed_if_visible(tier, key)

    def terms(
        self, tier: Tier, user_id: str | None = None, *, statuses: Sequence[Status] = ("active",)
    ) -> dict[int, list[str]]:
        """Terms of all rows recall may see, by key, in key order."""
        joined = self.term_rows(tier, user_id, statuses=statuses)
        return {key: row.split(TERM_SEPARATOR) if row else [] for key, row in joined.items()}

    def term_rows(
        self, tier: Tier, user_id: str | None = None, *, statuses: Sequence[Status] = ("active",)
    ) -> dict[int, str]:
        """Like `terms`, each row as it is stored: terms joined by TERM_SEPARATOR, "" for none."""
        with self._db.lock:
            visible = set(self._visible(tier, user_id, statuses).tolist())
            found: dict[int, str] = {}
            for chunk in self._db.chunks(f"SELECT key, terms FROM {rows.TABLE_OF_TIER[tier]}_terms ORDER BY key"):
                found.update(row for row in chunk if row[0] in visible)
        return found

    def visible_keys(self, tier: Tier, user_id: str) -> Keys:
        """All keys of one user that recall may see, ascending."""
        return self._visible(tier, user_id, ("active",))

    def terms_of(self, tier: Tier, keys: Iterable[int]) -> dict[int, list[str]]:
        """The terms of some rows, whatever their status."""
        found: dict[int, list[str]] = {}
        for batch in batches(keys):
            sql = f"SELECT key, terms FROM {rows.TABLE_OF_TIER[tier]}_terms WHERE key IN ({marks(batch)})"
            found.update((row[0], row[1].split(TERM_SEPARATOR) if row[1] else []) for row in self._db.all(sql, batch))
        return found

    def missing_terms(self, tier: Tier, *, limit: int | None = None) -> list[int]:
        """Like `missing_vectors`, for terms."""
        owner, column = _OWNERS[tier]
        condition = "TRUE" if tier == "memory" else "o.recallable = 1"
        found = self._db.all(
            f"SELECT o.{column} FROM {owner} o LEFT JOIN {rows.TABLE_OF_TIER[tier]}_terms t ON t.key = o.{column}"
            f" WHERE {condition} AND t.key IS NULL ORDER BY o.{column} LIMIT ?",
            (-1 if limit is None else limit,),
        )
        return [int(row[0]) for row in found]

    def clear_terms(self, tier: Tier) -> None:
        """Drop all terms of a tier (the tokenizer changed); `missing_terms` then lists every row."""
        with self.transaction():
            self._db.execute(f"DELETE FROM {rows.TABLE_OF_TIER[tier]}_terms")

    # --- the model, and changing it -----------------------------------------------------------------------------

    def active_model(self) -> str | None:
        """The embedding model that search uses; None before the first vector."""
        row = self._db.first("SELECT name FROM models WHERE active = 1")
        return str(row[0]) if row else None

    def switch_model(self, model_id: str) -> None:
        """Make a model whose vectors are complete the active one and drop all others, in one transaction.

        Until then both stand side by side and search goes on with the old ones. ValueError while any are missing.
        """
        with self.transaction():
            if self.missing_vectors("memory", model_id, limit=1) or self.missing_vectors(
                "transcript", model_id, limit=1
            ):
                raise ValueError("vectors of the new model are missing")
            model = self._model(model_id)
            for table in ("memory_vectors", "message_vectors", "index_snapshots"):
                self._db.execute(f"DELETE FROM {table} WHERE model IS NOT ?", (model,))
            self._db.execute("DELETE FROM models WHERE id IS NOT ?", (model,))
            self._db.execute("UPDATE models SET active = 1")

    # --- snapshots of a large index -----------------------------------------------------------------------------

    def vector_generation(self, tier: Tier) -> int:
        """Grows with every stored vector; `vectors(..., after=generation)` gives what came later."""
        return int(self._db.one(f"SELECT coalesce(max(id), 0) FROM {rows.TABLE_OF_TIER[tier]}_vectors")[0])

    def put_snapshot(self, tier: Tier, model_id: str, generation: int, count: int, data: bytes) -> None:
        """Keep a serialized index. It is dropped in the transaction that deletes or replaces any vector it may hold."""
        with self.transaction():
            model = self._model(model_id)
            if model is None:
                raise ValueError("a snapshot of a model without vectors")
            sql = "INSERT OR REPLACE INTO index_snapshots VALUES (?, ?, ?, ?, ?)"
            self._db.execute(sql, (tier, model, generation, count, data))

    def snapshot(self, tier: Tier, model_id: str) -> tuple[int, int, bytes] | None:
        """(generation, count, serialized index), or None."""
        row = self._db.first(
            "SELECT generation, count, data FROM index_snapshots WHERE tier = ? AND model = ?",
            (tier, self._model(model_id)),
        )
        return (row[0], row[1], row[2]) if row else None

    def _drop_snapshot(self, tier: Tier) -> None:
        self._db.execute("DELETE FROM index_snapshots WHERE tier = ?", (tier,))
