"""Verbs about memory: remember, consolidate, memories, recall, ask, forget, import."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli_engine import Run
from app.decision_words import decision_sentence
from app.engine.errors import KeepsakeError
from app.link.messages import Data

Words = Annotated[list[str], typer.Argument(metavar="TEXT", show_default=False)]


def remember(context: typer.Context, text: Words) -> None:
    run: Run = context.obj
    with run.engine() as engine:
        report = engine.call("remember", {"text": " ".join(text)})
    kept = [*report["added"], *report["updated"]]
    if not kept:
        raise KeepsakeError("empty_text")
    run.output.result(kept[0], [run.output.say("remembered", content=kept[0]["content"])])


def consolidate(context: typer.Context) -> None:
    run: Run = context.obj
    with run.engine() as engine:
        report = engine.call("consolidate", {}, _progress(run))
    run.output.result(report, _report_lines(run, report))


def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False)],
    format: Annotated[str, typer.Option("--format", metavar="NAME")] = "auto",
    dry_run: Annotated[bool, typer.Option("--dry-run")] = False,
) -> None:
    run: Run = context.obj
    path = file.expanduser().absolute()
    if not path.is_file():
        raise KeepsakeError("file_unreadable")
    with run.engine() as engine:
        report = engine.call("import", {"path": str(path), "format": format, "dry_run": dry_run}, _progress(run))
    run.output.result(report, _report_lines(run, report))


def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False)],
    format: Annotated[str, typer.Option("--format", metavar="json|markdown")] = "json",
) -> None:
    run: Run = context.obj
    if format not in ("json", "markdown"):
        raise typer.BadParameter("json or markdown", param_hint="--format")
    path = file.expanduser().absolute()
    with run.engine() as engine:
        done = engine.call("export", {"path": str(path), "format": format, "lang": run.options.lang})
    run.output.result(done, [run.output.say("exported", file=path)])


def memories(context: typer.Context, all_: Annotated[bool, typer.Option("--all")] = False) -> None:
    run: Run = context.obj
    with run.engine() as engine:
        items = engine.call("memories", {"all": all_})["items"]
    run.output.result(items, map(_memory_line, items) if items else [run.output.say("no_memories")])


def decisions(context: typer.Context, limit: Annotated[int, typer.Option("--limit", min=1, max=100_000)] = 200) -> None:
    run: Run = context.obj
    with run.engine() as engine:
        items = engine.call("decisions", {"limit": limit})["items"]
    lines = [decision_sentence(i["action"], i["reason"], i["text"], run.options.lang) for i in items]
    run.output.result(items, lines or [run.output.say("no_decisions")])


def recall(
    context: typer.Context,
    query: Annotated[list[str], typer.Argument(metavar="QUERY", show_default=False)],
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000)] = 10,
    mode: Annotated[str, typer.Option("--mode", metavar="hybrid|semantic|keyword")] = "hybrid",
) -> None:
    run: Run = context.obj
    if mode not in ("hybrid", "semantic", "keyword"):
        raise typer.BadParameter("hybrid, semantic or keyword", param_hint="--mode")
    with run.engine() as engine:
        found = engine.call("recall", {"query": " ".join(query), "limit": limit, "mode": mode})
    lines = [f"{fact['subject']} · {fact['attribute']}: {fact['value']}" for fact in found["facts"]]
    lines += [f"{item['score']:.2f}  {item['content']}  [{item['id']}]" for item in found["items"]]
    run.output.result(found, lines or [run.output.say("nothing_found")])


def ask(
    context: typer.Context,
    text: Words,
    conversation: Annotated[str | None, typer.Option("--conversation", metavar="ID")] = None,
    private: Annotated[bool, typer.Option("--private")] = False,
) -> None:
    run: Run = context.obj
    shown: list[str] = []
    answered: Data = {}

    def listen(kind: str, data: Data) -> None:
        if kind == "token":
            shown.append(data["text"])
            run.output.piece(data["text"])
        elif kind == "answered":
            answered.update(data)

    args: Data = {"text": " ".join(text), "private": private}
    if conversation is not None:
        args["conversation"] = conversation
    with run.engine() as engine:
        result = engine.call("ask", args, listen)
    if answered:
        result["answer"] = answered["text"]  # with the memories the engine lists under its sentence
    rest = "" if shown else str(result["answer"])
    lines = [rest] if not result["memories"] else [rest, run.output.say("used", ids=", ".join(result["memories"]))]
    run.output.result(result, lines)


def forget(
    context: typer.Context,
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", show_default=False)] = None,
    last: Annotated[bool, typer.Option("--last")] = False,
    matching: Annotated[str | None, typer.Option("--matching", metavar="TEXT")] = None,
    all_: Annotated[bool, typer.Option("--all")] = False,
    conversation: Annotated[str | None, typer.Option("--conversation", metavar="ID")] = None,
    person: Annotated[str | None, typer.Option("--person", metavar="NAME")] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DATE")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DATE")] = None,
    keep_messages: Annotated[bool, typer.Option("--keep-messages")] = False,
) -> None:
    run: Run = context.obj
    ways: list[Data] = [{"ids": ids}] if ids else []
    ways += [{"all": True}] * all_ + [{"last": True}] * last
    ways += [{"matching": matching}] if matching is not None else []
    ways += [{"conversation": conversation}] if conversation is not None else []
    ways += [{"person": person}] if person is not None else []
    ways += [{"since": since or "", "until": until or ""}] if since is not None or until is not None else []
    if len(ways) != 1 or ("since" in ways[0] and not (since and until)):
        known = "ID…, --last, --matching TEXT, --conversation ID, --person NAME, --since DATE --until DATE, --all"
        wanted = f"one of {known}"
        raise typer.BadParameter(wanted)
    chosen = ways[0]
    if "" in (matching, conversation, person):
        raise KeepsakeError("empty_text")
    with run.engine() as engine:
        done = engine.call("forget", {**chosen, "keep_messages": keep_messages, "wait": True})
    receipt = done["receipt"]
    name = "forgotten" if receipt["state"] == "verified" else "forgotten_unverified"
    said = run.output.say(name, count=len(done["forgotten"]), bytes=receipt["checked_bytes"])
    run.output.result(done, [said])


def _progress(run: Run) -> Any:
    def listen(kind: str, data: Data) -> None:
        if kind == "progress":
            run.output.progress(int(data["done"]), int(data["total"]))

    return listen


def _report_lines(run: Run, report: Data) -> Iterable[str]:
    counts = {name: len(report[name]) for name in ("added", "updated", "superseded", "dropped")}
    yield run.output.say("report", messages=report["messages"], **counts)
    yield from map(_memory_line, report["added"])


def _memory_line(memory: Data) -> str:
    marks = "".join(("*" if memory["pinned"] else "", "" if memory["status"] == "active" else f" ({memory['status']})"))
    return f"{memory['importance']:.2f}  {memory['content']}{marks}  [{memory['id']}]"
