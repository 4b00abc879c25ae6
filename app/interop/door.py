"""The way of the API and MCP to the one engine: connected when first needed, and anew after it has gone."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Protocol

from app.engine.errors import KeepsakeError
from app.link.client import EngineClient, Lost
from app.link.messages import Data

_CLOSED = {"locked": "vault_locked", "setup": "vault_missing"}


class Door(Protocol):
    """Where a verb goes. Raises what the engine raises. Any thread."""

    def call(self, verb: str, args: Data) -> Data: ...


class EngineDoor:
    """One connection for all requests. A vault that its owner locked is not opened again from here."""

    def __init__(self, profile: Path, key: bytes | None, first: EngineClient) -> None:
        """`first`: a connection whose vault is open; it stays its maker's to close."""
        self._profile, self._key = profile, key
        self._lock = threading.Lock()
        self._client: EngineClient | None = first
        self._own: EngineClient | None = None
        self._locked = False
        first.on_lost(lambda lost: self._lost(first, lost))

    def call(self, verb: str, args: Data) -> Data:
        """A request that the engine's end cut off is not sent twice: it may have been carried out."""
        return self._reach().call(verb, args)

    def close(self) -> None:
        with self._lock:
            if self._own is not None:
                self._own.close(wait=True)
            self._client = self._own = None

    def _reach(self) -> EngineClient:
        with self._lock:
            if self._client is None:
                self._client = self._own = self._connect()
            return self._client

    def _connect(self) -> EngineClient:
        if self._locked:
            client = EngineClient.connect(self._profile)
            if client is None:
                raise KeepsakeError("vault_locked")
        else:
            client = EngineClient.connect_or_start(self._profile, self._key)
        try:
            hello = client.call("hello")
            if self._key is not None and not self._locked:
                client.call("unlock", {"key": self._key.hex()})
            elif hello["vault"] != "ready":
                raise KeepsakeError(hello.get("why_locked") or _CLOSED[hello["vault"]])
        except KeepsakeError:
            client.close()
            raise
        self._locked = False
        client.on_lost(lambda lost: self._lost(client, lost))
        return client

    def _lost(self, client: EngineClient, lost: Lost) -> None:
        client.close()
        with self._lock:
            if self._client is client:
                self._client = self._own = None
                self._locked = lost.reason == "locked"
