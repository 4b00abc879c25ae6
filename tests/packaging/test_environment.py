"""The environment is made once, remembered by a stamp, and links back to the checkout."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import environment
import lock_files
import pytest
import venvs
from terminal import Trouble


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A stamp that says everything is installed as it is locked now."""
    stamp = tmp_path / "stamp.json"
    stamp.write_text(json.dumps({name: environment.key(name) for name in lock_files.EXTRAS}), encoding="utf-8")
    monkeypatch.setattr(environment, "STAMP", stamp)
    monkeypatch.setattr(environment.stamp, "__defaults__", (stamp,))
    return stamp


def test_scripts_are_where_each_system_puts_them() -> None:
    venv = Path("venv")
    assert venvs.python(venv, "posix") == venv / "bin" / "python"
    assert venvs.python(venv, "nt") == venv / "Scripts" / "python.exe"


def test_a_ready_environment_costs_no_process(ready: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("nothing may be started"))
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("nothing may be started"))
    for name in lock_files.EXTRAS:
        environment.ensure(name)


def test_a_changed_lock_file_is_noticed(ready: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in lock_files.EXTRAS:
        (tmp_path / f"{name}.txt").write_text(lock_files.read(name), encoding="utf-8")
    monkeypatch.setattr(lock_files, "FOLDER", tmp_path)
    assert environment.outdated(["run", "dev"]) == []
    (tmp_path / "dev.txt").write_text(lock_files.read("dev") + "# changed\n", encoding="utf-8")
    assert environment.outdated(["run", "dev"]) == ["dev"]


@pytest.mark.parametrize("damage", ["", "{", "[]"])
def test_a_damaged_stamp_means_install_again(ready: Path, damage: str) -> None:
    ready.write_text(damage, encoding="utf-8")
    assert environment.outdated(["run"]) == ["run"]


def test_a_failing_command_becomes_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Trouble, match=r"it went wrong \(exit code 3"):
        venvs.run([sys.executable, "-c", "raise SystemExit(3)"], "it went wrong")


def test_link_wheel_holds_a_path_the_version_and_the_command(tmp_path: Path) -> None:
    with zipfile.ZipFile(environment.link_wheel(lock_files.REPOSITORY, tmp_path)) as wheel:
        names = wheel.namelist()
        assert wheel.read("keepsake.pth").decode() == f"{lock_files.REPOSITORY}\n"
        assert not any(name.endswith(".py") for name in names)
        commands = next(name for name in names if name.endswith("entry_points.txt"))
        assert "keepsake = app.bootstrap:main" in wheel.read(commands).decode()


@pytest.mark.real
def test_a_fresh_environment_gets_command_and_version_without_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    venv = tmp_path / "with space 环境"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    environment.install_project(venvs.python(venv))
    code = "import app, importlib.metadata as m; print(app.__version__ == m.version('keepsake'), app.__file__)"
    done = subprocess.run([venvs.python(venv), "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == f"True {lock_files.REPOSITORY / 'app' / '__init__.py'}"
    assert list(venvs.scripts_folder(venv).glob("keepsake*"))
