"""Repacks multilingual-e5-small from the `E5S1` container into a GGUF file, byte for byte the same every time.

The source holds weights in blocks identical to GGML's Q4_0 (fp16 scale, then 16 bytes: low nibble = weight j, high
nibble = weight j + 16), so nothing is quantised again: the blocks are copied. The result is a `bert` model with mean
pooling and a SentencePiece unigram tokenizer (`t5` in GGUF's words).
"""

from __future__ import annotations

import itertools
import struct
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np
import numpy.typing as npt

from app.engine.errors import KeepsakeError

MAGIC = b"E5S1"
F32, Q4_0 = 0, 1  # the source's data types
BLOCK = 32  # weights in one Q4_0 block
BLOCK_BYTES = 18  # fp16 scale + 16 bytes of nibbles

_LAYER_NAMES = {
    "q": "attn_q", "k": "attn_k", "v": "attn_v", "ao": "attn_output",
    "fi": "ffn_up", "fo": "ffn_down", "aln": "attn_output_norm", "oln": "layer_output_norm",
}  # fmt: skip
_EMBEDDING_NAMES = {
    "emb.word": "token_embd.weight", "emb.pos": "position_embd.weight", "emb.type": "token_types.weight",
    "emb.ln.w": "token_embd_norm.weight", "emb.ln.b": "token_embd_norm.bias",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes in the source's header."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Tokenizer:
    pieces: tuple[bytes, ...]  # UTF-8, in id order
    scores: npt.NDArray[np.float32]  # log probability of each piece
    bos: int
    eos: int
    pad: int
    unk: int


@dataclass(frozen=True, slots=True)
class SourceTensor:
    name: str
    dtype: int
    data: memoryview


@dataclass(frozen=True, slots=True)
class Source:
    shape: Shape
    tokenizer: Tokenizer
    tensors: tuple[SourceTensor, ...]


class _Reader:
    """Little-endian reads from a buffer, with a position."""

    def __init__(self, data: bytes) -> None:
        self.data = memoryview(data)
        self.at = 0

    def values(self, layout: str) -> tuple[int | float, ...]:
        out = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return out

    def ints(self, layout: str) -> tuple[int, ...]:
        return tuple(int(value) for value in self.values(layout))

    def bytes(self, count: int) -> memoryview:
        if count > len(self.data) - self.at:
            raise struct.error("past the end")
        self.at += count
        return self.data[self.at - count : self.at]


def read(path: Path) -> Source:
    """Parse an `E5S1` file. Raises KeepsakeError("model_damaged") when it is not one, or is cut off."""
    reader = _Reader(path.read_bytes())
    try:
        return _parse(reader)
    except (struct.error, UnicodeDecodeError, ValueError) as error:
        raise KeepsakeError("model_damaged", name=path.name) from error


def _parse(reader: _Reader) -> Source:
    if bytes(reader.bytes(4)) != MAGIC:
        raise ValueError("magic")
    reader.ints("I")  # container version
    hidden, layers, heads, feed_forward, vocabulary, positions, token_types = reader.ints("7i")
    (epsilon,) = reader.values("f")
    (block,) = reader.ints("i")
    if block != BLOCK:
        raise ValueError("block size")
    shape = Shape(hidden, layers, heads, feed_forward, vocabulary, positions, token_types, float(epsilon))
    tokenizer = _parse_tokenizer(reader)
    _, normalisation_bytes = reader.ints("iI")
    reader.bytes(normalisation_bytes)  # NFKC, which the embedder applies itself
    tensors = []
    for _ in range(reader.ints("i")[0]):
        (length,) = reader.ints("H")
        name = bytes(reader.bytes(length)).decode()
        dtype, _elements, offset, size = reader.ints("BIQQ")
        if offset + size > len(reader.data) or dtype not in (F32, Q4_0):
            raise ValueError("tensor directory")
        tensors.append(SourceTensor(name, dtype, reader.data[offset : offset + size]))
    return Source(shape, tokenizer, tuple(tensors))


def _parse_tokenizer(reader: _Reader) -> Tokenizer:
    count, bos, eos, pad, unk = reader.ints("5i")
    (blob_length,) = reader.ints("Q")
    offsets = np.frombuffer(reader.bytes(4 * (count + 1)), "<u4")
    scores = np.frombuffer(reader.bytes(4 * count), "<f4").astype(np.float32)
    blob = bytes(reader.bytes(blob_length))
    pieces = tuple(blob[int(start) : int(end)] for start, end in itertools.pairwise(offsets))
    return Tokenizer(pieces, scores, bos, eos, pad, unk)


def gguf_name(name: str) -> str:
    """GGUF's name of a source tensor: `l3.q.w` is `blk.3.attn_q.weight`. Unknown names raise ValueError."""
    if name in _EMBEDDING_NAMES:
        return _EMBEDDING_NAMES[name]
    layer, _, rest = name.partition(".")
    part, _, kind = rest.partition(".")
    if not layer.startswith("l") or part not in _LAYER_NAMES or kind not in ("w", "b"):
        raise ValueError(f"tensor {name}")
    return f"blk.{int(layer[1:])}.{_LAYER_NAMES[part]}.{'weight' if kind == 'w' else 'bias'}"


def _columns(name: str, shape: Shape) -> int:
    """Length of one row of a matrix: the input width of the layer it belongs to."""
    return shape.feed_forward if name.endswith(".fo.w") else shape.hidden


def write(source: Source, target: Path) -> None:
    """Write the GGUF file. The same source gives the same bytes."""
    shape, tokenizer = source.shape, source.tokenizer
    writer = gguf.GGUFWriter(target, "bert")
    writer.add_name("multilingual-e5-small")
    writer.add_license("mit")
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q4_0)
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
    writer.add_context_length(shape.positions)
    writer.add_embedding_length(shape.hidden)
    writer.add_feed_forward_length(shape.feed_forward)
    writer.add_block_count(shape.layers)
    writer.add_head_count(shape.heads)
    writer.add_layer_norm_eps(shape.epsilon)
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.MEAN)
    _write_tokenizer(writer, tokenizer, shape)
    for tensor in source.tensors:
        columns = _columns(tensor.name, shape)
        if tensor.dtype == Q4_0:
            row_bytes = columns // BLOCK * BLOCK_BYTES
            blocks = np.frombuffer(tensor.data, np.uint8).reshape(-1, row_bytes)
            writer.add_tensor(gguf_name(tensor.name), blocks, raw_dtype=gguf.GGMLQuantizationType.Q4_0)
        else:
            values = np.frombuffer(tensor.data, "<f4")
            is_matrix = tensor.name in ("emb.pos", "emb.type")
            writer.add_tensor(gguf_name(tensor.name), values.reshape(-1, columns) if is_matrix else values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _write_tokenizer(writer: gguf.GGUFWriter, tokenizer: Tokenizer, shape: Shape) -> None:
    control = {tokenizer.bos, tokenizer.eos, tokenizer.pad}
    pieces, scores, types = list(tokenizer.pieces), [float(score) for score in tokenizer.scores], []
    for index, piece in enumerate(pieces):
        if index == tokenizer.unk:
            types.append(gguf.TokenType.UNKNOWN)
        elif index in control or piece == b"<mask>":
            types.append(gguf.TokenType.CONTROL)
        else:
            types.append(gguf.TokenType.NORMAL)
    for index in range(len(pieces), shape.vocabulary):  # the embedding matrix has rows no piece uses
        pieces.append(f"[PAD{index}]".encode())
        scores.append(-1000.0)
        types.append(gguf.TokenType.UNUSED)
    writer.add_tokenizer_model("t5")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(pieces)
    writer.add_token_scores(scores)
    writer.add_token_types(types)
    writer.add_add_space_prefix(True)
    writer.add_token_type_count(shape.token_types)
    writer.add_remove_extra_whitespaces(True)
    writer.add_bos_token_id(tokenizer.bos)
    writer.add_eos_token_id(tokenizer.eos)
    writer.add_unk_token_id(tokenizer.unk)
    writer.add_pad_token_id(tokenizer.pad)
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(True)


def repack(source: Path, target: Path) -> None:
    """Turn the file `source` into the GGUF file `target`. Raises KeepsakeError("model_damaged")."""
    try:
        write(read(source), target)
    except ValueError as error:  # a tensor of a size or name the layout does not know
        raise KeepsakeError("model_damaged", name=source.name) from error
