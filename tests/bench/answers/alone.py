"""Tokens per second of llama.cpp through its own Python class, for comparison."""

from __future__ import annotations

import time
from pathlib import Path

from app.models.runtime import default_threads, library

PROMPT = "Tell me a long story about a lighthouse keeper and the sea."


def tokens_per_second(path: Path, *, tokens: int = 64) -> float:
    library()  # registers the processor's backend
    from llama_cpp import Llama

    threads = default_threads()
    llama = Llama(str(path), n_ctx=2048, n_threads=threads, n_threads_batch=threads, verbose=False)
    rates = []
    for _ in range(2):
        times = []
        for _piece in llama.create_chat_completion(
            [{"role": "user", "content": PROMPT}], max_tokens=tokens, temperature=0, stream=True
        ):
            times.append(time.perf_counter())
        rates.append((len(times) - 3) / (times[-2] - times[1]))  # the first and last pieces carry no text
    llama.close()
    return max(rates)
