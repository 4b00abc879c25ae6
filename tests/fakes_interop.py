"""The verbs of imports and of other programs of the stand-in engine (tests/fakes_ui.py)."""

from __future__ import annotations

import threading
from typing import Any

Data = dict[str, Any]
DAYS = ("2024-01-03T10:00:00+00:00", "2025-03-05T10:00:00+00:00")
TITLES = {
    "en": ["Weekend trip to Lisbon", "Bread that does not rise", "Letter to the school", "Tax return", ""],
    "zh": ["去里斯本过周末", "面包为什么发不起来", "给学校的信", "报税", ""],
}


class InteropVerbs:
    """Imports of one invented file; `speakers` are asked for where there are some."""

    lang: str
    speakers: list[Data] = []  # noqa: RUF012
    step = 0.0  # seconds between two progress events

    def __init__(self) -> None:
        self.jobs: list[Data] = []

    def do_import_preview(self, args: Data, emit: Any, cancel: threading.Event) -> Data:
        if self.speakers and not args.get("owner"):
            return {"format": "telegram", "conversations": [], "speakers": self.speakers, "skipped": []}
        talks = [
            {"place": n, "title": title, "messages": 40 + n, "yours": 20, "new": 0 if n == 3 else 40 + n,
             "first": DAYS[0], "last": DAYS[1]}
            for n, title in enumerate(TITLES[self.lang])
        ]  # fmt: skip
        example = "my number is [phone number], call…" if self.lang == "en" else "我的电话是 [电话号码]，打给我…"
        return {
            "format": "telegram" if self.speakers else "chatgpt", "conversations": talks, "speakers": [],
            "masks": {"PHONE": 3, "PASSWORD": 1}, "examples": {"PHONE": [example]}, "masks_of": 100,
            "skipped": [{"where": "conversation 7", "reason": "not_a_conversation"}],
        }  # fmt: skip

    def do_import_estimate(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"seconds_a_message": 1.7}

    def do_imports(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"items": [dict(job) for job in self.jobs]}

    def do_import(self, args: Data, emit: Any, cancel: threading.Event) -> Data:
        job = {"id": len(self.jobs) + 1, "format": "chatgpt", "name": str(args["path"]).rsplit("/", 1)[-1],
               "started_at": DAYS[1], "finished_at": None, "done": 0, "total": args["total"],
               "running": True}  # fmt: skip
        self.jobs.insert(0, job)
        return self._go(job, emit, cancel)

    def do_import_resume(self, args: Data, emit: Any, cancel: threading.Event) -> Data:
        return self._go(next(job for job in self.jobs if job["id"] == args["job"]), emit, cancel)

    def _go(self, job: Data, emit: Any, cancel: threading.Event) -> Data:
        while job["done"] < job["total"] and not cancel.wait(self.step) and not cancel.is_set():
            job["done"] = min(job["total"], job["done"] + 10)
            emit("progress", {"done": job["done"], "total": job["total"], "stage": "importing"})
        finished = job["done"] == job["total"]
        job.update(running=False, finished_at=DAYS[1] if finished else None)
        return {"messages": job["done"], "added": job["done"] // 9, "updated": 0, "superseded": 0, "skipped": [],
                "job": job["id"], "finished": finished}  # fmt: skip

    def do_import_undo(self, args: Data, emit: Any, cancel: Any) -> Data:
        self.jobs = [job for job in self.jobs if job["id"] != args["job"]]
        return {"receipt": {"state": "removed", "removed": {"memories": 12, "messages": 100}}}
