"""A client of the engine: connects to the running one of a profile or starts it; the only door for window and CLI."""

from __future__ import annotations

import itertools
import os
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app import clock
from app.engine.errors import KeepsakeError
from app.link import process, wire
from app.link.messages import EVERYONE, Data, Event, Failure, Frame, Reply, Request, Stop
from app.link.server import BYE, PING

OnEvent = Callable[[str, Data], None]
OnDone = Callable[[Data | None, KeepsakeError | None], None]
CONNECT_SECONDS = 60.0  # an engine that is just ending may still be writing
_LAST_WRITE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Lost:
    """Why the connection is gone. `signal` is known to the client that started the engine, on Unix."""

    reason: Literal["crashed", "locked", "ended"]
    signal: int | None = None


OnLost = Callable[[Lost], None]
_Inbox = queue.SimpleQueue[Frame | None]  # None: the connection is gone


class EngineClient:
    """One connection. Any thread may use it. After a loss it stays lost: connect again to go on."""

    def __init__(self, channel: wire.Channel, engine: process.EngineProcess | None = None) -> None:
        self._channel = channel
        self._engine = engine  # only where this client started it
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, _Inbox] = {}
        self._lost: Lost | None = None
        self._reason: Literal["crashed", "locked", "ended"] = "crashed"
        self._closing = False
        self._on_lost: list[OnLost] = []
        self._on_news: list[OnEvent] = []
        self._gone = threading.Event()
        threading.Thread(target=self._read, name="link-client", daemon=True).start()

    @classmethod
    def connect_or_start(
        cls, profile: Path, key: bytes | None = None, *, model: str | None = None, unlock: bool = True
    ) -> EngineClient:
        """Reach the engine of this profile, starting it where none runs.

        key: the 32-byte raw vault key (unattended use); handed to a new engine through its stdin only.
        model: chat model of a new engine; a running one keeps its own until `use_model`.
        unlock: False leaves the keyring alone, so that a vault locked by its owner stays locked.
        Raises KeepsakeError: what kept the engine from starting, or "engine_busy" after CONNECT_SECONDS.
        """
        deadline = time.monotonic() + CONNECT_SECONDS
        engine: process.EngineProcess | None = None
        while time.monotonic() < deadline:
            client = cls._reach(profile, engine)
            if client is not None:
                return client
            if engine is not None:  # it was killed, or ended, in this very moment
                engine.release(wait=True)
            engine = process.start(profile, key, model=model, unlock=unlock)
            if engine is None:  # somebody else's engine holds the profile: it is starting, or ending
                time.sleep(0.05)
        raise KeepsakeError("engine_busy")

    @classmethod
    def connect(cls, profile: Path) -> EngineClient | None:
        """Reach a running engine; None when there is none."""
        return cls._reach(profile, None)

    @classmethod
    def _reach(cls, profile: Path, engine: process.EngineProcess | None) -> EngineClient | None:
        try:
            channel = wire.connect(process.address_of(profile))
        except (OSError, EOFError):
            return None
        client = cls(channel, engine)
        try:
            client.call(PING)  # an engine that is ending accepts and hangs up
        except KeepsakeError as error:
            client.close()
            if error.code == "engine_gone":
                return None
            raise
        return client

    def call(self, verb: str, args: Data | None = None, on_event: OnEvent | None = None) -> Data:
        """Ask and wait. Raises what the engine raised; "engine_gone" when it died meanwhile.

        A keyboard interrupt stops the request in the engine before it goes on.
        """
        number, inbox = self._send(verb, args or {})
        try:
            return self._take(number, inbox, on_event)
        except KeyboardInterrupt:
            self.stop(number)
            raise

    def submit(self, verb: str, args: Data, on_event: OnEvent | None, on_done: OnDone) -> int:
        """Ask and go on; the callbacks come on a thread of this request. Returns its number, for `stop`."""
        number, inbox = self._send(verb, args)

        def wait() -> None:
            try:
                result = self._take(number, inbox, on_event)
            except KeepsakeError as error:
                on_done(None, error)
            else:
                on_done(result, None)

        threading.Thread(target=wait, name=f"link-{verb}", daemon=True).start()
        return number

    def stop(self, number: int) -> None:
        """Stop a running request at once; it still ends with its reply."""
        with suppress(OSError):  # nobody there: it has stopped
            self._channel.send(Stop(number))

    def on_lost(self, callback: OnLost) -> None:
        """Call back once when the engine has gone without `close`, from the reader's thread."""
        with self._lock:
            lost = self._lost
            if lost is None:
                self._on_lost.append(callback)
        if lost is not None:
            callback(lost)

    def on_news(self, callback: OnEvent) -> None:
        """Call back for events nobody asked for: `changed` {verb} by another client."""
        self._on_news.append(callback)

    def close(self, *, wait: bool = False) -> None:
        """Leave. With `wait`, and as the last client, return only when the engine has written everything and ended."""
        self._closing = True
        if wait and not self._gone.is_set():
            with suppress(OSError):
                self._channel.send(Request(next(self._numbers), BYE))
                self._gone.wait(_LAST_WRITE_SECONDS)
        self._channel.close()
        if self._engine is not None:
            self._engine.release(wait=wait and self._gone.is_set())

    @property
    def engine_pid(self) -> int | None:
        """Process id of the engine, where this client started it."""
        return self._engine.pid if self._engine else None

    def _send(self, verb: str, args: Data) -> tuple[int, _Inbox]:
        number, inbox = next(self._numbers), _Inbox()
        with self._lock:
            if self._lost is not None or self._closing:
                raise KeepsakeError("engine_gone")
            self._waiting[number] = inbox
        try:
            self._channel.send(Request(number, verb, args, os.environ.get(clock.VARIABLE)))
        except OSError as error:
            with self._lock:
                self._waiting.pop(number, None)
            raise KeepsakeError("engine_gone") from error
        return number, inbox

    def _take(self, number: int, inbox: _Inbox, on_event: OnEvent | None) -> Data:
        try:
            while True:
                frame = inbox.get()
                if isinstance(frame, Event):
                    if on_event is not None:
                        on_event(frame.kind, frame.data)
                elif isinstance(frame, Reply):
                    return frame.result
                elif isinstance(frame, Failure):
                    raise KeepsakeError(frame.code, **frame.detail)
                else:
                    raise KeepsakeError("engine_gone")
        finally:
            with self._lock:
                self._waiting.pop(number, None)

    def _read(self) -> None:
        try:
            while True:
                frame = self._channel.receive()
                if frame.id == EVERYONE and isinstance(frame, Event):
                    self._news(frame)
                    continue
                with self._lock:
                    inbox = self._waiting.get(frame.id)
                if inbox is not None:
                    inbox.put(frame)
        except (EOFError, OSError, wire.WireError):
            self._lose()

    def _news(self, event: Event) -> None:
        if event.kind == "ending":
            self._reason = "locked" if event.data.get("reason") == "locked" else "ended"
        for callback in list(self._on_news):
            callback(event.kind, event.data)

    def _lose(self) -> None:
        signal = self._engine.signal() if self._engine and not self._closing else None
        with self._lock:
            self._lost = Lost(self._reason, signal)
            inboxes, callbacks = list(self._waiting.values()), list(self._on_lost)
            self._on_lost.clear()
        self._gone.set()
        for inbox in inboxes:
            inbox.put(None)
        if not self._closing:
            for callback in callbacks:
                callback(self._lost)
