"""One warm redactor for all redaction tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.engine.redact import Redactor


@pytest.fixture(scope="session")
def redactor() -> Redactor:
    redactor = Redactor()
    redactor.warm()
    return redactor


@pytest.fixture(scope="session")
def lines() -> list[dict[str, Any]]:
    """Held-out lines of every kind, in the format of the cases: kind, text, entities, must_keep."""
    path = Path(__file__).resolve().parents[2] / "data" / "redaction_lines.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
