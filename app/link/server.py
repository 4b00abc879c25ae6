"""The engine's side of the link: a reader thread per client, a worker thread per request, stop out of band."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Protocol

from app import clock, logs
from app.engine.errors import KeepsakeError
from app.link import wire
from app.link.messages import EVERYONE, Data, Event, Failure, FromEngine, Reply, Request, Stop

Emit = Callable[[str, Data], None]
PING = "ping"  # answered by the server itself
BYE = "bye"  # a client that leaves and wants to know when the engine has ended
LOCK = "lock"
QUIET = frozenset(
    {
        "hello", "conversations", "messages", "recall", "memories", "memory", "redact", "facts", "about", "decisions",
        "draft", "models", "doctor",
        "reembedding", "vault_state", "passphrase_strength", "guest_search", "guest_memories", "guest_messages",
    }
)  # fmt: skip
WORKERS_PER_CLIENT = 16
_LAST_WORK_SECONDS = 20.0


class Handler(Protocol):
    """What the server needs of the engine."""

    def handle(self, verb: str, args: Data, emit: Emit, cancel: threading.Event) -> Data: ...

    def close(self) -> None: ...


class Server:
    """Serves one profile until its last client has gone.

    `serve` blocks; `starter_gone` and `end` may be called from any thread.
    """

    def __init__(self, address: str, handler: Handler) -> None:
        self._address = address
        self._handler = handler
        self._listener = wire.listen(address)
        self._lock = threading.Lock()
        self._clients: set[_Client] = set()
        self._leaving: list[_Client] = []
        self._had_client = False
        self._starter_gone = False
        self._ending = threading.Event()

    def serve(self) -> None:
        """Accept clients until the end, then finish running work and close the engine."""
        accepting = threading.Thread(target=self._accept, name="link-accept", daemon=True)
        accepting.start()
        self._ending.wait()
        with self._lock:
            clients = list(self._clients)
        for client in clients:
            client.cancel_all()
        with contextlib.suppress(OSError, KeepsakeError):
            wire.connect(self._address).close()  # wakes the accepting thread, which then closes the listener
        accepting.join(_LAST_WORK_SECONDS)
        deadline = time.monotonic() + _LAST_WORK_SECONDS
        for client in [*clients, *self._leaving]:
            client.finish(deadline)
        self._handler.close()

    def starter_gone(self) -> None:
        """The process that started this one has ended: without clients there is nobody left to serve."""
        with self._lock:
            self._starter_gone = True
        self._end_if_alone()

    def end(self, reason: str) -> None:
        """Tell every client why, and let `serve` return."""
        self.broadcast(Event(EVERYONE, "ending", {"reason": reason}))
        self._ending.set()

    def broadcast(self, event: Event, *, without: _Client | None = None) -> None:
        with self._lock:
            clients = [client for client in self._clients if client is not without]
        for client in clients:
            client.send(event)

    def _accept(self) -> None:
        while not self._ending.is_set():
            try:
                channel = wire.accept(self._listener)
            except (OSError, EOFError) as error:  # a client that hung up while it knocked
                logs.event("link.accept_failed", type=type(error).__name__)
                continue
            if channel is None:
                logs.event("link.other_user_refused")
            elif self._ending.is_set():
                channel.close()
            else:
                self._welcome(_Client(self, channel, self._handler))
        self._listener.close()

    def _welcome(self, client: _Client) -> None:
        with self._lock:
            self._clients.add(client)
            self._had_client = True
        threading.Thread(target=client.read, name="link-reader", daemon=True).start()

    def left(self, client: _Client, *, waits: bool) -> None:
        """A client is gone, or said bye and waits until the engine has ended (or need not, with others here)."""
        with self._lock:
            if client not in self._clients:
                return
            self._clients.discard(client)
            last = not self._clients
            if waits and last:
                self._leaving.append(client)
        client.cancel_all()
        if waits and not last:
            client.channel.close()
        self._end_if_alone()

    def _end_if_alone(self) -> None:
        with self._lock:
            alone = not self._clients and (self._had_client or self._starter_gone)
        if alone:
            self._ending.set()


class _Client:
    """One connection and its running requests."""

    def __init__(self, server: Server, channel: wire.Channel, handler: Handler) -> None:
        self.channel = channel
        self._server = server
        self._handler = handler
        self._lock = threading.Lock()
        self._running: dict[int, tuple[threading.Event, threading.Thread]] = {}

    def read(self) -> None:
        """Take frames until the client goes; never waits for a request to finish."""
        try:
            while True:
                frame = self.channel.receive()
                if isinstance(frame, Stop):
                    self._stop(frame.id)
                elif isinstance(frame, Request) and frame.verb == BYE:
                    self._server.left(self, waits=True)
                    return
                elif isinstance(frame, Request) and frame.verb == PING:
                    self.send(Reply(frame.id, {}))
                elif isinstance(frame, Request):
                    self._start(frame)
        except (EOFError, OSError):
            pass
        except wire.WireError:
            logs.event("link.bad_frame")
            self.channel.close()
        self._server.left(self, waits=False)

    def send(self, frame: FromEngine) -> None:
        """Send, or stop everything this client asked for when it has gone."""
        try:
            self.channel.send(frame)
        except OSError:
            self.cancel_all()

    def cancel_all(self) -> None:
        with self._lock:
            running = list(self._running.values())
        for cancel, _thread in running:
            cancel.set()

    def finish(self, deadline: float) -> None:
        """Wait for cancelled work until the deadline (monotonic seconds)."""
        with self._lock:
            running = list(self._running.values())
        for _cancel, thread in running:
            if thread is not threading.current_thread():
                thread.join(max(0.0, deadline - time.monotonic()))

    def _stop(self, number: int) -> None:
        with self._lock:
            running = self._running.get(number)
        if running:
            running[0].set()

    def _start(self, request: Request) -> None:
        cancel = threading.Event()
        thread = threading.Thread(target=self._work, args=(request, cancel), name=f"link-{request.verb}", daemon=True)
        with self._lock:
            full = len(self._running) >= WORKERS_PER_CLIENT or request.id in self._running
            if not full:
                self._running[request.id] = (cancel, thread)
        if full:
            self.send(Failure(request.id, "engine_busy"))
        else:
            thread.start()

    def _work(self, request: Request, cancel: threading.Event) -> None:
        def emit(kind: str, data: Data) -> None:
            self.send(Event(request.id, kind, data))

        started = time.monotonic()
        answer: Reply | Failure
        try:
            with clock.at(request.now):
                answer = Reply(request.id, self._handler.handle(request.verb, request.args, emit, cancel))
            code = "done"
        except KeepsakeError as error:
            answer, code = Failure(request.id, error.code, error.detail), error.code
        except Exception as error:  # noqa: BLE001 - a bug in one request must not take the others' engine away
            logs.exception("link.request", error)
            answer, code = Failure(request.id, "unknown", {"type": type(error).__name__}), "unknown"
        verb = request.verb if request.verb.isascii() and request.verb.isidentifier() else "odd"
        logs.event("link.request", verb=verb[:40], code=code, ms=round((time.monotonic() - started) * 1000))
        try:
            self.send(answer)
        except (TypeError, ValueError) as error:  # a result that is no JSON: a bug, and somebody waits for an answer
            logs.exception("link.reply", error)
            self.send(Failure(request.id, "unknown", {"type": type(error).__name__}))
        finally:
            with self._lock:
                del self._running[request.id]
        if code == "done" and request.verb not in QUIET:
            self._server.broadcast(Event(EVERYONE, "changed", {"verb": request.verb}), without=self)
        if code == "done" and request.verb == LOCK:
            self._server.end("locked")
