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

_NAME_EN = re.compile(r"(?<=[a-z,'’] )(?!I\b)[A-Z][\w-]+")  # not the first word of a sentence
_NAME_ZH = re.compile(
    r"^(?!我|你|咱|这|那|谁|什么|哪)([\u4e00-\u9fff]{2,3}?)(?=的|是谁|多大|几岁|在哪|住|叫|喜欢|怕|学|用|做)"
)
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
    return any(word in text for word in _words(question) for text in map(str.lower, texts))


def asks_about_known(message: str, notes: Sequence[str]) -> bool:
    """Whether it asks about somebody the notes name: "where does Lars live", 唐明做什么工作."""
    text = message.strip()[:_LOOKED_AT]
    return _has("asks", text) and bool(about_whom(text, notes))


def about_whom(question: str, notes: Sequence[str]) -> list[str]:
    """The notes that name whom a question asks about; [] when it names nobody they know."""
    names = _names(question)
    return [note for note in notes if any(name in note.lower() for name in names)]


def _names(question: str) -> set[str]:
    """Lower case."""
    return {name.lower() for name in _NAME_EN.findall(question)} | set(_NAME_ZH.findall(question))


def answers(question: str, notes: Sequence[str]) -> bool:
    """Whether one of the notes is about what the question asks: it has a word of it, and who it asks about. "When is
    Tess's birthday" is not answered by a note on Owen's."""
    who = _names(question)
    if not who:
        return mentioned(question, notes)
    rest = {word for word in _words(question) if not any(word in name or name in word for name in who)}
    lowered = [note.lower() for note in notes]
    about = [note for note in lowered if any(name in note for name in who)]
    return any(word in note for note in about for word in rest) if rest else bool(about)


def _words(question: str) -> set[str]:
    content = _patterns()["empty"].sub(" ", question).lower()
    words = set(re.findall(r"[a-z][a-z'-]{2,}", content))
    for run in re.findall(r"[\u4e00-\u9fff]+", content):
        words |= {run[n : n + 2] for n in range(max(1, len(run) - 1))}
    return words
