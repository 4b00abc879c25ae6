"""Whether a result is about the question at all, on scales that do not depend on the other candidates."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def relevant(
    semantic: Floats, coverage: Floats, *, least_semantic: float, least_coverage: float
) -> npt.NDArray[np.bool_]:
    """Which results stand: alike enough in meaning, or holding enough of the question's words, or half of both.

    semantic: calibrated cosine; coverage: share of the question's term weight, both 0 to 1.
    """
    evidence = np.maximum(semantic, 0) / max(least_semantic, 1e-9) + coverage / max(least_coverage, 1e-9)
    result: npt.NDArray[np.bool_] = evidence >= 1
    return result
