"""A question through the link: a real engine process over 10,000 memories, its query embedded by the real model."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from recalling.speed import QUESTIONS, SUBJECTS, Synthetic, fill
from recalling.worlds import embedder
from report import Figure, at_most

from app.link.client import EngineClient
from app.vault.vault import VaultDoor

KEY = bytes(range(32))
SIZE = 10_000


def figures() -> Iterator[Figure]:
    model = embedder()
    alone = []
    for number in range(QUESTIONS):
        began = time.perf_counter()
        model.queries([_question(number)])
        alone.append((time.perf_counter() - began) * 1000)
    yield at_most("query_embedding_median", float(np.median(alone)), 3, "ms")
    with tempfile.TemporaryDirectory(prefix="k") as folder:
        os.environ["XDG_RUNTIME_DIR"] = folder
        profile = Path(folder) / "p"
        vault = VaultDoor(profile).open_with_key(KEY)
        synthetic = Synthetic()
        synthetic.model_id = model.model_id  # the engine finds the vectors ready
        fill(vault.store, synthetic, SIZE)
        vault.close()
        client = EngineClient.connect_or_start(profile, KEY)
        try:
            for number in range(5):  # loads the index, the redactor and the embedding model
                client.call("recall", {"query": f"warm up {number}"})
            took, inside = [], []
            for number in range(QUESTIONS):
                began = time.perf_counter()
                result = client.call("recall", {"query": _question(number)})
                took.append((time.perf_counter() - began) * 1000)
                inside.append(float(result["took_ms"]))
        finally:
            client.close(wait=True)
    told = "a recall verb of a real engine: link, redaction of the question, its embedding, search"
    yield at_most(f"through_the_link_p95_at_{SIZE}", float(np.percentile(took, 95)), 15, "ms", told)
    yield Figure(f"through_the_link_median_at_{SIZE}", float(np.median(took)), "ms")
    yield Figure(f"of_which_search_and_embedding_p95_at_{SIZE}", float(np.percentile(inside, 95)), "ms")


def _question(number: int) -> str:
    return f"What about {SUBJECTS[number % 20]} with person {number % 997}?"
