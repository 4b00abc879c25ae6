"""The frozen values that cross the engine's borders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:  # the window reads these types too and must not load numpy
    import numpy as np
    import numpy.typing as npt

Role = Literal["user", "assistant", "system"]
Language = Literal["en", "zh"]
MemoryType = Literal["fact", "episodic", "semantic"]
Label = Literal["fact", "preference", "decision", "follow_up", "feedback", "episode", "insight"]
Source = Literal["automatic", "manual", "imported", "api"]
Status = Literal["active", "archived", "superseded"]
Tier = Literal["memory", "transcript"]
Mode = Literal["hybrid", "semantic", "keyword"]
DropReason = Literal[
    "small_talk", "question", "hypothetical", "assistant", "recalled", "duplicate", "low_confidence", "empty", "command"
]
Vectors: TypeAlias = "npt.NDArray[np.float32]"  # shape (n, dimensions), rows of length 1
Clock = Callable[[], datetime]  # always zone-aware


@dataclass(frozen=True, slots=True)
class Mask:
    """One masked span. Offsets are code points: start/end in the input, at/length in the redacted text.

    `kept`: the person said of this span that it is no secret; it stands in the redacted text as it was typed.
    """

    type: str
    start: int
    end: int
    at: int
    length: int
    kept: bool = False


@dataclass(frozen=True, slots=True)
class RedactedText:
    """Text that may be written. Only `engine/redact` makes it from raw text; the store makes it from its own rows."""

    text: str
    masks: tuple[Mask, ...] = ()
    kept: tuple[Mask, ...] = ()  # false alarms the person let stand

    def __str__(self) -> str:
        return self.text

    def shortened(self, length: int) -> RedactedText:
        """The first line with text, cut to `length` characters: what is left of redacted text stays redacted."""
        line = next((line.strip() for line in self.text.splitlines() if line.strip()), "")
        return RedactedText(line if len(line) <= length else line[: length - 1].rstrip() + "…")


@dataclass(frozen=True, slots=True)
class Conversation:
    id: str
    title: str
    created_at: datetime
    updated_at: datetime
    pinned: bool = False
    source: str = "chat"  # chat | import:<format>
    source_id: str | None = None
    user_id: str = "me"


@dataclass(frozen=True, slots=True)
class Message:
    """One redacted turn. `index` is its 0-based place in the conversation or import file."""

    id: int
    conversation: str
    role: Role
    content: str
    said_at: datetime
    masks: tuple[Mask, ...] = ()
    parent: int | None = None
    stopped: bool = False
    index: int | None = None
    source_id: str | None = None
    memories: tuple[str, ...] = ()  # ids of the memories an answer used
    remembered: bool = False  # already went through remembering
    user_id: str = "me"
    kept: tuple[Mask, ...] = ()  # spans the person kept from being masked

    def kept_words(self) -> tuple[str, ...]:
        return tuple(self.content[mask.at : mask.at + mask.length] for mask in self.kept)


@dataclass(frozen=True, slots=True)
class MemoryDraft:
    """A memory that is about to be stored. Every text in it is redacted already."""

    content: RedactedText
    quote: RedactedText
    memory_type: MemoryType
    label: Label
    importance: float  # 0.1 to 1
    confidence: float  # 0 to 1, calibrated probability of the salience head
    source: Source
    said_at: datetime
    tags: tuple[RedactedText, ...] = ()
    event_at: str | None = None  # ISO local date, or date-time with its offset
    conversation: str | None = None
    message_id: int | None = None
    index: int | None = None
    user_id: str = "me"
    session_id: str | None = None
    token_count: int = 0
    pinned: bool = False
    endorsed: bool = False  # the assistant's words, kept because the person said "remember this"
    subject: str = "me"  # whom it is about: "me" or a name


@dataclass(frozen=True, slots=True)
class Evidence:
    quote: str
    said_at: datetime
    conversation: str | None = None
    message_id: int | None = None
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """A stored memory as every client sees it. `key` is its row number, which the indexes use."""

    id: str
    key: int
    content: str
    quote: str
    memory_type: MemoryType
    label: Label
    importance: float
    confidence: float
    tags: tuple[str, ...]
    source: Source
    user_id: str
    session_id: str | None
    created_at: datetime
    said_at: datetime
    event_at: str | None
    last_access_at: datetime
    access_count: int
    status: Status
    supersedes: tuple[str, ...]
    superseded_by: str | None
    conversation: str | None
    message_id: int | None
    index: int | None
    token_count: int
    pinned: bool
    endorsed: bool = False
    subject: str = "me"

    def redacted_content(self) -> RedactedText:
        """The statement as text that may be written again: it came from the vault, so it passed redaction."""
        return RedactedText(self.content)

    def redacted_quote(self) -> RedactedText:
        return RedactedText(self.quote)


@dataclass(frozen=True, slots=True)
class Fact:
    """One value of one attribute: (user, subject, attribute) -> value. The current one has no `valid_to`."""

    subject: str  # "me" or a name or thing: "workshop"
    attribute: str  # canonical name: "home", "employer", "budget"
    value: str
    valid_from: datetime
    valid_to: datetime | None = None
    memory_id: str | None = None
    user_id: str = "me"


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the decision log: what happened to a statement, and why. Redacted."""

    at: datetime
    action: str  # added | updated | superseded | reinforced | dropped | kept_quote | forgotten | archived | ...
    reason: str  # a DropReason, or a short code such as "same_key", "rewrite_lost_number"
    text: str
    memory_id: str | None = None
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class RecallItem:
    """One result; the parts explain the score."""

    id: str  # memory id, or "message:<n>" in the transcript tier
    tier: Tier
    content: str
    score: float
    semantic: float  # calibrated similarity, about 0 (unrelated) to 1 (same)
    keyword: float  # BM25, normalised over the candidates to 0-1
    recency: float  # exp(-age / 7 days) of last access, 0-1
    importance: float
    said_at: datetime
    conversation: str | None = None
    memory: Memory | None = None
    role: Role | None = None  # who said it, in the transcript tier


@dataclass(frozen=True, slots=True)
class RecallResult:
    query: str
    items: tuple[RecallItem, ...]
    facts: tuple[Fact, ...]
    took_ms: float


@dataclass(frozen=True, slots=True)
class MemoryBlock:
    """What goes beside the question: dated second-person lines, their ids, their cost."""

    lines: tuple[str, ...]
    memory_ids: tuple[str, ...]
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Dropped:
    index: int | None
    reason: DropReason
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class RememberReport:
    messages: int = 0
    added: tuple[Memory, ...] = ()
    updated: tuple[Memory, ...] = ()
    superseded: tuple[Memory, ...] = ()
    dropped: tuple[Dropped, ...] = ()

    def __add__(self, other: RememberReport) -> RememberReport:
        return RememberReport(
            self.messages + other.messages,
            self.added + other.added,
            self.updated + other.updated,
            self.superseded + other.superseded,
            self.dropped + other.dropped,
        )


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a deletion removed. `verified`: every decrypted page was searched and nothing was found."""

    state: Literal["removed", "verified"]
    removed: dict[str, int]  # memories, facts, messages, vectors, decisions, ...
    checked_bytes: int
    at: datetime
    out_of_reach: tuple[str, ...] = ()  # e.g. "backups"


@dataclass(frozen=True, slots=True)
class ChatTurn:
    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and times of one model call; times in milliseconds."""

    prompt_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    first_token_ms: float = 0.0
    total_ms: float = 0.0
    stopped: bool = False

    @property
    def tokens_per_s(self) -> float:
        seconds = (self.total_ms - self.first_token_ms) / 1000
        return (self.output_tokens - 1) / seconds if self.output_tokens > 1 and seconds > 0 else 0.0


class Cancel(Protocol):
    """What a long call looks at between tokens (threading.Event fits)."""

    def is_set(self) -> bool: ...


class Embedder(Protocol):
    """Text to unit vectors. Empty text is refused with ValueError."""

    @property
    def model_id(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def queries(self, texts: list[str]) -> Vectors: ...

    def passages(self, texts: list[str]) -> Vectors: ...


class ConsolidationModel(Protocol):
    """The tiny door to a background model; tests put a scripted one here."""

    @property
    def name(self) -> str: ...

    def complete(self, system: str, prompt: str, grammar: str | None = None) -> str: ...


@dataclass(frozen=True, slots=True)
class Progress:
    done: int
    total: int
    stage: str = ""


@dataclass(frozen=True, slots=True)
class EngineEvent:
    """One event of a running request: kind and JSON-ready data."""

    kind: str
    data: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoreChange:
    """One committed change an in-memory index must follow: the row is to be read again, or is gone from it."""

    tier: Tier
    key: int  # Memory.key or Message.id
    op: Literal["upsert", "remove"]
