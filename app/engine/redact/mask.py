"""The masks that stand in a text, and how one is recognized again."""

from __future__ import annotations

import re

from app.engine.masked_kinds import STANDARD_TYPES, STRICT_ONLY, TYPES, TypeName
from app.engine.types import Language

__all__ = ["MASK", "STANDARD_TYPES", "STRICT_ONLY", "TYPES", "TypeName", "language_of", "mask_for"]

MASK = re.compile(r"\[(?:" + "|".join(re.escape(w) for n in TYPES.values() for w in (n.en, n.zh)) + r")\]")
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003134f]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_WORD = re.compile(r"[A-Za-z]{2,}")


def mask_for(kind: str, lang: Language) -> str:
    return f"[{TYPES[kind][lang]}]"


def language_of(text: str, default: Language = "en") -> Language:
    """Which language masks should speak in this text: Chinese when it has as many Han characters as Latin words."""
    han = len(_HAN.findall(text))
    if han and not _KANA.search(text):
        return "zh" if han >= len(_WORD.findall(text)) else "en"
    return "en" if _WORD.search(text) else default
