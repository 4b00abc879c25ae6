"""Tokens per second of llama.cpp through its own Python class, for comparison."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from app.engine.types import ChatTurn, Usage
from app.models.chat import ChatModel
from app.models.machine import default_threads
from app.models.runtime import library

PROMPT = "Tell me a long story about a lighthouse keeper and the sea."


def side_by_side(chat: ChatModel, path: Path, *, rounds: int = 4, tokens: int = 48) -> tuple[float, float]:
    """Tokens per second of the product and of llama.cpp alone: medians of alternating rounds, so that whatever else
    the machine does falls on both."""
    library()  # registers the processor's backend
    from llama_cpp import Llama

    threads = default_threads()
    llama = Llama(str(path), n_ctx=2048, n_threads=threads, n_threads_batch=threads, verbose=False)
    ours, theirs = [], []
    for _ in range(rounds):
        usages: list[Usage] = []
        for _piece in chat.stream([ChatTurn("user", PROMPT)], max_tokens=tokens, on_usage=usages.append):
            pass
        ours.append(usages[0].tokens_per_s)
        messages = [{"role": "user", "content": PROMPT}]
        times = []
        for _part in llama.create_chat_completion(messages, max_tokens=tokens, temperature=0, stream=True):
            times.append(time.perf_counter())
        theirs.append((len(times) - 3) / (times[-2] - times[1]))  # the first and last pieces carry no text
    llama.close()
    return statistics.median(ours), statistics.median(theirs)
