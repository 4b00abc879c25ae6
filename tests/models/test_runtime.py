"""Loaded models: chosen from what is installed, refused for a reason, under any path."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.engine.types import ChatTurn
from app.models import runtime as runtime_module
from app.models.catalogue import Catalogue
from app.models.gguf_check import GgufInfo
from app.models.runtime import Runtime, context_tokens, default_threads
from app.settings import AnswerSettings, ModelSettings


def info(**changes: int) -> GgufInfo:
    return replace(GgufInfo("llama", "n", "chat", 4096, 2, 64, 1000, "", 10), **changes)


def refused(code: str, call: Callable[[], object]) -> None:
    with pytest.raises(KeepsakeError) as caught:
        call()
    assert caught.value.code == code


def test_the_window_is_what_the_model_and_the_memory_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    assert context_tokens(info(), 8192) == 4096
    assert context_tokens(info(context=0), 8192) == 8192
    memory = type("Memory", (), {"available": 4 * 3000 * 1000})
    monkeypatch.setattr(runtime_module.psutil, "virtual_memory", lambda: memory)
    assert context_tokens(info(context=32768), 8192) == 2048


def test_threads_are_those_this_process_may_use() -> None:
    assert 1 <= default_threads() <= (os.cpu_count() or 1)


def test_without_models_the_missing_one_is_named(tmp_path: Path) -> None:
    runtime = Runtime(Catalogue.load(tmp_path), ModelSettings())
    refused("model_missing", runtime.chat)
    refused("embedder_missing", runtime.embedder)
    assert runtime.reranker() is None and runtime.loaded() == {}


def test_an_unknown_choice_and_a_wrong_role_are_refused() -> None:
    refused("model_unknown", Runtime(Catalogue.load(), ModelSettings(chat="nope")).chat)
    refused("model_wrong_role", Runtime(Catalogue.load(), ModelSettings(chat="multilingual-e5-small")).chat)


@pytest.mark.parametrize("percent, plugged, welcome", [(10, False, False), (10, True, True), (80, False, True)])
def test_idle_work_is_not_welcome_on_a_low_battery(
    monkeypatch: pytest.MonkeyPatch, percent: int, plugged: bool, welcome: bool
) -> None:
    battery = type("Battery", (), {"percent": percent, "power_plugged": plugged})
    monkeypatch.setattr(runtime_module.psutil, "sensors_battery", lambda: battery, raising=False)
    assert Runtime(Catalogue.load(), ModelSettings()).background_welcome() is welcome


@pytest.mark.real
@pytest.mark.parametrize("folder", ["模型 張庭綱", "deep/" + "/".join(["d" * 120] * 12)])
def test_any_path_loads(tmp_path: Path, model_path: Callable[[str], Path], folder: str) -> None:
    known = Catalogue.load().entry("smollm2-135m-instruct")
    place = tmp_path / folder
    place.mkdir(parents=True)
    shutil.copy(model_path("tests"), place / known.file)
    runtime = Runtime(Catalogue.load(place), ModelSettings(chat=known.name), AnswerSettings(context_window=2048))
    assert "".join(runtime.chat().stream([ChatTurn("user", "Hi")], max_tokens=3))
    runtime.close()


@pytest.mark.real
def test_a_damaged_file_is_refused_and_the_loaded_model_stays(
    tmp_path: Path,
    model_path: Callable[[str], Path],
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    catalogue = Catalogue.load(tmp_path)
    good = catalogue.entry("smollm2-135m-instruct")
    shutil.copy(model_path("tests"), tmp_path / good.file)
    bad = replace(good, name="bad", file="bad.gguf", tier="imported")
    data = bytearray((tmp_path / good.file).read_bytes())
    data[:4] = b"OOPS"
    (tmp_path / bad.file).write_bytes(data)
    runtime = Runtime(
        Catalogue((good, bad), tmp_path), ModelSettings(chat=good.name), AnswerSettings(context_window=2048)
    )
    with caplog.at_level(logging.INFO):
        chat = runtime.chat()
        refused("model_damaged", lambda: runtime.use("bad"))
    assert runtime.chat() is chat
    assert "".join(chat.stream([ChatTurn("user", "Hi")], max_tokens=3))
    runtime.close()
    assert "chat model loaded" in caplog.text and str(tmp_path) not in caplog.text
    assert capfd.readouterr() == ("", ""), "native code prints nothing"


@pytest.mark.real
def test_a_model_is_switched_while_running(runtime: Runtime) -> None:
    first = runtime.chat()
    assert runtime.use(first.name) is first
    assert runtime.loaded()["chat"] == "smollm2-135m-instruct"
