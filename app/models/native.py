"""Thin, typed wrappers over llama.cpp's C interface: a model and a context over it.

Nothing here knows about chats or embeddings. A context is not thread-safe: its owner holds a lock around every call.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from app.engine.errors import KeepsakeError
from app.engine.types import Vectors

POOLING_MEAN, POOLING_RANK = 1, 4
TYPE_F16, TYPE_Q8_0 = 1, 8  # ggml types of the KV cache
_LONG_PATH = 240  # Windows refuses plain paths from 260 characters on; folders from 248


def library() -> Any:
    """The llama_cpp module with its backends loaded; runtime.py alone imports it."""
    from app.models.runtime import library as load  # not at the top: runtime imports this file

    return load()


def native_path(path: Path) -> bytes:
    """The bytes llama.cpp opens a file by: any characters, and on Windows any length."""
    full = path.resolve()
    if sys.platform == "win32":
        text = str(full)
        return (rf"\\?\{text}" if len(text) > _LONG_PATH and not text.startswith("\\\\") else text).encode("utf-8")
    return os.fsencode(full)


class AbortFlag:
    """A flag native code reads between the operations of a graph, without ever taking the interpreter's lock.

    llama.cpp asks a `bool (*)(void *)`. A Python callback would be asked some hundred times a token and wait for the
    interpreter each time; C's own `strlen` over a two-byte buffer answers 0 or 1 at no cost.
    """

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(2)
        runtime = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else ctypes.util.find_library("c"))
        self.function = ctypes.cast(runtime.strlen, ctypes.c_void_p)
        self.data = ctypes.cast(self._buffer, ctypes.c_void_p)

    def set(self) -> None:
        self._buffer[0] = b"\x01"

    def clear(self) -> None:
        self._buffer[0] = b"\x00"

    def is_set(self) -> bool:
        return self._buffer[0] != b"\x00"


class NativeModel:
    """Weights and vocabulary in memory. Closing it closes its contexts first, as llama.cpp demands."""

    def __init__(self, path: Path, *, gpu_layers: int = 0) -> None:
        self.lib = library()
        self.path = path
        parameters = self.lib.llama_model_default_params()
        parameters.n_gpu_layers = gpu_layers
        self.handle = self.lib.llama_model_load_from_file(native_path(path), parameters)
        if not self.handle:
            raise KeepsakeError("model_damaged", name=path.name)
        self.vocabulary = self.lib.llama_model_get_vocab(self.handle)
        self.vocabulary_size: int = self.lib.llama_vocab_n_tokens(self.vocabulary)
        self.dimensions: int = self.lib.llama_model_n_embd(self.handle)
        self.trained_context: int = self.lib.llama_model_n_ctx_train(self.handle)
        self._contexts: list[NativeContext] = []
        self._pieces: dict[int, bytes] = {}

    def adopt(self, context: NativeContext) -> None:
        self._contexts.append(context)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        if self.handle:
            self.lib.llama_model_free(self.handle)
            self.handle = None

    def tokenize(self, text: str, *, special: bool = False, ends: bool = False) -> list[int]:
        """Token ids. `special` reads control tokens such as `<|im_end|>` out of the text: only for our own text, never
        for anybody's words. `ends` adds the begin and end tokens the model wants."""
        if not self.handle:
            raise KeepsakeError("stopped")  # the model was switched or unloaded meanwhile
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        for _ in range(2):
            tokens = (ctypes.c_int32 * room)()
            count = self.lib.llama_tokenize(self.vocabulary, data, len(data), tokens, room, ends, special)
            if count >= 0:
                return list(tokens[:count])
            room = -count
        raise RuntimeError("the tokenizer changed its mind about the length of a text")

    def piece(self, token: int) -> bytes:
        """The UTF-8 bytes of one token, which may be a part of a character; nothing for control tokens."""
        known = self._pieces.get(token)
        if known is None:
            buffer = ctypes.create_string_buffer(256)
            length = self.lib.llama_token_to_piece(self.vocabulary, token, buffer, 256, 0, False)
            known = self._pieces[token] = buffer.raw[: max(0, length)]
        return known

    def ends_generation(self, token: int) -> bool:
        return bool(self.lib.llama_vocab_is_eog(self.vocabulary, token))

    def special_text(self, token: int) -> str:
        """Text of a begin or end token, "" where the model has none (id -1)."""
        if token < 0:
            return ""
        return str(self.lib.llama_vocab_get_text(self.vocabulary, token).decode("utf-8", "replace"))

    @property
    def bos(self) -> int:
        return int(self.lib.llama_vocab_bos(self.vocabulary))

    @property
    def eos(self) -> int:
        return int(self.lib.llama_vocab_eos(self.vocabulary))

    @property
    def separator(self) -> int:
        return int(self.lib.llama_vocab_sep(self.vocabulary))

    @property
    def adds_bos(self) -> bool:
        return bool(self.lib.llama_vocab_get_add_bos(self.vocabulary))


class NativeContext:
    """One KV cache over a model; sequence 0 unless said otherwise."""

    def __init__(
        self,
        model: NativeModel,
        *,
        n_ctx: int,
        threads: int,
        batch: int = 512,
        pooling: int | None = None,
        sequences: int = 1,
        cache_type: int = TYPE_F16,
        flash: bool | None = None,
    ) -> None:
        """`flash`: flash attention on or off; None leaves it to llama.cpp."""
        self.lib = model.lib
        self.model = model
        self.batch = batch
        self.sequences = sequences
        parameters = self.lib.llama_context_default_params()
        parameters.n_ctx = n_ctx
        parameters.n_batch = parameters.n_ubatch = batch
        parameters.n_threads = parameters.n_threads_batch = threads
        parameters.n_seq_max = sequences
        parameters.no_perf = True
        parameters.type_k = parameters.type_v = cache_type
        if flash is not None:
            parameters.flash_attn_type = int(flash)
        if pooling is not None:
            parameters.embeddings = True
            parameters.pooling_type = pooling
            parameters.kv_unified = True
        self.handle = self.lib.llama_init_from_model(model.handle, parameters)
        if not self.handle:
            raise KeepsakeError("model_too_large", name=model.path.name)
        model.adopt(self)
        self.n_ctx: int = self.lib.llama_n_ctx(self.handle)
        self.memory = self.lib.llama_get_memory(self.handle)
        self.abort = AbortFlag()
        callback = ctypes.cast(self.abort.function, self.lib.ggml_abort_callback)
        self._callback = callback  # native code keeps the pointer
        self.lib.llama_set_abort_callback(self.handle, callback, self.abort.data)

    def close(self) -> None:
        if self.handle:
            self.lib.llama_free(self.handle)
            self.handle = None

    def decode(self, tokens: Sequence[int]) -> bool:
        """Append tokens (at most `batch`) to sequence 0. False when aborted: what was appended is then undefined, and
        the caller cuts back with `keep`."""
        self._live()
        buffer = (ctypes.c_int32 * len(tokens))(*tokens)
        code = self.lib.llama_decode(self.handle, self.lib.llama_batch_get_one(buffer, len(tokens)))
        if code not in (0, 2):
            raise RuntimeError(f"llama_decode returned {code} for {len(tokens)} tokens")
        return bool(code == 0)

    def keep(self, count: int) -> bool:
        """Forget everything from position `count` on. False where the model cannot forget a part (recurrent ones)."""
        self._live()
        return bool(self.lib.llama_memory_seq_rm(self.memory, 0, count, -1))

    def clear(self) -> None:
        """Forget everything, the bytes too."""
        self._live()
        if self.memory:
            self.lib.llama_memory_clear(self.memory, True)

    def _live(self) -> None:
        """Raises KeepsakeError("stopped") when the model was switched or unloaded meanwhile: its memory is gone."""
        if not self.handle:
            raise KeepsakeError("stopped")

    def pooled(self, texts: Sequence[Sequence[int]], width: int) -> Vectors:
        """Pooled output per token sequence, shape (len(texts), width); all of them together must fit into one batch."""
        batch = self.lib.llama_batch_init(sum(map(len, texts)), 0, 1)
        try:
            at = 0
            for number, tokens in enumerate(texts):
                for position, token in enumerate(tokens):
                    batch.token[at] = token
                    batch.pos[at] = position
                    batch.seq_id[at][0] = number
                    batch.n_seq_id[at] = 1
                    batch.logits[at] = True
                    at += 1
            batch.n_tokens = at
            self.clear()
            code = self.lib.llama_decode(self.handle, batch)
            if code != 0:
                raise RuntimeError(f"llama_decode returned {code} for {at} tokens")
        finally:
            self.lib.llama_batch_free(batch)
        out = np.empty((len(texts), width), np.float32)
        for number in range(len(texts)):
            pointer = self.lib.llama_get_embeddings_seq(self.handle, number)
            out[number] = np.ctypeslib.as_array(pointer, (width,))
        return out
