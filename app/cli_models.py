"""Verbs under `models`: list, fetch, import, use, remove. No vault and no key are needed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, cast, get_args

import typer

from app import settings as settings_file
from app.cli_engine import Run
from app.engine.errors import CODES, KeepsakeError
from app.engine.types import Progress
from app.link import process
from app.link.client import EngineClient
from app.link.messages import Data
from app.models.about import About, describe
from app.models.catalogue import Catalogue, ModelRole
from app.models.gguf_check import check
from app.models.machine import SMALLEST_CONTEXT

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]
Names = Annotated[list[str] | None, typer.Argument(metavar="NAME", show_default=False)]
_FETCHED_BY_DEFAULT = ("default", "small")  # tiers; the test model is fetched by name


def list_(context: typer.Context) -> None:
    _show(context.obj)


def models(context: typer.Context) -> None:
    """`keepsake models` alone lists them."""
    if context.invoked_subcommand is None:
        _show(context.obj)


def fetch(context: typer.Context, names: Names = None) -> None:
    """Fetching is a process of its own: this one may not use the network, and cannot."""
    run: Run = context.obj
    from app.models import fetch as fetching

    catalogue = Catalogue.load()
    wanted = [catalogue.entry(name).name for name in names or ()] or _needed(catalogue)
    with subprocess.Popen(
        fetching.command(wanted, as_json=True),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=process.child_environment(),
    ) as child:
        assert child.stdout is not None
        fault: Data = {}
        for raw in child.stdout:
            step = json.loads(raw)
            if "error" in step:
                fault = step["error"]
            else:
                _show_step(run, step)
    if child.returncode:
        code = str(fault.get("code", "fetch_failed"))
        raise KeepsakeError(code if code in CODES else "fetch_failed", name=", ".join(wanted))
    _show(run)


def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False)],
    role: Annotated[str, typer.Option("--role", metavar="chat|embedding|rerank")] = "",
    template: Annotated[str, typer.Option("--template", metavar="NAME")] = "gguf",
) -> None:
    run: Run = context.obj
    from app.models.importing import import_file

    path = file.expanduser().absolute()
    if not path.is_file():
        raise KeepsakeError("file_unreadable")
    if role not in ("", *get_args(ModelRole)):
        raise typer.BadParameter("chat, embedding or rerank", param_hint="--role")
    wanted = cast("ModelRole | None", role or None)

    def report(progress: Progress) -> None:
        run.output.progress(progress.done >> 20, progress.total >> 20)

    import_file(Catalogue.load(), path, report, role=wanted, prompt_format=template)
    _show(run)


def use(context: typer.Context, name: Name) -> None:
    """From now on this model answers; a running engine switches at once."""
    run: Run = context.obj
    catalogue = Catalogue.load()
    entry = catalogue.entry(name)
    if entry.role not in ("chat", "embedding"):
        raise KeepsakeError("model_wrong_role", name=entry.name)
    tokens = SMALLEST_CONTEXT if entry.role == "chat" else 0
    check(catalogue.require(entry), entry.role, tokens=tokens, prompt_format=entry.prompt_format)
    if not _tell_engine(run, "use_model", {"name": entry.name, "keep": True}):
        _keep(run, f"models.{entry.role}", entry.name)
    note = "model_in_use" if entry.role == "chat" else "embedding_in_use"
    _show(run, note=run.output.say(note, name=entry.name))


def remove(context: typer.Context, name: Name) -> None:
    run: Run = context.obj
    catalogue = Catalogue.load()
    entry = catalogue.entry(name)
    catalogue.without(entry)
    chosen = settings_file.load(run.options.profile).models
    for role in ("chat", "embedding"):
        if entry.name == getattr(chosen, role):  # the best one left takes its place
            change = {"changes": {f"models.{role}": ""}}
            if not _tell_engine(run, "settings", change):
                _keep(run, f"models.{role}", "")
    _show(run)


def _tell_engine(run: Run, verb: str, args: Data) -> bool:
    """Ask the running engine of the profile; False where none runs."""
    client = EngineClient.connect(run.options.profile)
    if client is None:
        return False
    try:
        client.call(verb, args)
    finally:
        client.close(wait=True)
    return True


def _keep(run: Run, setting: str, name: str) -> None:
    profile = run.options.profile
    profile.mkdir(parents=True, exist_ok=True, mode=0o700)
    settings_file.save(profile, settings_file.load(profile).with_changes({setting: name}))


VERBS: dict[str, Callable[..., Any]] = {
    "list": list_, "fetch": fetch, "import": import_, "use": use, "remove": remove,
}  # fmt: skip


def _needed(catalogue: Catalogue) -> list[str]:
    entries = catalogue.entries
    return [e.name for e in entries if e.role == "embedding" or (e.role == "chat" and e.tier in _FETCHED_BY_DEFAULT)]


def _show(run: Run, note: str = "") -> None:
    catalogue = Catalogue.load()
    if note:
        run.output.note(note)
    known = list(describe(catalogue))
    run.output.result([_view(each) for each in known], (_line(run, each) for each in known))


def _view(about: About) -> Data:
    entry, speed = about.entry, about.speed
    return {
        "name": entry.name,
        "role": entry.role,
        "tier": entry.tier,
        "installed": about.installed,
        "bytes": entry.bytes,
        "licence": entry.licence,
        "memory_bytes": about.memory,
        "tokens_per_s": speed.generation or None,
        "prefill_per_s": speed.prefill or None,
    }


def _line(run: Run, about: About) -> str:
    entry = about.entry
    state = run.output.say("model_there" if about.installed else "model_absent")
    size = f"{entry.bytes / 1e6:,.0f} MB"
    memory = f"RAM {about.memory / 1e6:,.0f} MB" if about.memory else ""
    speed = f"{about.speed.generation:.0f} tokens/s" if about.speed.generation else ""
    row = f"{entry.name:<32} {entry.role:<10} {entry.tier:<9} {size:>9}  {entry.licence:<12} {state:<13}"
    return f"{row} {memory:<13} {speed}".rstrip()


def _show_step(run: Run, step: Data) -> None:
    if sys.stderr.isatty():
        run.output.progress(int(step["done"]) >> 20, int(step["total"]) >> 20)
    elif step["stage"] == "done":
        run.output.note(run.output.say("fetched", name=step["name"]))
