"""Settings, import jobs and receipts."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from app.engine.types import Receipt
from app.vault.store import rows
from app.vault.store.noting import Noting


class Settings(Noting):
    """Rows of `settings`, `import_jobs` and `receipts`."""

    def get_setting(self, name: str, default: Any = None) -> Any:
        """The JSON value, or the default."""
        row = self._db.first("SELECT value FROM settings WHERE name = ?", (rows.code(name),))
        return default if row is None else json.loads(row[0])

    def set_setting(self, name: str, value: Any) -> None:
        """Store a JSON value. Plain strings in it must be codes (names, numbers); words must be RedactedText.

        None removes it. Settings that hold words go with `delete_everything`; replaced words are scrubbed.
        """
        with self._overwriting():
            self._note(self._db.all("SELECT value FROM settings WHERE name = ? AND personal = 1", (rows.code(name),)))
            if value is None:
                self._db.execute("DELETE FROM settings WHERE name = ?", (rows.code(name),))
            else:
                column, personal = rows.setting_column(value)
                sql = "INSERT OR REPLACE INTO settings VALUES (?, ?, ?)"
                self._db.execute(sql, (rows.code(name), column, int(personal)))

    def settings(self) -> dict[str, Any]:
        return {
            name: json.loads(value) for name, value in self._db.all("SELECT name, value FROM settings ORDER BY name")
        }

    # --- imports ------------------------------------------------------------------------------------------------

    def start_import(self, format: str, *, at: datetime, total: int | None = None, user_id: str = "me") -> int:
        """Open a job; rows written with `import_job=` this id can be taken back together (`delete_import`)."""
        with self.transaction():
            sql = "INSERT INTO import_jobs (user_id, format, started_at, total) VALUES (?, ?, ?, ?)"
            return int(self._db.execute(sql, (user_id, rows.code(format), rows.stamp(at), total)).lastrowid)

    def advance_import(self, job: int, done: int) -> None:
        """Record that the first `done` entries are in; called in the transaction that wrote them."""
        with self.transaction():
            self._db.execute("UPDATE import_jobs SET done = ? WHERE id = ?", (done, job))

    def finish_import(self, job: int, *, at: datetime) -> None:
        with self.transaction():
            self._db.execute("UPDATE import_jobs SET finished_at = ? WHERE id = ?", (rows.stamp(at), job))

    def imports(self, *, unfinished_only: bool = False) -> list[dict[str, Any]]:
        """Jobs, newest first: id, format, started_at, finished_at (None: cut short), done, total."""
        found = self._db.all(
            "SELECT id, format, started_at, finished_at, done, total FROM import_jobs"
            " WHERE finished_at IS NULL OR NOT ? ORDER BY id DESC",
            (int(unfinished_only),),
        )
        return [
            {
                "id": row[0],
                "format": row[1],
                "started_at": rows.moment(row[2]),
                "finished_at": rows.moment(row[3]) if row[3] else None,
                "done": row[4],
                "total": row[5],
            }
            for row in found
        ]

    # --- receipts -----------------------------------------------------------------------------------------------

    def receipts(self, limit: int | None = None) -> list[Receipt]:
        """What was deleted, in counts; newest first."""
        sql = f"SELECT {rows.RECEIPT} FROM receipts ORDER BY id DESC LIMIT ?"
        return [rows.receipt(row) for row in self._db.all(sql, (-1 if limit is None else limit,))]
