"""Chooses the next token of a generation."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from app.models.native import NativeContext, NativeModel

NO_SEED = 0xFFFFFFFF  # llama.cpp's "choose one"


class Sampler:
    """Chooses the next token: greedy at temperature 0, else top-k, top-p, min-p and a seeded draw.

    A grammar is asked about the chosen token first and about the whole vocabulary only when it refuses (as llama.cpp's
    own `common_sampler` does): masking 150,000 tokens at every step would cost more than the model.
    """

    def __init__(
        self, model: NativeModel, *, temperature: float = 0.0, seed: int = NO_SEED, grammar: str | None = None
    ) -> None:
        self.lib = model.lib
        self.model = model
        self._grammar: Any = None
        self._chain = self.lib.llama_sampler_chain_init(self.lib.llama_sampler_chain_default_params())
        if grammar is not None:
            self._grammar = self.lib.llama_sampler_init_grammar(model.vocabulary, grammar.encode("utf-8"), b"root")
            if not self._grammar:
                self.close()
                raise ValueError("the grammar cannot be read")
        if temperature <= 0:
            self._add(self.lib.llama_sampler_init_greedy())
        else:
            self._add(self.lib.llama_sampler_init_penalties(model.vocabulary_size, 64, 1.05, 0.0, 0.0))
            self._add(self.lib.llama_sampler_init_top_k(40))
            self._add(self.lib.llama_sampler_init_top_p(0.9, 1))
            self._add(self.lib.llama_sampler_init_min_p(0.05, 1))
            self._add(self.lib.llama_sampler_init_temp(temperature))
            self._add(self.lib.llama_sampler_init_dist(seed))

    def _add(self, part: Any) -> None:
        self.lib.llama_sampler_chain_add(self._chain, part)

    def __enter__(self) -> Sampler:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for part in (self._grammar, self._chain):
            if part:
                self.lib.llama_sampler_free(part)
        self._grammar = self._chain = None

    def sample(self, context: NativeContext) -> int:
        """The next token after the last decoded one; the sampler has taken note of it."""
        if self._grammar is None:
            return int(self.lib.llama_sampler_sample(self._chain, context.handle, -1))
        logits = np.ctypeslib.as_array(self.lib.llama_get_logits_ith(context.handle, -1), (self.model.vocabulary_size,))
        token = self._choose(logits, np.arange(len(logits), dtype=np.int32))
        if not self._allowed(token):
            token = self._choose(*self._masked(logits))
        self.lib.llama_sampler_accept(self._grammar, token)
        self.lib.llama_sampler_accept(self._chain, token)
        return token

    def _choose(self, logits: Any, tokens: Any) -> int:
        array, _data = self._candidates(logits, tokens)
        self.lib.llama_sampler_apply(self._chain, ctypes.byref(array))
        return int(array.data[array.selected].id)

    def _allowed(self, token: int) -> bool:
        array, data = self._candidates(np.ones(1, np.float32), np.array([token], np.int32))
        self.lib.llama_sampler_apply(self._grammar, ctypes.byref(array))
        return bool(np.isfinite(data["logit"][0]))

    def _masked(self, logits: Any) -> tuple[Any, Any]:
        array, data = self._candidates(logits, np.arange(len(logits), dtype=np.int32))
        self.lib.llama_sampler_apply(self._grammar, ctypes.byref(array))
        data = data[np.isfinite(data["logit"])]
        if not len(data):
            raise ValueError("the grammar allows no token here")
        return data["logit"].copy(), data["id"].copy()

    def _candidates(self, logits: Any, tokens: Any) -> tuple[Any, Any]:
        data = np.zeros(len(tokens), np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)]))
        data["id"], data["logit"] = tokens, logits
        pointer = data.ctypes.data_as(ctypes.POINTER(self.lib.llama_token_data))
        return self.lib.llama_token_data_array(pointer, len(data), -1, False), data
