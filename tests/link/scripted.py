"""An engine that does what its verb says, for tests of the link: it answers, waits, streams, fails or dies."""

from __future__ import annotations

import os
import threading
import time
from typing import Any

from app import clock, offline
from app.engine.errors import KeepsakeError


class ScriptedEngine:
    """In-process or in a real engine process; nothing in it is about memory."""

    def __init__(self) -> None:
        self.closed = threading.Event()
        self.cancelled = threading.Event()

    def handle(self, verb: str, args: dict[str, Any], emit: Any, cancel: threading.Event) -> dict[str, Any]:
        match verb:
            case "hello":
                return {"vault": "ready", "pid": os.getpid()}
            case "echo":
                return args
            case "stream":
                for number in range(int(args["count"])):
                    if cancel.is_set():
                        return {"stopped": True}
                    emit("token", {"text": str(number)})
                return {"stopped": False}
            case "wait":
                emit("waiting", {})
                if cancel.wait(30):
                    self.cancelled.set()
                    return {"stopped": True}
                raise TimeoutError
            case "now":
                return {"now": clock.now().isoformat()}
            case "guard":
                return {"installed": offline.installed(), "attempts": offline.attempts()}
            case "odd_result":
                return {"value": object()}
            case "bug":
                raise RuntimeError("my card is 4111 1111 1111 1111")
            case "mendable":
                raise KeepsakeError("model_missing", name="tiny")
            case "die":
                emit("dying", {"at": args["at"]})
                time.sleep(float(args["after"]))
                os.kill(os.getpid(), int(args["signal"]))
                time.sleep(60)  # the signal may go to another thread, which takes a moment
            case "abort":
                os.abort()
            case "lock":
                return {}
        raise LookupError(verb)

    def close(self) -> None:
        self.closed.set()
