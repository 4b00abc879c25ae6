"""No raw text reaches the vault: a card number is put into every field a person, a file or a program can fill, every
column of words is seen to be written, and the number stands in no row, no page and no settings file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.engine.controls import Controls
from app.engine.errors import KeepsakeError
from app.engine.guests import Guests
from app.engine.masking import Masking
from app.engine.transfer import Transfer
from app.models.catalogue import Catalogue
from app.models.runtime import Runtime
from app.vault.pages import PageReader
from tests.engine.conftest import Bench
from tests.vault.store.test_words import WORDS

CARD = "4012888888881881"
MAIL = "canary.person@example.com"
RAW = f"{CARD} {MAIL}"
# Columns whose words are made by the program itself from what is stored.
DERIVED = {"settings.value", "message_terms.terms", "memory_terms.terms"}


def _with_canary(entry: Any) -> Any:
    """The same entry of an export with the canary in every string that is not a time or a code the reader needs."""
    kept = {"kind", "role", "memory_type", "label", "status", "source", "user_id"}
    if isinstance(entry, dict):
        return {
            name: value
            if name in kept or name.endswith("_at") or name.startswith("valid_") or name == "event_at"
            else _with_canary(value)
            for name, value in entry.items()
        }
    if isinstance(entry, list):
        return [_with_canary(value) for value in entry]
    return f"{entry} {RAW}" if isinstance(entry, str) else entry


def _chatgpt(path: Path) -> Path:
    message = {
        "id": RAW, "author": {"role": "user"}, "create_time": 1.7e9,
        "content": {"content_type": "text", "parts": [f"I always pay with {RAW} at the bakery."]},
    }  # fmt: skip
    entry = {"id": RAW, "title": f"About {RAW}", "create_time": 1.7e9, "current_node": "n",
             "mapping": {"n": {"id": "n", "parent": None, "message": message}}}  # fmt: skip
    path.write_text(json.dumps([entry]), "utf-8")
    return path


def _plain(path: Path) -> Path:
    rows = [
        {"conversation": f"talk {RAW}", "role": role, "content": f"My sister's card is {RAW} and she lives in Ghent."}
        for role in ("user", "assistant")
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def everything(bench: Bench, tmp_path: Path) -> Iterator[Bench]:
    """Every verb that writes, with the canary wherever words go."""
    settings = bench.engine.parts.settings
    masking = Masking(bench.engine)
    transfer = Transfer(bench.store, bench.engine.redact, bench.clock)
    runtime = Runtime(Catalogue.load(), settings.models, settings.answer)
    controls = Controls(bench.engine, runtime, transfer, tmp_path, masking.settings_changed)
    guests = Guests(bench.engine, lambda: controls.settings)
    bench.service._verbs |= {**controls.verbs(), **guests.verbs(), **masking.verbs()}
    call = bench.call

    bench.chat.replies = [f"Sure, {RAW} is yours, and you live in Bruges."]
    bench.say(f"I live in Bruges. My budget is 500 euros. My sister Anna likes {RAW}.")
    bench.say(f"Remember that I moved to Ghent with {RAW}.")
    call("remember", text=f"I collect stamps from {RAW}")
    memory = bench.store.memories()[0]
    call("edit_memory", id=memory.id, content=f"You live at {RAW} in Bruges", tags=[f"tag {RAW}"])
    call("rename_conversation", id=bench.conversation, title=f"Title {RAW}")
    call("draft", conversation="", text=f"half a thought {RAW}")
    call("settings", changes={"answer.style": f"call me {RAW}"})
    call("mask_preview", text=RAW)
    call("recall", query=f"where do I live {RAW}")
    call("import", path=str(_chatgpt(tmp_path / "chatgpt.json")), format="auto")
    call("import", path=str(_plain(tmp_path / "plain.jsonl")), format="keepsake")
    call("guest_remember", text=f"The user's card is {RAW} and they like tea", session_id="s1")
    call("guest_reply", text=f"Noted {RAW}", session_id="s1")
    for name in ("user_id", "session_id"):
        with pytest.raises(KeepsakeError):
            call("guest_remember", text="I like tea", **{name: CARD})
    exported = tmp_path / "export.jsonl"
    call("export", path=str(exported), format="json")
    entries = [json.loads(line) for line in exported.read_text("utf-8").splitlines()]
    spoiled = tmp_path / "spoiled.jsonl"
    spoiled.write_text("".join(json.dumps(entry) + "\n" for entry in [entries[0], *map(_with_canary, entries[1:])]))
    call("import", path=str(spoiled), format="keepsake-export")
    bench.say(f"and this is private {RAW}", private=True, conversation=None)
    bench.engine.parts.recall.catch_up()
    yield bench


@pytest.mark.real
def test_the_canary_is_in_no_row_no_page_and_no_file(everything: Bench, tmp_path: Path) -> None:
    for value in everything.store._live_values():
        assert CARD.encode() not in value and MAIL.encode() not in value
    reader = PageReader(everything.store._db.path, everything.store._db.key)
    pages = b"".join(reader.blocks()) + b"".join(reader.wal_blocks())
    assert CARD.encode() not in pages and MAIL.encode() not in pages
    assert CARD not in (tmp_path / "settings.json").read_text("utf-8")
    assert CARD not in (tmp_path / "export.jsonl").read_text("utf-8")


@pytest.mark.real
def test_every_column_of_words_was_written_on_the_way(everything: Bench) -> None:
    """Otherwise the test above would say nothing about it."""
    masked = set()
    for column in WORDS:
        table, name = column.split(".")
        rows = everything.store._db.all(f"SELECT {name} FROM {table} WHERE {name} LIKE '%[card number]%'")
        if rows:
            masked.add(column)
    assert WORDS.keys() - DERIVED - masked <= {"facts.value"}
    assert everything.store.facts(None), "no fact was written"
