"""Maximal marginal relevance: the next result is relevant and says something the chosen ones do not."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def diversify(relevance: npt.ArrayLike, vectors: npt.NDArray[np.float32], *, keep: int, trade: float) -> list[int]:
    """Positions of up to `keep` results in the order chosen.

    relevance: (n,), best is highest, on a scale of about 0 to 1. vectors: (n, d) unit rows; a zero row resembles
    nothing. trade: 1 is relevance alone, 0 is novelty alone. Carbonell and Goldstein 1998:
    argmax trade * relevance - (1 - trade) * max similarity to the chosen. Equal values keep the given order.
    """
    wanted = np.asarray(relevance, np.float64)
    left = list(range(len(wanted)))
    resemblance: Floats = np.zeros(len(wanted))
    chosen: list[int] = []
    while left and len(chosen) < keep:
        values = trade * wanted[left] - (1 - trade) * resemblance[left]
        best = left.pop(int(np.argmax(values)))
        chosen.append(best)
        resemblance = np.maximum(resemblance, (vectors @ vectors[best]).astype(np.float64))
    return chosen
