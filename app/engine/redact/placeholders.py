"""Tells a stand-in such as ${PASSWORD}, <your-key> or xxxxx from a real secret."""

from __future__ import annotations

import math
import re
from base64 import b64decode
from collections import Counter
from itertools import pairwise

_REFERENCE = re.compile(
    r"""\$\{|\$\(|\{\{|<%|%\(|\$[A-Za-z_]|%[sdr]\b|%[A-Z_]+%$|<[^<>]*>?$|^\[[^\]]*\]?$|^\.{2,}|…|^\{[^{}]*\}?$
    |^(?:os\.|process\.env|env[.\[(]|ENV\[|getenv|System\.|config[.\[]|settings\.|self\.|this\.|secrets\.|vault[:.]|ssm:|op://|data\.|var\.|local\.|module\.|args\.|req(?:uest)?\.|params\.|form\.|user\.)
    |^[A-Za-z_][\w.]*\(|^[A-Za-z_]\w*\[|\)$""",
    re.VERBOSE,
)
_FILLER = re.compile(r"^(?:([^0-9])\1{3,}|[*•●x×X#.\-_?]{3,}|(?:x|\*|-|_|\.|#)+)$")
_WORDS = re.compile(
    r"^(?:none|null|nil|undefined|true|false|yes|no|n/?a|empty|string|str|int|integer|number|boolean|bool|bytes"
    r"|char|text|varchar|any|object|optional|required|secret|value|password|passwd|pass|pwd|passcode|token|key"
    r"|apikey|api[_-]key|secret[_-]?key|username|user|changeme|change[_-]me|todo|tbd|redacted|hidden|masked|removed"
    r"|censored|placeholder|example|sample|dummy|default|unknown|test|input|prompt|insert[_-].*|enter[_-].*"
    r"|your[_-].*|my[_-](?:password|secret|key|token)|some[_-].*|fake[_-].*|a-?fake.*|notapassword|not[_-].*"
    r"|replace[_-].*|<.*|\w*_here|\w*-here)$",
    re.IGNORECASE,
)


def is_placeholder(value: str, *, code: bool = False) -> bool:
    """True for references, fillers and words that stand for a secret. `code` also refuses names of constants."""
    if len(value) > 200:  # nobody writes a stand-in that long
        return len(set(value)) <= 2
    value = value.strip("\"'`,; ")
    if not value or _REFERENCE.search(value) or _FILLER.match(value) or _WORDS.match(value):
        return True
    if code and re.fullmatch(r"[A-Z][A-Z_]{3,}(?:_[A-Z0-9]+)*", value):
        return True
    body = re.sub(r"^[A-Za-z]{2,12}[_\-]", "", value)
    return len(body) >= 12 and len(set(body.lower())) <= 2


def entropy(value: str) -> float:
    """Shannon entropy in bits a character."""
    counts = Counter(value)
    return -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())


def kinds(value: str) -> int:
    """How many of: lower case, upper case, digits, other."""
    return (
        any(c.islower() for c in value)
        + any(c.isupper() for c in value)
        + any(c.isdigit() for c in value)
        + any(not c.isalnum() for c in value)
    )


def _is_encoded_text(value: str) -> bool:
    """True for base64 of plain words."""
    if len(value) % 4 or not re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", value):
        return False
    decoded = b64decode(value)
    return (
        decoded.isascii()
        and all(32 <= b < 127 or b in (9, 10, 13) for b in decoded)
        and (b" " in decoded or decoded.isalpha())
    )


def looks_random(value: str, *, at_least: int = 16) -> bool:
    """True for tokens that nobody writes as words: long enough, digits and letters mixed throughout."""
    if len(value) < at_least or is_placeholder(value) or _is_encoded_text(value):
        return False
    letters = sum(c.isalpha() for c in value)
    digits = sum(c.isdigit() for c in value)
    if not letters or (not digits and kinds(re.sub(r"[^A-Za-z0-9]", "", value)) < 2):
        return False
    if not digits:  # CamelCaseNames are not random: count the changes of case
        changes = sum(a.islower() != b.islower() for a, b in pairwise(value))
        return changes >= len(value) / 3 and entropy(value) >= 3.5
    return entropy(value) >= (2.7 if re.fullmatch(r"[0-9a-fA-F\-]+", value) else 3.0)
