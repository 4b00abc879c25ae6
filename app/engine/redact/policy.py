"""Which types are masked, and the exceptions a person made."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from app.engine.redact.mask import STANDARD_TYPES, STRICT_ONLY, TYPES

PolicyName = Literal["standard", "strict", "custom"]
# Nobody can say "never mask passwords that look like this": of these only a single span can be kept.
NEVER_BY_CLASS = frozenset(
    {"PASSWORD", "OTP", "CVV", "API_KEY", "JWT", "PRIVATE_KEY", "MNEMONIC", "URL_CREDENTIAL", "BANK_CARD"}
)
_LONGEST_SHAPE = 40
_CLASS = re.compile(r"(?P<kind>[A-Z_]{2,20}):[a-z0-9_]+(?:/[a-z0-9_]+)?:(?P<shape>.{1,40})")


def shape_of(value: str) -> str:
    """How a value is written and nothing of what it says: digits as 9, letters as A, Han characters as 字."""
    return "".join(
        "9" if c.isdigit() else ("字" if ord(c) >= 0x3400 else "A") if c.isalpha() else " " if c.isspace() else c
        for c in value
    )


def class_of(kind: str, rule: str, value: str) -> str | None:
    """The pattern class a person can allow, such as "PHONE:phone/labelled:99999999-99"; None where there is none."""
    if kind in NEVER_BY_CLASS or not rule or not value or len(value) > _LONGEST_SHAPE:
        return None
    return f"{kind}:{rule}:{shape_of(value)}"


def is_class(text: str) -> bool:
    """True for what `class_of` makes: type, rule and a shape without a word or a number of anybody's."""
    match = _CLASS.fullmatch(text)
    return (
        match is not None
        and match["kind"] in TYPES.keys() - NEVER_BY_CLASS
        and shape_of(match["shape"]) == match["shape"]
    )


@dataclass(frozen=True, slots=True)
class Policy:
    """`types` are masked, except findings whose pattern class is in `allow`.

    A pattern class is a rule such as "card/amex", its family "card", or what `class_of` makes; never the clear text.
    """

    name: PolicyName
    types: frozenset[str]
    allow: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        unknown = self.types - TYPES.keys()
        if unknown:
            raise ValueError(f"unknown types: {sorted(unknown)}")

    def masks(self, kind: str, rule: str, value: str = "") -> bool:
        """`value` is what was found, for the classes that go by its shape."""
        if kind not in self.types or rule in self.allow or rule.partition("/")[0] in self.allow:
            return False
        return not self.allow or class_of(kind, rule, value) not in self.allow

    @property
    def names_too(self) -> bool:
        """True when names, places, organisations or birthdays are masked, which needs the slower recognizers."""
        return bool(self.types & STRICT_ONLY)

    def stricter_than(self, other: Policy) -> bool:
        """True when something that `other` lets through is masked here, so stored texts are worth a re-scan."""
        return bool(self.types - other.types) or bool(other.allow - self.allow)


STANDARD = Policy("standard", STANDARD_TYPES)
STRICT = Policy("strict", frozenset(TYPES))


def chosen(name: str, types: Iterable[str] = (), allow: Iterable[str] = ()) -> Policy:
    """The policy of the settings. Types of another version are left out, so that an old file never stops a start; a
    choice of nothing at all is no choice yet, and the standard types are masked.
    """
    allowed = frozenset(allow)
    if name == "custom":
        return Policy("custom", frozenset(types) & TYPES.keys() or STANDARD_TYPES, allowed)
    return replace(STRICT if name == "strict" else STANDARD, allow=allowed)


def custom(types: frozenset[str], allow: frozenset[str] = frozenset()) -> Policy:
    return Policy("custom", types, allow)
