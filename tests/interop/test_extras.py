"""The doors for other programs cost nobody anything who does not open them."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from app import cli_interop
from app.engine.errors import KeepsakeError

OPTIONAL = ("fastapi", "uvicorn", "starlette", "httpx", "mcp", "langchain_core")


@pytest.mark.real
@pytest.mark.parametrize("start", ["app.ui.start, app.ui.chat_window", "app.cli", "app.compose"])
def test_no_start_loads_them(repository: Path, start: str) -> None:
    code = f"import sys, {start}; print([name for name in {OPTIONAL!r} if name in sys.modules])"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=repository, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_none_of_them_is_required(repository: Path) -> None:
    with (repository / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    required = {part.split(">")[0].split("=")[0].strip() for part in project["dependencies"]}
    assert required.isdisjoint({"fastapi", "uvicorn", "httpx", "mcp", "langchain-core"})
    assert {"api", "mcp", "langchain", "client"} <= set(project["optional-dependencies"])


@pytest.mark.parametrize("extra", ["api", "mcp"])
def test_a_missing_one_is_named(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_interop, "find_spec", lambda name: None)
    with pytest.raises(KeepsakeError, match="extra_missing"):
        cli_interop._need(extra)
