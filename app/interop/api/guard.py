"""Stands before the local API: who may knock, how often, how much. Nothing behind it sees a refused request."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from app.interop.api import faults

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Limits:
    body_bytes: int = 1 << 20
    body_seconds: float = 10.0  # for a body to arrive
    per_second: float = 100.0  # requests, averaged ...
    burst: int = 300  # ... after so many at once
    at_once: int = 8  # in the engine; others wait their turn ...
    wait_seconds: float = 30.0  # ... for so long


class Bucket:
    """Token bucket: `burst` at once, then `per_second`."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = per_second, burst, clock
        self._left, self._at = float(burst), clock()

    def take(self) -> bool:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """ASGI middleware. `hosts`: the values of the Host header that mean this listener."""

    def __init__(
        self,
        app: App,
        *,
        token: str,
        hosts: frozenset[str],
        limits: Limits,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app, self._token, self._hosts, self._limits = app, token.encode(), hosts, limits
        self._bucket = Bucket(limits.per_second, limits.burst, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(send, refusal)
            return
        body = await self._body(scope, receive)
        if isinstance(body, str):
            await _refuse(send, body)
            return
        await self._app(scope, _replay(body, receive), send)

    def _refusal(self, scope: Scope) -> str | None:
        found: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            found.setdefault(name.lower(), []).append(value)
        host = found.get(b"host", [])
        # A page of another site that was pointed at this address by its name server still names that site here.
        if len(host) != 1 or host[0].decode("latin-1").lower() not in self._hosts:
            return "host_refused"
        if b"origin" in found or found.get(b"sec-fetch-site", [b"none"]) != [b"none"]:
            return "origin_refused"
        if not self._bucket.take():
            return "too_many"
        kind, _, given = (found.get(b"authorization") or [b""])[0].partition(b" ")
        if not hmac.compare_digest(given.strip(), self._token) or kind.lower() != b"bearer":
            return "unauthorized"
        length = found.get(b"content-length", [b"0"])[0]
        if length.isdigit() and int(length) > self._limits.body_bytes:
            return "too_large"
        return None

    async def _body(self, scope: Scope, receive: Receive) -> bytes | str:
        """All of it, or the code of what was wrong with it."""
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return "too_slow"  # the client has gone
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > self._limits.body_bytes:
                        return "too_large"
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            return "too_slow"
        body = b"".join(parts)
        kinds = [value for name, value in scope["headers"] if name.lower() == b"content-type"]
        if body and (kinds or [b""])[0].split(b";")[0].strip().lower() != b"application/json":
            return "wrong_type"
        return body


def _replay(body: bytes, receive: Receive) -> Receive:
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


async def _refuse(send: Send, code: str) -> None:
    status, message = faults.of_door(code)
    # What is left of the request is not read, so the connection is of no use any more.
    named = [(b"connection", b"close")] if code in ("too_large", "too_slow") else []
    named += [(name.lower().encode(), value.encode()) for name, value in faults.headers(status).items()]
    await send({"type": "http.response.start", "status": status, "headers": named})
    await send({"type": "http.response.body", "body": faults.body(code, message)})
