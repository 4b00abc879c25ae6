"""What can be said of every known model: is it there, what memory does it need, how fast was it here."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.engine.errors import KeepsakeError
from app.models import speeds
from app.models.catalogue import Catalogue, ModelEntry
from app.models.gguf_check import inspect, memory_needed
from app.models.speeds import Speed
from app.settings import AnswerSettings


@dataclass(frozen=True, slots=True)
class About:
    entry: ModelEntry
    installed: bool
    memory: int | None  # bytes while it runs; None where the file is not there or not readable
    speed: Speed


def describe(catalogue: Catalogue) -> Iterator[About]:
    """In the catalogue's order."""
    measured = speeds.load(catalogue.folder)
    for entry in catalogue.entries:
        there = catalogue.installed(entry)
        memory = _memory(catalogue.path(entry), entry.role == "chat") if there else None
        yield About(entry, there, memory, measured.get(entry.name, Speed()))


@functools.lru_cache(maxsize=64)
def _memory(path: Path, chats: bool) -> int | None:
    try:
        info = inspect(path)
    except KeepsakeError:  # said when somebody wants to use it
        return None
    return memory_needed(info, min(AnswerSettings().context_window, info.context or 8192) if chats else 0)
