"""Figures of the vault with many memories: opening, writing, memory use, deleting with proof, backing up.

`python tests/bench/vault.py [--memories 100000] [--json]`. The memories are made up here; no model is loaded.
"""

from __future__ import annotations

import contextlib
import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from app.engine.errors import KeepsakeError  # noqa: E402
from app.engine.recall.tokens import terms  # noqa: E402
from app.engine.types import Language, MemoryDraft, RedactedText, Vectors  # noqa: E402
from app.vault import passphrase  # noqa: E402
from app.vault.backup import write_backup  # noqa: E402
from app.vault.store import Store  # noqa: E402
from app.vault.vault import open_vault  # noqa: E402
from tests.bench.report import Figure, at_most, main  # noqa: E402

KEY = bytes(range(32))
MODEL, DIMENSIONS = "multilingual-e5-small-q4_0", 384
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
_WHO = ("You", "Anna", "Your brother", "Tom from work", "你", "小明", "你的同事", "妈妈")
_WHAT = (
    "like {0} tea with {1} in the {2}", "went to {0} in {1} with {2}", "decided on {0} for {1}, not {2}",
    "喜欢{0}，不喜欢{1}，因为{2}", "在{0}的{1}住了{2}年", "决定用{0}做{1}，预算{2}万",
)  # fmt: skip


class NoModel:
    """Stands for the embedding model, which these figures leave out; random directions do not change the costs."""

    model_id, dimensions = MODEL, DIMENSIONS

    def queries(self, texts: list[str]) -> Vectors:
        return unit(np.random.default_rng(7), len(texts)).astype(np.float32)

    passages = queries


class NotCentered:
    """Leaves vectors where they are; the mean vectors belong to a model."""

    def center(self, vectors: Vectors, langs: Sequence[Language], *_: object) -> Vectors:
        return vectors


def unit(chance: np.random.Generator, count: int) -> Vectors:
    rows = chance.normal(size=(count, DIMENSIONS)).astype(np.float32)
    normalised: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return normalised


def sentence(chance: random.Random) -> str:
    words = [
        f"{chance.choice(('green', 'old', 'Oslo', 'river', '上海', '火锅', 'blue'))}{chance.randrange(5000)}"
        for _ in "123"
    ]
    return f"{chance.choice(_WHO)} {chance.choice(_WHAT).format(*words)}"


def draft(text: str, number: int, **place: object) -> MemoryDraft:
    said_at = NOW - timedelta(minutes=5 * number)
    return MemoryDraft(
        RedactedText(text), RedactedText(text), "fact", "fact", 0.6, 0.8, "automatic", said_at,
        tags=(RedactedText("bench"), RedactedText("测试")), token_count=20, **place,  # type: ignore[arg-type]
    )  # fmt: skip


def fill(store: Store, count: int) -> None:
    chance, vectors = random.Random(1), np.random.default_rng(1)
    for first in range(0, count, 2000):
        with store.transaction():
            conversation = store.create_conversation(RedactedText("Bench"), at=NOW).id
            rows = unit(vectors, min(2000, count - first))
            for place, vector in enumerate(rows):
                text = sentence(chance)
                if place % 10 == 0:  # a message each would be written like the memories, and only makes filling slower
                    message = store.add_message(conversation, "user", RedactedText(text), NOW, remembered=True)
                    store.put_vectors("transcript", [(message.id, vector)], MODEL)
                    store.set_terms("transcript", message.id, terms(text))
                made = store.add_memory(
                    draft(text, first + place, conversation=conversation, message_id=message.id), at=NOW
                )
                store.put_vectors("memory", [(made.key, vector)], MODEL)
                store.set_terms("memory", made.key, terms(text))


def timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def in_a_child(profile: Path, what: str) -> dict[str, float]:
    """Run one of the measurements below in a fresh process."""
    command = [sys.executable, __file__, "--child", what, str(profile)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def child_open(profile: Path) -> dict[str, float]:
    began, processor = time.perf_counter(), time.process_time()
    vault = open_vault(profile, raw_key=KEY)
    unlocked = time.perf_counter()
    keys, _ = vault.store.vectors("memory", MODEL)
    read = time.perf_counter()
    loaded = vault.store.term_rows("memory")
    done, processor = time.perf_counter(), time.process_time() - processor
    assert len(keys) == len(loaded) == vault.store.count_memories()
    vault.close()
    return {
        "unlock": unlocked - began,
        "vectors": read - unlocked,
        "terms": done - read,
        "all": done - began,
        "cpu": processor,
    }


def child_engine(profile: Path) -> dict[str, float]:
    """What the engine holds without models: vault, search indexes, redaction."""
    import psutil

    from app import compose  # noqa: F401  # the engine's own imports are part of its memory
    from app.engine.recall.recall import Recall
    from app.engine.redact.redactor import Redactor
    from app.settings import RecallSettings

    began, processor = time.perf_counter(), time.process_time()
    vault = open_vault(profile, raw_key=KEY)
    recall = Recall(vault.store, NoModel(), NotCentered(), RecallSettings(), clock=lambda: NOW)
    found = recall.search("green tea in Oslo", now=NOW)
    ready, processor = time.perf_counter() - began, time.process_time() - processor
    assert found.items
    redactor = Redactor()
    redactor.redact("My card is 4111 1111 1111 1111")
    memory = psutil.Process().memory_info().rss
    vault.close()
    return {"mb": memory / 2**20, "ready": ready, "cpu": processor}


def longest_wait(store: Store, during: Callable[[], object]) -> tuple[float, float]:
    """(seconds the call took, longest a person's own write waited meanwhile)."""
    waits: list[float] = []
    took: list[float] = []
    worker = threading.Thread(target=lambda: took.append(timed(during)))
    worker.start()
    while worker.is_alive():
        waits.append(timed(lambda: store.set_draft(None, RedactedText("a word"))))
        time.sleep(0.02)
    return took[0], max(waits)


def wait_when_coming_back(store: Store, delay: float) -> float:
    """Seconds a person's write waits when it comes `delay` seconds into an idle scrub, which then gives way."""
    store.delete_memories([store.memories(limit=1)[0].id])

    def scrub() -> None:
        with contextlib.suppress(KeepsakeError):  # it gave way; the next round or the last scrub finishes it
            store.scrub(give_way=True)

    worker = threading.Thread(target=scrub)
    worker.start()
    time.sleep(delay)
    waited = timed(lambda: store.set_draft(None, RedactedText("a word")))
    worker.join()
    return waited


def measure(profile: Path, count: int) -> list[Figure]:
    vault = open_vault(profile, raw_key=KEY)
    store = vault.store
    filled = timed(lambda: fill(store, count))
    vault.close()
    size = (profile / "vault.db").stat().st_size / 2**20

    opened = [in_a_child(profile, "open") for _ in range(3)]
    best = min(opened, key=lambda each: each["all"])
    engines = [in_a_child(profile, "engine") for _ in range(3)]
    engine = min(engines, key=lambda each: each["ready"])

    vault = open_vault(profile, raw_key=KEY)
    store = vault.store
    chance = random.Random(2)
    conversation = store.create_conversation(RedactedText("Bench"), at=NOW).id

    def remember_one() -> None:
        text = sentence(chance)
        with store.transaction():
            message = store.add_message(conversation, "user", RedactedText(text), NOW)
            made = store.add_memory(draft(text, 0, conversation=conversation, message_id=message.id), at=NOW)
            store.put_vectors("memory", [(made.key, unit(np.random.default_rng(3), 1)[0])], MODEL)
            store.set_terms("memory", made.key, terms(text))

    def add_one() -> None:
        store.add_memory(draft(sentence(chance), 0), at=NOW)

    commits = sorted(timed(add_one) for _ in range(300))
    remembered = sorted(timed(remember_one) for _ in range(300))
    newest = store.memories(limit=60, newest_first=True)
    deletions = sorted(timed(lambda each=each: store.delete_memories([each.id])) for each in newest[:50])  # type: ignore[misc]
    store.scrub()
    one = newest[55]
    deleted = timed(lambda: store.delete_memories([one.id]))
    processor = time.process_time()
    scrubbed, waited = longest_wait(store, store.scrub)
    processor = time.process_time() - processor
    came_back = [wait_when_coming_back(store, delay / 10) for delay in range(8)]
    store.scrub()
    checked = store.receipts(1)[0].checked_bytes / 2**20
    chat = store.memories(limit=1)[0].conversation or conversation
    chat_deleted = timed(lambda: store.delete_conversation(chat, memories="delete"))
    target = profile.parent / "bench.backup"
    backed_up, backup_waited = longest_wait(
        store, lambda: write_backup(vault, target, "correct horse battery staple", passphrase.Cost())
    )
    person = timed(lambda: store.delete_person("Tom"))
    everything = timed(store.delete_everything)
    scrubbed_all = timed(store.scrub)
    vault.close()

    def ms(seconds: float) -> float:
        return round(seconds * 1000, 2)

    many = f"_{count // 1000}k"
    return [
        Figure("memories", count),
        Figure("vault_size", round(size, 1), "MB"),
        Figure("fill", round(filled, 1), "s"),
        at_most(f"open_vault_ready_to_search{many}", round(engine["ready"], 3), 2.0, "s"),
        at_most(f"open_vault_ready_to_search_processor_time{many}", round(engine["cpu"], 3), 2.0, "s"),
        Figure(f"read_vault{many}", round(best["all"], 3), "s"),
        Figure(f"read_vault_processor_time{many}", round(best["cpu"], 3), "s"),
        Figure(f"open_unlock{many}", ms(best["unlock"]), "ms"),
        Figure(f"read_vectors{many}", ms(best["vectors"]), "ms"),
        Figure(f"read_terms{many}", ms(best["terms"]), "ms"),
        at_most("commit_memory_median", ms(statistics.median(commits)), 10, "ms"),
        Figure("commit_memory_p95", ms(commits[int(len(commits) * 0.95)]), "ms"),
        Figure("commit_message_memory_vector_terms_median", ms(statistics.median(remembered)), "ms"),
        at_most(f"engine_memory_without_models{many}", round(engine["mb"], 1), 400, "MB"),
        Figure(f"delete_memory_median{many}", ms(statistics.median(deletions)), "ms"),
        Figure(f"delete_one_memory{many}", ms(deleted), "ms"),
        Figure(f"scrub_and_byte_check{many}", round(scrubbed, 2), "s"),
        Figure(f"scrub_processor_time{many}", round(processor, 2), "s"),
        Figure(f"wait_of_a_write_during_an_idle_scrub_median{many}", ms(statistics.median(came_back)), "ms"),
        Figure("scrub_checked", round(checked, 1), "MB"),
        Figure(f"longest_wait_of_a_write_during_a_scrub_that_is_waited_for{many}", ms(waited), "ms"),
        Figure("delete_conversation_of_2000_memories", round(chat_deleted, 2), "s"),
        Figure(f"delete_person{many}", round(person, 2), "s"),
        Figure(f"backup{many}", round(backed_up, 2), "s"),
        Figure(f"longest_wait_of_a_write_during_backup{many}", ms(backup_waited), "ms"),
        Figure(f"delete_everything{many}", round(everything, 2), "s"),
        Figure("scrub_after_everything", round(scrubbed_all, 2), "s"),
    ]


def figures() -> Iterator[Figure]:
    count = int(sys.argv[sys.argv.index("--memories") + 1]) if "--memories" in sys.argv else 100_000
    with tempfile.TemporaryDirectory() as folder:
        yield from measure(Path(folder) / "profile", count)


if __name__ == "__main__":
    if "--child" in sys.argv:
        what, profile = sys.argv[sys.argv.index("--child") + 1 :]
        print(json.dumps({"open": child_open, "engine": child_engine}[what](Path(profile))))
    else:
        main("vault", figures)
