"""What is chosen from the machine, and that a person's choice goes before it."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from app.engine.errors import KeepsakeError
from app.models import machine
from app.models.gguf_check import GgufInfo
from app.settings import AUTOMATIC, Settings

CARD = 8 << 30


def info(**changes: int) -> GgufInfo:
    return replace(GgufInfo("llama", "n", "chat", 4096, 2, 64, 1000, "", 10), **changes)


def test_the_window_is_what_the_model_and_the_memory_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine.context_tokens(info(), 8192) == 4096
    assert machine.context_tokens(info(context=0), 8192) == 8192
    memory = type("Memory", (), {"available": 4 * 3000 * 1000})
    monkeypatch.setattr(machine.psutil, "virtual_memory", lambda: memory)
    assert machine.context_tokens(info(context=32768), 8192) == 2048
    assert machine.context_tokens(machine.smaller_cache(info(context=32768)), 8192) == 4096


def test_threads_are_those_this_process_may_use() -> None:
    assert 1 <= machine.default_threads() <= (os.cpu_count() or 1)


def test_layers_go_to_a_card_as_far_as_they_fit() -> None:
    small, large = info(layers=28, file_bytes=1 << 30), info(layers=28, file_bytes=15 << 30)
    assert machine.gpu_layers(small, AUTOMATIC, 4096, CARD) == 29
    assert 10 <= machine.gpu_layers(large, AUTOMATIC, 4096, CARD) <= 15
    assert machine.gpu_layers(small, AUTOMATIC, 4096, 0) == 0
    assert machine.gpu_layers(large, 5, 4096, CARD) == 5
    assert machine.gpu_layers(small, 0, 4096, CARD) == 0


@pytest.mark.parametrize(
    ("percent", "plugged", "below", "low"),
    [(10, False, 20, True), (10, True, 20, False), (80, False, 20, False), (40, False, 50, True), (1, False, 0, False)],
)
def test_a_battery_is_low_below_the_level_that_is_set(
    monkeypatch: pytest.MonkeyPatch, percent: int, plugged: bool, below: int, low: bool
) -> None:
    battery = type("Battery", (), {"percent": percent, "power_plugged": plugged})
    monkeypatch.setattr(machine.psutil, "sensors_battery", lambda: battery, raising=False)
    assert machine.on_low_battery(below) is low


def test_without_a_battery_none_is_low(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.psutil, "sensors_battery", lambda: None, raising=False)
    assert not machine.on_low_battery(100)
    monkeypatch.delattr(machine.psutil, "sensors_battery")
    assert not machine.on_low_battery(100)


def test_the_environment_goes_before_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Settings().with_changes({"models.threads": 3, "models.gpu_layers": 7})
    assert machine.by_hand(kept) == kept
    monkeypatch.setenv("KEEPSAKE_THREADS", "1")
    monkeypatch.setenv("KEEPSAKE_CONTEXT", "4096")
    monkeypatch.setenv("KEEPSAKE_GPU_LAYERS", "-1")
    changed = machine.by_hand(kept)
    assert (changed.models.threads, changed.models.gpu_layers) == (1, AUTOMATIC)
    assert changed.answer.context_window == 4096


@pytest.mark.parametrize("told", ["many", "-2", "1.5"])
def test_a_variable_that_makes_no_sense_is_named(monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    monkeypatch.setenv("KEEPSAKE_THREADS", told)
    with pytest.raises(KeepsakeError) as caught:
        machine.by_hand(Settings())
    assert (caught.value.code, caught.value.detail) == ("setting_invalid", {"name": "KEEPSAKE_THREADS"})
