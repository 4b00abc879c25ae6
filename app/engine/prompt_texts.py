"""The fixed sentences of the answer prompt, from resources/prompts/answer.<language>.txt."""

from __future__ import annotations

import functools
import re
from datetime import datetime

from app import paths
from app.engine.types import Language

_SECTION = re.compile(r"^\[([a-z_]+)\]$", re.MULTILINE)
_WEEKDAYS = "一二三四五六日"


@functools.cache
def sections(lang: Language) -> dict[str, str]:
    """Section name -> text. A file is a row of `[name]` lines, each followed by its text."""
    parts = _SECTION.split((paths.resources() / "prompts" / f"answer.{lang}.txt").read_text("utf-8"))
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def say(lang: Language, section: str, /, **values: str | int) -> str:
    return sections(lang)[section].format(**values)


def date(lang: Language, now: datetime) -> str:
    """ "Monday, 2 March 2026" or "2026年3月2日星期一", whatever the system's locale."""
    if lang == "zh":
        return f"{now.year}年{now.month}月{now.day}日星期{_WEEKDAYS[now.weekday()]}"
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    months = (
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    )  # fmt: skip
    return f"{days[now.weekday()]}, {now.day} {months[now.month - 1]} {now.year}"
