"""The bytes of what was deleted: gone after the scrub, proven on decrypted pages, and never called gone before."""

from __future__ import annotations

import json
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.engine.types import Fact
from app.vault.database import Database
from app.vault.remnants import needles_of
from app.vault.store import Store
from app.vault.store.scrubbing import RemnantsFound
from tests.vault.canary import canary, encodings, in_clear, in_pages
from tests.vault.making import NOON, draft, fill, index, said, words


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_after_the_scrub_no_byte_of_it_is_left(
    store: Store, database: Database, key: bytes, tmp_path: Path, lang: str
) -> None:
    secret, title, tag, value, log = (canary(lang) for _ in range(5))
    fill(store)
    made = said(store, secret, quote=secret, tags=(words(tag),))
    assert made.conversation is not None
    store.rename_conversation(made.conversation, words(secret))
    store.set_fact(Fact("me", "home", value, NOON, memory_id=made.id))
    store.add_decision("added", "salient", words(log), at=NOON, memory_id=made.id)
    index(store, made)
    vector = store.vectors_of("memory", [made.key], "e5")[made.key].tobytes()
    fill(store)
    runs = [run for text in (secret, tag, value, log) for run in encodings(text)]
    runs += [vector[at : at + 16] for at in range(0, len(vector) - 15, 16)]
    assert in_pages(database.path, key, [secret.encode(), value.encode(), log.encode(), vector[:16]])
    store.delete_memories([made.id])
    assert store.scrub_pending() and store.receipts()[0].state == "removed"
    checked = store.scrub()
    assert in_pages(database.path, key, runs) == []
    assert in_clear([tmp_path], [secret, title, tag, value, log]) == []
    assert checked >= database.path.stat().st_size * 0.98
    receipt = store.receipts()[0]
    assert (receipt.state, receipt.checked_bytes, receipt.removed["memories"]) == ("verified", checked, 1)
    assert not store.scrub_pending() and store.scrub() == 0
    assert database.faults() == []


def test_until_then_what_to_look_for_is_not_itself_readable_on_a_page(
    store: Store, database: Database, key: bytes
) -> None:
    made = said(store, canary())
    store.delete_memories([made.id])
    database.vacuum()
    database.truncate_wal()
    assert in_pages(database.path, key, needles_of([made.content])) == []
    assert store.scrub_pending()


def test_words_that_other_rows_still_hold_are_no_remnant(store: Store) -> None:
    first, second = said(store, "I drink green tea every morning"), said(store, "I drink green tea every morning")
    store.delete_memories([first.id])
    assert store.scrub() > 0
    assert store.memory(second.id) == second
    assert store.receipts()[0].state == "verified"


def test_a_remnant_is_never_called_verified(store: Store, tmp_path: Path) -> None:
    secret = canary()
    made = said(store, secret)
    (tmp_path / "forgotten.log").write_text(f"oops: {secret}")
    store.delete_memories([made.id])
    with pytest.raises(RemnantsFound):
        store.scrub()
    assert store.scrub_pending() and store.receipts()[0].state == "removed"
    (tmp_path / "forgotten.log").unlink()
    store.scrub()
    assert store.receipts()[0].state == "verified"


@pytest.mark.parametrize("deletion", ["conversation", "period", "person", "everything"])
def test_every_kind_of_deletion_is_scrubbed(store: Store, database: Database, key: bytes, deletion: str) -> None:
    fill(store, 10)
    secret = canary()
    made = said(store, f"Anna said {secret}", subject="Anna", said_at=NOON + timedelta(days=50))
    index(store, made)
    vector = store.vectors_of("memory", [made.key], "e5")[made.key].tobytes()
    assert made.conversation is not None
    match deletion:
        case "conversation":
            store.delete_conversation(made.conversation, memories="delete")
        case "period":
            store.delete_period(NOON + timedelta(days=49), NOON + timedelta(days=51))
        case "person":
            store.delete_person("Anna")
        case "everything":
            store.delete_everything()
    store.scrub()
    assert in_pages(database.path, key, [*encodings(secret), vector[:16], vector[-16:]]) == []
    assert store.receipts()[0].state == "verified"


def test_a_receipt_holds_counts_and_no_words(store: Store, database: Database) -> None:
    made = said(store, canary())
    store.delete_memories([made.id])
    (removed,) = database.one("SELECT removed FROM receipts")
    assert all(isinstance(count, int) for count in json.loads(removed).values())


def test_a_migrations_copy_does_not_outlive_a_deletion(store: Store, database: Database) -> None:
    copy = database.path.with_name("vault.db.before-0")
    copy.write_bytes(b"older")
    store.delete_memories([said(store, canary()).id])
    store.scrub()
    assert not copy.exists()


def test_a_scrub_that_gives_way_lets_a_writer_in_and_is_done_later(store: Store, database: Database) -> None:
    with store.transaction():
        for number in range(3000):
            store.add_memory(draft(f"{number} {'words ' * 60}"), at=NOON)
    store.delete_memories([store.memories(limit=1)[0].id])
    outcomes: list[str] = []

    def scrub() -> None:
        try:
            store.scrub(give_way=True)
            outcomes.append("done")
        except KeepsakeError as error:
            outcomes.append(error.code)

    began = threading.Event()
    vacuum = database.vacuum

    def announced(**options: bool) -> bool:
        began.set()
        return vacuum(**options)

    database.vacuum = announced  # type: ignore[method-assign]
    while not outcomes or outcomes[-1] != "engine_busy":  # the first tries may come before the rewriting or after it
        assert len(outcomes) < 50
        if not store.scrub_pending():
            store.delete_memories([store.memories(limit=1)[0].id])
        began.clear()
        worker = threading.Thread(target=scrub)
        worker.start()
        began.wait()
        time.sleep(0.001 * len(outcomes))
        store.set_draft(None, words("a person comes back"))
        worker.join()
    assert store.scrub_pending() and store.receipts()[0].state == "removed"
    assert store.scrub(give_way=True) > 0
    assert store.receipts()[0].state == "verified" and database.faults() == []
