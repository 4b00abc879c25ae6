"""Stored vectors made ready for search: around the mean of their language, unit length, unusable ones left out."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np
import numpy.typing as npt

from app.engine.recall.packed import Packed
from app.engine.types import Language, Vectors

_CHUNK = 2048  # rows; their float32 form stays in the processor's cache
_THREADS = 2


class Center(Protocol):
    """The calibration of the embedding model: raw unit vectors to unit vectors around the mean of their language."""

    def center(self, vectors: Vectors, langs: Sequence[Language]) -> Vectors: ...


def usable(vectors: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Which rows are finite and not zero; another row would poison results."""
    rows = np.atleast_2d(np.asarray(vectors, np.float32))
    squared = np.einsum("ij,ij->i", rows, rows)
    result: npt.NDArray[np.bool_] = np.isfinite(squared) & (squared > 1e-12)
    return result


def centered_rows(
    calibration: Center, keys: npt.NDArray[np.int64], rows: npt.NDArray[np.float16], documents: Packed
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float16]]:
    """The rows, changed in place, and their keys, without those that cannot be used.

    documents: their keywords, keys ascending, which tell the language; a row without any counts as English.
    """
    if not len(keys):
        return keys, rows
    at = np.minimum(np.searchsorted(documents.keys, keys), max(len(documents.keys) - 1, 0))
    chinese = np.zeros(len(keys), np.bool_)
    if len(documents.keys):
        chinese = documents.chinese()[at] & (documents.keys[at] == keys)
    good = np.ones(len(keys), np.bool_)

    def center(part: tuple[npt.NDArray[np.int64], Language]) -> None:
        places, language = part
        with np.errstate(all="ignore"):  # a row that is not finite is found here
            wide = rows[places].astype(np.float32)
            centered = calibration.center(wide, [language] * len(places))
            good[places] = usable(wide) & usable(centered)
            rows[places] = centered.astype(np.float16)

    languages: tuple[Language, Language] = ("en", "zh")
    parts = [
        (places[start : start + _CHUNK], language)
        for language, places in zip(languages, (np.flatnonzero(~chinese), np.flatnonzero(chinese)), strict=True)
        for start in range(0, len(places), _CHUNK)
    ]
    with ThreadPoolExecutor(_THREADS) as pool:
        list(pool.map(center, parts))
    return (keys, rows) if good.all() else (keys[good], rows[good])
