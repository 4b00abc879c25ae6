"""The rewritten llama-cpp-python wheel: back ends where llama.cpp looks for them, nothing twice, RECORD right."""

from __future__ import annotations

import base64
import csv
import hashlib
import zipfile
from pathlib import Path

import pytest
from wheel_portable import make_portable, new_name

INFO = "llama_cpp_python-0.0.1.dist-info"
BUILT = {
    "llama_cpp/__init__.py": b"",
    "llama_cpp/lib/libllama.so": b"llama",
    "llama_cpp/lib/libllama.so.0": b"llama",
    "llama_cpp/lib/libllama.so.0.5.0": b"llama",
    "llama_cpp/lib/libggml-base.so.0": b"base",
    "lib/libllama.so": b"llama",
    "bin/libggml-cpu-haswell.so": b"haswell",
    "bin/libggml-cpu-x64.so": b"x64",
    "include/llama.h": b"//",
    f"{INFO}/WHEEL": b"Tag: py3-none-linux_x86_64\n",
    f"{INFO}/RECORD": b"stale\n",
}


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "llama_cpp_python-0.0.1-py3-none-linux_x86_64.whl"
    with zipfile.ZipFile(path, "w") as out:
        for name, data in BUILT.items():
            out.writestr(name, data)
    return path


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bin/libggml-cpu-zen4.so", "llama_cpp/lib/libggml-cpu-zen4.so"),
        ("bin/ggml-cpu-zen4.dll", "llama_cpp/lib/ggml-cpu-zen4.dll"),
        ("lib/libggml-metal.dylib", "llama_cpp/lib/libggml-metal.dylib"),
        ("bin/ggml-base.dll", None),
        ("bin/llama.dll", None),
        ("llama_cpp/lib/ggml-base.dll", "llama_cpp/lib/ggml-base.dll"),
        ("llama_cpp/lib/libllama.0.5.0.dylib", None),
        ("llama_cpp/lib/libllama.0.dylib", "llama_cpp/lib/libllama.0.dylib"),
        ("llama_cpp/llama.py", "llama_cpp/llama.py"),
    ],
)
def test_where_each_file_belongs(name: str, expected: str | None) -> None:
    assert new_name(name) == expected


def test_back_ends_move_and_copies_go(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(make_portable(wheel, tmp_path / "out")) as made:
        assert sorted(made.namelist()) == [
            "llama_cpp/__init__.py",
            "llama_cpp/lib/libggml-base.so.0",
            "llama_cpp/lib/libggml-cpu-haswell.so",
            "llama_cpp/lib/libggml-cpu-x64.so",
            "llama_cpp/lib/libllama.so",
            "llama_cpp/lib/libllama.so.0",
            f"{INFO}/RECORD",
            f"{INFO}/WHEEL",
        ]
        assert made.read("llama_cpp/lib/libggml-cpu-haswell.so") == b"haswell"


def test_record_lists_every_file_with_its_hash(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(make_portable(wheel, tmp_path / "out")) as made:
        rows = {row[0]: row[1:] for row in csv.reader(made.read(f"{INFO}/RECORD").decode().splitlines())}
        assert set(rows) == set(made.namelist())
        assert rows.pop(f"{INFO}/RECORD") == ["", ""]
        for name, (digest, size) in rows.items():
            data = made.read(name)
            expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            assert (digest, size) == (f"sha256={expected}", str(len(data)))


def test_same_input_gives_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    one, two = make_portable(wheel, tmp_path / "one"), make_portable(wheel, tmp_path / "two")
    assert one.read_bytes() == two.read_bytes()
