"""From the window to the engine and back as Qt signals; nothing here blocks the window's thread."""

from __future__ import annotations

import collections
import itertools
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.engine.errors import KeepsakeError

Data = dict[str, Any]
OnEvent = Callable[[str, Data], None]
OnDone = Callable[[Data], None]
OnAnswer = Callable[[Data | None, KeepsakeError | None], None]
OnFailed = Callable[[str, Data], None]
TURN_SECONDS = 0.008  # of work on the window's thread before its event loop gets its turn
RESTARTS, RESTART_WINDOW = 3, 60.0  # give up (and say so) when the engine dies this often in so many seconds


class EngineDoor(Protocol):
    """What the window needs of a link client. Callbacks arrive on the client's own thread."""

    def submit(self, verb: str, args: Data, on_event: OnEvent | None, on_done: OnAnswer) -> int: ...

    def stop(self, request_id: int) -> None: ...

    def on_lost(self, callback: Callable[[Any], None]) -> None: ...

    def on_news(self, callback: OnEvent) -> None: ...

    def close(self, *, wait: bool = False) -> None: ...


class Request:
    """One running request; `stop()` reaches the engine out of band."""

    __slots__ = ("args", "bridge", "done", "event", "failed", "finished", "key", "remote", "stopped", "verb")

    def __init__(self, bridge: EngineBridge, key: int, verb: str, args: Data, done: OnDone | None,
                 failed: OnFailed | None, event: OnEvent | None) -> None:  # fmt: skip
        self.bridge, self.key, self.verb, self.args = bridge, key, verb, args
        self.done, self.failed, self.event = done, failed, event
        self.remote: int | None = None
        self.stopped = self.finished = False

    def stop(self) -> None:
        self.bridge.stop(self)


class EngineBridge(QObject):
    """Keeps one connection alive: connects in the background, restarts a dead engine, fails what was running."""

    ready = Signal(dict)  # the engine's hello
    lost = Signal()  # the engine died; a restart is under way
    ended = Signal(str)  # the engine left on purpose: "locked" or "ended"
    news = Signal(str, dict)  # another client changed something
    unreachable = Signal(str)  # an error code: it could not be started, `start()` tries again
    refused = Signal(str, dict)  # a request nobody else looked after failed
    _arrived = Signal()

    def __init__(self, connect: Callable[[bool], EngineDoor], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._connect = connect  # called with False when the vault was locked on purpose: leave the keyring alone
        self._unlock = True
        self._fault = "engine_gone"  # why there is no connection
        self._door: EngineDoor | None = None
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._keys = itertools.count(1)
        self._open: dict[int, Request] = {}
        self._deaths: list[float] = []
        self._closed = False
        self._inbox: collections.deque[Callable[[], None]] = collections.deque()
        self._woken = False
        self._arrived.connect(self._drain, Qt.ConnectionType.QueuedConnection)
        self._worker = threading.Thread(target=self._work, name="engine-bridge", daemon=True)

    # On the window's thread

    def start(self) -> None:
        """Connect, starting the engine where none runs. Answers with `ready` or `unreachable`."""
        if not self._worker.is_alive():
            self._worker.start()
        self._jobs.put(self._open_door)

    def request(self, verb: str, args: Data | None = None, done: OnDone | None = None,
                failed: OnFailed | None = None, event: OnEvent | None = None) -> Request:  # fmt: skip
        """Send once connected. Exactly one of `done(result)` and `failed(code, detail)` follows, on this thread."""
        request = Request(self, next(self._keys), verb, args or {}, done, failed, event)
        self._open[request.key] = request
        self._jobs.put(lambda: self._send(request))
        return request

    def stop(self, request: Request) -> None:
        """Stop a request now: not behind the queue it sits in."""
        request.stopped = True
        door = self._door
        if door is not None and request.remote is not None:
            door.stop(request.remote)

    @property
    def busy(self) -> bool:
        return bool(self._open)

    def close(self, *, wait: bool = False) -> None:
        """Stop what runs and leave; nothing is delivered afterwards. `wait`: until the engine has ended."""
        if self._closed:
            return
        for request in list(self._open.values()):
            self.stop(request)
        self._closed = True
        self._open.clear()
        self._jobs.put(None)
        if self._worker.is_alive():
            self._worker.join(2)
        door, self._door = self._door, None
        if door is not None:
            door.close(wait=wait)

    def _drain(self) -> None:
        """Do what has arrived, for a few milliseconds at a time: a flood of events never holds the window up."""
        self._woken = False
        end = time.perf_counter() + TURN_SECONDS
        while self._inbox and not self._closed:
            self._inbox.popleft()()
            if time.perf_counter() > end and self._inbox:
                self._woken = True
                QTimer.singleShot(0, self._drain)
                return

    # On the bridge's thread

    def _post(self, action: Callable[[], None]) -> None:
        """Have something done on the window's thread; nothing once the window has gone."""
        if self._closed:
            return
        self._inbox.append(action)
        if self._woken:
            return
        self._woken = True
        try:
            self._arrived.emit()
        except RuntimeError:  # the object under this one went between the question and the call
            self._closed = True

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _open_door(self) -> None:
        if self._door is not None or self._closed:
            return
        try:
            door = self._connect(self._unlock)
        except KeepsakeError as error:
            code, detail = error.code, dict(error.detail)
            self._fault = code
            self._post(lambda: self._fail_all(code, detail))
            self._post(lambda: self.unreachable.emit(code))
            return
        self._door, self._fault = door, "engine_gone"
        door.on_lost(lambda lost: self._post(lambda: self._gone(door, str(getattr(lost, "reason", "crashed")))))
        door.on_news(lambda kind, data: self._post(lambda: self.news.emit(kind, data)))
        door.submit("hello", {}, None, self._answer(lambda result: self.ready.emit(result), None))

    def _send(self, request: Request) -> None:
        door = self._door
        if door is None:
            fault = self._fault
            self._post(lambda: self._finish(request, None, fault, {}))
            return
        if request.stopped:
            self._post(lambda: self._finish(request, None, "stopped", {}))
            return

        def event(kind: str, data: Data) -> None:
            self._post(lambda: request.event(kind, data) if request.event and not request.finished else None)

        done = self._answer(
            lambda result: self._finish(request, result, "", {}),
            lambda code, detail: self._finish(request, None, code, detail),
        )
        try:
            number = door.submit(request.verb, request.args, event if request.event else None, done)
        except KeepsakeError as error:
            code = error.code
            self._post(lambda: self._finish(request, None, code, {}))
            return
        request.remote = number
        if self._was_stopped(request):
            door.stop(number)

    def _was_stopped(self, request: Request) -> bool:
        """Stopped while it was on its way: the window's thread did not know its number yet."""
        return request.stopped

    def _answer(self, done: OnDone, failed: OnFailed | None) -> OnAnswer:
        """The client's completion callback: (result or None, error or None)."""

        def arrived(result: Data | None, error: KeepsakeError | None) -> None:
            if error is None:
                self._post(lambda: done(result or {}))
            elif failed is not None:
                code, detail = error.code, dict(error.detail)
                self._post(lambda: failed(code, detail))

        return arrived

    # Back on the window's thread

    def _finish(self, request: Request, result: Data | None, code: str, detail: Data) -> None:
        if request.finished:
            return
        request.finished = True
        self._open.pop(request.key, None)
        if not code:
            if request.done:
                request.done(result or {})
        elif request.failed:
            request.failed(code, detail)
        elif code not in ("stopped", "engine_gone"):
            self.refused.emit(code, detail)

    def _fail_all(self, code: str, detail: Data) -> None:
        for request in list(self._open.values()):
            self._finish(request, None, code, detail)

    def _gone(self, door: EngineDoor, reason: str) -> None:
        if door is not self._door:
            return
        self._door = None
        self._jobs.put(door.close)
        self._fail_all("engine_gone", {})
        if reason != "crashed":
            self._unlock = reason != "locked"
            self.ended.emit(reason)
            self._jobs.put(self._open_door)
            return
        self.lost.emit()
        moment = time.monotonic()
        self._deaths = [t for t in self._deaths if moment - t < RESTART_WINDOW] + [moment]
        if len(self._deaths) > RESTARTS:
            self._deaths.clear()
            self.unreachable.emit("engine_gone")
        else:
            self._jobs.put(self._open_door)
