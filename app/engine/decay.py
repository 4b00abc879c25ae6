"""How a memory fades: one pure function of importance, recalls and time since the last access."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.engine.types import Memory
from app.settings import DecaySettings

DAY_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True)
class Trace:
    """What decay needs to know of a memory."""

    importance: float  # 0 to 1
    recalls: int  # at most one per conversation
    last_access_at: datetime
    pinned: bool = False
    protected_until: datetime | None = None  # a future event, or a fact that still holds


def half_life_days(importance: float, recalls: int, settings: DecaySettings) -> float:
    """Days until half is left: base * (1 + a * importance) * (1 + b * ln(1 + recalls)).

    The stretch by recalls on a log scale follows the spacing literature (Wickelgren 1974; Anderson & Schooler 1991,
    "Reflections of the environment in memory": need odds grow with the log of past uses).
    """
    return (
        settings.half_life_days
        * (1 + settings.importance_stretch * importance)
        * (1 + settings.recall_stretch * math.log1p(max(recalls, 0)))
    )


def strength(trace: Trace, now: datetime, settings: DecaySettings) -> float:
    """Strength from 0 to 1: importance * 2^(-days since last access / half-life).

    The exponential form is Ebbinghaus' forgetting curve (1885) in its usual modern writing R = e^(-t/S). Never falls
    when importance or recalls rise or time is shorter. Pinned memories keep a floor; a protected one does not fade
    before its date. A clock set back counts as no time passed.
    """
    start = trace.last_access_at
    if trace.protected_until is not None and trace.protected_until > start:
        start = trace.protected_until
    days = max((now - start).total_seconds(), 0.0) / DAY_SECONDS
    left = trace.importance * math.exp2(-days / half_life_days(trace.importance, trace.recalls, settings))
    return max(left, settings.pinned_floor) if trace.pinned else left


def archive_date(trace: Trace, settings: DecaySettings) -> datetime | None:
    """When the memory will be archived if nobody asks for it: unused long enough and below the line. None: never."""
    if trace.pinned and settings.pinned_floor >= settings.archive_below:
        return None
    start = trace.last_access_at
    if trace.protected_until is not None and trace.protected_until > start:
        start = trace.protected_until
    if trace.importance <= settings.archive_below:
        below = 0.0
    else:
        half = half_life_days(trace.importance, trace.recalls, settings)
        below = half * math.log2(trace.importance / settings.archive_below)
    return start + timedelta(days=max(below, settings.archive_after_days))


def curve(trace: Trace, since: datetime, until: datetime, settings: DecaySettings, points: int = 60) -> list[float]:
    """Strengths at evenly spaced times, both ends included; for drawing."""
    step = (until - since) / max(points - 1, 1)
    return [strength(trace, since + step * i, settings) for i in range(points)]


def trace_of(memory: Memory, *, holds: bool, now: datetime) -> Trace:
    """The trace of a stored memory. `holds`: it backs a current value of the fact table, which does not fade."""
    protected = _event_time(memory, now)
    if holds:
        protected = max(now, protected) if protected else now
    return Trace(memory.importance, memory.access_count, memory.last_access_at, memory.pinned, protected)


def _event_time(memory: Memory, now: datetime) -> datetime | None:
    """End of the day (or the minute) of the event, in the zone it was said in."""
    if not memory.event_at:
        return None
    event = datetime.fromisoformat(memory.event_at)
    if len(memory.event_at) <= 10:
        event += timedelta(days=1)
    return event if event.tzinfo else event.replace(tzinfo=memory.said_at.tzinfo or now.tzinfo)
