"""Writes a batch of fresh lines from its phrases: `python tests/bench/redacting/fresh.py a`; the name is the seed."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
sys.path[:0] = [str(REPOSITORY), str(HERE)]

from chance import Random  # noqa: E402
from confidential import apikey, conn, jwt, password, pem, pin, seed, wallet  # noqa: E402
from identifiers import card, cn_id, email, hmt_id, iban, ip, natid, passport, phone  # noqa: E402
from lookalikes import harmless  # noqa: E402

EACH = 240  # lines of a kind with secrets, both languages together
EACH_HARMLESS = 90
MAKERS: dict[str, Callable[[Random], tuple[str, ...]]] = {
    "cn_id": cn_id,
    "hmt_id": hmt_id,
    "passport": passport,
    "card": card,
    "phone": phone,
    "email": email,
    "iban": iban,
    "natid": natid,
    "ip": ip,
    "wallet": wallet,
    "seed": seed,
    "pem": pem,
    "jwt": jwt,
    "apikey": apikey,
    "password": password,
    "pin": pin,
    "conn": conn,
}
_WIDE = {ord(c): chr(ord(c) + 0xFEE0) for c in "0123456789"}


def phrases(name: str) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for line in (HERE / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, lang, text = line.split("|", 2)
            found.setdefault((kind, lang), []).append(text.replace("\\n", "\n"))
    return found


def _dressed(value: str, kind: str, rng: Random) -> str:
    """Now and then as it comes from a phone keyboard or a web page: full-width digits, an invisible character."""
    if kind in ("cn_id", "card", "phone", "pin") and rng.random() < 0.12:
        return value.translate(_WIDE)
    if kind in ("cn_id", "card", "phone") and rng.random() < 0.06:
        middle = len(value) // 2
        return value[:middle] + rng.choice("\u200b\u00a0\u2060") * 1 + value[middle:] if value.isdigit() else value
    return value


def lines(batch: str) -> list[dict[str, Any]]:
    rng = random.Random(f"keepsake {batch}")
    made = []
    told = phrases(f"phrases_{batch}.txt")
    for kind, maker in MAKERS.items():
        for lang in ("zh", "en"):
            own = told[kind, lang]
            for number in range(EACH // 2):
                phrase = own[number % len(own)]
                value, typed, *more = maker(rng)
                value = _dressed(value, kind, rng)
                must = value
                if kind == "natid":
                    phrase = phrase.replace("{label}", more[0])
                if kind == "conn":
                    must = more[0]
                at = phrase.index("{}")
                text = phrase.replace("{}", value, 1)
                must = must.removeprefix("1. ")  # the number before the first word of a list
                start = at + value.index(must)
                entities = [{"start": start, "end": start + len(must), "type": typed}]
                made.append({"group": kind, "kind": "positive", "lang": lang, "text": text, "entities": entities})
    for (kind, lang), own in phrases(f"phrases_harmless_{batch}.txt").items():
        for number in range(max(len(own), EACH_HARMLESS // 2) if "{}" in own[0] else len(own)):
            phrase = own[number % len(own)]
            text = phrase.replace("{}", harmless(kind, rng)) if "{}" in phrase else phrase
            made.append({"group": kind, "kind": "negative", "lang": lang, "text": text, "entities": []})
    return made


if __name__ == "__main__":
    name = sys.argv[1]
    made = lines(name)
    target = REPOSITORY / "tests" / "data" / f"redaction_fresh_{name}.jsonl"
    target.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in made), "utf-8")
    print(len(made), "lines", target.stat().st_size // 1024, "KB")
