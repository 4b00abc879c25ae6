"""What time it is: the system's, or KEEPSAKE_NOW's where decay and relative dates are tried out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from app.engine.errors import KeepsakeError

VARIABLE = "KEEPSAKE_NOW"
_of_request: ContextVar[datetime | None] = ContextVar("now", default=None)


def now() -> datetime:
    """Zone-aware. The running request's clock first, then KEEPSAKE_NOW, then the system's."""
    chosen = _of_request.get()
    if chosen is not None:
        return chosen
    text = os.environ.get(VARIABLE)
    return parse(text) if text else datetime.now().astimezone()


def parse(text: str) -> datetime:
    """An ISO 8601 date or date-time, in the local zone where it names none; KeepsakeError("setting_invalid")."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment if moment.tzinfo else moment.astimezone()
    except (ValueError, OverflowError, OSError) as error:
        raise KeepsakeError("setting_invalid", name=VARIABLE) from error


@contextmanager
def at(text: str | None) -> Iterator[None]:
    """Inside, `now()` is this moment for the running thread; None changes nothing."""
    token = _of_request.set(parse(text)) if text else None
    try:
        yield
    finally:
        if token is not None:
            _of_request.reset(token)
