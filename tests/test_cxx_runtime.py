"""Native libraries in one process: a chat model loads after the vector search, whose wheel has its own C++ runtime."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
from app.engine.recall import vectors
from app import settings
from app.models.catalogue import Catalogue
from app.models.runtime import Runtime
chosen = settings.Settings().with_changes({"models.chat": "smollm2-135m-instruct"})
runtime = Runtime(Catalogue.load(), chosen.models, chosen.answer)
print(runtime.chat().name)
runtime.close()
"""


@pytest.mark.real
def test_a_chat_model_loads_in_a_process_that_searches_vectors(repository: Path) -> None:
    done = subprocess.run([sys.executable, "-c", CODE], cwd=repository, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "smollm2-135m-instruct", done.stderr
