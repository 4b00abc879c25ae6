"""Who may compute now: one chat at a time, and background work only between its tokens and never beside it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.engine.types import Cancel

_LOOK_S = 0.05  # how often a waiting thread looks at its cancel


class Gate:
    """Chat goes first. Background work asks for every step (one token, one piece of prompt) and is told to break off
    (`on_chat`) when a chat arrives in the middle of one."""

    def __init__(self) -> None:
        self._state = threading.Condition()
        self._chat_owner: int | None = None
        self._chats_waiting = 0
        self._step_running = False
        self._quiet_until = 0.0  # monotonic seconds
        self._break_off: list[Callable[[], None]] = []

    def on_chat(self, break_off: Callable[[], None]) -> None:
        """`break_off` is called, from the chat's thread, whenever a chat arrives while a background step runs."""
        self._break_off.append(break_off)

    def forget(self) -> None:
        """The contexts behind every `break_off` are gone."""
        self._break_off.clear()

    @property
    def chat_active(self) -> bool:
        return self._chat_owner is not None or self._chats_waiting > 0

    @property
    def hushed(self) -> bool:
        """Whether the person is typing."""
        return time.monotonic() < self._quiet_until

    @contextmanager
    def chat(self, cancel: Cancel | None = None) -> Iterator[bool]:
        """Hold the machine for one answer. Yields False, at once, when cancelled while waiting for its turn."""
        got = False
        with self._state:
            self._chats_waiting += 1
            try:
                if self._step_running:
                    for break_off in self._break_off:
                        break_off()
                while self._chat_owner is not None or self._step_running:
                    if cancel is not None and cancel.is_set():
                        break
                    self._state.wait(_LOOK_S)
                else:
                    self._chat_owner = threading.get_ident()
                    got = True
            finally:
                self._chats_waiting -= 1
                self._state.notify_all()
        try:
            yield got
        finally:
            if got:
                with self._state:
                    self._chat_owner = None
                    self._state.notify_all()

    @contextmanager
    def step(self, cancel: Cancel | None = None) -> Iterator[bool]:
        """Hold the machine for one background step. Yields False when cancelled while waiting."""
        got = False
        with self._state:
            while self.chat_active or self._step_running or self.hushed:
                if cancel is not None and cancel.is_set():
                    break
                self._state.wait(_LOOK_S)
            else:
                self._step_running = got = True
        try:
            yield got
        finally:
            if got:
                with self._state:
                    self._step_running = False
                    self._state.notify_all()

    def quiet(self, seconds: float) -> None:
        """No background step begins for this long: the person is typing and about to send."""
        self._quiet_until = time.monotonic() + seconds

    def make_way(self, longest_s: float) -> None:
        """Wait while a chat of another thread computes, but not longer than this: for work that must not starve, and
        whose caller may hold what the chat needs."""
        until = time.monotonic() + longest_s
        with self._state:
            while self.chat_active and self._chat_owner != threading.get_ident() and time.monotonic() < until:
                self._state.wait(_LOOK_S)
