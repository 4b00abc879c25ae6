"""Runs the local API until it is told to stop."""

from __future__ import annotations

import signal
from types import FrameType

import uvicorn

from app.interop.api.app import guarded
from app.interop.api.guard import Limits
from app.interop.api.listener import BACKLOG, Listening
from app.interop.door import Door

_LAST_ANSWERS_SECONDS = 20
_KEEP_ALIVE_SECONDS = 30


def serve(door: Door, listening: Listening, token: str, limits: Limits | None = None) -> None:
    """Blocks. Ctrl-C and SIGTERM let running requests finish, then return."""
    config = uvicorn.Config(
        guarded(door, token=token, hosts=listening.hosts, limits=limits),
        http="h11",
        ws="none",
        lifespan="off",
        loop="asyncio",
        backlog=BACKLOG,
        access_log=False,
        log_config=None,  # requests hold content
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=_LAST_ANSWERS_SECONDS,
    )
    before = signal.signal(signal.SIGTERM, _stop)  # uvicorn raises the signal anew when it has finished
    try:
        uvicorn.Server(config).run(sockets=[listening.sock])
    except KeyboardInterrupt:
        return
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
