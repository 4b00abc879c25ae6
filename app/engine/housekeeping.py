"""Work for quiet moments: remembering what waits, fading, scrubbing deleted bytes, preparing the next prompt."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from app.engine.engine import Engine
from app.engine.errors import KeepsakeError

log = logging.getLogger(__name__)

SWEEP_EVERY_SECONDS = 6 * 3600.0
CLOSE_SECONDS = 10.0  # a next client waits this long at most, and for the batch that is under way


@dataclass(frozen=True, slots=True)
class Chore:
    """One thing to do when nobody has asked for anything for `idle_seconds`. `run` looks at its event now and then and
    leaves the rest for later once it is set."""

    name: str
    idle_seconds: float
    due: Callable[[], bool]
    run: Callable[[threading.Event], object]
    at_close: bool = True  # False: only worth doing for what comes next
    needed: bool = False  # True: done on a low battery as well


class Housekeeper:
    """Runs chores on one thread, one at a time, only while no request is running and `welcome` says so: the person does
    not type, the battery is not low. `close()` finishes what must be."""

    def __init__(
        self, chores: list[Chore], *, welcome: Callable[[], bool] = lambda: True, tick_seconds: float = 1.0
    ) -> None:
        self._chores = chores
        self._welcome = welcome
        self._tick = tick_seconds
        self._quit = threading.Event()
        self._enough = threading.Event()  # set when closing has taken long enough
        self._busy = 0
        self._last_request = time.monotonic()
        self._lock = threading.Condition()
        self._thread = threading.Thread(target=self._loop, name="housekeeping", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def request_began(self) -> None:
        with self._lock:
            self._busy += 1

    def request_ended(self) -> None:
        with self._lock:
            self._busy -= 1
            self._last_request = time.monotonic()
            self._lock.notify_all()

    def wait_for_requests(self, seconds: float) -> bool:
        """Whether no request is running, after waiting for so long at most."""
        with self._lock:
            return self._lock.wait_for(lambda: self._busy == 0, seconds)

    def quiet_seconds(self) -> float:
        """How long nobody has asked for anything; 0 while somebody does."""
        with self._lock:
            return time.monotonic() - self._last_request if self._busy == 0 else 0.0

    def stop(self) -> None:
        """Stop the thread after the chore that is under way, and do nothing more."""
        self._quit.set()
        self._enough.set()
        if self._thread.is_alive():
            self._thread.join()

    def close(self) -> None:
        """Stop the thread, then do what is still due, for CLOSE_SECONDS at most: what is left waits in the vault."""
        self._quit.set()
        limit = threading.Timer(CLOSE_SECONDS, self._enough.set)
        limit.daemon = True
        limit.start()
        if self._thread.is_alive():
            self._thread.join()
        self.do_due(idle=float("inf"), closing=True)
        limit.cancel()

    def do_due(self, idle: float, *, closing: bool = False) -> list[str]:
        """Run the chores that are due after `idle` quiet seconds; returns their names."""
        done = []
        for chore in self._chores:
            wanted = chore.at_close or not closing
            if wanted and idle >= chore.idle_seconds and chore.due() and (chore.needed or self._welcome()):
                try:
                    chore.run(self._enough)
                    done.append(chore.name)
                except KeepsakeError as error:  # e.g. a full disk: said when the person asks, tried again later
                    log.warning("chore %s: %s", chore.name, error.code)
        return done

    def _loop(self) -> None:
        while not self._quit.wait(self._tick):
            quiet = self.quiet_seconds()
            if quiet > 0.0:
                self.do_due(quiet)


def usual_chores(engine: Engine) -> list[Chore]:
    """Scrub within a minute of a deletion, remember after a pause, let fade what is due."""
    parts = engine.parts
    distilled = -1
    last_sweep = -SWEEP_EVERY_SECONDS

    def sweep(_enough: threading.Event) -> None:
        nonlocal last_sweep
        parts.forgetter.sweep()
        last_sweep = time.monotonic()

    def known() -> int:
        return parts.store.count_memories(statuses=("active",))

    def distil(_enough: threading.Event) -> None:
        nonlocal distilled
        engine.distil()
        distilled = known()

    unindexed = threading.Event()
    unindexed.set()  # whatever an earlier run left
    parts.store.on_change(lambda _changes: unindexed.set())

    def index(_enough: threading.Event) -> None:
        try:
            parts.recall.catch_up()
        finally:
            unindexed.clear()  # its own writes are no news, and without an embedding model it need not be tried again

    return [
        Chore("index", 2.0, unindexed.is_set, index),
        Chore("prepare", 0.5, engine.has_to_prepare, engine.prepare, at_close=False),
        Chore(
            "scrub",
            parts.settings.privacy.scrub_idle_seconds,
            parts.store.scrub_pending,
            lambda _enough: parts.store.scrub(give_way=True),
            needed=True,  # what was deleted goes, whatever the battery says
        ),
        Chore(
            "remember",
            parts.settings.remember.pause_minutes * 60,
            lambda: bool(parts.store.waiting_messages(limit=1)),
            engine.consolidate,
        ),
        Chore("distil", 60.0, lambda: known() != distilled, distil, at_close=False),
        Chore("fade", 5.0, lambda: time.monotonic() - last_sweep >= SWEEP_EVERY_SECONDS, sweep),
    ]
