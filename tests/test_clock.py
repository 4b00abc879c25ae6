"""The clock: the system's, KEEPSAKE_NOW's, or the one a request brings along."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest

from app import clock
from app.engine.errors import KeepsakeError


def test_it_is_the_systems_time_with_a_zone() -> None:
    moment = clock.now()
    assert moment.tzinfo is not None
    assert abs(moment - datetime.now(UTC)) < timedelta(minutes=1)


def test_the_variable_sets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEPSAKE_NOW", "2030-01-02T03:04:05+08:00")
    assert clock.now().isoformat() == "2030-01-02T03:04:05+08:00"


@pytest.mark.parametrize("text", ["2030-01-02", "2030-01-02T03:04", "2030-01-02 03:04:05.5"])
def test_a_moment_without_a_zone_is_local(text: str) -> None:
    assert clock.parse(text).utcoffset() == datetime(2030, 1, 2, 3, 4).astimezone().utcoffset()


@pytest.mark.parametrize("text", ["", "yesterday", "2030-13-01", "1", "0001-01-01T00:00:00garbage"])
def test_what_is_no_moment_is_refused_with_a_name(text: str) -> None:
    with pytest.raises(KeepsakeError) as caught:
        clock.parse(text)
    assert caught.value.code == "setting_invalid"
    assert caught.value.detail == {"name": "KEEPSAKE_NOW"}


def test_a_requests_clock_holds_for_its_thread_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEPSAKE_NOW", "2030-01-01T00:00:00+00:00")
    elsewhere: list[int] = []
    with clock.at("2040-01-01T00:00:00+00:00"):
        thread = threading.Thread(target=lambda: elsewhere.append(clock.now().year))
        thread.start()
        thread.join()
        assert clock.now().year == 2040
    assert elsewhere == [2030]
    assert clock.now().year == 2030
