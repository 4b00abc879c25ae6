"""What the model page asks of the catalogue, run off the window's thread: list, fetch, import, remove."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.engine.errors import CODES, KeepsakeError

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One model as the page shows it; `bytes` is its size on disk."""

    name: str
    title: str
    role: str
    tier: str
    bytes: int
    licence: str
    installed: bool
    memory: int = 0  # bytes it needs while it runs; 0 for one that is not there to be looked at
    tokens_per_s: float = 0.0  # measured here; 0 before the first long answer


def listing(_: Report) -> list[ModelRow]:
    from app.models.about import describe
    from app.models.catalogue import Catalogue

    return [
        ModelRow(
            each.entry.name, each.entry.title or each.entry.name, each.entry.role, each.entry.tier, each.entry.bytes,
            each.entry.licence, each.installed, each.memory or 0, each.speed.generation,
        )
        for each in describe(Catalogue.load())
    ]  # fmt: skip


def fetch(names: list[str], report: Report) -> list[ModelRow]:
    """Fetch in a process of its own: this one never uses the network. Progress in bytes."""
    from app.link import process
    from app.models import fetch as fetching

    with subprocess.Popen(
        fetching.command(names, as_json=True), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env=process.child_environment(),
    ) as child:  # fmt: skip
        assert child.stdout is not None
        fault = ""
        for raw in child.stdout:
            step = json.loads(raw)
            if "error" in step:
                fault = str(step["error"].get("code", "fetch_failed"))
            elif step.get("total"):
                report(int(step["done"]) >> 10, int(step["total"]) >> 10)
    if child.returncode:
        raise KeepsakeError(fault if fault in CODES else "fetch_failed", name=", ".join(names))
    return listing(report)


def import_file(path: Path, report: Report, prompt_format: str = "gguf") -> list[ModelRow]:
    """`prompt_format`: the chat template chosen for a file that carries none."""
    from app.models import importing
    from app.models.catalogue import Catalogue

    importing.import_file(
        Catalogue.load(), path, lambda p: report(p.done >> 10, max(1, p.total >> 10)), prompt_format=prompt_format
    )
    return listing(report)


def remove(name: str, report: Report) -> list[ModelRow]:
    from app.models.catalogue import Catalogue

    catalogue = Catalogue.load()
    catalogue.without(catalogue.entry(name))
    return listing(report)
