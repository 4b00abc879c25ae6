"""What kind of message is it: one that asks for what only the person could have told, one that tells, one about time?

"What is my dog's name", "where do I work", 我妹妹叫什么. Small models cannot keep "if it is about the person and
unknown, say so" apart from every other question (measured: the 1.5B model then answers the capital of France with "I
don't know that about you"). So a rule decides whether to say it. Patterns: resources/answering/messages.txt.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from app import paths

_LOOKED_AT = 400  # characters from the start


@functools.cache
def _patterns() -> dict[str, re.Pattern[str]]:
    lines = (paths.resources() / "answering" / "messages.txt").read_text("utf-8").splitlines()
    rows: dict[str, list[str]] = {}
    for line in lines:
        if line and not line.startswith("#"):
            name, pattern = line.split("\t")
            rows.setdefault(name, []).append(f"(?:{pattern})")
    return {name: re.compile("|".join(patterns), re.IGNORECASE) for name, patterns in rows.items()}


def _has(name: str, text: str) -> bool:
    return bool(_patterns()[name].search(text))


def asks_about_self(message: str) -> bool:
    text = message.strip()[:_LOOKED_AT]
    lang = "zh" if "我" in text or "咱" in text else "en"
    return _has(f"self_{lang}", text) and not _has(f"other_{lang}", text)


def tells(message: str) -> bool:
    """Whether the person tells something about themselves rather than asking."""
    text = message.strip()[:_LOOKED_AT]
    return _has("tells", text) and not _has("asks", text)


def needs_date(message: str) -> bool:
    return _has("time", message[:_LOOKED_AT])


def mentioned(question: str, texts: Sequence[str]) -> bool:
    """Whether a content word of the question (Chinese: two neighbouring characters) stands in one of the texts."""
    lowered = [text.lower() for text in texts]
    content = _patterns()["empty"].sub(" ", question).lower()
    words = set(re.findall(r"[a-z][a-z'-]{2,}", content))
    for run in re.findall(r"[\u4e00-\u9fff]+", content):
        words |= {run[n : n + 2] for n in range(max(1, len(run) - 1))}
    return any(word in text for word in words for text in lowered)
