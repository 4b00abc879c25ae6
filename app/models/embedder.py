"""Text to unit vectors: mean pooling over a small bidirectional model, with the prefixes it was trained with."""

from __future__ import annotations

import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from app.engine.types import Vectors
from app.models.catalogue import ModelEntry
from app.models.gate import Gate
from app.models.native import POOLING_MEAN, NativeContext, NativeModel

_BATCH_TOKENS = 512  # also the longest text; attention inside a batch grows with its square
_SEQUENCES = 32
_LONGEST_WAIT_S = 1.0  # that a batch of passages makes way for a chat
_CHARACTERS = 8_000  # no 512 tokens come from more than this; spares the tokenizer megabytes
_KEPT_QUERIES = 64


class LlamaEmbedder:
    """An `Embedder`. Safe to use from several threads; a query never waits for more than one batch of passages."""

    def __init__(self, path: Path, entry: ModelEntry, *, threads: int = 0, gate: Gate | None = None) -> None:
        from app.models.machine import default_threads

        self.model_id = entry.vectors_id
        self._model = NativeModel(path)
        self.dimensions = self._model.dimensions
        self._prefixes = {"query": entry.query_prefix, "passage": entry.passage_prefix}
        self._limit = min(self._model.trained_context or _BATCH_TOKENS, _BATCH_TOKENS)
        self._context = NativeContext(
            self._model,
            n_ctx=_BATCH_TOKENS,
            batch=_BATCH_TOKENS,
            threads=threads or default_threads(),
            pooling=POOLING_MEAN,
            sequences=_SEQUENCES,
        )
        self._lock = threading.Lock()
        self._gate = gate
        self._queries: OrderedDict[str, Vectors] = OrderedDict()

    def queries(self, texts: list[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimensions), in the raw space of the model. Raises ValueError for an empty
        text."""
        if not texts:
            return self._none()
        missing = [text for text in dict.fromkeys(texts) if text not in self._queries]
        fresh = dict(zip(missing, self._embed(missing, "query", make_way=False), strict=True))
        out = np.stack([fresh[text] if text in fresh else self._queries[text] for text in texts])
        self._queries.update(fresh)
        while len(self._queries) > _KEPT_QUERIES:
            self._queries.popitem(last=False)
        return out

    def passages(self, texts: list[str]) -> Vectors:
        """Like `queries`, for what is searched: memories, messages."""
        return self._embed(texts, "passage", make_way=True)

    def count_tokens(self, text: str) -> int:
        return len(self._model.tokenize(text, ends=True))

    def forget(self) -> None:
        """Drop remembered queries: they are the person's words."""
        self._queries.clear()

    def close(self) -> None:
        with self._lock:
            self._model.close()

    def _none(self) -> Vectors:
        return np.empty((0, self.dimensions), np.float32)

    def _embed(self, texts: list[str], kind: str, *, make_way: bool) -> Vectors:
        if not texts:
            return self._none()
        tokens = [self._tokens(text, kind) for text in texts]
        out = np.empty((len(texts), self.dimensions), np.float32)
        for batch in _batches(tokens):
            if make_way and self._gate is not None:
                self._gate.make_way(_LONGEST_WAIT_S)
            with self._lock:
                out[batch] = self._context.pooled([tokens[number] for number in batch], self.dimensions)
        lengths = np.linalg.norm(out, axis=1, keepdims=True)
        if not np.all(np.isfinite(lengths)) or np.any(lengths == 0):
            raise RuntimeError("the embedding model returned something that is not a direction")
        out /= lengths
        return out

    def _tokens(self, text: str, kind: str) -> list[int]:
        clean = " ".join(unicodedata.normalize("NFKC", text[:_CHARACTERS]).split())  # a line break would be unknown
        if not clean:
            raise ValueError("empty text has no embedding")
        tokens = self._model.tokenize(self._prefixes[kind] + clean, ends=True)
        return tokens if len(tokens) <= self._limit else [*tokens[: self._limit - 1], tokens[-1]]


def _batches(tokens: list[list[int]]) -> Iterator[list[int]]:
    """Numbers of texts that fit into one batch together, similar lengths first: nothing is padded, but attention is
    computed over the whole batch."""
    batch: list[int] = []
    size = 0
    for number in sorted(range(len(tokens)), key=lambda n: len(tokens[n])):
        length = len(tokens[number])
        if batch and (size + length > _BATCH_TOKENS or len(batch) == _SEQUENCES):
            yield batch
            batch, size = [], 0
        batch.append(number)
        size += length
    if batch:
        yield batch
