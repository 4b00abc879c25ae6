"""Planted memories: exact things and times among look-alikes, one truth among near-duplicates, updates among turns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from recalling.worlds import Cached, add_conversation, draft, recall_over, utc, world

from app.settings import RecallSettings

NOW = utc(2026, 11, 18)
DATA = Path(__file__).resolve().parents[2] / "data"

EXACT = [
    ("Order {}-88 was shipped", "订单{}-88发货了", ["20250312", "20250321", "20250213", "20253012", "20250311"]),
    ("Your locker code is {}", "你的储物柜密码是{}", ["4711", "4771", "1147", "4117", "7411"]),
    ("You paid {} euros for the bike", "你花了{}元买自行车", ["1250", "1520", "2150", "1205", "1052"]),
    ("Ticket POL-{} is still open", "工单POL-{}还没关闭", ["358", "385", "538", "583", "835"]),
    ("Your meeting with {} went well", "你和{}的会开得很好", ["Anna", "Hanna", "Anja", "Joanna", "Annika"]),
    ("You write the parser in {}", "你用{}写解析器", ["C++", "C#", "Rust", "Go", "Zig"]),
]
BUDGETS = [
    (
        "The workshop budget is 50 thousand",
        "The workshop budget was changed to 60 thousand",
        "What is the workshop budget?",
    ),
    ("工作坊的预算是五万", "工作坊的预算改成了六万", "工作坊的预算是多少？"),
]


def exact_at_one(embedder: Cached, settings: RecallSettings) -> float:
    """Share of exact questions whose memory comes first, both languages, all look-alikes in one vault."""
    asked = right = 0
    with world(lambda: NOW) as store:
        for pattern in (p for english, chinese, _ in EXACT for p in (english, chinese)):
            values = next(v for english, chinese, v in EXACT if pattern in (english, chinese))
            for value in values:
                store.add_memory(draft(pattern.format(value), NOW - timedelta(days=30)), at=NOW - timedelta(days=30))
        recall = recall_over(store, embedder, lambda: NOW, settings)
        for english, chinese, values in EXACT:
            for value in values:
                for pattern, question in ((english, f"Tell me about {value}"), (chinese, f"关于{value}你知道什么？")):
                    tail = f"{value}-88" if "-88" in pattern else value
                    found = recall.search(question.replace(value, tail)).items
                    asked += 1
                    right += bool(found) and tail in found[0].content
    return right / asked


def truths_among_copies(embedder: Cached, settings: RecallSettings) -> Iterator[bool]:
    """Ten near-identical old memories and one newer truth: is the truth among the first five?"""
    for old, new, question in BUDGETS:
        with world(lambda: NOW) as store:
            for number in range(10):
                at = NOW - timedelta(days=60 - number)
                store.add_memory(draft(f"{old} ({number + 1})", at), at=at)
            store.add_memory(draft(new, NOW - timedelta(days=1)), at=NOW - timedelta(days=1))
            recall = recall_over(store, embedder, lambda: NOW, settings)
            yield any(item.content == new for item in recall.search(question, limit=5).items)


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def first_by_kind(embedder: Cached, settings: RecallSettings) -> Iterator[tuple[str, str, str, bool]]:
    """(language, batch, kind, whether the wanted memory comes first) of questions after codes, amounts, names, dates
    and times. Errors of batch a were read and mended; batch b was written then, and its errors read as well."""
    written = lines("recall_exact.jsonl")
    for lang in ("en", "zh"):
        mine = [line for line in written if line["lang"] == lang]
        with world(lambda: NOW) as store:
            named: dict[str, str] = {}
            for line in (line for line in mine if "memory" in line):
                said = datetime.fromisoformat(line["said"]).replace(hour=18, tzinfo=NOW.tzinfo)
                kept = store.add_memory(draft(line["text"], said, event_at=line["event"]), at=said)
                named[kept.id] = line["memory"]
            recall = recall_over(store, embedder, lambda: NOW, settings)
            for line in (line for line in mine if "question" in line):
                found = recall.search(line["question"], limit=5).items
                yield lang, line["batch"], line["kind"], bool(found) and named[found[0].id] == line["want"]


def updates_first(embedder: Cached, settings: RecallSettings) -> Iterator[bool]:
    """Of two turns on the same thing, does the newer one come first when the present is asked for?"""
    pairs = lines("recall_updates.jsonl")
    with world(lambda: NOW) as store:
        for number, pair in enumerate(pairs):
            for days, text in ((60 - number, pair["older"]), (20 - number, pair["newer"])):
                at = NOW - timedelta(days=days)
                answer = "Good to know, thanks!" if text.isascii() else "好的，记下了。"
                add_conversation(store, [("user", text, at), ("assistant", answer, at)])
        recall = recall_over(store, embedder, lambda: NOW, settings)
        for pair in pairs:
            found = recall.search(pair["question"], limit=5).items
            yield bool(found) and found[0].content == pair["newer"]
