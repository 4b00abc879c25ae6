"""Whose words a question is after: a named person's, the assistant's, or the owner's."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ASSISTANT = re.compile(
    r"\b(you|your)\b.{0,40}\b(tell|told|say|said|recommend|suggest|advise|advice|mention|share|give|gave|teach|taught|answer"
    r"|explain|write|wrote|list|tip|tips|name)(ed|d|s|ing|ion|ions)?\b"
    r"|你.{0,12}(推荐|建议|告诉|说过|说的|提到|教|分享|给了|给我|回答|介绍|写)"
)
_OWNER = re.compile(r"\b(i|my|me|mine|we|our)\b|我")
_NOT_ME = re.compile(r"\b(tell|remind|give|gave|told|recommended|suggested|for|with|to) me\b")


@dataclass(frozen=True, slots=True)
class Asked:
    """Names (lower case) and roles whose turns fit better; none: every turn fits alike."""

    names: frozenset[str]

    def fits(self, speaker: str) -> float:
        """1 for a speaker the question is after, 0 for another, 0.5 where the question does not say."""
        if not self.names:
            return 0.5
        return 1.0 if speaker in self.names or any(part in self.names for part in speaker.split()) else 0.0


def asked_about(question: str, speakers: frozenset[str]) -> Asked:
    """`question` folded; `speakers`: the lower-case speakers among the candidates, roles included."""
    named = frozenset(
        name
        for name in speakers - {"user", "assistant", "system"}
        if any(_holds(question, part) for part in (name, *name.split()))
    )
    if named:
        return Asked(named)
    if _ASSISTANT.search(question):
        return Asked(frozenset({"assistant"}))
    if _OWNER.search(_NOT_ME.sub("", question)):
        return Asked(frozenset({"user"}))
    return Asked(frozenset())


def _holds(question: str, name: str) -> bool:
    if name.isascii():
        return len(name) > 1 and re.search(rf"\b{re.escape(name)}\b", question) is not None
    return name in question
