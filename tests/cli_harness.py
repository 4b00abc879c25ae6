"""Runs the command line in this process against an engine of the test's own, over the real link."""

from __future__ import annotations

import io
import json
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app import cli, cli_options
from app.engine.errors import KeepsakeError
from app.link.process import ADDRESS_FILE
from app.link.server import Server

KEY = "0f" * 32
MEMORY = {
    "id": "m1", "content": "You like Keemun tea", "memory_type": "fact", "label": "preference", "importance": 0.9,
    "strength": 0.9, "confidence": 1.0, "tags": ["tea"], "source": "manual", "user_id": "me", "session_id": None,
    "created_at": "2026-01-01T00:00:00+00:00", "event_at": None, "last_access_at": "2026-01-01T00:00:00+00:00",
    "access_count": 0, "status": "active", "supersedes": [], "superseded_by": None, "quote": "I like Keemun tea",
    "conversation": None, "index": None, "token_count": 5, "pinned": False,
}  # fmt: skip
REPORT = {"messages": 1, "added": [MEMORY], "updated": [], "superseded": [], "dropped": []}
DECISION = {
    "at": "2026-01-01T00:00:00+00:00", "action": "dropped", "reason": "small_talk", "text": "hello!",
    "memory_id": None, "message_id": 1,
}  # fmt: skip
RECEIPT = {"state": "verified", "removed": {"memories": 1}, "checked_bytes": 4096, "at": "2026-01-01T00:00:00+00:00"}
ANSWER = {
    "answer": "Keemun.", "memories": ["m1"], "prompt_tokens": 90, "memory_tokens": 12, "first_token_ms": 50.0,
    "tokens_per_s": 30.0, "conversation": "c1",
}  # fmt: skip


@dataclass
class CannedEngine:
    """Answers every verb with the shape the design promises, and notes what it was asked."""

    vault: str = "ready"
    fails_with: str | None = None
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def handle(self, verb: str, args: dict[str, Any], emit: Callable[..., None], cancel: threading.Event) -> Any:
        self.asked.append((verb, args))
        if verb == "hello":
            return {"vault": self.vault, "chat_model": "smollm2-135m-instruct", "why_locked": None}
        if verb == "unlock":
            self.vault = "ready"
            return {"vault": "ready"}
        if self.fails_with:
            raise KeepsakeError(self.fails_with)
        if verb == "ask":
            emit("token", {"text": "Kee"})
            emit("token", {"text": "mun."})
            emit("answered", {"text": "Keemun."})
            return ANSWER
        return {
            "remember": REPORT,
            "consolidate": REPORT,
            "import": REPORT,
            "memories": {"items": [MEMORY]},
            "decisions": {"items": [DECISION]},
            "recall": {"query": args.get("query"), "items": [], "facts": [], "took_ms": 1.0},
            "forget": {"forgotten": ["m1"], "receipt": RECEIPT},
            "export": {"exported": {"memories": 1}},
            "use_model": {"chat_model": args.get("name")},
            "backup": {"bytes": 4096},
            "restore_backup": {"recovery_words": ""},
            "vault_state": {"memories": 3, "messages": 4},
        }[verb]

    def close(self) -> None:
        return None

    def args_of(self, verb: str) -> dict[str, Any]:
        return next(args for name, args in self.asked if name == verb)


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout; fails where there is anything else."""
        return json.loads(self.out)


class Harness:
    """`keepsake …` with a profile of its own; `serve` puts an engine behind it."""

    def __init__(self, profile: Path, capture: Any, monkeypatch: Any) -> None:
        self.profile = profile
        self._capture = capture
        self._monkeypatch = monkeypatch
        self._threads: list[threading.Thread] = []

    def serve(self, engine: Any = None) -> Any:
        engine = engine or CannedEngine()
        self.profile.mkdir(exist_ok=True)
        address = str(self.profile / "s")
        server = Server(address, engine)
        (self.profile / ADDRESS_FILE).write_text(address, "utf-8")

        def run() -> None:
            server.serve()
            for client in server._leaving:  # what the end of an engine process does to who waits for it
                client.channel.close()

        self._threads.append(threading.Thread(target=run))
        self._threads[-1].start()
        return engine

    def __call__(self, *arguments: str, key: str | None = None, stdin: bytes = b"") -> Outcome:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="ascii"))
        options = cli_options.read([*arguments, "--profile", str(self.profile)])
        self._capture.readouterr()
        status = cli.run(options, key)
        captured = self._capture.readouterr()
        return Outcome(status, captured.out, captured.err)

    def close(self) -> None:
        for thread in self._threads:
            thread.join(20)
            assert not thread.is_alive(), "the engine still has a client"
