"""Which turn stands before which, and the keyword document of a turn: its own terms and those of the turn before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.vault.store import TERM_SEPARATOR


class TurnLinks:
    """Parents, children and terms of the turns of one user."""

    def __init__(self) -> None:
        self._parent: dict[int, int | None] = {}
        self._children: dict[int, list[int]] = {}
        self._terms: dict[int, str] = {}  # joined: a hundred thousand lists would take ten times the memory

    def load(self, parents: Mapping[int, int | None], rows: Mapping[int, str]) -> None:
        """rows: terms of every turn, joined by TERM_SEPARATOR."""
        self._parent = {key: parent for key, parent in parents.items() if key in rows}
        self._terms = dict(rows)
        self._children = {}
        for key, parent in self._parent.items():
            if parent is not None:
                self._children.setdefault(parent, []).append(key)

    def put(self, key: int, parent: int | None, terms: Sequence[str]) -> list[int]:
        """Add or change a turn; returns it and the turns after it, whose documents hold its terms."""
        if key not in self._parent and parent is not None:
            self._children.setdefault(parent, []).append(key)
        self._parent.setdefault(key, parent)
        self._terms[key] = TERM_SEPARATOR.join(terms)
        return [key, *self.after(key)]

    def remove(self, key: int) -> list[int]:
        """Take a turn out; returns the turns after it."""
        if key not in self._parent:
            return []
        parent = self._parent.pop(key)
        if parent is not None and parent in self._children:
            self._children[parent] = [child for child in self._children[parent] if child != key]
        del self._terms[key]
        return self.after(key)

    def before(self, key: int) -> int | None:
        """The turn before, if recall may see it."""
        parent = self._parent.get(key)
        return parent if parent in self._terms else None

    def after(self, key: int) -> list[int]:
        return [child for child in self._children.get(key, ()) if child in self._terms]

    def context_terms(self, key: int) -> list[str]:
        before = self.before(key)
        joined = filter(None, (self._terms[before] if before is not None else "", self._terms[key]))
        return [term for row in joined for term in row.split(TERM_SEPARATOR)]

    def length(self, key: int) -> int:
        """Terms of the turn itself."""
        row = self._terms.get(key)
        return row.count(TERM_SEPARATOR) + 1 if row else 0
