"""A question is read once: the words of its time are no words of its matter."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from app.engine.recall.question import Reader
from app.engine.recall.texts import only_when
from app.engine.types import Language, Vectors

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


class Listening:
    """An embedder that keeps what it was given."""

    model_id, dimensions = "listening", 2

    def __init__(self) -> None:
        self.heard: list[str] = []

    def queries(self, texts: list[str]) -> Vectors:
        self.heard += texts
        return np.tile(np.array([1, 0], np.float32), (len(texts), 1))

    passages = queries

    def center(self, vectors: Vectors, langs: Sequence[Language]) -> Vectors:
        return vectors


def read(query: str, mode: Any = "hybrid") -> tuple[list[str], list[str]]:
    listening = Listening()
    return Reader(listening, listening).read(query, mode, NOW).terms, listening.heard


@pytest.mark.parametrize(
    "query", ["What did I do yesterday?", "我昨天做了什么？", "下周有什么安排", "What am I doing next week?"]
)
def test_a_question_after_a_time_alone_has_no_words_and_no_meaning(query: str) -> None:
    assert read(query) == ([], [])


def test_a_relative_time_is_taken_off() -> None:
    words, heard = read("Which exhibition did I see last week?")
    assert words == ["exhibit", "see"]
    assert "last week" not in heard[0]
    words, heard = read("上周我看了什么展？")
    assert "周" not in words
    assert "上周" not in heard[0]


def test_a_date_stays_as_a_word_of_one_form() -> None:
    assert read("What did I do on 2026-10-04?")[0] == ["@10", "@10-04", "@2026", "@2026-10-04"]
    words, heard = read("Whose birthday is June 14?")
    assert "@06-14" in words
    assert heard == ["Whose birthday is June 14?"]


@pytest.mark.parametrize(("left", "alone"), [
    ("what did i do ?", True), ("我做了什么？", True), ("有什么安排吗", True),
    ("who did i eat with ?", False), ("我看了什么展？", False), ("what about 27b?", False),
])  # fmt: skip
def test_what_is_left_says_what_or_nothing(left: str, alone: bool) -> None:
    assert only_when(left) == alone
