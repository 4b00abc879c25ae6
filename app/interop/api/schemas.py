"""What goes into the local API and what comes out, as its OpenAPI document shows it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

LONGEST_TEXT = 50_000  # characters


def _whole(value: object) -> object:
    """JSON has one kind of number: 26.0 is the whole number 26."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Identifier = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$", max_length=64)]
Count = Annotated[int, BeforeValidator(_whole), Field(ge=1, le=100)]
Text = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
MemoryKind = Literal["fact", "episodic", "semantic"]


class Strict(BaseModel):
    """Unknown names and wrong kinds are refused, not guessed at."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Remember(Strict):
    user_id: Identifier = "me"
    session_id: Identifier | None = None
    text: Text
    memory_type: MemoryKind | None = Field(None, description="What kind the added memories are; judged without it.")


class Search(Strict):
    user_id: Identifier = "me"
    session_id: Identifier | None = Field(None, description="Only memories of this session.")
    query: Annotated[str, Field(min_length=1, max_length=2_000)]
    top_k: Count = 5
    mode: Literal["hybrid", "semantic", "keyword"] = "hybrid"


class Turn(Strict):
    """One turn of a session's conversation. A user's turn is remembered like any text; an assistant's is only kept."""

    user_id: Identifier = "me"
    session_id: Identifier
    role: Literal["user", "assistant"]
    text: Text


class MemoryOut(BaseModel):
    id: str
    content: str
    memory_type: MemoryKind
    label: str
    importance: float
    strength: float
    confidence: float
    tags: list[str]
    source: str
    user_id: str
    session_id: str | None
    created_at: str
    said_at: str
    event_at: str | None
    status: Literal["active", "archived", "superseded"]
    superseded_by: str | None
    quote: str
    token_count: int


class Found(MemoryOut):
    score: float = Field(description="0 to about 1; only comparable within one answer.")


class Dropped(BaseModel):
    reason: str = Field(description="small_talk, question, hypothetical, duplicate, low_confidence, command, empty …")


class MaskOut(BaseModel):
    type: str
    start: int
    end: int


class Remembered(BaseModel):
    """What became of the text. `masks`: what was masked before anything was stored, offsets in code points."""

    added: list[MemoryOut]
    updated: list[MemoryOut]
    superseded: list[MemoryOut]
    dropped: list[Dropped]
    masks: list[MaskOut]


class Results(BaseModel):
    items: list[Found]
    took_ms: float


class Page(BaseModel):
    items: list[MemoryOut]
    total: int


class Receipt(BaseModel):
    state: Literal["removed", "verified"]
    removed: dict[str, int]
    checked_bytes: int
    at: str
    out_of_reach: list[str]


class Forgotten(BaseModel):
    forgotten: list[str]
    receipt: Receipt


class Said(BaseModel):
    role: Literal["user", "assistant", "system"]
    content: str


class Conversation(BaseModel):
    items: list[Said]


class Cleared(BaseModel):
    receipt: Receipt


class Fault(BaseModel):
    code: str
    message: str
    fields: list[str] = Field(default_factory=list, description="Names of what was wrong in the request.")


class Failure(BaseModel):
    error: Fault
