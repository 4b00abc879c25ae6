"""What fresh lines are drawn with."""

from __future__ import annotations

import random
import string
from datetime import date, timedelta

DIGITS, HEX, ALNUM = string.digits, "0123456789abcdef", string.ascii_letters + string.digits
Value = tuple[str, str]  # (what is written, its type)
Random = random.Random


def some(rng: Random, letters: str, count: int) -> str:
    return "".join(rng.choice(letters) for _ in range(count))


def day(rng: Random, first: int = 1945, last: int = 2015) -> date:
    return date(first, 1, 1) + timedelta(days=rng.randrange(365 * (last - first)))
