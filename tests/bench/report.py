"""What every benchmark prints: figures as a table for people or as the JSON document of the command line."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure. `goal` is text such as "<= 20 ms"; `met` is None exactly when there is no goal."""

    name: str
    value: float | int | str | None
    unit: str = ""
    goal: str | None = None
    met: bool | None = None
    compared_with: str | None = None

    def __post_init__(self) -> None:
        if (self.goal is None) != (self.met is None):
            raise ValueError(f"{self.name}: a goal and whether it is met go together")


def at_most(name: str, value: float, unit: str, limit: float, compared_with: str | None = None) -> Figure:
    """A figure whose goal is an upper limit in the same unit."""
    return Figure(name, value, unit, f"<= {limit:g} {unit}".rstrip(), value <= limit, compared_with)


def at_least(name: str, value: float, unit: str, limit: float, compared_with: str | None = None) -> Figure:
    """A figure whose goal is a lower limit in the same unit."""
    return Figure(name, value, unit, f">= {limit:g} {unit}".rstrip(), value >= limit, compared_with)


def machine() -> dict[str, object]:
    """What the figures were measured on; names no user and no host."""
    return {
        "system": platform.system(),
        "arch": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


def print_report(bench: str, figures: Sequence[Figure], as_json: bool) -> None:
    """Print the figures to stdout, as JSON (one document, nothing else) or as a table."""
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    if as_json:
        document = {"bench": bench, "machine": machine(), "figures": [asdict(figure) for figure in figures]}
        print(json.dumps(document, ensure_ascii=False))
        return
    rows = [("figure", "value", "goal", "met", "compared with")]
    for figure in figures:
        value = f"{figure.value:.4g}" if isinstance(figure.value, float) else str(figure.value)
        met = {None: "", True: "yes", False: "NO"}[figure.met]
        rows.append((figure.name, f"{value} {figure.unit}".strip(), figure.goal or "", met, figure.compared_with or ""))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    print(f"{bench} ({machine()['cores']} cores, {machine()['system']} {machine()['arch']})")
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
