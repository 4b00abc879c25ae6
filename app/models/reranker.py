"""A cross-encoder: reads a query and a passage together and says how well they fit (llama.cpp's rank pooling)."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.models.native import POOLING_RANK, NativeContext, NativeModel

_BATCH_TOKENS = 512
_SEQUENCES = 16
_QUERY_SHARE = 0.5  # of the window, at most


class LlamaReranker:
    def __init__(self, path: Path, *, threads: int = 0) -> None:
        from app.models.machine import default_threads

        self._model = NativeModel(path)
        self._limit = min(self._model.trained_context or _BATCH_TOKENS, _BATCH_TOKENS)
        self._context = NativeContext(
            self._model,
            n_ctx=_BATCH_TOKENS,
            batch=_BATCH_TOKENS,
            threads=threads or default_threads(),
            pooling=POOLING_RANK,
            sequences=_SEQUENCES,
        )
        self._lock = threading.Lock()

    def scores(self, query: str, passages: Sequence[str]) -> npt.NDArray[np.float32]:
        """One score per passage, shape (n,); higher fits better, the scale is the model's own (a logit)."""
        pairs = [self._pair(query, passage) for passage in passages]
        out = np.empty(len(pairs), np.float32)
        batch: list[int] = []
        size = 0
        with self._lock:
            for number, pair in enumerate(pairs):
                if batch and (size + len(pair) > _BATCH_TOKENS or len(batch) == _SEQUENCES):
                    out[batch] = self._context.pooled([pairs[n] for n in batch], 1)[:, 0]
                    batch, size = [], 0
                batch.append(number)
                size += len(pair)
            if batch:
                out[batch] = self._context.pooled([pairs[n] for n in batch], 1)[:, 0]
        return out

    def close(self) -> None:
        with self._lock:
            self._model.close()

    def _pair(self, query: str, passage: str) -> list[int]:
        """`<s> query </s></s> passage </s>` with the model's own begin, separator and end tokens."""
        model = self._model
        separator = model.separator if model.separator >= 0 else model.eos
        question = model.tokenize(unicodedata.normalize("NFKC", query))[: int(self._limit * _QUERY_SHARE)]
        text = model.tokenize(unicodedata.normalize("NFKC", passage))
        room = self._limit - len(question) - 4
        begin = [model.bos] if model.bos >= 0 else []
        return [*begin, *question, model.eos, separator, *text[:room], model.eos]
