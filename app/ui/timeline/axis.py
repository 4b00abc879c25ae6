"""The time axis: which dates get a line, and how they are written."""

from __future__ import annotations

from datetime import datetime, timedelta

from PySide6.QtCore import QDate, QLocale

# (days between lines, pattern in English, pattern in Chinese)
STEPS = (
    (1, "d MMM", "M月d日"), (7, "d MMM", "M月d日"), (30, "MMM", "M月"), (91, "MMM yyyy", "yyyy年M月"),
    (365, "yyyy", "yyyy年"),
)  # fmt: skip
LEAST = 90.0  # pixels between two lines


def ticks(start: float, end: float, width: float, locale: QLocale) -> list[tuple[float, str]]:
    """(seconds since 1970, label) of the lines between two times on so many pixels."""
    span = max(1.0, end - start)
    days = span / 86400
    step, english, chinese = STEPS[-1]
    for candidate in STEPS:
        if width / (days / candidate[0]) >= LEAST:
            step, english, chinese = candidate
            break
    every = 1
    while step == 365 and width / (days / (step * every)) < LEAST:
        every += 1
    pattern = chinese if locale.language() == QLocale.Language.Chinese else english
    moment = _first(datetime.fromtimestamp(start), step)
    found: list[tuple[float, str]] = []
    while moment.timestamp() <= end and len(found) < 60:
        stamp = moment.timestamp()
        if stamp >= start:
            shown = "MMM yyyy" if pattern == "MMM" and moment.month == 1 else pattern
            found.append((stamp, locale.toString(QDate(moment.year, moment.month, moment.day), shown)))
        moment = _next(moment, step, every)
    return found


def _first(moment: datetime, step: int) -> datetime:
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if step >= 365:
        return day.replace(month=1, day=1)
    if step >= 91:
        return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
    if step >= 30:
        return day.replace(day=1)
    return day - timedelta(days=day.weekday()) if step == 7 else day


def _next(moment: datetime, step: int, every: int) -> datetime:
    if step < 30:
        return moment + timedelta(days=step)
    months = {30: 1, 91: 3}.get(step, 12 * every)
    total = moment.year * 12 + moment.month - 1 + months
    return moment.replace(year=total // 12, month=total % 12 + 1)
