"""dev.py: its verbs, what it passes on, and what it says when something is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import dev
import environment
import pytest

from app import paths

SCRIPT = Path(dev.__file__)


@pytest.fixture
def nothing_missing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Environment and models are there; hears which lock files were asked for."""
    asked: list[str] = []
    monkeypatch.setattr(environment, "ensure", asked.append)
    monkeypatch.setattr(dev, "missing_models", lambda names: [])
    monkeypatch.setattr(dev, "ensure_translations", lambda: None)
    return asked


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Hears the commands that would be started."""
    commands: list[list[str]] = []

    def call(*command: str | Path) -> int:
        commands.append([str(part) for part in command])
        return 0

    def replace_by(command: list[str]) -> int:
        commands.append(command)
        return 0

    monkeypatch.setattr(dev, "call", call)
    monkeypatch.setattr(dev, "replace_by", replace_by)
    return commands


@pytest.mark.usefixtures("nothing_missing")
def test_run_passes_its_arguments_on(started: list[list[str]]) -> None:
    assert dev.main(["run", "--demo", "--screenshots", "pictures", "--lang", "zh"]) == 0
    assert started[0][1:] == [str(SCRIPT.parents[1] / "main.py"), "--demo", "--screenshots", "pictures", "--lang", "zh"]


@pytest.mark.usefixtures("nothing_missing")
def test_run_without_a_display_offers_the_demo(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("machine.has_display", lambda: False)
    assert dev.main(["run"]) == 1
    assert "no display" in (said := capsys.readouterr().err) and "--demo" in said
    assert started == []
    for arguments in (["memories", "--json"], ["--version"]):
        assert dev.main(["run", *arguments]) == 0, "the command line needs no display"


def test_test_runs_lint_types_and_tests_from_the_dev_lock(nothing_missing: list[str], started: list[list[str]]) -> None:
    assert dev.main(["test", "-k", "shape"]) == 0
    assert nothing_missing[0] == "dev"
    assert [command[2] for command in started] == ["ruff", "mypy", "pytest"]
    assert started[-1][3:] == ["-k", "shape"]


@pytest.mark.usefixtures("nothing_missing")
def test_test_fails_when_lint_alone_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "call", lambda *command: 1 if "ruff" in command else 0)
    assert dev.main(["test"]) == 1


@pytest.mark.usefixtures("nothing_missing")
def test_an_unknown_benchmark_lists_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["bench", "nonsense"]) == 1
    assert "there is no benchmark 'nonsense'" in capsys.readouterr().err


def test_unknown_arguments_are_wrong_usage() -> None:
    for arguments in (["nonsense"], ["lint", "--nonsense"], []):
        done = subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True)
        assert done.returncode == 2 and "usage:" in done.stderr and "Traceback" not in done.stderr


def test_help_names_every_verb() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--help"], capture_output=True, text=True, check=True)
    assert all(f"\n    {verb} " in done.stdout for verb in ("setup", "run", "test", "lint", "bench", "build", "models"))


def test_translations_are_compiled_when_their_source_is_newer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[str] = []
    monkeypatch.setattr(dev, "REPOSITORY", tmp_path)
    monkeypatch.setattr("venvs.run", lambda command, problem: started.append(str(command[1])))
    (tmp_path / "resources" / "i18n").mkdir(parents=True)
    source = tmp_path / "resources" / "i18n" / "a.ts"
    source.write_text("<TS/>", encoding="utf-8")
    dev.ensure_translations()
    assert started == [str(tmp_path / "packaging" / "translations.py")]
    source.with_suffix(".qm").write_bytes(b"")
    os.utime(source, (1, 1))
    dev.ensure_translations()
    assert len(started) == 1
    os.utime(source.with_suffix(".qm"), (0, 0))
    dev.ensure_translations()
    assert len(started) == 2


def test_models_are_looked_for_where_the_app_looks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KEEPSAKE_MODELS", raising=False)
    assert dev.models_folder() == paths.models_folder()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert dev.models_folder() == paths.models_folder()
    monkeypatch.setenv("KEEPSAKE_MODELS", str(tmp_path / "models"))
    assert dev.models_folder() == paths.models_folder()


def test_a_missing_and_a_cut_model_are_both_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KEEPSAKE_MODELS", str(tmp_path))
    assert dev.missing_models(dev.MODELS_TO_RUN) == list(dev.MODELS_TO_RUN)
    (tmp_path / "multilingual-e5-small-q4_0.gguf").write_bytes(b"cut")
    assert "multilingual-e5-small" in dev.missing_models(dev.MODELS_TO_RUN)
    with (tmp_path / "multilingual-e5-small-q4_0.gguf").open("wb") as file:
        file.truncate(73578784)
    assert dev.missing_models(dev.MODELS_TO_RUN) == ["qwen2.5-coder-1.5b-instruct"]
