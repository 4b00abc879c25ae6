"""Strength falls with time, slower for what matters and for what is recalled; pinned and future things hold."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.decay import Trace, archive_date, curve, strength
from app.settings import DecaySettings

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SETTINGS = DecaySettings()
importances = st.floats(0.1, 1.0)
recalls = st.integers(0, 10_000)
ages = st.floats(0, 4000)


def trace(importance: float, times: int, days: float, *, pinned: bool = False) -> Trace:
    return Trace(importance, times, NOW - timedelta(days=days), pinned)


@given(importances, recalls, ages)
def test_strength_stays_between_nothing_and_importance(importance: float, times: int, days: float) -> None:
    assert 0.0 <= strength(trace(importance, times, days), NOW, SETTINGS) <= importance


@given(importances, recalls, recalls, ages)
def test_more_recalls_never_weaken(importance: float, one: int, other: int, days: float) -> None:
    few, many = sorted((one, other))
    assert strength(trace(importance, few, days), NOW, SETTINGS) <= strength(
        trace(importance, many, days), NOW, SETTINGS
    )


@given(importances, importances, recalls, ages)
def test_more_importance_never_weakens(one: float, other: float, times: int, days: float) -> None:
    low, high = sorted((one, other))
    assert strength(trace(low, times, days), NOW, SETTINGS) <= strength(trace(high, times, days), NOW, SETTINGS)


@given(importances, recalls, ages, ages)
def test_more_time_never_strengthens(importance: float, times: int, one: float, other: float) -> None:
    short, long = sorted((one, other))
    weak, strong = trace(importance, times, long), trace(importance, times, short)
    assert strength(weak, NOW, SETTINGS) <= strength(strong, NOW, SETTINGS)


@given(importances, recalls, ages)
def test_a_pinned_memory_never_falls_below_its_floor(importance: float, times: int, days: float) -> None:
    pinned = trace(importance, times, days, pinned=True)
    assert strength(pinned, NOW, SETTINGS) >= SETTINGS.pinned_floor
    assert archive_date(pinned, SETTINGS) is None


def test_a_clock_set_back_takes_nothing_away() -> None:
    assert strength(trace(0.8, 0, -30), NOW, SETTINGS) == pytest.approx(0.8)


def test_a_future_event_does_not_fade_before_its_date() -> None:
    told = NOW - timedelta(days=300)
    event = NOW + timedelta(days=10)
    assert strength(Trace(0.6, 0, told, protected_until=event), NOW, SETTINGS) == pytest.approx(0.6)
    due = archive_date(Trace(0.6, 0, told, protected_until=event), SETTINGS)
    assert due is not None and due > event + timedelta(days=SETTINGS.archive_after_days - 1)


@given(importances, st.integers(0, 50))
def test_the_archive_date_is_when_strength_meets_the_line(importance: float, times: int) -> None:
    due = archive_date(trace(importance, times, 0), SETTINGS)
    assert due is not None
    idle = (due - NOW).total_seconds() / 86_400
    assert idle >= SETTINGS.archive_after_days - 1e-6
    assert strength(trace(importance, times, 0), due + timedelta(minutes=1), SETTINGS) < SETTINGS.archive_below


def test_a_curve_has_its_ends_at_the_times_asked_for() -> None:
    fresh = trace(0.8, 0, 0)
    values = curve(fresh, NOW, NOW + timedelta(days=100), SETTINGS, points=11)
    assert len(values) == 11
    assert values[0] == pytest.approx(0.8)
    assert values[-1] == pytest.approx(strength(fresh, NOW + timedelta(days=100), SETTINGS))
    assert values == sorted(values, reverse=True)
