"""From the first person to the second by rules, and not at all where rules could go wrong."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.engine.remember.person import first_person, report, second_person, speech_language

SAID = datetime(2026, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("I live in Bruges", "You live in Bruges."),
        ("i'm a nurse", "You're a nurse."),
        ("I was born in 1990", "You were born in 1990."),
        ("By the way, my husband and I moved", "Your husband and you moved."),
        ("I wake up at 7 am", "You wake up at 7 am."),
        ("我住在合肥", "你住在合肥。"),
        ("对了，我们决定用 Go", "你们决定用 Go。"),
        ("我有自我怀疑的毛病", "你有自我怀疑的毛病。"),
        ("my boss said I should rest", None),
        ("I like how you explained it", None),
        ("我觉得你说得对", None),
        ("Mi hermana vive en Rosario", None),
        ("私は大阪に住んでいます", None),
    ],
)
def test_second_person(text: str, statement: str | None) -> None:
    assert second_person(text) == statement


def test_reports_quote_in_the_speakers_language_and_cannot_be_closed_from_inside() -> None:
    assert report('say "hi"', SAID) == "You said on 12 Oct: \"say 'hi'\""
    assert report("以后简短点", SAID, asked=True) == "你在10月12日要求：“以后简短点”"


def test_back_to_the_first_person() -> None:
    assert first_person("You're a nurse and your cat is ill.") == "I'm a nurse and my cat is ill."
    assert first_person("你住在合肥。") == "我住在合肥。"


def test_languages_beside_english_and_chinese_are_known_as_other() -> None:
    texts = [
        "Ich wohne seit drei Jahren in Graz und bin froh",
        "J'habite à Nantes",
        "Я живу в Казани",
        "I live in El Paso",
        "我爱吃 pizza",
    ]
    assert [speech_language(t) for t in texts] == ["other", "other", "other", "en", "zh"]
