"""What kind of message is it: one that asks for what only the person could have told, one that tells, one about time?

"What is my dog's name", "where do I work", 我妹妹叫什么. Small models cannot keep "if it is about the person and unknown,
say so" apart from every other question (measured: the 1.5B model then answers the capital of France with "I don't know
that about you"). So a rule decides whether to say it. The patterns are in resources/answering/messages.txt.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from app import paths

_LOOKED_AT = 400  # characters from the start
_EMPTY_WORDS = frozenset(
    """what where when who whom which whose how why the are was were did does you your know tell told remember about
    mine have has had name named called much many old long often time day can could would should that this these those
    for with from into what's who's where's when's again please our his her their its any some there been being
    also""".split()
)
_CHINESE_EMPTY = re.compile(
    r"我们?|你们?|什么|哪里|哪个|哪儿|怎么|多少|记得|知道|告诉|名字|时候|还|的|是|在|叫|吗|呢|了|有|谁|几"
)


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
    words = {word for word in re.findall(r"[a-z][a-z'-]{2,}", question.lower()) if word not in _EMPTY_WORDS}
    for run in re.findall(r"[\u4e00-\u9fff]+", _CHINESE_EMPTY.sub(" ", question)):
        words |= {run[n : n + 2] for n in range(max(1, len(run) - 1))}
    return any(word in text for word in words for text in lowered)
