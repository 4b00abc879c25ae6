"""Verbs about the vault as a whole: backup and restore."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli_engine import Run
from app.engine.errors import KeepsakeError

File = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
Descriptor = Annotated[int | None, typer.Option("--passphrase-fd", metavar="N", min=0)]


def backup(context: typer.Context, file: File, passphrase_fd: Descriptor = None) -> None:
    run: Run = context.obj
    path = file.expanduser().absolute()
    passphrase = run.passphrase(passphrase_fd, new=True)
    with run.engine() as engine:
        done = engine.call("backup", {"path": str(path), "passphrase": passphrase})
    run.output.result({"file": str(path), **done}, [run.output.say("backed_up", bytes=done["bytes"], file=path)])


def restore(context: typer.Context, file: File, passphrase_fd: Descriptor = None) -> None:
    run: Run = context.obj
    path = file.expanduser().absolute()
    if not path.is_file():
        raise KeepsakeError("file_unreadable")
    passphrase = run.passphrase(passphrase_fd, new=False)
    with run.connection() as (engine, _hello):
        state = run.restore(engine, {"path": str(path), "passphrase": passphrase, "lang": run.options.lang})
    told = {"memories": state["memories"], "messages": state["messages"]}
    run.output.result(told, [run.output.say("restored", **told)])
