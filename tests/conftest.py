"""Fixtures that every part of the tests shares."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


@pytest.fixture(scope="session")
def shared_folder() -> Path | None:
    """Evaluation data beside the repository, where it exists. Tests must not need it."""
    folder = REPOSITORY.parent / "shared"
    return folder if folder.is_dir() else None


@pytest.fixture(scope="session")
def model_path() -> Callable[[str], Path]:
    """Path of a real model by name or tier ("tests", "small"); only of those that `packaging/dev.py test` fetches."""
    from app.models.catalogue import Catalogue

    scripts = str(REPOSITORY / "packaging")
    if scripts not in sys.path:
        sys.path.append(scripts)
    fetched = importlib.import_module("dev").MODELS_TO_TEST
    catalogue = Catalogue.load()

    def path(name: str) -> Path:
        entry = catalogue.entry(name)
        assert entry.name in fetched, f"a machine that was set up for tests has no {entry.name}"
        return catalogue.require(entry)

    return path


def pytest_unconfigure() -> None:
    """llama_cpp opens these two for good; closed here, so that the end of a run says nothing."""
    helpers = sys.modules.get("llama_cpp._utils")
    for name in ("outnull_file", "errnull_file"):
        if helpers is not None:
            getattr(helpers, name).close()
