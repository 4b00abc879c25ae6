"""How long a search takes in a vault of many memories, beside Chroma and a FAISS flat index over the same vectors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

import numpy as np
import numpy.typing as npt
from recalling.worlds import utc, world
from report import Figure, at_most, left_out

from app.engine.recall.recall import Recall
from app.engine.recall.tokens import terms
from app.engine.types import Language, MemoryDraft, RedactedText, Vectors
from app.settings import RecallSettings
from app.vault.store import Store

NOW = utc(2026, 11, 18)
DIMENSIONS = 384
GOALS = {10_000: 5.0, 100_000: 20.0}  # ms, 95th percentile
QUESTIONS = 200
SUBJECTS = (
    "tea", "coffee", "bread", "piano", "garden", "bicycle", "train", "office", "sister", "doctor", "budget", "recipe",
    "novel", "movie", "hiking", "火锅", "设备", "北京", "音乐", "周末",
)  # fmt: skip


class Synthetic:
    """Vectors with the spread of real ones: 32 directions carry most of it. Text and vector of a number are fixed."""

    model_id, dimensions = "synthetic", DIMENSIONS

    def __init__(self) -> None:
        self._basis = np.random.default_rng(7).standard_normal((32, DIMENSIONS)).astype(np.float32)

    def made(self, count: int, seed: int) -> Vectors:
        chance = np.random.default_rng(seed)
        rows = chance.standard_normal((count, 32)).astype(np.float32) @ self._basis
        rows += 1.5 * chance.standard_normal((count, DIMENSIONS)).astype(np.float32)
        scaled: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return scaled

    def queries(self, texts: list[str]) -> Vectors:
        return np.vstack([self.made(1, sum(map(ord, text))) for text in texts])

    passages = queries

    def center(self, vectors: Vectors, langs: Sequence[Language]) -> Vectors:
        return vectors


def text_of(number: int) -> str:
    words = [SUBJECTS[(number * step + step) % len(SUBJECTS)] for step in (1, 3, 7)]
    return f"You talked about {words[0]} and {words[1]} with person {number % 997}, then {words[2]}, note {number}"


def fill(store: Store, synthetic: Synthetic, count: int) -> npt.NDArray[np.float32]:
    vectors = synthetic.made(count, 1)
    for start in range(0, count, 5_000):
        with store.transaction():
            for number in range(start, min(start + 5_000, count)):
                said = NOW - timedelta(minutes=count - number)
                text = RedactedText(text_of(number))
                draft = MemoryDraft(text, text, "fact", "fact", 0.6, 0.8, "automatic", said)
                memory = store.add_memory(draft, at=said)
                store.put_vectors("memory", [(memory.key, vectors[number])], synthetic.model_id)
                store.set_terms("memory", memory.key, terms(text.text))
    return vectors


def percentile(ask: Callable[[int], object], asked: int = QUESTIONS) -> float:
    times = []
    for number in range(asked):
        began = time.perf_counter()
        ask(number)
        times.append((time.perf_counter() - began) * 1000)
    return float(np.percentile(times, 95))


def figures(settings: RecallSettings, sizes: Sequence[int] = (10_000, 100_000)) -> Iterator[Figure]:
    synthetic = Synthetic()
    for size in sizes:
        with world(lambda: NOW) as store:
            vectors = fill(store, synthetic, size)
            recall = Recall(store, synthetic, synthetic, settings, clock=lambda: NOW)
            began = time.perf_counter()
            recall.search("warm up")
            ready = (time.perf_counter() - began) * 1000
            questions = [f"What about {SUBJECTS[n % 20]} with person {n % 997}?" for n in range(QUESTIONS)]
            found = percentile(lambda n, r=recall, q=questions: r.search(q[n]))  # type: ignore[misc]
            yield at_most(
                f"search_p95_at_{size}", found, GOALS[size], "ms", "both tiers, vectors and words; no embedding"
            )
            if size == max(sizes):
                yield at_most(f"ready_at_{size}", ready, 1000, "ms", "load both channels from the vault, first search")
            queries = synthetic.made(QUESTIONS, 2)
            own = recall._index.user("me").tiers["memory"].vectors
            yield Figure(
                f"own_vectors_alone_p95_at_{size}",
                percentile(lambda n, o=own, q=queries: o.search(q[n], 50)),
                "ms",  # type: ignore[misc]
            )
            yield from _others(vectors, queries, size)


def _others(vectors: npt.NDArray[np.float32], queries: npt.NDArray[np.float32], size: int) -> Iterator[Figure]:
    """The same vectors and queries, 50 nearest, no words and no rows behind them."""
    try:
        import faiss
    except ImportError:
        yield left_out(f"faiss_flat_p95_at_{size}", "faiss-cpu is not installed")
    else:
        flat = faiss.IndexFlatIP(DIMENSIONS)
        flat.add(vectors)
        yield Figure(f"faiss_flat_p95_at_{size}", percentile(lambda n: flat.search(queries[n : n + 1], 50)), "ms")
    try:
        import chromadb
    except ImportError:
        yield left_out(f"chroma_p95_at_{size}", "chromadb is not installed")
        return
    client = chromadb.EphemeralClient(chromadb.Settings(anonymized_telemetry=False))
    collection = client.get_or_create_collection(f"bench{size}", metadata={"hnsw:space": "cosine"})
    for start in range(0, size, 5_000):
        part = vectors[start : start + 5_000]
        collection.add(ids=[str(start + n) for n in range(len(part))], embeddings=part)
    yield Figure(
        f"chroma_p95_at_{size}",
        percentile(lambda n: collection.query(query_embeddings=[queries[n]], n_results=50)),
        "ms",
    )
