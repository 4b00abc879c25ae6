"""Fixtures that every part of the tests shares."""

from __future__ import annotations

import os
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
    """Path of a real model by name or tier ("tests", "small"); `packaging/dev.py test` has fetched them."""
    from app.models.catalogue import Catalogue

    catalogue = Catalogue.load()
    return lambda name: catalogue.require(catalogue.entry(name))
