"""Whether a result is about the question at all, on scales that do not depend on the other candidates."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def relevant(
    semantic: Floats, coverage: Floats, *, least_semantic: npt.ArrayLike, least_coverage: float, beside: float
) -> npt.NDArray[np.bool_]:
    """Which results stand. Evidence is meaning and words together: 1 for a result that is alike enough, or holds enough
    of the question's words, or half of both. Without one such result nothing is known and none stands; beside one,
    results with a share of `beside` of that evidence stand too.

    semantic: calibrated cosine; coverage: share of the question's term weight, both 0 to 1. least_semantic: one value,
    or one for each result.
    """
    evidence = np.maximum(semantic, 0) / np.maximum(least_semantic, 1e-9) + coverage / max(least_coverage, 1e-9)
    result: npt.NDArray[np.bool_] = evidence >= (beside if (evidence >= 1).any() else np.inf)
    return result
