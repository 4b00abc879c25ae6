"""How fast each model was here the last time: tokens per second, read and written. A small file beside the models."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = "speeds.json"


@dataclass(frozen=True, slots=True)
class Speed:
    """Tokens per second; 0 for what was not measured yet."""

    prefill: float = 0.0
    generation: float = 0.0


def load(folder: Path) -> dict[str, Speed]:
    """By model name. A damaged file costs the figures it held: they are measured again."""
    try:
        rows = json.loads((folder / FILE).read_text("utf-8"))
        return {str(name): Speed(float(row["prefill"]), float(row["generation"])) for name, row in rows.items()}
    except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def keep(folder: Path, name: str, speed: Speed) -> None:
    """Write down what was measured, atomically; nowhere to write to is no fault of an answer's."""
    rows = {known: asdict(each) for known, each in (load(folder) | {name: speed}).items()}
    part = folder / f"{FILE}.{os.getpid()}.part"
    try:
        part.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
        part.replace(folder / FILE)
    except PermissionError:  # an installed app's own folder
        part.unlink(missing_ok=True)
