"""The numbered steps from an empty file to today's schema; a released step is never edited."""

from __future__ import annotations

from app.vault.migrations import m0001_first

# The n-th entry brings a file from user_version n-1 to n, in one transaction.
MIGRATIONS: tuple[tuple[str, ...], ...] = (m0001_first.STATEMENTS,)
LATEST = len(MIGRATIONS)
