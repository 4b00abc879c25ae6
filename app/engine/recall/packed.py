"""The keyword terms of many documents as arrays: a number for each term, one run of numbers for each document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.engine.recall.texts import is_han_term
from app.vault.store import TERM_SEPARATOR

_FIRST = 12  # terms that tell the language, as `texts.is_chinese`


@dataclass(frozen=True, slots=True)
class Packed:
    """Document i is under keys[i] and holds the terms ids[offsets[i]:offsets[i + 1]], in order, with repetitions."""

    keys: npt.NDArray[np.int64]  # (n,)
    ids: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]  # (n + 1,)
    numbers: dict[str, int]  # term -> its number, 0 and up in the order they were met

    @classmethod
    def of_rows(cls, rows: Mapping[int, str]) -> Packed:
        """Rows as the vault keeps them: terms joined by TERM_SEPARATOR, "" for none. One pass over all text at once."""
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        counts = (row.count(TERM_SEPARATOR) + 1 if row else 0 for row in rows.values())
        lengths = np.fromiter(counts, np.int64, len(rows))
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        flat = TERM_SEPARATOR.join([row for row in rows.values() if row]).split(TERM_SEPARATOR) if offsets[-1] else []
        ids = np.fromiter(map(numbers.__getitem__, flat), np.int32, len(flat))
        return cls(np.fromiter(rows, np.int64, len(rows)), ids, offsets, dict(numbers))

    def with_context(self, before: Mapping[int, int]) -> Packed:
        """Every document led by the terms of the one before it: key -> key; one that is not here adds nothing."""
        slot_of = {key: slot for slot, key in enumerate(self.keys.tolist())}
        parent = np.fromiter((slot_of.get(before.get(key, -1), -1) for key in slot_of), np.int64, len(slot_of))
        lengths = np.diff(self.offsets)
        led = np.where(parent >= 0, lengths[parent], 0) if len(lengths) else lengths
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths + led)])
        ids = np.empty(int(offsets[-1]), np.int32)
        ids[_runs(offsets[:-1], led)] = self.ids[_runs(self.offsets[:-1][parent], led)]
        ids[_runs(offsets[:-1] + led, lengths)] = self.ids
        return Packed(self.keys, ids, offsets, self.numbers)

    def chinese(self) -> npt.NDArray[np.bool_]:
        """For each document what `texts.is_chinese` says of its terms."""
        han = np.fromiter(map(is_han_term, self.numbers), np.int64, len(self.numbers))
        counted = np.concatenate([np.zeros(1, np.int64), np.cumsum(han[self.ids])])
        starts = self.offsets[:-1]
        ends = np.minimum(starts + _FIRST, self.offsets[1:])
        result: npt.NDArray[np.bool_] = (ends > starts) & ((counted[ends] - counted[starts]) * 2 >= ends - starts)
        return result


def _runs(starts: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The places start, start + 1 … of every run, one after the other."""
    ends = np.cumsum(lengths)
    places: npt.NDArray[np.int64] = np.repeat(starts - (ends - lengths), lengths) + np.arange(int(lengths.sum()))
    return places
