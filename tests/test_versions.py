"""`--version` tells every native part, in a checkout and, by the metadata that is packed along, in a frozen app."""

from __future__ import annotations

import importlib.metadata
import json
import sys
from pathlib import Path

import pytest

from app import __version__, cli, cli_options
from app.versions import NATIVE_PARTS, versions


def test_every_native_part_has_its_version() -> None:
    found = versions()
    assert list(found)[:2] == ["keepsake", "python"] and found["keepsake"] == __version__
    assert found["llama-cpp-python"] == importlib.metadata.version("llama-cpp-python")


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(cli_options.read(["--version", "--json"]), None) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["version"] == __version__ and set(NATIVE_PARTS) < set(document["parts"])


def test_the_frozen_app_packs_the_metadata_of_each(monkeypatch: pytest.MonkeyPatch, repository: Path) -> None:
    monkeypatch.syspath_prepend(str(repository / "packaging"))
    monkeypatch.delitem(sys.modules, "bundle_rules", raising=False)
    import bundle_rules

    assert set(NATIVE_PARTS) <= set(bundle_rules.METADATA)
