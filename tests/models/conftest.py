"""One small real chat model for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.models.catalogue import Catalogue
from app.models.runtime import Runtime
from app.settings import AnswerSettings, ModelSettings


@pytest.fixture(scope="session")
def runtime() -> Iterator[Runtime]:
    loaded = Runtime(Catalogue.load(), ModelSettings(chat="smollm2-135m-instruct"), AnswerSettings(context_window=2048))
    yield loaded
    loaded.close()
