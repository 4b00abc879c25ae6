"""How every benchmark reports: figures with goals, as a table or as one JSON document.

A benchmark is a file `tests/bench/NAME.py` with `def figures() -> Iterable[Figure]` and, at its end,
`if __name__ == "__main__": main("NAME", figures)`. It is run by `packaging/dev.py bench NAME [--json]`.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. `met` is None for a figure without a goal; goal is text such as "<= 20 ms"."""

    name: str
    value: float | int | str | None
    unit: str = ""
    goal: str | None = None
    met: bool | None = None
    compared_with: str | None = None


def at_most(name: str, value: float, limit: float, unit: str, compared_with: str | None = None) -> Figure:
    return Figure(name, value, unit, f"<= {limit:g} {unit}".rstrip(), value <= limit, compared_with)


def at_least(name: str, value: float, limit: float, unit: str, compared_with: str | None = None) -> Figure:
    return Figure(name, value, unit, f">= {limit:g} {unit}".rstrip(), value >= limit, compared_with)


def left_out(name: str, why: str) -> Figure:
    """Say that something could not be measured here (data or a package that is missing)."""
    return Figure(name, None, "", None, None, f"left out: {why}")


def shared_folder() -> Path | None:
    """Evaluation data beside the repository, where it exists."""
    folder = Path(__file__).resolve().parents[2].parent / "shared"
    return folder if folder.is_dir() else None


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    import psutil

    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = (line.partition(":") for line in cpuinfo.read_text(encoding="utf-8").splitlines())
        model = next((value.strip() for key, _, value in lines if key.strip() == "model name"), model)
    return {
        "system": platform.system(),
        "processor": model,
        "cores": os.cpu_count(),
        "memory_gb": round(psutil.virtual_memory().total / 1e9, 1),
        "python": platform.python_version(),
    }


def _text(value: object) -> str:
    return f"{value:,.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else "-" if value is None else str(value)


def main(bench: str, figures: Callable[[], Iterable[Figure]]) -> None:
    """Run the benchmark; print a table, or with --json one document on stdout."""
    as_json = "--json" in sys.argv[1:]
    done: list[Figure] = []
    for figure in figures():
        done.append(figure)
        if not as_json:
            mark = {True: "met", False: "MISSED", None: ""}[figure.met]
            row = f"{figure.name:<58} {_text(figure.value):>14} {figure.unit:<10} {figure.goal or '':<16} {mark:<7}"
            print(f"{row} {figure.compared_with or ''}".rstrip(), flush=True)
    if as_json:
        rows = [
            {
                "name": f.name,
                "value": f.value,
                "unit": f.unit,
                "goal": f.goal,
                "met": f.met,
                "compared_with": f.compared_with,
            }
            for f in done
        ]
        print(json.dumps({"bench": bench, "machine": machine(), "figures": rows}, ensure_ascii=False, indent=1))
