"""llama.cpp comes with a variant for every kind of processor, and the doctor tells which one this machine got."""

from __future__ import annotations

import platform

import pytest

from app.models import runtime


@pytest.mark.real
def test_one_of_the_shipped_variants_is_in_use() -> None:
    found = runtime.versions()
    shipped = found["cpu variants"].split()
    assert found["in use"] in shipped
    if platform.machine() in ("x86_64", "AMD64"):
        assert "x64" in shipped, "the oldest processors are served too"


def test_a_variant_is_named_by_its_file() -> None:
    assert runtime._variant("libggml-cpu-haswell.so") == "haswell"
    assert runtime._variant("ggml-cpu-zen4.dll") == "zen4"
