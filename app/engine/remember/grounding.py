"""Checks that a rewritten statement says no more and nothing else than the words it came from."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re
import unicodedata

from app.engine.remember.numerals import numbers
from app.engine.remember.statements import language_of

_NEG_EN = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|without|neither|nor|cannot|hardly|barely|stopped|stop|quit|except|gave up|given up)\b|n't\b|\b(?:dont|cant|wont|doesnt|isnt)\b|\bno longer\b|\binstead of\b",
    re.I,
)
_NEG_ZH = re.compile(
    r"(?<!差)不(?![过同仅但错管少止])|没(?!关系|问题)|无(?!论)|(?<![特区分级性识个告])别(?![人的墅处])|勿|未(?!来)|从不|拒绝|戒了?|除了"
)
_WORD = re.compile(r"[A-Za-zÀ-ɏ][\w'’-]*")
_FREE = frozenset(
    [
        "you",
        "your",
        "yours",
        "yourself",
        "are",
        "were",
        "is",
        "was",
        "be",
        "been",
        "being",
        "have",
        "has",
        "had",
        "do",
        "does",
        "did",
        "a",
        "an",
        "the",
        "to",
        "of",
        "in",
        "on",
        "at",
        "for",
        "with",
        "and",
        "or",
        "that",
        "this",
        "it",
        "its",
        "as",
        "by",
        "from",
        "not",
        "no",
        "who",
        "which",
        "their",
        "they",
        "them",
        "he",
        "she",
        "his",
        "her",
        "him",
        "asked",
        "said",
        "told",
        "want",
        "wants",
        "wanted",
        "will",
        "would",
        "about",
        "into",
        "than",
        "then",
        "there",
        "also",
        "yourselves",
        "'ve",
        "'re",
        "ll",
    ]
)
_RISKY = frozenset(
    [
        "plan",
        "plans",
        "everyone",
        "always",
        "everybody",
        "love",
        "loves",
        "enjoy",
        "enjoys",
        "hate",
        "hates",
        "like",
        "likes",
        "prefer",
        "prefers",
        "dislike",
        "dislikes",
        "favorite",
        "favourite",
        "often",
        "usually",
        "regularly",
        "must",
        "should",
        "decided",
        "married",
        "user",
        "users",
        "someone",
        "email",
        "emails",
    ]
)
_ZH_FREE = frozenset("你的是在了有和与及也会要想已经曾们、，。；：“”说过要求告诉把被给对于到去来个这那之其以为")


def reason_against(statement: str, quote: str) -> str | None:
    """A short code of what the rewrite lost or invented, or None when every number, name, negation and content word of
    the statement stands in the quote and none of the quote's numbers, names and negations is lost."""
    if language_of(statement) != language_of(quote):
        return "rewrite_other_language"
    least = 30 if language_of(quote) == "zh" else 60
    if len(statement) > max(least, 2 * len(quote) + least // 3):
        return "rewrite_too_long"
    if not _contains(numbers(statement), numbers(quote)):
        return "rewrite_invented_number"
    if not _contains(numbers(quote), numbers(statement)):
        return "rewrite_lost_number"
    if negations(statement) != negations(quote):
        return "rewrite_lost_negation"
    missing = names(quote) - {w.lower() for w in _WORD.findall(statement)}
    if missing:
        return "rewrite_lost_name"
    if language_of(quote) == "zh":
        return _chinese(statement, quote)
    return _english(statement, quote)


def negations(text: str) -> int:
    """0, 1 or 2: more are one blur."""
    return min(2, len((_NEG_ZH if language_of(text) == "zh" else _NEG_EN).findall(text)))


def names(text: str) -> set[str]:
    """Capitalised words inside a sentence, lower-cased; Latin words inside Chinese text."""
    if language_of(text) == "zh":
        return {w.lower() for w in _WORD.findall(text) if len(w) > 1}
    found = set()
    for m in _WORD.finditer(text):
        word = m.group()
        start = m.start() == 0 or bool(re.search(r"[.!?:\"“]\s*$", text[: m.start()]))
        if word[0].isupper() and not start and not re.match(r"I(?:['’]\w+)?$", word):
            found.add(re.sub(r"(?<=day)s$|['’]s$", "", word).lower())
    return found


def _english(statement: str, quote: str) -> str | None:
    said = {stem(w) for w in _WORD.findall(quote)}
    quote_words = {w.lower() for w in _WORD.findall(quote)}
    new_names = {n for n in names(statement) if n not in quote_words}
    if new_names:
        return "rewrite_invented_name"
    extra = [w.lower() for w in _WORD.findall(statement) if w.lower() not in _FREE and stem(w) not in said]
    if any(w in _RISKY for w in extra):
        return "rewrite_invented"
    kept = [w for w in _WORD.findall(statement) if w.lower() not in _FREE]
    if len(extra) > max(1, len(kept) // 4):
        return "rewrite_invented"
    return None


def _chinese(statement: str, quote: str) -> str | None:
    extra = [c for c in statement if "\u4e00" <= c <= "\u9fff" and c not in quote and c not in _ZH_FREE]
    if len(extra) > max(1, len(statement) // 10):
        return "rewrite_invented"
    if any(w.lower() not in quote.lower() for w in _WORD.findall(statement)):
        return "rewrite_invented_name"
    for word in ("喜欢", "讨厌", "总是", "经常", "计划", "用户", "爱"):
        if word in statement and word not in quote:
            return "rewrite_invented"
    return None


def stem(word: str) -> str:
    """A crude English stem: enough to see that "plays" comes from "play"."""
    low = unicodedata.normalize("NFKC", word).lower().replace("’", "'")
    low = re.sub(r"'(?:s|re|ve|ll|d|m|t)$", "", low)
    if re.search(r"([bdgmnprt])\1(?:ing|ed)$", low):
        return re.sub(r"(?:ing|ed)$", "", low)[:-1]
    for ending in ("ing", "ies", "ied", "ed", "es", "s", "y", "e"):
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            return low[: -len(ending)]
    return low


def _contains(needles: list[str], hay: list[str]) -> bool:
    return set(needles) <= set(hay)
