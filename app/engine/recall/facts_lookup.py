"""Questions that name an attribute are answered from the fact table, without a search."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.engine.attributes import ATTRIBUTES
from app.engine.recall.tokens import terms
from app.engine.types import Fact

_MINE = re.compile(r"\b(i|i'm|im|my|me|mine|we|our|us)\b|我|咱")


def matching_facts(question: str, facts: Sequence[Fact]) -> list[Fact]:
    """The facts a folded question asks for, best first: its subject fits and one of its names is in the question.

    Longer names weigh more, so "due date" beats "date". A fact about someone or something else needs that name in
    the question; one about the owner needs a first person, or a question that names no other subject.
    """
    words = set(terms(question))
    subjects = {fact.subject for fact in facts if fact.subject != "me" and _named(fact.subject, question, words)}
    found: list[tuple[int, int, Fact]] = []
    for place, fact in enumerate(facts):
        if fact.subject == "me":
            if subjects and not _MINE.search(question):
                continue
        elif fact.subject not in subjects:
            continue
        weight = _weight(fact.attribute, question, words)
        if weight:
            found.append((-weight - (fact.subject in subjects), place, fact))
    return [fact for _, _, fact in sorted(found, key=lambda entry: entry[:2])]


def _weight(attribute: str, question: str, words: set[str]) -> int:
    """Length of the longest name of the attribute in the question, in Latin words or Han pairs; 0 when none is."""
    known = ATTRIBUTES.get(attribute)
    names = [*known.en, *known.zh] if known else []
    names += [attribute.rpartition(":")[2].replace("_", " "), attribute.replace("_", " ").replace(":", " ")]
    return max((_length(name) for name in names if name and _named(name, question, words)), default=0)


def _named(name: str, question: str, words: set[str]) -> bool:
    if name.isascii():
        wanted = terms(name)
        return (
            bool(wanted) and set(wanted) <= words
            if wanted
            else re.search(rf"\b{re.escape(name)}\b", question) is not None
        )
    return name in question


def _length(name: str) -> int:
    return len(name.split()) if name.isascii() else max(1, len(name) // 2)
