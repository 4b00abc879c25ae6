"""Worlds to remember in: a fast one with stand-ins, and a real one whose models are loaded once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.remember.world import World, keeps_everything
from tests.fakes import FakeEmbedder


@pytest.fixture
def make_world(tmp_path: Path) -> Iterator[Callable[..., World]]:
    """Fast: hashed words instead of an embedding, and a head that keeps everything."""
    made: list[World] = []

    def make(**parts: Any) -> World:
        embedder = FakeEmbedder()
        folder = tmp_path / str(len(made))
        made.append(World(folder, embedder, head=keeps_everything(embedder.dimensions), **parts))
        return made[-1]

    yield make
    for world in made:
        world.close()


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    return make_world()


@pytest.fixture(scope="session")
def real_parts() -> Iterator[dict[str, Any]]:
    """The real embedding model, its calibration and the real redactor."""
    from app.engine.redact.redactor import Redactor
    from app.models.calibration import Calibration
    from app.models.catalogue import Catalogue
    from app.models.embedder import LlamaEmbedder

    catalogue = Catalogue.load()
    entry = next(entry for entry in catalogue.for_role("embedding") if entry.calibration)
    embedder = LlamaEmbedder(catalogue.require(entry), entry)
    yield {"embedder": embedder, "calibration": Calibration.load(entry), "redactor": Redactor()}
    embedder.close()


@pytest.fixture
def make_real_world(tmp_path: Path, real_parts: dict[str, Any]) -> Iterator[Callable[..., World]]:
    made: list[World] = []

    def make(**parts: Any) -> World:
        made.append(World(tmp_path / str(len(made)), **real_parts, **parts))
        return made[-1]

    yield make
    for world in made:
        world.close()


@pytest.fixture
def real_world(make_real_world: Callable[..., World]) -> World:
    return make_real_world()


@pytest.fixture(scope="session")
def chat_model() -> Iterator[Any]:
    """The default chat model in its background role."""
    from app.models.catalogue import Catalogue
    from app.models.runtime import Runtime
    from app.settings import ModelSettings

    runtime = Runtime(Catalogue.load(), ModelSettings())
    yield runtime.background()
    runtime.close()
