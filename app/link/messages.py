"""What travels between a client and the engine: frozen values, no behaviour."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Data = dict[str, Any]  # a JSON object


@dataclass(frozen=True, slots=True)
class Request:
    """One thing asked of the engine. `id` is the client's own number, unique on its connection."""

    id: int
    verb: str
    args: Data = field(default_factory=dict)
    now: str | None = None  # ISO 8601: the clock of this request, where the client was started with KEEPSAKE_NOW


@dataclass(frozen=True, slots=True)
class Stop:
    """Asks for the end of a running request; overtakes everything that waits."""

    id: int


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened while a request ran; `id` 0 is news for every client."""

    id: int
    kind: str
    data: Data = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    id: int
    result: Data


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a request has no result: a code of `engine/errors.py` and its names and numbers."""

    id: int
    code: str
    detail: dict[str, str | int | float] = field(default_factory=dict)


FromClient = Request | Stop
FromEngine = Event | Reply | Failure
Frame = FromClient | FromEngine
EVERYONE = 0
