"""Verbs of imports: look into a file, take it in, go on after a stop, list what was taken in, take it back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.engine import views
from app.engine.engine import Emit, Engine
from app.engine.errors import KeepsakeError
from app.engine.intake import Intake, Taken, Wanted
from app.engine.intake_preview import Preview
from app.engine.types import Progress

Args = dict[str, Any]
Result = dict[str, Any]


class Imports:
    """What clients may ask of imports. `brief` results hold counts instead of memories."""

    def __init__(self, engine: Engine, intake: Intake, preview: Preview) -> None:
        self._engine = engine
        self._intake = intake
        self._preview = preview

    def verbs(self) -> dict[str, Callable[[Args, Emit, threading.Event], Result]]:
        return {
            "import": self._import,
            "import_preview": self._look,
            "import_estimate": lambda args, emit, cancel: self._estimate(args, cancel),
            "imports": lambda args, emit, cancel: {"items": [_job(job) for job in self._intake.jobs()]},
            "import_resume": self._resume,
            "import_undo": lambda args, emit, cancel: self._undo(args),
        }

    def _import(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        brief = bool(args.get("brief"))
        taken = self._intake.run(
            _wanted(args), cancel, _progress(emit), dry_run=bool(args.get("dry_run")), keep_report=not brief
        )
        return self._view(taken, brief)

    def _resume(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        brief = bool(args.get("brief"))
        path = Path(str(args["path"])) if args.get("path") else None
        taken = self._intake.resume(_number(args), cancel, _progress(emit), path=path, keep_report=not brief)
        return self._view(taken, brief)

    def _look(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        return self._preview.look(_wanted(args), cancel, _progress(emit))

    def _estimate(self, args: Args, cancel: threading.Event) -> Result:
        return {"seconds_a_message": round(self._preview.seconds_a_message(_wanted(args), cancel), 4)}

    def _undo(self, args: Args) -> Result:
        receipt = self._intake.undo(_number(args), wait=bool(args.get("wait")))
        return {"receipt": views.receipt_view(receipt)}

    def _view(self, taken: Taken, brief: bool) -> Result:
        report = taken.report
        if brief:
            counted: Result = {
                "messages": report.messages, "added": len(report.added), "updated": len(report.updated),
                "superseded": len(report.superseded),
            }  # fmt: skip
        else:
            counted = views.report_view(report, self._engine.views)
        named = [{"where": entry.where, "reason": entry.reason} for entry in taken.skipped]
        return {**counted, "skipped": named, "job": taken.job, "finished": taken.finished}


def _wanted(args: Args) -> Wanted:
    path, owner, chosen, total = args.get("path"), args.get("owner"), args.get("chosen"), args.get("total", 0)
    if not isinstance(path, str):
        raise KeepsakeError("usage", name="path")
    if owner is not None and not isinstance(owner, str):
        raise KeepsakeError("usage", name="owner")
    if chosen is not None and not (isinstance(chosen, list) and all(isinstance(place, int) for place in chosen)):
        raise KeepsakeError("usage", name="chosen")
    if not isinstance(total, int) or total < 0:
        raise KeepsakeError("usage", name="total")
    picked = None if chosen is None else frozenset(chosen)
    return Wanted(Path(path), str(args.get("format") or "auto"), owner, picked, total)


def _number(args: Args) -> int:
    job = args.get("job")
    if not isinstance(job, int):
        raise KeepsakeError("usage", name="job")
    return job


def _job(job: dict[str, Any]) -> Result:
    times = {name: job[name].isoformat() if job[name] else None for name in ("started_at", "finished_at")}
    return {**job, **times}


def _progress(emit: Emit) -> Callable[[Progress], None]:
    return lambda progress: emit("progress", {"done": progress.done, "total": progress.total, "stage": progress.stage})
