"""Generation in one context: reuses the tokens it already holds, stops at once, never ends in a half state."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from app.engine.types import Cancel
from app.models.native import NativeContext
from app.models.sampling import Sampler

_WATCH_S = 0.01  # how often a running computation's cancel is looked at
_WATCHED_TOKENS = 8  # shorter pieces end by themselves before anybody could notice


class PromptTooLong(ValueError):
    """The prompt leaves no room for one token of answer. Callers count tokens first; this is their mistake."""


class Session:
    """A context and the tokens in its KV cache. One thread at a time; the gate sees to that."""

    def __init__(self, context: NativeContext) -> None:
        self.context = context
        self._held: list[int] = []

    @property
    def n_ctx(self) -> int:
        return self.context.n_ctx

    def shared_prefix(self, tokens: Sequence[int]) -> int:
        """How many of the tokens are in the cache already."""
        count = 0
        for held, token in zip(self._held, tokens, strict=False):
            if held != token:
                break
            count += 1
        return count

    def reset(self) -> None:
        self.context.clear()
        self._held = []

    def begin(self, tokens: Sequence[int], *, all_of_it: bool = False) -> int:
        """Cut the cache back to what it shares with these tokens; returns how many stay. One token is always left to
        compute, since sampling needs its logits, unless `all_of_it`."""
        if len(tokens) >= self.n_ctx:
            raise PromptTooLong(f"{len(tokens)} tokens in a window of {self.n_ctx}")
        shared = min(self.shared_prefix(tokens), len(tokens) if all_of_it else len(tokens) - 1)
        self._cut(shared)
        return len(self._held)

    def feed(self, tokens: Sequence[int], cancel: Cancel | None = None, *, piece: int | None = None) -> bool:
        """Compute the tokens the cache does not hold yet, the first `piece` of them if given. False when stopped or
        broken off; what was computed before stays, and calling again goes on from there."""
        rest = tokens[len(self._held) :]
        if piece is not None:
            rest = rest[:piece]
        size = self.context.batch
        with self._watched(cancel if len(rest) > _WATCHED_TOKENS else None):
            for start in range(0, len(rest), size):
                part = rest[start : start + size]
                if (cancel is not None and cancel.is_set()) or not self.context.decode(part):
                    self._cut(len(self._held))
                    return False
                self._held += part
        return True

    def next_token(self, sampler: Sampler) -> int:
        return sampler.sample(self.context)

    @property
    def full(self) -> bool:
        return len(self._held) >= self.n_ctx

    def _cut(self, count: int) -> None:
        """Keep the first `count` tokens. Models that cannot forget a part forget everything."""
        if self.context.keep(count):
            del self._held[count:]
        else:
            self.reset()

    @contextmanager
    def _watched(self, cancel: Cancel | None) -> Iterator[None]:
        """While native code computes, a thread carries the cancel over to the flag it looks at."""
        flag = self.context.abort
        if cancel is None:
            yield
            return
        done = threading.Event()

        def watch() -> None:
            while not done.wait(_WATCH_S):
                if cancel.is_set():
                    flag.set()
                    return

        thread = threading.Thread(target=watch, name="stop-watch", daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
            flag.clear()
