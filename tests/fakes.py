"""Stand-ins for models, for tests only: a deterministic embedder and a scripted chat model."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from app.engine.types import Cancel, ChatTurn, Usage, Vectors

_WORD = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]")


class FakeEmbedder:
    """A bag of hashed words and Chinese characters: texts that share words are near, in every run and process."""

    model_id = "fake-embedder"
    dimensions = 64

    def queries(self, texts: list[str]) -> Vectors:
        return np.stack([self._vector(text) for text in texts]) if texts else np.empty((0, 64), np.float32)

    passages = queries

    def count_tokens(self, text: str) -> int:
        return len(_WORD.findall(text.lower()))

    def forget(self) -> None:
        """It holds nothing."""

    def close(self) -> None:
        """Nothing is open."""

    def _vector(self, text: str) -> Vectors:
        if not text.strip():
            raise ValueError("empty text has no vector")
        vector = np.full(self.dimensions, 0.01, np.float32)
        for word in _WORD.findall(text.lower()):
            digest = hashlib.sha256(word.encode()).digest()
            vector[digest[0] % self.dimensions] += 1.0
            vector[digest[1] % self.dimensions] += 0.5
        return vector / np.linalg.norm(vector)


@dataclass
class ScriptedChat:
    """Streams the replies it was given, one a call, word by word, and keeps what it was asked."""

    replies: list[str] = field(default_factory=lambda: ["All right."])
    name: str = "scripted"
    tier: str = "tests"
    n_ctx: int = 8192
    prefill_rate: float = 150.0
    asked: list[list[ChatTurn]] = field(default_factory=list)

    def count_tokens(self, text: str) -> int:
        return len(_WORD.findall(text.lower())) + 1

    def count_turns(self, turns: Sequence[ChatTurn]) -> int:
        return sum(self.count_tokens(turn.content) + 4 for turn in turns)

    def stream(
        self,
        turns: Sequence[ChatTurn],
        *,
        max_tokens: int = 512,
        temperature: float = 0.0,
        cancel: Cancel | None = None,
        on_usage: object = None,
        seed: int | None = None,
    ) -> Iterator[str]:
        self.asked.append(list(turns))
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        pieces = re.findall(r"\S+\s*", reply)
        stopped = False
        for piece in pieces:
            if cancel is not None and cancel.is_set():
                stopped = True
                break
            yield piece
        if callable(on_usage):
            on_usage(Usage(self.count_turns(turns), 0, len(pieces), 5.0, 10.0, stopped))

    def prefill(self, turns: Sequence[ChatTurn], cancel: Cancel | None = None) -> bool:
        return True

    def reset(self) -> None:
        self.asked.clear()
