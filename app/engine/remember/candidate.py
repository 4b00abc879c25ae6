"""A statement on its way to becoming a memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
import numpy.typing as npt

from app.engine.remember.facts import FactValue
from app.engine.types import DropReason, Label, Language, MemoryType, RedactedText, Source

Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a statement was said."""

    said_at: datetime
    conversation: str | None = None
    message_id: int | None = None
    index: int | None = None
    user_id: str = "me"


@dataclass(frozen=True, slots=True)
class Utterance:
    """A statement that passed the rules, before the head judged it. `certain`: kept whatever the head says."""

    quote: RedactedText
    origin: Origin
    source: Source
    lang: Language
    certain: bool = False
    endorsed: bool = False
    standing: bool = False
    reminder: bool = False
    floor: float = 0.0  # least confidence that the kind alone gives


@dataclass(frozen=True, slots=True)
class Refusal:
    """A statement that was not kept, and why."""

    text: RedactedText
    origin: Origin
    reason: DropReason


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement worth keeping, written as a memory; `vector` is the raw passage embedding of what it says."""

    quote: RedactedText
    content: RedactedText
    origin: Origin
    source: Source
    lang: Language
    label: Label
    memory_type: MemoryType
    confidence: float
    importance: float
    subject: str
    vector: Vector
    tags: tuple[RedactedText, ...] = ()
    event_at: str | None = None
    facts: tuple[FactValue, ...] = field(default_factory=tuple)
    endorsed: bool = False
    note: str = ""  # why the statement is written as it is: a code for the decision log, "" when the rewrite was used
