"""Every kind of secret is masked, every kind of ordinary number survives: measured on lines in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.engine.redact import TYPES, Redactor


def _uncovered(redactor: Redactor, line: dict[str, Any]) -> list[str]:
    covered = {i for f in redactor.find(line["text"]) for i in range(f.start, f.end)}
    return [e["text"] for e in line["entities"] if not all(i in covered for i in range(e["start"], e["end"]))]


def test_every_secret_is_covered_to_its_last_character(redactor: Redactor, lines: list[dict[str, Any]]) -> None:
    missed = {line["id"]: _uncovered(redactor, line) for line in lines if line["kind"] == "positive"}
    assert {k: v for k, v in missed.items() if v} == {}


def test_findings_carry_the_right_type(redactor: Redactor, lines: list[dict[str, Any]]) -> None:
    wrong = []
    for line in lines:
        found = redactor.find(line["text"])
        wrong += [
            (line["id"], e["type"])
            for e in line["entities"]
            if not any(f.type == e["type"] and f.start <= e["start"] < f.end for f in found)
        ]
    assert wrong == []


def test_harmless_lines_come_out_unchanged(redactor: Redactor, lines: list[dict[str, Any]]) -> None:
    changed = [
        line["id"]
        for line in lines
        if line["kind"] == "negative" and redactor.redact(line["text"]).text != line["text"]
    ]
    assert changed == []


def test_the_lines_are_many_and_of_both_languages(lines: list[dict[str, Any]]) -> None:
    assert len(lines) >= 600
    for kind in ("positive", "negative"):
        for lang in ("en", "zh"):
            assert sum(line["kind"] == kind and line["lang"] == lang for line in lines) >= 100
    assert {e["type"] for line in lines for e in line["entities"]} >= TYPES.keys() - {
        "PERSON", "PLACE", "ORGANISATION", "BIRTH_DATE", "PLATE", "URL_CREDENTIAL",
    }  # fmt: skip


def test_the_shared_cases_are_met(redactor: Redactor) -> None:
    cases = Path(__file__).resolve().parents[4] / "shared" / "cases" / "pii.jsonl"
    if not cases.exists():
        cases = Path(__file__).resolve().parents[2] / "data" / "redaction_lines.jsonl"
    for row in map(json.loads, cases.read_text(encoding="utf-8").splitlines()):
        text = redactor.redact(row["text"]).text
        assert _uncovered(redactor, row) == [], row["id"]
        assert all(kept in text for kept in row["must_keep"]), row["id"]
        if row["kind"] == "negative":
            assert text == row["text"], row["id"]


@pytest.mark.parametrize(
    ("text", "gone", "kept"),
    [
        ("身分證字號A100000001，卡号4111111111111111，IP是203.0.113.7吧",
         ["A100000001", "4111111111111111", "203.0.113.7"], ["IP是"]),
        ("帮我查一下订单20250312-88的物流；学号2021012345；SKU 0012345678905",
         [], ["20250312-88", "2021012345", "0012345678905"]),
        ("我的电话 18912345678", ["18912345678"], ["我的电话"]),
        ("main.py runs sys.exit on host7.lab.local", [], ["main.py runs sys.exit on host7.lab.local"]),
        ("WATERCOLOUR FOR BEGINNERS: A SHORT GUIDE FOR TEACHERS, B2, K9", [], ["B2, K9"]),
        ("11/04 07:12:44 WARN : scan_links: entry #3, device EN0 has address 9.22.22.222, slot 4", ["9.22.22.222"],
         ["11/04 07:12:44 WARN : scan_links: entry #3, device EN0 has address ", ", slot 4"]),
    ],
)  # fmt: skip
def test_inputs_that_broke_other_programs(redactor: Redactor, text: str, gone: list[str], kept: list[str]) -> None:
    out = redactor.redact(text).text
    assert not any(g in out for g in gone)
    assert all(k in out for k in kept)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("WIFI:S:HomeNet;T:WPA;P:banana77!;;", ["banana77!"]),
        ("my backup codes: 8391-2047, 5520-1183, 9914-3302 ok", ["8391", "2047", "5520", "3302"]),
        ("备用码：83912047 55201183 99143302", ["83912047", "55201183", "99143302"]),
        ("恢复代码 4K7P-9QXR-22LM", ["4K7P-9QXR-22LM"]),
        ("my pin is one two three four", ["one two three four"]),
        ("my number is four one five, five five five, two six seven one", ["four one five", "seven one"]),
        ("密碼係hunter2", ["hunter2"]),
        ("0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318 is my private key", ["0x4c0883a6"]),
    ],
)
def test_secrets_in_other_shapes(redactor: Redactor, text: str, gone: list[str]) -> None:
    out = redactor.redact(text).text
    assert not any(part in out for part in gone), out


def test_talk_of_such_things_stays(redactor: Redactor) -> None:
    for text in ("the backup codes are in the drawer", "备用码放在抽屉里", "I have one two three apples",
                 "the recovery code is on paper", "call me at one two many times"):  # fmt: skip
        assert redactor.redact(text).text == text


def test_the_word_in_a_mask_is_no_new_trace(redactor: Redactor) -> None:
    """Masking goes on until nothing more is found: the host behind a masked password is nobody's password."""
    out = redactor.redact("库的地址是postgres://app:coffee9484@10.0.0.5:5432/main").text
    assert out == "库的地址是postgres://app:[密码]@10.0.0.5:5432/main"
