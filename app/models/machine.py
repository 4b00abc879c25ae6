"""What this machine offers the models: threads, window, layers for a graphics card, power. Each can be set by hand.

By hand means the settings, and before them KEEPSAKE_THREADS, KEEPSAKE_CONTEXT and KEEPSAKE_GPU_LAYERS, for one start.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

import psutil

from app.engine.errors import KeepsakeError
from app.models.gguf_check import GgufInfo, memory_needed
from app.settings import AUTOMATIC, Settings

SMALLEST_CONTEXT = 2048
_CARD_RESERVE = 512 << 20  # bytes of a graphics card left to the desktop and to the computation itself
_BY_HAND = {
    "KEEPSAKE_THREADS": "models.threads",
    "KEEPSAKE_CONTEXT": "answer.context_window",
    "KEEPSAKE_GPU_LAYERS": "models.gpu_layers",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """How a chat model is loaded here."""

    threads: int
    window: int  # tokens
    gpu_layers: int
    cache: str  # f16 | q8_0
    flash: bool


def by_hand(settings: Settings) -> Settings:
    """The settings with what the environment overrides. Raises KeepsakeError("setting_invalid") naming the variable."""
    for variable, name in _BY_HAND.items():
        told = os.environ.get(variable, "").strip()
        if told:
            try:
                settings = settings.with_changes({name: int(told)})
            except (ValueError, KeepsakeError) as error:
                raise KeepsakeError("setting_invalid", name=variable) from error
    return settings


def default_threads() -> int:
    """Physical cores this process may use; hyper-threads only where there is a single core."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else psutil.cpu_count() or 1
    physical = psutil.cpu_count(logical=False) or allowed
    return max(1, min(allowed, max(physical, 2)))


def context_tokens(info: GgufInfo, wanted: int) -> int:
    """Window for a model: what is wanted, no more than it was trained for, halved until the caches take at most a
    quarter of the free memory."""
    tokens = min(wanted, info.context or wanted)
    room = psutil.virtual_memory().available // 4
    while tokens > SMALLEST_CONTEXT and tokens * info.cache_bytes_per_token > room:
        tokens //= 2
    return tokens


def gpu_layers(info: GgufInfo, wanted: int, tokens: int, card_bytes: int) -> int:
    """Layers to put on the graphics card: `wanted`, or as many as its free memory holds. `card_bytes` is 0 where
    llama.cpp has no card to use."""
    if wanted != AUTOMATIC:
        return wanted
    layers = info.layers + 1  # the output layer counts as one
    room = card_bytes - _CARD_RESERVE
    if room <= 0:
        return 0
    return min(layers, int(layers * room / memory_needed(info, tokens)))


def on_low_battery(below_percent: int) -> bool:
    """Whether the machine runs from a battery that is below this level. 0: never."""
    sensors = getattr(psutil, "sensors_battery", None)  # missing where psutil knows no battery at all
    battery = sensors() if sensors is not None else None
    return battery is not None and battery.power_plugged is False and battery.percent < below_percent


def smaller_cache(info: GgufInfo) -> GgufInfo:
    """The same model with the bytes per token of an 8-bit cache (34 bytes for 32 values)."""
    return replace(info, cache_bytes_per_token=info.cache_bytes_per_token * 34 // 64)
