"""All memories as columns, sorted by time: what the plot and the table read, filtered without touching a row twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

KINDS = ("fact", "episodic", "semantic")
STATUSES = ("active", "archived", "superseded")
FADING = 0.45  # strength below which an active memory is shown as fading

Index = npt.NDArray[np.int64]


@dataclass(slots=True)
class Marks:
    """Columns of length n. `time` in seconds since 1970; `kind` and `status` index KINDS and STATUSES."""

    ids: list[str]
    text: list[str]
    time: npt.NDArray[np.float64]
    importance: npt.NDArray[np.float32]
    strength: npt.NDArray[np.float32]
    kind: npt.NDArray[np.uint8]
    status: npt.NDArray[np.uint8]
    pinned: npt.NDArray[np.bool_]
    tags: list[tuple[str, ...]] = field(default_factory=list)
    quote: list[str] = field(default_factory=list)  # as far as a list shows it; "" where the text says the same
    folded: list[str] = field(default_factory=list)
    place: dict[str, int] = field(default_factory=dict)
    tag_names: list[str] = field(default_factory=list)  # every tag, the most used first

    def __len__(self) -> int:
        return len(self.ids)

    def filter(self, *, kind: str = "all", status: str = "active", query: str = "", tag: str = "", days: float = 0,
               least: float = 0, now: float = 0) -> Index:  # fmt: skip
        """Indices in time order. `status`: active, fading, pinned, archived, superseded, all. `days`: said within
        so many days before `now` (seconds since 1970); 0: ever. `least`: importance from which on a memory is shown."""
        keep = np.ones(len(self), dtype=bool)
        if kind in KINDS:
            keep &= self.kind == KINDS.index(kind)
        if status == "fading":
            keep &= (self.status == 0) & (self.strength < FADING) & ~self.pinned
        elif status == "pinned":
            keep &= self.pinned
        elif status in STATUSES:
            keep &= self.status == STATUSES.index(status)
        if days:
            keep &= self.time >= now - days * 86400
        if least:
            keep &= self.importance >= least
        found: Index = np.flatnonzero(keep)
        if tag:
            found = np.array([i for i in found.tolist() if tag in self.tags[i]], dtype=np.int64)
        words = query.casefold().split()
        if words:
            folded = self.folded
            found = np.array([i for i in found.tolist() if all(word in folded[i] for word in words)], dtype=np.int64)
        return found

    def drop(self, ids: set[str]) -> Marks:
        """Without some memories."""
        keep = np.array([number not in ids for number in self.ids], dtype=bool)
        rows = np.flatnonzero(keep).tolist()
        return _finish(
            [self.ids[i] for i in rows], [self.text[i] for i in rows], self.time[keep], self.importance[keep],
            self.strength[keep], self.kind[keep], self.status[keep], self.pinned[keep],
            [self.tags[i] for i in rows], [self.quote[i] for i in rows],
        )  # fmt: skip

    def update(self, memory: dict[str, Any]) -> None:
        """One memory changed."""
        index = self.place.get(memory["id"])
        if index is None:
            return
        self.text[index] = memory["content"]
        self.folded[index] = _folded(memory["content"], self.quote[index])
        self.tags[index] = tuple(memory.get("tags") or ())
        self.importance[index], self.strength[index] = memory["importance"], memory["strength"]
        self.status[index], self.pinned[index] = STATUSES.index(memory["status"]), memory["pinned"]


def build(columns: list[str], pieces: list[list[Any]]) -> Marks:
    """From the engine's `timeline` answer: names of the columns, rows in pieces."""
    return gather((columns, rows) for rows in pieces)


def gather(pieces: Iterable[tuple[list[str], list[Any]]]) -> Marks:
    """Marks of pieces (names of the columns, rows) as they come. Made for a thread: piece by piece, so that the
    window's own thread gets its turn; a piece that was read is let go of, so that few objects live at a time."""
    ids: list[str] = []
    text: list[str] = []
    tags: list[tuple[str, ...]] = []
    quote: list[str] = []
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    parts: list[tuple[npt.NDArray[Any], ...]] = []
    for columns, rows in pieces:
        if not rows:
            continue
        at = {name: columns.index(name) for name in columns}
        ids += [row[at["id"]] for row in rows]
        text += [row[at["content"]] for row in rows]
        for row in rows:
            each = tuple(row[at["tags"]])
            tags.append(shared.setdefault(each, each))
        quote += [row[at["quote"]] for row in rows]
        kinds = [KINDS.index(row[at["memory_type"]]) if row[at["memory_type"]] in KINDS else 0 for row in rows]
        parts.append((
            np.array([row[at["said_at"]] for row in rows], dtype=np.float64),
            np.array([row[at["importance"]] for row in rows], dtype=np.float32),
            np.array([row[at["strength"]] for row in rows], dtype=np.float32),
            np.array(kinds, dtype=np.uint8),
            np.array([STATUSES.index(row[at["status"]]) for row in rows], dtype=np.uint8),
            np.array([row[at["pinned"]] for row in rows], dtype=bool),
        ))  # fmt: skip
    if not parts:
        empty, types = np.zeros(0), (np.float32, np.float32, np.uint8, np.uint8, bool)
        importance, strength, kind, status, pinned = (empty.astype(each) for each in types)
        return _finish([], [], empty, importance, strength, kind, status, pinned, [], [])
    time, importance, strength, kind, status, pinned = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(time, kind="stable")
    places = order.tolist()
    return _finish(
        [ids[i] for i in places], [text[i] for i in places], time[order], importance[order], strength[order],
        kind[order], status[order], pinned[order], [tags[i] for i in places], [quote[i] for i in places],
    )  # fmt: skip


def _finish(ids: list[str], text: list[str], time: npt.NDArray[np.float64], importance: npt.NDArray[np.float32],
            strength: npt.NDArray[np.float32], kind: npt.NDArray[np.uint8], status: npt.NDArray[np.uint8],
            pinned: npt.NDArray[np.bool_], tags: list[tuple[str, ...]], quote: list[str]) -> Marks:  # fmt: skip
    folded = [_folded(words, quoted) for words, quoted in zip(text, quote, strict=True)]
    place = {number: index for index, number in enumerate(ids)}
    counted = Counter(tag for each in tags for tag in each)
    names = [tag for tag, _ in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))]
    return Marks(ids, text, time, importance, strength, kind, status, pinned, tags, quote, folded, place, names)


def _folded(text: str, quote: str) -> str:
    """What a search looks in: the statement and the words it came from."""
    return f"{text}\n{quote}".casefold()
