"""Loaded models: chosen from what is installed, refused for a reason, under any path."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.engine.types import ChatTurn
from app.models import machine, speeds
from app.models.catalogue import Catalogue
from app.models.runtime import Runtime
from app.models.speeds import Speed
from app.settings import AnswerSettings, ModelSettings


def refused(code: str, call: Callable[[], object]) -> None:
    with pytest.raises(KeepsakeError) as caught:
        call()
    assert caught.value.code == code


def test_without_models_the_missing_one_is_named(tmp_path: Path) -> None:
    runtime = Runtime(Catalogue.load(tmp_path), ModelSettings())
    refused("model_missing", runtime.chat)
    refused("embedder_missing", runtime.embedder)
    assert runtime.reranker() is None and runtime.loaded() == {}


def test_an_unknown_choice_and_a_wrong_role_are_refused() -> None:
    refused("model_unknown", Runtime(Catalogue.load(), ModelSettings(chat="nope")).chat)
    refused("model_wrong_role", Runtime(Catalogue.load(), ModelSettings(chat="multilingual-e5-small")).chat)


def test_idle_work_is_not_welcome_while_the_person_types_or_the_battery_is_low(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.psutil, "sensors_battery", lambda: None, raising=False)
    runtime = Runtime(Catalogue.load(), ModelSettings())
    assert runtime.background_welcome()
    runtime.typing()
    assert not runtime.background_welcome()
    battery = type("Battery", (), {"percent": 30, "power_plugged": False})
    monkeypatch.setattr(machine.psutil, "sensors_battery", lambda: battery, raising=False)
    runtime = Runtime(Catalogue.load(), ModelSettings(battery_percent=50))
    assert not runtime.background_welcome()
    runtime.configure(ModelSettings(battery_percent=20), AnswerSettings())
    assert runtime.background_welcome()


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


@pytest.mark.real
def test_changed_settings_load_the_model_anew_and_its_speed_is_kept(
    tmp_path: Path, model_path: Callable[[str], Path]
) -> None:
    known = Catalogue.load().entry("smollm2-135m-instruct")
    shutil.copy(model_path("tests"), tmp_path / known.file)
    settings, answer = ModelSettings(chat=known.name, threads=1, gpu_layers=0), AnswerSettings(context_window=2048)
    runtime = Runtime(Catalogue.load(tmp_path), settings, answer)
    first = runtime.chat()
    assert runtime.chosen is not None and (runtime.chosen.threads, runtime.chosen.window) == (1, 2048)
    "".join(first.stream([ChatTurn("user", "Tell me a long story about a lighthouse. " * 3)], max_tokens=40))
    assert first.speed.prefill > 0 and first.speed.generation > 0
    runtime.configure(settings, answer)
    assert runtime.chat() is first, "nothing changed"
    runtime.configure(replace(settings, threads=2, cache="q8_0"), replace(answer, context_window=4096))
    second = runtime.chat()
    assert second is not first and (runtime.chosen.threads, runtime.chosen.cache) == (2, "q8_0")
    assert second.n_ctx == 4096
    assert second.prefill_rate == first.speed.prefill, "known from the time before"
    assert "".join(second.stream([ChatTurn("user", "Hi")], max_tokens=3))
    runtime.close()
    assert speeds.load(tmp_path) == {known.name: first.speed} and first.speed != Speed()
