"""Verbs for other programs: serve (the local API) and mcp."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from app.cli_engine import Run
from app.engine.errors import KeepsakeError
from app.link.client import EngineClient

_PARTS = {"api": ("fastapi", "uvicorn"), "mcp": ("mcp",)}


def serve(
    context: typer.Context,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535)] = None,
    unix: Annotated[Path | None, typer.Option("--unix", metavar="PATH")] = None,
    new_token: Annotated[bool, typer.Option("--new-token")] = False,
) -> None:
    run: Run = context.obj
    _need("api")
    from app.interop.api import listener, token
    from app.interop.api.serve import serve as serve_api
    from app.interop.door import EngineDoor
    from app.vault.keyslots_keyring import SystemKeyring

    if port is not None and unix is not None:
        raise typer.BadParameter("--port or --unix", param_hint="--unix")
    with run.engine() as engine:
        if unix is not None:
            listening = listener.on_unix(unix.expanduser().absolute())
        else:
            listening = listener.on_port(_usual_port(engine) if port is None else port)
        door = EngineDoor(run.options.profile, run.key, engine)
        try:
            secret, new = token.for_profile(
                run.options.profile, None if run.key is not None else SystemKeyring, new=new_token
            )
            shown = secret if new else None
            told = run.output.say("token_new", token=secret) if new else run.output.say("token_kept")
            lines = [run.output.say("serving", address=listening.address), told]
            run.output.result({"address": listening.address, "token": shown}, lines)
            serve_api(door, listening, secret)
        finally:
            door.close()
            listening.close()


def mcp(
    context: typer.Context,
    allow: Annotated[list[str] | None, typer.Option("--allow", metavar="NAME")] = None,
    deny: Annotated[list[str] | None, typer.Option("--deny", metavar="NAME")] = None,
) -> None:
    run: Run = context.obj
    if allow or deny:
        _permit(run, set(allow or ()), set(deny or ()))
        return
    _need("mcp")
    from app.interop import mcp_server
    from app.interop.door import EngineDoor

    with run.engine() as engine:
        door = EngineDoor(run.options.profile, run.key, engine)
        try:
            mcp_server.run(door, run.options.lang)
        finally:
            door.close()


def _permit(run: Run, allow: set[str], deny: set[str]) -> None:
    """Who may change memories over MCP, by the name the client gives itself."""
    with run.engine() as engine:
        now = set(engine.call("settings")["settings"]["interop.mcp_writers"])
        writers = sorted((now | allow) - deny)
        engine.call("settings", {"changes": {"interop.mcp_writers": writers}})
    names = ", ".join(writers) or run.output.say("nobody")
    run.output.result({"mcp_writers": writers}, [run.output.say("mcp_writers", names=names)])


def _usual_port(engine: EngineClient) -> int:
    return int(engine.call("settings")["settings"]["interop.api_port"])


def _need(extra: str) -> None:
    if any(find_spec(part) is None for part in _PARTS[extra]):
        raise KeepsakeError("extra_missing", name=extra)
