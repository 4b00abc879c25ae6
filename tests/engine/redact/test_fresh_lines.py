"""Four batches of fresh lines, 240 of each kind of secret: each was scored before anything was changed for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.engine.redact import Redactor

DATA = Path(__file__).resolve().parents[2] / "data"
KINDS = {
    "cn_id", "hmt_id", "passport", "card", "phone", "email", "iban", "natid", "ip", "wallet", "seed", "pem", "jwt",
    "apikey", "password", "pin", "conn",
}  # fmt: skip


@pytest.mark.parametrize("batch", ["a", "b", "c", "d"])
def test_a_batch_of_fresh_lines_is_covered_and_what_is_harmless_stays(redactor: Redactor, batch: str) -> None:
    text = (DATA / f"redaction_fresh_{batch}.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    wanted = dict.fromkeys(("en", "zh"), 0)
    covered, changed = dict(wanted), dict(wanted)
    for line in lines[::3]:  # every third: the bench reads them all
        found = redactor.find(line["text"])
        if line["kind"] == "negative":
            changed[line["lang"]] += bool(found)
            continue
        hidden = {i for f in found for i in range(f.start, f.end)}
        wanted[line["lang"]] += 1
        covered[line["lang"]] += all(i in hidden for e in line["entities"] for i in range(e["start"], e["end"]))
    for lang in ("en", "zh"):
        assert covered[lang] / wanted[lang] >= 0.99, (lang, covered, wanted)
        assert changed[lang] <= 1, (lang, changed)
    assert {line["group"] for line in lines if line["kind"] == "positive"} == KINDS
