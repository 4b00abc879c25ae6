"""The doctor's checks inside an engine process: each one does the thing it reports on."""

from __future__ import annotations

import math
import os
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app import offline
from app.engine.errors import KeepsakeError
from app.engine.types import Vectors
from app.link.messages import Data
from app.link.server import Emit, Handler
from app.versions import versions

_PLAIN_HEADER = b"SQLite format 3\0"
_CARD = "4111 1111 1111 1111"
_SAID = {"en": "My favourite tea is Keemun from Qimen.", "zh": "我最喜欢的茶是祁门红茶。"}
_ASKED = {"en": "Which tea do I like best?", "zh": "我最喜欢喝什么茶？"}


class CheckFailed(Exception):
    """A check did its thing and the outcome was wrong; the text says how, and holds none of a person's words."""


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    ok: bool
    detail: str
    ms: float

    def view(self) -> Data:
        return {"name": self.name, "ok": self.ok, "detail": self.detail, "ms": self.ms}


def carry_out(name: str, check: Callable[[], str]) -> Check:
    """Run one check and time it. What it raises is its outcome: an error's code, or the type of a fault."""
    started = time.perf_counter()
    try:
        ok, detail = True, check()
    except KeepsakeError as error:
        ok, detail = False, " ".join([error.code, *(f"{key}={value}" for key, value in error.detail.items())])
    except CheckFailed as error:
        ok, detail = False, str(error)
    except Exception as error:  # noqa: BLE001 - finding out what is broken is what a doctor is for
        ok, detail = False, type(error).__name__
    return Check(name, ok, detail, round((time.perf_counter() - started) * 1000, 1))


class EngineDoctor:
    """Writes to the vault it is given, and deletes it again: meant for a throw-away profile.

    reopen: opens the vault file with another raw key and closes it again. embed: sentences to unit vectors. rerank: the
    installed cross-encoder's name and its scores of passages for a question; None where there is none.
    """

    def __init__(
        self, vault_file: Path, *, reopen: Callable[[bytes], None], embed: Callable[[list[str]], Vectors],
        rerank: Callable[[str, list[str]], tuple[str, list[float]] | None], versions: Callable[[], dict[str, str]],
    ) -> None:  # fmt: skip
        self._vault_file = vault_file
        self._reopen = reopen
        self._embed = embed
        self._rerank = rerank
        self._versions = versions
        self._kept: list[str] = []

    def examine(self, engine: Handler, emit: Emit) -> Data:
        """Every check in turn, each also as a `check` event: `{"checks": [...], "network_attempts": n}`."""

        def call(verb: str, args: Data) -> Data:
            return engine.handle(verb, args, lambda _kind, _data: None, threading.Event())

        attempts = offline.attempts()
        checks: dict[str, Callable[[], str]] = {
            "vault": lambda: self._vault(call),
            "wrong key": self._wrong_key,
            "redaction": lambda: _redaction(call),
            "embedding": self._embedding,
            "rerank": self._reranking,
            "search": lambda: self._search(call),
            "generation": lambda: _generation(engine),
            "deletion": lambda: self._deletion(call),
            "engine network": lambda: _network(attempts),
            "versions": lambda: ", ".join(f"{name} {version}" for name, version in self._all_versions().items()),
        }
        done: list[Data] = []
        for name, check in checks.items():
            done.append(carry_out(name, check).view())
            emit("check", done[-1])
        return {"checks": done, "network_attempts": attempts}

    def _vault(self, call: Callable[[str, Data], Data]) -> str:
        call("memories", {})
        with self._vault_file.open("rb") as file:
            head = file.read(len(_PLAIN_HEADER))
        if not head or head == _PLAIN_HEADER:
            raise CheckFailed("the vault file is not encrypted")
        return "opens, and is encrypted"

    def _wrong_key(self) -> str:
        try:
            self._reopen(os.urandom(32))
        except KeepsakeError as error:
            if error.code in ("vault_wrong_key", "vault_not_a_vault"):
                return "refused"
            raise
        raise CheckFailed("another key opened the vault")

    def _embedding(self) -> str:
        near, same, far = self._embed([_SAID["en"], "I like tea from Qimen best.", "The server was rebooted twice."])
        close, distant = float(near @ same), float(near @ far)
        if not close > distant:
            raise CheckFailed(f"a paraphrase scores {close:.3f}, another topic {distant:.3f}")
        return f"{len(near)} dimensions; paraphrase {close:.2f}, other topic {distant:.2f}"

    def _reranking(self) -> str:
        """A cross-encoder is an extra: without one everything is found, in the order of the fused scores."""
        scored = self._rerank(_ASKED["en"], [_SAID["en"], "The server was rebooted twice."])
        if scored is None:
            return "no cross-encoder installed; results keep the order of meaning and words"
        name, (fitting, other) = scored
        if not (math.isfinite(fitting) and math.isfinite(other)):
            raise CheckFailed(f"{name} gave a score that is no number")
        return f"{name}; fitting passage {fitting:.2f}, other topic {other:.2f}"

    def _search(self, call: Callable[[str, Data], Data]) -> str:
        for language, sentence in _SAID.items():
            report = call("remember", {"text": sentence})
            self._kept += [memory["id"] for memory in (*report["added"], *report["updated"])]
            if not self._kept or not _found(call, _ASKED[language], self._kept[-1]):
                raise CheckFailed(f"what was remembered is not found ({language})")
        return f"{len(self._kept)} memories found by their meaning"

    def _deletion(self, call: Callable[[str, Data], Data]) -> str:
        if not self._kept:
            raise CheckFailed("nothing had been remembered")
        receipt = call("forget", {"ids": self._kept, "wait": True})["receipt"]
        if receipt["state"] != "verified" or receipt["checked_bytes"] <= 0:
            raise CheckFailed(f"state {receipt['state']}")
        if any(_found(call, asked, gone) for asked in _ASKED.values() for gone in self._kept):
            raise CheckFailed("a deleted memory was found again")
        return f"verified; {receipt['checked_bytes']} bytes searched"

    def _all_versions(self) -> dict[str, str]:
        return versions() | self._versions()


def _found(call: Callable[[str, Data], Data], query: str, memory_id: str) -> bool:
    return any(item["id"] == memory_id for item in call("recall", {"query": query, "limit": 5})["items"])


def _redaction(call: Callable[[str, Data], Data]) -> str:
    texts = [f"My card is {_CARD}.", f"卡号{_CARD}"]
    masked: list[Any] = call("redact", {"texts": texts})["items"]
    if any(_CARD in item["text"] for item in masked) or not all(item["found"] for item in masked):
        raise CheckFailed("a card number was not masked")
    return " / ".join(str(item["text"]) for item in masked)


def _generation(engine: Handler) -> str:
    pieces: list[str] = []

    def listen(kind: str, data: Data) -> None:
        if kind == "token":
            pieces.append(data["text"])

    asked = {"text": "Say hello in one short sentence.", "private": True}
    result = engine.handle("ask", asked, listen, threading.Event())
    if not "".join(pieces).strip():
        raise CheckFailed("the model said nothing")
    return f"first token after {result['first_token_ms']:.0f} ms, {result['tokens_per_s']:.1f} tokens/s"


def _network(attempts_before: int) -> str:
    """Proves that the guard refuses and counts, by trying; then reports what anything else had tried before."""
    before = offline.attempts()
    try:
        socket.getaddrinfo("keepsake.invalid", 443)
    except offline.NotLocal:
        pass
    else:
        raise CheckFailed("the guard let a name look-up through")
    if offline.attempts() != before + 1:
        raise CheckFailed("the guard did not count an attempt")
    if attempts_before:
        kinds = ", ".join(f"{kind} {count}" for kind, count in offline.attempts_by_kind().items())
        raise CheckFailed(f"{attempts_before} attempts: {kinds}")
    return "0 attempts; a look-up made on purpose was refused and counted"
