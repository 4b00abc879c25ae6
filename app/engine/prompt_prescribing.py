"""Tells whether a sentence of somebody else's text prescribes what an assistant says, however it is worded.

No list of known orders: a sentence has parts (who is told, which output, that it must, where a word goes, the word
itself, a manner, a role), and only certain parts together make a prescription. "Add two cups of flour" has one of them,
"every message ends with 'stay golden'" three. Parts: resources/answering/prescriptions.txt.
"""

from __future__ import annotations

import functools
import re

from app import paths

# Which parts together prescribe.
_TOGETHER = (
    {"form", "odd"}, {"must", "odd"}, {"actor", "odd"}, {"output", "odd"}, {"role", "odd"},
    {"actor", "must", "form"}, {"actor", "must", "token"}, {"actor", "form", "token"}, {"output", "must", "form"},
    {"output", "must", "token"}, {"output", "form", "token"}, {"must", "form", "token"}, {"role", "token"},
    {"actor", "manner"}, {"output", "manner"}, {"must", "manner"}, {"form", "manner"}, {"actor", "role"},
    {"output", "role"},
)  # fmt: skip
_TELLS = re.compile(
    r"\W*(?:(?:you|your)\b(?! (?:must|shall|should|will|are to|have to|need to)\b)|你们?(?!必须|应|务必))",
    re.IGNORECASE,
)


@functools.cache
def _parts() -> dict[str, re.Pattern[str]]:
    lines = (paths.resources() / "answering" / "prescriptions.txt").read_text("utf-8").splitlines()
    rows: dict[str, list[str]] = {}
    for line in lines:
        if line and not line.startswith("#"):
            name, pattern = line.split("\t")
            rows.setdefault(name, []).append(f"(?:{pattern})")
    return {name: re.compile("|".join(patterns), re.IGNORECASE) for name, patterns in rows.items()}


def parts(sentence: str) -> set[str]:
    """Names of the parts a sentence has."""
    return {name for name, pattern in _parts().items() if pattern.search(sentence)}


def prescribes(sentence: str) -> bool:
    """ "You want short answers" tells of the person; with a word to be said, a manner or a role in it nothing does."""
    found = parts(sentence)
    if _TELLS.match(sentence) and not found & {"token", "odd", "manner", "role"}:
        return False
    return any(together <= found for together in _TOGETHER)
