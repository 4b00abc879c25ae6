"""How recently a memory was used, 0 to 1."""

from __future__ import annotations

from datetime import datetime

import numpy as np
import numpy.typing as npt

DAY = 86_400.0


def recency(last_access: npt.ArrayLike, now: datetime, days: float) -> npt.NDArray[np.float64]:
    """exp(-age / days) for last accesses in seconds since the epoch. A time in the future counts as now."""
    age = np.maximum(now.timestamp() - np.asarray(last_access, np.float64), 0.0) / DAY
    result: npt.NDArray[np.float64] = np.exp(-age / max(days, 1e-9))
    return result
