"""After a deletion: rewrite the file, then prove on its decrypted bytes that nothing of it is left."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.errors import KeepsakeError
from app.vault.layout import DAMAGED, REPLACED
from app.vault.pages import PageReader, TornPage
from app.vault.remnants import Needles, Search, unseal
from app.vault.store.base import StoreBase

_TRIES = 3
_BETWEEN = bytes(16)  # keeps the end of one row and the start of the next from being read as one
_BLOCK = 1 << 20


class RemnantsFound(AssertionError):
    """Deleted bytes are still on a page although it was rewritten: a fault of the program, never ignored."""


class Scrubbing(StoreBase):
    """Rows of `scrub_pending`: what to look for, sealed (remnants.py). A row without a seal says "not finished"."""

    def scrub_pending(self) -> bool:
        return self._db.first("SELECT 1 FROM scrub_pending") is not None

    def scrub(self, *, give_way: bool = False) -> int:
        """Finish every deletion so far; returns how many decrypted bytes were searched (0: nothing was pending).

        1. VACUUM rewrites all live pages, the truncating checkpoint empties the WAL. 2. All pages are decrypted and
        searched for the sealed needles; what lives on in rows that stay is no remnant. 3. The seals themselves are
        overwritten, and the pages searched again for them as well. Only then do the receipts say "verified". A crash at
        any point leaves `scrub_pending` true, and the next call begins again.

        `give_way`: stop when another thread wants the vault while it is being rewritten (KeepsakeError `engine_busy`);
        for quiet moments, so that a person who comes back does not wait.
        """
        sealed = self._db.all("SELECT id, seal, sealed FROM scrub_pending")
        if not sealed:
            return 0
        seals = [row for row in sealed if row[1]]
        needles = frozenset[bytes]().union(*(unseal(seal, content) for _, seal, content in seals))
        self._rewrite(give_way=give_way)
        _, alive = self._require_gone(needles, frozenset(), give_way=give_way)
        for overwrite in (bytes, lambda length: b""):
            with self.transaction():
                for number, seal, content in seals:
                    zeros = (overwrite(len(seal)), overwrite(len(content)))
                    self._db.execute("UPDATE scrub_pending SET seal = ?, sealed = ? WHERE id = ?", (*zeros, number))
        self._db.truncate_wal()
        keys = frozenset(seal[at : at + 16] for _, seal, _ in seals for at in (0, 16))
        checked, _ = self._require_gone(needles | keys, alive, give_way=give_way)
        with self.transaction():
            self._db.executemany("DELETE FROM scrub_pending WHERE id = ?", [(row[0],) for row in sealed])
            self._db.execute(
                "UPDATE receipts SET state = 'verified', checked_bytes = ? WHERE state = 'removed' AND NOT EXISTS"
                " (SELECT 1 FROM scrub_pending)",
                (checked,),
            )
        return checked

    def _rewrite(self, *, give_way: bool) -> None:
        self._db.drop_copies()
        for name in (DAMAGED, REPLACED):
            for aside in self._db.path.parent.glob(f"{name}-*"):
                aside.unlink(missing_ok=True)
        if not self._db.vacuum(give_way=give_way):
            raise KeepsakeError("engine_busy")
        self._db.truncate_wal()

    def _require_gone(self, needles: Needles, alive: Needles, *, give_way: bool) -> tuple[int, Needles]:
        """Search, rewriting once more if anything is found; returns the bytes searched and the needles that live on."""
        for attempt in range(_TRIES):
            checked, found = self._found(needles)
            alive |= self._alive(found - alive)
            if not found - alive:
                return checked, alive
            if attempt + 1 < _TRIES:
                self._rewrite(give_way=give_way)
        raise RemnantsFound

    def _found(self, needles: Needles) -> tuple[int, Needles]:
        """Search vault and WAL page by page, and the other files of the profile as they are."""
        for _ in range(_TRIES):
            try:
                return self._searched(needles)
            except TornPage:  # a commit of another thread was moving this page; it stands still under the lock
                continue
        with self._db.lock:
            self._db.truncate_wal()
            return self._searched(needles)

    def _searched(self, needles: Needles) -> tuple[int, Needles]:
        search = Search(needles)
        reader = PageReader(self._db.path, self._db.key)
        found = search.run(reader.blocks()) | search.run(reader.wal_blocks())
        ours = self._db.path.name
        for other in sorted(self._db.path.parent.iterdir()):
            if other.is_file() and other.name not in (ours, ours + "-wal"):
                found |= search.run([other.read_bytes()])
        return search.bytes_searched, found

    def _alive(self, needles: Needles) -> Needles:
        """Those of the needles that occur in rows that stay."""
        return Search(needles).run(self._live_values(), until_all_found=True) if needles else needles

    def _live_values(self) -> Iterator[bytes]:
        with self._db.lock:
            tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name LIKE '%vectors', name"
            for (name,) in self._db.all(tables):
                block = bytearray()
                for row in self._db.rows(f'SELECT * FROM "{name}"'):
                    for cell in row:
                        if cell is not None:
                            block += cell if isinstance(cell, bytes) else str(cell).encode()
                    block += _BETWEEN
                    if len(block) > _BLOCK:
                        yield bytes(block)
                        block.clear()
                yield bytes(block)
