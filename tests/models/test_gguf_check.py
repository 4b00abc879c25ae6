"""Model files are judged by their header before native code opens them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import gguf
import numpy as np
import pytest

from app.engine.errors import KeepsakeError
from app.models import gguf_check


def write(
    path: Path, architecture: str = "llama", *, template: str = "{{ x }}", pooling: int | None = None, **more: int
) -> Path:
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_block_count(more.get("layers", 2))
    writer.add_embedding_length(64)
    writer.add_context_length(2048)
    writer.add_head_count(4)
    writer.add_head_count_kv(2)
    if template:
        writer.add_chat_template(template)
    if pooling is not None:
        writer.add_uint32(f"{architecture}.pooling_type", pooling)
    writer.add_token_list([f"t{number}" for number in range(50)])
    writer.add_tensor("token_embd.weight", np.ones((50, 64), np.float32))
    writer.add_tensor("output.weight", np.ones((50, 64), np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def refused(code: str, call: Callable[[], object]) -> None:
    with pytest.raises(KeepsakeError) as caught:
        call()
    assert caught.value.code == code


def test_a_whole_file_tells_what_it_is(tmp_path: Path) -> None:
    info = gguf_check.check(write(tmp_path / "a.gguf"), "chat", tokens=1024)
    assert (info.architecture, info.role, info.context, info.layers, info.dimensions) == ("llama", "chat", 2048, 2, 64)
    assert info.cache_bytes_per_token == 2 * 2 * 2 * (16 + 16)
    assert info.chat_template == "{{ x }}"


@pytest.mark.parametrize("name", ["模型.gguf", "張 庭 綱 – mod'el.gguf", "a" * 200 + ".gguf"])
def test_any_name_is_read(tmp_path: Path, name: str) -> None:
    assert gguf_check.inspect(write(tmp_path / name)).architecture == "llama"


def test_every_cut_is_found(tmp_path: Path) -> None:
    data = write(tmp_path / "a.gguf").read_bytes()
    cut = tmp_path / "cut.gguf"
    for length in (0, 1, 3, 8, 20, 100, len(data) // 4, len(data) // 2, len(data) - 64):
        cut.write_bytes(data[:length])
        refused("model_damaged", lambda: gguf_check.inspect(cut))


@pytest.mark.parametrize("damage", [b"GGML", b"\x00\x00\x00\x00", b"PK\x03\x04"])
def test_other_files_are_no_models(tmp_path: Path, damage: bytes) -> None:
    path = write(tmp_path / "a.gguf")
    path.write_bytes(damage + path.read_bytes()[4:])
    refused("model_damaged", lambda: gguf_check.inspect(path))


@pytest.mark.parametrize(
    ("at", "layout", "value"), [(4, "<I", 99), (8, "<Q", 2**60), (16, "<Q", 2**60), (24, "<Q", 2**50)]
)
def test_nonsense_in_the_header_is_found_at_once(tmp_path: Path, at: int, layout: str, value: int) -> None:
    path = write(tmp_path / "a.gguf")
    data = bytearray(path.read_bytes())
    struct.pack_into(layout, data, at, value)
    path.write_bytes(data)
    refused("model_damaged", lambda: gguf_check.inspect(path))


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    refused("model_missing", lambda: gguf_check.inspect(tmp_path / "none.gguf"))


@pytest.mark.parametrize("architecture", ["clip", "somethingnew"])
def test_what_llama_cpp_cannot_run_is_refused(tmp_path: Path, architecture: str) -> None:
    refused("model_unsupported", lambda: gguf_check.inspect(write(tmp_path / "a.gguf", architecture)))


def test_the_role_must_fit(tmp_path: Path) -> None:
    embedding, reranker = write(tmp_path / "e.gguf", "bert", pooling=1), write(tmp_path / "r.gguf", "bert", pooling=4)
    assert gguf_check.check(embedding, "embedding").role == "embedding"
    assert gguf_check.check(reranker, "rerank").role == "rerank"
    refused("model_wrong_role", lambda: gguf_check.check(embedding, "chat"))
    refused("model_wrong_role", lambda: gguf_check.check(write(tmp_path / "c.gguf"), "embedding"))


def test_a_chat_model_needs_a_template_or_a_choice(tmp_path: Path) -> None:
    path = write(tmp_path / "a.gguf", template="")
    refused("model_no_template", lambda: gguf_check.check(path, "chat"))
    assert gguf_check.check(path, "chat", prompt_format="chatml").role == "chat"


def test_a_model_larger_than_memory_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.gguf", layers=1000)
    refused("model_too_large", lambda: gguf_check.check(path, "chat", tokens=10**9))


def test_damaged_text_in_the_file_is_no_reason_to_stumble(tmp_path: Path) -> None:
    path = write(tmp_path / "a.gguf")
    path.write_bytes(path.read_bytes().replace(b"t7", b"\xff\xfe"))
    assert gguf_check.inspect(path).role == "chat"


@pytest.mark.real
def test_every_listed_family_is_in_the_library() -> None:
    import llama_cpp

    library = (Path(llama_cpp.__file__).parent / "lib" / "libllama.so").read_bytes()
    assert [name for name in gguf_check.architectures() if name.encode() + b"\0" not in library] == []


@pytest.mark.real
def test_the_installed_models_pass(model_path: Callable[[str], Path]) -> None:
    assert gguf_check.check(model_path("tests"), "chat").architecture == "llama"
    assert gguf_check.check(model_path("multilingual-e5-small"), "embedding").dimensions == 384
