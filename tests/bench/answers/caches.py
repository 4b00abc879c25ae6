"""KV cache types and flash attention, side by side: reading, writing and memory at a half-full window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from answers.talks import thirty_turns, turns_of

from app.engine.types import ChatTurn, Usage
from app.models.catalogue import Catalogue
from app.models.gguf_check import inspect
from app.models.machine import smaller_cache
from app.models.runtime import Runtime
from app.settings import AnswerSettings, ModelSettings

CHOICES = (("f16", False), ("f16", True), ("q8_0", True))
_PROMPT, _REPLY = 3000, 32  # tokens
_WINDOW = 4096


@dataclass(frozen=True, slots=True)
class Measured:
    cache: str
    flash: bool
    prefill: float  # tokens/s
    generation: float  # tokens/s behind the prompt
    cache_mb: float


def side_by_side(tier: str) -> Iterator[Measured]:
    catalogue = Catalogue.load()
    info = inspect(catalogue.require(catalogue.entry(tier)))
    for cache, flash in CHOICES:
        settings = ModelSettings(chat=tier, cache=cache, flash=flash)
        runtime = Runtime(catalogue, settings, AnswerSettings(context_window=_WINDOW))
        chat = runtime.chat()
        turns: list[ChatTurn] = []
        for turn in turns_of(thirty_turns()):
            if chat.count_turns([*turns, turn]) > _PROMPT:
                break
            turns.append(turn)
        turns.append(ChatTurn("user", "Tell me a long story about a lighthouse keeper and the sea."))
        usages: list[Usage] = []
        for _ in chat.stream(turns, max_tokens=_REPLY, on_usage=usages.append):
            pass
        used = usages[0]
        fitted = smaller_cache(info) if cache == "q8_0" else info
        yield Measured(
            cache, flash, used.prompt_tokens / used.first_token_ms * 1000, used.tokens_per_s,
            fitted.cache_bytes_per_token * chat.n_ctx / 1e6,
        )  # fmt: skip
        runtime.close()
