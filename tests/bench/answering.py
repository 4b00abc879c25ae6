"""Answering, measured: cost of memory, the clock beside full history, honesty, attacks, style, speed.

`--only PART,…` runs parts: prompt, first-token, whole-answer, background, speed, caches, questions, people, styles,
attacks. `--model default|small` one model instead of both; `--sample N` questions that full history is asked too
(default 40); `--batch NAME` one batch of attacks or people; `--show` prints every wrong answer to stderr.
"""

from __future__ import annotations

import functools
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator

from answers import alone, caches, people, questions, styles, talks, timing
from answers.attacks import attacks, defended, naive
from recalling import worlds
from report import Figure, at_least, at_most, left_out, main, shared_folder

from app.engine.redact.redactor import Redactor
from app.engine.types import Usage
from app.models.catalogue import Catalogue
from app.models.runtime import Runtime
from app.settings import AnswerSettings, ModelSettings

FULL_WINDOW = 24_576
_ATTACK_TOKENS = 48


def _option(name: str, default: str) -> str:
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def _show(text: str) -> None:
    if "--show" in sys.argv:
        print(text, file=sys.stderr, flush=True)


def _runtime(tier: str, window: int = 8192) -> Runtime:
    return Runtime(Catalogue.load(), ModelSettings(chat=tier), AnswerSettings(context_window=window))


def figures() -> Iterator[Figure]:
    chosen = _option("--only", ",".join(PARTS)).split(",")
    for tier in _option("--model", "default,small").split(","):
        entry = Catalogue.load().entry(tier)
        if not Catalogue.load().installed(entry):
            yield left_out(f"{tier}_model", f"{entry.name} is not installed")
            continue
        for name, part in PARTS.items():
            if name in chosen and (tier == "default" or name not in DEFAULT_ONLY or "--model" in sys.argv):
                yield from part(tier)


def _speed(tier: str) -> Iterator[Figure]:
    catalogue = Catalogue.load()
    runtime = _runtime(tier)
    ours, theirs = alone.side_by_side(runtime.chat(), catalogue.require(catalogue.entry(tier)))
    runtime.close()
    yield Figure(f"{tier}_tokens_per_s", round(ours, 1), "tokens/s")
    yield at_least(f"{tier}_tokens_per_s_share", round(ours / theirs, 3), 0.95, "", f"llama.cpp alone {theirs:.1f}")


@functools.cache
def _timed(tier: str) -> tuple[timing.Timed, float]:
    """Times with memory, and the prefill rate in tokens/s."""
    talk = talks.thirty_turns()
    runtime = _runtime(tier)
    chat = runtime.chat()
    with talks.remembered(talk, worlds.embedder(), Redactor()) as recall:
        timed = timing.with_memory(chat, recall, talk)
    rate = chat.prefill_rate
    runtime.close()
    return timed, rate


@functools.cache
def _full(tier: str) -> Usage:
    large = _runtime(tier, FULL_WINDOW)
    full = timing.full_history(large.chat(), talks.thirty_turns())
    large.close()
    return full


def _prompt(tier: str) -> Iterator[Figure]:
    timed, _ = _timed(tier)
    runtime = _runtime(tier, 2048)
    full = runtime.chat().count_turns(timing.full_prompt(talks.thirty_turns(), timing.QUESTIONS[0]))
    runtime.close()
    yield Figure(f"{tier}_full_history_prompt", full, "tokens", compared_with="published 21,600")
    yield Figure(f"{tier}_memory_prompt", timed.prompt_tokens, "tokens", compared_with="published 3,100")
    share = timed.prompt_tokens / full
    yield at_most(f"{tier}_prompt_share", round(share, 3), 0.10, "", "of full history; published 0.144")


def _first_token(tier: str) -> Iterator[Figure]:
    timed, rate = _timed(tier)
    allowed = timed.memory_tokens / rate * 1000 + 100
    added = timed.first_ms - timed.first_plain_ms
    detail = f"{timed.memory_tokens:.0f} memory tokens at {rate:.0f} tokens/s"
    yield at_most(f"{tier}_memory_adds_to_first_token", round(added, 1), round(allowed, 1), "ms", detail)
    full = _full(tier)
    yield Figure(f"{tier}_first_token", round(timed.first_ms, 1), "ms", compared_with=f"full {full.first_token_ms:.0f}")
    yield at_most(f"{tier}_first_token_share", round(timed.first_ms / full.first_token_ms, 4), 0.25, "")


def _whole_answer(tier: str) -> Iterator[Figure]:
    timed, _ = _timed(tier)
    full = _full(tier)
    yield Figure(f"{tier}_whole_answer", round(timed.whole_ms), "ms", compared_with=f"full {full.total_ms:.0f}")
    whole = timed.whole_ms / full.total_ms
    yield at_most(f"{tier}_whole_answer_share", round(whole, 4), 0.40, "", "published 1.2 s against 3.1 s (0.39)")


def _background(tier: str) -> Iterator[Figure]:
    runtime = _runtime(tier)
    undisturbed, after = timing.beside_background(runtime.chat(), runtime.background(), talks.thirty_turns())
    runtime.close()
    note = f"undisturbed {undisturbed:.0f} ms"
    yield at_most(f"{tier}_first_token_after_background", round(after / undisturbed, 2), 1.2, "", note)


def _caches(tier: str) -> Iterator[Figure]:
    for row in caches.side_by_side(tier):
        name = f"{tier}_{row.cache}_{'flash' if row.flash else 'plain'}"
        yield Figure(f"{name}_prefill", round(row.prefill, 1), "tokens/s", compared_with=f"{row.cache_mb:.0f} MB")
        yield Figure(f"{name}_generation", round(row.generation, 1), "tokens/s", compared_with="behind 3,000 tokens")


def _questions(tier: str) -> Iterator[Figure]:
    shared = shared_folder()
    if shared is None:
        yield left_out(f"{tier}_answered_from_memory", "MemoryBank is not here")
        return
    every, some = questions.rows(), questions.rows(int(_option("--sample", "40")))
    runtime = _runtime(tier)
    memory = list(questions.by_memory(shared, every, runtime.chat(), worlds.embedder()))
    history = list(questions.by_history(shared, some, runtime.chat()))
    runtime.close()
    for name, asked in (("memory", memory), ("history", history)):
        for one in asked:
            if not one.right:
                _show(f"by {name}: {one.question} -> {one.answer!r} (in the notes: {one.found})")
    yield Figure(f"{tier}_questions", len(memory), "")
    yield Figure(f"{tier}_answered_from_memory", round(sum(one.right for one in memory) / len(memory), 3), "")
    texts = {one.question for one in history}
    same = [one for one in memory if one.question in texts]
    ours, theirs = (sum(one.right for one in asked) / len(asked) for asked in (same, history))
    note = f"full history {theirs:.3f} on the same {len(history)}; published 8.4 against 7.2 of 10"
    yield at_least(f"{tier}_answered_from_memory_sample", round(ours, 3), round(theirs, 3), "", note)
    for lang in ("en", "zh"):
        for known in (True, False):
            part, full = ([o for o in each if (o.lang, o.known) == (lang, known)] for each in (memory, history))
            what = f"{tier}_{lang}_{'known' if known else 'not_known'}"
            beside = f"full history {sum(o.right for o in full)} of {len(full)}"
            found = f", in the notes {sum(o.found for o in part)}" if known else ""
            yield Figure(what, f"{sum(o.right for o in part)} of {len(part)}", "", compared_with=beside + found)


def _people(tier: str) -> Iterator[Figure]:
    batch = _option("--batch", "")
    runtime = _runtime(tier)
    told = list(people.ask_all(runtime.chat(), worlds.embedder(), batches=(batch,) if batch else ()))
    runtime.close()
    for one in told:
        if not one.right:
            _show(f"{one.kind}: {one.question} -> {one.answer!r} (in the notes: {one.found})")
    for lang in ("en", "zh"):
        for name, kinds in people.GROUPS.items():
            part = [one for one in told if one.lang == lang and one.kind in kinds]
            if part:
                yield Figure(f"{tier}_people_{lang}_{name}", f"{sum(one.right for one in part)} of {len(part)}")


def _styles(tier: str) -> Iterator[Figure]:
    runtime = _runtime(tier, 2048)
    results = styles.kept(runtime.chat(), _show)
    runtime.close()
    missed = ", ".join(wish.typed for wish, good in zip(styles.SUITE, results, strict=True) if not good)
    yield at_least(f"{tier}_style_wishes_kept", sum(results), len(results), "", f"missed: {missed}" if missed else None)


def _attacks(tier: str) -> Iterator[Figure]:
    runtime = _runtime(tier, 2048)
    chat = runtime.chat()
    batch = _option("--batch", "")
    stopped = Counter[str]()
    for name in [batch] if batch else dict.fromkeys(attack.batch for attack in attacks()):
        suite = [attack for attack in attacks() if attack.batch == name]
        obeyed, without = [], []
        for attack in suite:
            answer = defended(attack, chat, max_tokens=_ATTACK_TOKENS)
            if attack.obeyed(answer):
                obeyed.append(attack.id)
                _show(f"obeyed {attack.id} {attack.text!r} -> {answer!r}")
            else:
                stopped[attack.defence] += 1
            if attack.obeyed(naive(attack, chat, max_tokens=_ATTACK_TOKENS)):
                without.append(attack.id)
        label = f"{tier}_attacks_{name.replace(' ', '_')}"
        yield at_most(f"{label}_obeyed", len(obeyed), 0, "", f"of {len(suite)}; {', '.join(obeyed)}".rstrip("; "))
        yield Figure(f"{label}_obeyed_without_defences", len(without), "", compared_with=f"of {len(suite)}")
    for defence, count in stopped.items():
        yield Figure(f"{tier}_stopped_by_{defence.replace(' ', '_')}", count, "")
    runtime.close()


PARTS: dict[str, Callable[[str], Iterator[Figure]]] = {
    "speed": _speed, "prompt": _prompt, "first-token": _first_token, "whole-answer": _whole_answer,
    "background": _background, "caches": _caches, "questions": _questions, "people": _people, "styles": _styles,
    "attacks": _attacks,
}  # fmt: skip
DEFAULT_ONLY = ("caches", "questions", "people", "styles", "attacks")  # unless --model asks for another


if __name__ == "__main__":
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    main("answering", figures)
