"""What a small model replies, in every broken shape that was reported: found where it is, refused where it is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.engine.remember import llm_json

CASES = [
    json.loads(line) for line in (Path(__file__).parents[2] / "data" / "llm_json.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", [c for c in CASES if c["input_kind"] != "text"], ids=lambda c: c["id"])
def test_reported_replies_give_what_they_meant(case: dict) -> None:
    check, reply = case["check"], llm_json.parse(case["input"])
    found = llm_json.texts(case["input"])
    if "facts" in check or "texts" in check:
        assert found == check.get("facts", check.get("texts"))
    for wanted in check.get("must_contain", ()):
        assert wanted in found
    assert all(isinstance(text, str) and text for text in found)
    assert reply.error == check.get("error", "")
    assert reply.cut == check.get("cut", False)


@pytest.mark.parametrize("case", [c for c in CASES if c["input_kind"] == "text"], ids=lambda c: c["id"])
def test_lone_surrogates_go_and_emoji_stay(case: dict) -> None:
    cleaned = llm_json.clean(case["input"])
    cleaned.encode("utf-8")
    assert all(wanted in cleaned for wanted in case["check"]["must_contain"])


def test_a_thought_is_not_an_answer() -> None:
    assert llm_json.texts('<think>{"facts": ["no"]}</think>{"facts": ["yes"]}') == ["yes"]
    assert llm_json.texts('<think>{"facts": ["never closed"]}') == []


def test_commas_inside_strings_stay() -> None:
    assert llm_json.texts('{"facts": ["a, ]b", "c,}"],}') == ["a, ]b", "c,}"]


def test_objects_are_found_by_their_key_wherever_they_stand() -> None:
    reply = 'first {"x": 1} then [{"line": 1, "note": "a"}, {"line": 2, "note": "b"}]'
    assert [o["line"] for o in llm_json.objects(reply, "note")] == [1, 2]


@pytest.mark.parametrize("text", ["", "no json at all", "{not json}", "[1, 2", "]}{[", "```\n```", "{" * 200])
def test_what_is_no_json_gives_no_facts_and_no_error(text: str) -> None:
    assert llm_json.texts(text) == []
