"""Size, place and the step of the first run, kept in the profile; never content."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

FILE = "window.json"


@dataclass(slots=True)
class WindowState:
    """Numbers and switches only."""

    width: int = 1280
    height: int = 800
    x: int = -1
    y: int = -1
    maximized: bool = False
    panel: bool = True
    splitter: list[int] = field(default_factory=lambda: [240, 740, 300])
    step: int = 0
    visited: int = 0  # seconds since 1970; 0: never
    reviewed: int = 0


def load(profile: Path) -> WindowState:
    """What was kept; the usual size where nothing usable was."""
    try:
        stored = json.loads((profile / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return WindowState()
    state = WindowState()
    for name, usual in asdict(state).items():
        value = stored.get(name) if isinstance(stored, dict) else None
        if type(value) is not type(usual):
            continue
        if isinstance(value, list) and not all(isinstance(size, int) for size in value):
            continue
        setattr(state, name, value)
    return state


def save(profile: Path, state: WindowState) -> None:
    profile.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = profile / f"{FILE}.new"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(asdict(state), file)
    draft.replace(profile / FILE)
