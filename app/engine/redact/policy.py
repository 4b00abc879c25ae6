"""Which types are masked, and the exceptions a person made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.engine.redact.mask import STANDARD_TYPES, STRICT_ONLY, TYPES

PolicyName = Literal["standard", "strict", "custom"]


@dataclass(frozen=True, slots=True)
class Policy:
    """`types` are masked, except findings whose pattern class is in `allow`.

    A pattern class is a rule such as "card/amex" or "phone/landline", or its family "phone"; never the clear text.
    """

    name: PolicyName
    types: frozenset[str]
    allow: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        unknown = self.types - TYPES.keys()
        if unknown:
            raise ValueError(f"unknown types: {sorted(unknown)}")

    def masks(self, kind: str, rule: str) -> bool:
        return kind in self.types and rule not in self.allow and rule.partition("/")[0] not in self.allow

    @property
    def names_too(self) -> bool:
        """True when names, places, organisations or birthdays are masked, which needs the slower recognizers."""
        return bool(self.types & STRICT_ONLY)

    def stricter_than(self, other: Policy) -> bool:
        """True when something that `other` lets through is masked here, so stored texts are worth a re-scan."""
        return bool(self.types - other.types) or bool(other.allow - self.allow)


STANDARD = Policy("standard", STANDARD_TYPES)
STRICT = Policy("strict", frozenset(TYPES))


def custom(types: frozenset[str], allow: frozenset[str] = frozenset()) -> Policy:
    return Policy("custom", types, allow)
