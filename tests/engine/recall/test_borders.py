"""What is only compared with is never part of the product."""

from __future__ import annotations

import re
from pathlib import Path

_ELSEWHERE = re.compile(r"^\s*(?:import|from)\s+(chromadb|faiss|matplotlib|jieba|sklearn|scipy)\b", re.MULTILINE)


def test_the_app_imports_nothing_that_only_benchmarks_need() -> None:
    app = Path(__file__).resolve().parents[3] / "app"
    assert [file.name for file in app.rglob("*.py") if _ELSEWHERE.search(file.read_text("utf-8"))] == []
