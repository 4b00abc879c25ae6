"""The chat model as the engine sees it: turns in, text out, and a second context for background work."""

from __future__ import annotations

import codecs
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.engine.types import Cancel, ChatTurn, Usage
from app.models.gate import Gate
from app.models.native import NativeModel
from app.models.sampling import Sampler
from app.models.session import PromptTooLong, Session
from app.models.speeds import Speed
from app.models.template import ChatTemplate

BACKGROUND_SEED = 20_250_101
_BACKGROUND_PIECE = 128  # tokens of prompt per background step: what is lost when a chat breaks one off
_FIRST_GUESS = 100.0  # tokens/s of prefill before anything was measured
_MEASURED_TOKENS = 32  # shorter prefills and answers say nothing about speed
_THINKING, _THOUGHT = "<think>", "</think>"


@dataclass(frozen=True, slots=True)
class ChatInfo:
    name: str
    tier: str


class Reading:
    """Bytes of tokens to text: keeps half a character back until its other half comes, leaves out `<think>` blocks."""

    def __init__(self, *, thoughts: bool = False) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._thoughts = thoughts
        self._held = ""
        self._begun = False
        self._thinking = False

    def feed(self, piece: bytes) -> str:
        text = self._decoder.decode(piece)
        if self._thoughts:
            return text
        self._held += text
        if not self._begun and not self._thinking:
            opening = self._held.lstrip()
            if not opening or _THINKING.startswith(opening):
                return ""
            self._thinking = opening.startswith(_THINKING)
            self._begun = not self._thinking
        if self._thinking:
            _, ended, rest = self._held.partition(_THOUGHT)
            if not ended:
                return ""
            self._thinking, self._begun, self._held = False, True, rest.lstrip()
        text, self._held = self._held, ""
        return text

    def rest(self) -> str:
        """What was held back as a possible opening; a half character at the very end is dropped."""
        return "" if self._thinking else self._held


class ChatModel:
    """Streams answers. One at a time: a second caller waits, background work makes way."""

    def __init__(
        self,
        info: ChatInfo,
        model: NativeModel,
        template: ChatTemplate,
        session: Session,
        gate: Gate,
        *,
        known: Speed = Speed(),  # noqa: B008 - frozen
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """`known`: how fast the model was here before."""
        self.name = info.name
        self.tier = info.tier
        self.n_ctx = session.n_ctx
        self.prefill_rate = known.prefill or _FIRST_GUESS  # tokens/s, measured as it goes
        self._measured_prefill = known.prefill
        self._measured_generation = known.generation
        self._model = model
        self._template = template
        self._session = session
        self._gate = gate
        self._clock = clock
        self._answers = 0
        gate.on_chat(session.context.abort.set)

    def count_tokens(self, text: str) -> int:
        return self._template.count(text)

    def count_turns(self, turns: Sequence[ChatTurn]) -> int:
        """Tokens of the whole prompt these turns make, the opening of the answer included."""
        return len(self._template.tokens(turns))

    def stream(
        self,
        turns: Sequence[ChatTurn],
        *,
        max_tokens: int = 512,
        temperature: float = 0.0,
        cancel: Cancel | None = None,
        on_usage: Callable[[Usage], None] | None = None,
        seed: int | None = None,
    ) -> Iterator[str]:
        """Text as it is made, until the model's end token, `max_tokens`, the end of the window, or a stop.

        `on_usage` is called once, whatever ended it. Raises PromptTooLong."""
        started = self._clock()
        prompt = self._template.tokens(turns)
        self._answers += 1
        cached = made = 0
        first_ms = 0.0
        stopped = True
        sampler = (
            Sampler(self._model, temperature=temperature)
            if seed is None
            else Sampler(self._model, temperature=temperature, seed=seed)
        )
        try:
            with self._gate.chat(cancel) as mine, sampler:
                if not mine:
                    return
                session = self._session
                session.context.abort.clear()
                cached = session.begin(prompt)
                before = self._clock()
                if not session.feed(prompt, cancel):
                    return
                self._measure(len(prompt) - cached, self._clock() - before)
                reading = Reading()
                tokens = list(prompt)
                while made < max_tokens and not session.full and not (cancel is not None and cancel.is_set()):
                    token = session.next_token(sampler)
                    made += 1
                    if made == 1:
                        first_ms = (self._clock() - started) * 1000
                    if self._model.ends_generation(token):
                        stopped = False
                        break
                    text = reading.feed(self._model.piece(token))
                    if text:
                        yield text
                    tokens.append(token)
                    if made < max_tokens and not session.full and not session.feed(tokens, cancel):
                        break
                else:
                    stopped = cancel is not None and cancel.is_set()
                if not stopped and reading.rest():
                    yield reading.rest()
        finally:
            total_ms = (self._clock() - started) * 1000
            usage = Usage(len(prompt), cached, made, first_ms, total_ms, stopped)
            if made >= _MEASURED_TOKENS:
                self._measured_generation = usage.tokens_per_s
            if on_usage is not None:
                on_usage(usage)

    def prefill(self, turns: Sequence[ChatTurn], cancel: Cancel | None = None) -> bool:
        """Read turns ahead of time, as background work: the next answer that begins with them starts sooner. False when
        an answer or the cancel came first."""
        prompt = self._template.tokens(turns, answer_follows=False)
        if len(prompt) >= self.n_ctx:
            return False
        answers = self._answers
        begun = False
        while True:
            with self._gate.step(cancel) as mine:
                if not mine or self._answers != answers:
                    return False
                if not begun:
                    begun = True
                    self._session.begin(prompt, all_of_it=True)
                whole = self._session.feed(prompt, cancel, piece=_BACKGROUND_PIECE)
                self._session.context.abort.clear()
                if whole and self._session.shared_prefix(prompt) == len(prompt):
                    return True
                if cancel is not None and cancel.is_set():
                    return False

    @property
    def speed(self) -> Speed:
        """As measured, now or an earlier time; 0 where never."""
        return Speed(round(self._measured_prefill, 1), round(self._measured_generation, 1))

    def reset(self) -> None:
        """Forget what was read: KV cache and cached contents. Waits for a running answer."""
        with self._gate.chat():
            self._session.reset()
            self._template.forget()

    def _measure(self, tokens: int, seconds: float) -> None:
        if tokens >= _MEASURED_TOKENS and seconds > 0:
            self.prefill_rate += (tokens / seconds - self.prefill_rate) * 0.5
            self._measured_prefill = self.prefill_rate


class BackgroundModel:
    """The same weights for consolidation, in a context of their own. Every token is a step that chat can delay."""

    def __init__(
        self, info: ChatInfo, model: NativeModel, template: ChatTemplate, session: Session, gate: Gate
    ) -> None:
        self.name = info.name
        self.tier = info.tier
        self.n_ctx = session.n_ctx
        self._model = model
        self._template = template
        self._session = session
        self._gate = gate
        gate.on_chat(session.context.abort.set)

    def count_tokens(self, text: str) -> int:
        return self._template.count(text)

    def complete(
        self,
        system: str,
        prompt: str,
        grammar: str | None = None,
        *,
        max_tokens: int = 512,
        temperature: float = 0.0,
        cancel: Cancel | None = None,
    ) -> str:
        """The whole answer, `<think>` blocks left out. `grammar` is GBNF with a rule `root`, or a JSON schema.

        Deterministic: temperature 0 unless told (0.3 at most), fixed seed. Raises PromptTooLong when prompt and
        `max_tokens` exceed the window, ValueError for a grammar that cannot be read. A cancelled call returns what it
        has.
        """
        if not 0 <= temperature <= 0.3:
            raise ValueError("background work has temperature 0 to 0.3")
        turns = [ChatTurn("user", prompt)] if not system else [ChatTurn("system", system), ChatTurn("user", prompt)]
        tokens = self._template.tokens(turns)
        if len(tokens) + max_tokens > self.n_ctx:
            raise PromptTooLong(f"{len(tokens)} tokens and {max_tokens} of answer in a window of {self.n_ctx}")
        if grammar is not None and grammar.lstrip().startswith("{"):
            grammar = schema_to_grammar(grammar)
        seed = BACKGROUND_SEED
        with Sampler(self._model, temperature=temperature, seed=seed, grammar=grammar) as sampler:
            return "".join(self._pieces(tokens, sampler, max_tokens, cancel, thoughts=grammar is not None)).strip()

    def _pieces(
        self, prompt: list[int], sampler: Sampler, max_tokens: int, cancel: Cancel | None, *, thoughts: bool
    ) -> Iterator[str]:
        reading = Reading(thoughts=thoughts)
        tokens = list(prompt)
        begun = False
        made = 0
        while made < max_tokens:
            with self._gate.step(cancel) as mine:
                if not mine:
                    return
                if not begun:
                    begun = True
                    self._session.begin(tokens)
                whole = self._session.feed(tokens, cancel, piece=_BACKGROUND_PIECE)
                self._session.context.abort.clear()
                if not whole or self._session.shared_prefix(tokens) < len(tokens):
                    if cancel is not None and cancel.is_set():
                        return
                    continue
                token = self._session.next_token(sampler)
            made += 1
            if self._model.ends_generation(token):
                break
            yield reading.feed(self._model.piece(token))
            tokens.append(token)
        yield reading.rest()

    def reset(self) -> None:
        with self._gate.step():
            self._session.reset()
            self._template.forget()


def schema_to_grammar(schema: str) -> str:
    """GBNF of a JSON schema."""
    from app.models.runtime import json_schema_to_gbnf  # not at the top: runtime imports this file

    return json_schema_to_gbnf(schema)
