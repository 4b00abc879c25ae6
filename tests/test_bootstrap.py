"""The first moments of every process: guard, key out of sight, nothing heavy before the window, the right branch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("numpy", "typer", "pydantic", "presidio_analyzer", "spacy", "llama_cpp", "usearch", "PySide6", "sqlcipher3")
KEY = "a1" * 32


def run(repository: Path, code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=repository, env={**os.environ, **environment}, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_nothing_heavy_is_loaded_on_the_way_to_the_window(repository: Path) -> None:
    code = f"""
import sys
from app import bootstrap, cli_options
cli_options.read([])
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    assert run(repository, code) == "[]"


def test_the_key_leaves_the_environment_before_anything_is_started(repository: Path) -> None:
    code = """
import os, subprocess, sys
from app import bootstrap
bootstrap.main(["--version"])
assert "KEEPSAKE_KEY" not in os.environ
child = subprocess.run([sys.executable, "-c", "import os; print(os.environ.get('KEEPSAKE_KEY'))"], capture_output=True)
print(child.stdout.decode().strip())
"""
    assert run(repository, code, KEEPSAKE_KEY=KEY).splitlines()[-1] == "None"


def test_arguments_are_utf8_whatever_the_locale(repository: Path) -> None:
    code = "from app import bootstrap; import sys; print(ascii(bootstrap._arguments(sys.argv[1:])))"
    for locale in ("C", "en_US.ISO-8859-1", "POSIX"):
        done = subprocess.run(
            [sys.executable, "-X", "utf8=0", "-c", code, "喜欢茶"], cwd=repository, capture_output=True, check=True,
            env={**os.environ, "LC_ALL": locale, "PYTHONCOERCECLOCALE": "0"},
        )  # fmt: skip
        assert done.stdout.decode("ascii").strip() == ascii(["喜欢茶"])


@pytest.mark.parametrize(
    ("arguments", "branch"),
    [
        ([], "window"),
        (["--profile", "x", "--lang", "zh"], "window"),
        (["--demo"], "demo"),
        (["--screenshots", "x", "--demo", "--json"], "demo"),
        (["memories"], "cli"),
        (["--json"], "cli"),
        (["--help"], "cli"),
        (["--profile"], "cli"),
        (["--engine"], "engine"),
    ],
)
def test_the_arguments_choose_the_branch(repository: Path, arguments: list[str], branch: str) -> None:
    code = f"""
import sys, types
from app import bootstrap
def fake(name, **functions):
    module = types.ModuleType("app." + name)
    vars(module).update(functions)
    sys.modules["app." + name] = module
    import app
    setattr(app, name.split(".")[-1], module)
fake("cli", run=lambda options, key: print("cli"))
fake("demo", run=lambda options: print("demo"))
import app.ui
fake("ui.start", window=lambda options, key: print("window"))
app.ui.start = sys.modules["app.ui.start"]
bootstrap._engine = lambda: print("engine")
bootstrap.main({arguments!r})
"""
    assert run(repository, code) == branch
