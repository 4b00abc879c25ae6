"""The decision log in words: every code that remembering can write has them, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from app.decision_words import _ACTIONS, _REASONS, decision_sentence
from app.engine.types import DropReason


def test_every_reason_that_is_written_has_words(repository: Path) -> None:
    sources = "".join(path.read_text("utf-8") for path in (repository / "app/engine/remember").glob("*.py"))
    written = set(re.findall(r'"(rewrite_[a-z_]+)"', sources))
    written |= set(re.findall(r'Relation\("(?:update|same)", "([a-z_]+)"', sources))
    written |= set(re.findall(r'\bnote="([a-z_]+)"', sources)) | set(get_args(DropReason))
    assert len(written) > 20
    assert written - set(_REASONS) == set()
    for table in (_ACTIONS, _REASONS):
        for words in table.values():
            assert words["en"].isascii() or "“" in words["en"]
            assert re.search(r"[\u4e00-\u9fff]", words["zh"])


def test_a_sentence_says_what_and_why() -> None:
    assert decision_sentence("kept_quote", "rewrite_lost_negation", "x", "en") == (
        "Kept your own words (the rewrite lost “not”): x"
    )
    assert decision_sentence("added", "new", "你住在合肥。", "zh") == "已记住：你住在合肥。"
    assert decision_sentence("superseded", "same_key", "x", "zh") == "已被取代（同一件事有了新的说法）：x"
