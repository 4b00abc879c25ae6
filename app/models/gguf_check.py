"""Looks at a model file before native code does: is it GGUF, whole, supported, fit for its role, small enough?

Only the header is read (a few megabytes), so it takes milliseconds. Format: GGUF version 2 and 3, little-endian.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from gguf.constants import GGML_QUANT_SIZES

from app import paths
from app.engine.errors import KeepsakeError
from app.models.catalogue import ModelRole

_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_SIZES = {int(kind): size for kind, size in GGML_QUANT_SIZES.items()}  # ggml type -> (weights, bytes) of a block
_MAX_ENTRIES = 1_000_000  # tensors or keys; beyond it the header is nonsense
_MAX_ELEMENTS = 50_000_000  # of one array
POOLING_NONE, POOLING_RANK = 0, 4
EMBEDDING_FAMILIES = frozenset(
    {"bert", "modern-bert", "nomic-bert", "nomic-bert-moe", "neo-bert", "jina-bert-v2", "jina-bert-v3", "eurobert",
     "gemma-embedding", "t5encoder", "llama-embed"}
)  # fmt: skip
NOT_LANGUAGE = frozenset({"clip", "wavtokenizer-dec", "qwen3tts", "pockettts", "eagle3", "dflash", "gemma4-assistant"})


@dataclass(frozen=True, slots=True)
class GgufInfo:
    """What the header says. `cache_bytes_per_token` is for a 16-bit KV cache."""

    architecture: str
    name: str
    role: ModelRole
    context: int  # tokens the model was trained for
    layers: int
    dimensions: int
    cache_bytes_per_token: int
    chat_template: str
    file_bytes: int


class _Header:
    """Reads a GGUF header; whatever runs past the end raises struct.error."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self._at = 0

    def number(self, layout: str) -> Any:
        value = struct.unpack_from("<" + layout, self._data, self._at)[0]
        self._at += struct.calcsize("<" + layout)
        return value

    def text(self) -> str:
        length = self.number("Q")
        self._skip(length)
        return bytes(self._data[self._at - length : self._at]).decode("utf-8", "replace")

    def _skip(self, count: int) -> None:
        if count < 0 or self._at + count > len(self._data):
            raise struct.error("past the end")
        self._at += count

    def value(self, kind: int) -> Any:
        """A value; of an array only its length, its elements are skipped."""
        if kind in _SCALARS:
            return self.number(_SCALARS[kind])
        if kind == _STRING:
            return self.text()
        if kind != _ARRAY:
            raise struct.error("value type")
        element, count = self.number("I"), self.number("Q")
        if count > _MAX_ELEMENTS:
            raise struct.error("array length")
        if element in _SCALARS:
            self._skip(count * struct.calcsize("<" + _SCALARS[element]))
        else:
            for _ in range(count):
                if element == _STRING:
                    self._skip(self.number("Q"))
                else:
                    self.value(element)
        return count

    @property
    def at(self) -> int:
        return self._at


def inspect(path: Path) -> GgufInfo:
    """Read and judge a file.

    Raises KeepsakeError: "model_missing", "model_damaged" (not GGUF, cut off, header nonsense) or "model_unsupported"
    (a kind of model or of quantisation this llama.cpp does not know).
    """
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            values, tensors, end = _read(data)
            size = len(data)
    except FileNotFoundError as error:
        raise KeepsakeError("model_missing", name=path.name) from error
    except (ValueError, struct.error, OSError) as error:  # an empty file cannot be mapped: ValueError
        raise KeepsakeError("model_damaged", name=path.name) from error
    if end > size:
        raise KeepsakeError("model_damaged", name=path.name, bytes=size, expected=end)
    architecture = str(values.get("general.architecture", ""))
    if architecture not in architectures():
        raise KeepsakeError("model_unsupported", name=path.name, architecture=architecture[:40])
    return _info(path, architecture, values, tensors, size)


def architectures() -> frozenset[str]:
    """Model families this llama.cpp can run: resources/models/architectures.txt, taken from its own list."""
    listed = (paths.resources() / "models" / "architectures.txt").read_text("utf-8").split()
    return frozenset(listed) - NOT_LANGUAGE


def _read(data: mmap.mmap) -> tuple[dict[str, Any], frozenset[str], int]:
    """Metadata, tensor names and the offset at which the last tensor ends."""
    header = _Header(data)
    if bytes(data[:4]) != b"GGUF":
        raise ValueError("magic")
    header.number("I")
    if header.number("I") not in (2, 3):
        raise ValueError("version")
    tensor_count, value_count = header.number("Q"), header.number("Q")
    if not 0 < tensor_count <= _MAX_ENTRIES or value_count > _MAX_ENTRIES:
        raise ValueError("counts")
    values = {}
    for _ in range(value_count):
        key = header.text()
        values[key] = header.value(header.number("I"))
    tensors, last = set(), 0
    for _ in range(tensor_count):
        name = header.text()
        dimensions = [header.number("Q") for _ in range(min(header.number("I"), 8))]
        kind, offset = header.number("I"), header.number("Q")
        if kind not in _SIZES:
            raise ValueError("tensor type")
        weights = 1
        for length in dimensions:
            weights *= length
        per_block, block_bytes = _SIZES[kind]
        tensors.add(name)
        last = max(last, offset + weights // per_block * block_bytes)
    alignment = int(values.get("general.alignment", 32))
    if alignment <= 0:
        raise ValueError("alignment")
    start = -(-header.at // alignment) * alignment
    return values, frozenset(tensors), start + last


def _info(path: Path, architecture: str, values: dict[str, Any], tensors: frozenset[str], size: int) -> GgufInfo:
    def number(key: str, default: int = 0) -> int:
        value = values.get(f"{architecture}.{key}", default)
        return int(value) if isinstance(value, (int, float)) else default

    layers, width = number("block_count"), number("embedding_length")
    heads = max(1, number("attention.head_count", 1))
    key_heads = number("attention.head_count_kv", heads)
    key_length = number("attention.key_length", width // heads)
    value_length = number("attention.value_length", width // heads)
    if layers <= 0 or width <= 0:
        raise KeepsakeError("model_damaged", name=path.name)
    pooling = number("pooling_type", POOLING_NONE)
    role: ModelRole = "chat"
    if pooling == POOLING_RANK or any(name.startswith("cls.") for name in tensors):
        role = "rerank"
    elif architecture in EMBEDDING_FAMILIES or pooling != POOLING_NONE:
        role = "embedding"
    return GgufInfo(
        architecture=architecture,
        name=str(values.get("general.name", path.stem)),
        role=role,
        context=number("context_length"),
        layers=layers,
        dimensions=width,
        cache_bytes_per_token=2 * layers * key_heads * (key_length + value_length),
        chat_template=str(values.get("tokenizer.chat_template", "")),
        file_bytes=size,
    )


def check(path: Path, role: ModelRole, *, tokens: int = 0, prompt_format: str = "gguf") -> GgufInfo:
    """`inspect`, then: does it fit the role, is a chat template known, is there memory for it and `tokens` of context?

    Raises what `inspect` raises, and KeepsakeError "model_wrong_role", "model_no_template", "model_too_large".
    """
    info = inspect(path)
    if info.role != role:
        raise KeepsakeError("model_wrong_role", name=path.name, role=info.role, wanted=role)
    if role == "chat" and not info.chat_template and prompt_format == "gguf":
        raise KeepsakeError("model_no_template", name=path.name)
    needed, free = memory_needed(info, tokens), psutil.virtual_memory().available
    if needed > free:
        raise KeepsakeError("model_too_large", name=path.name, needed_mb=needed >> 20, free_mb=free >> 20)
    return info


def memory_needed(info: GgufInfo, tokens: int) -> int:
    """Bytes: the weights, the KV cache for `tokens`, and what a computation of 512 tokens takes (about 300 MB for a 7B
    model, measured; scaled by width here)."""
    return info.file_bytes + tokens * info.cache_bytes_per_token + (info.dimensions * 80_000 if tokens else 64 << 20)
