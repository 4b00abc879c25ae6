"""Chats between people: the owner's words are the person's own, everybody else's are context and no source of facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from app.engine.errors import KeepsakeError
from app.engine.types import Role
from app.interop.importers.base import ImportedTurn, Reading

_MOST = 50  # speakers offered to choose from


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a chat between people. `mine` is None where the format does not tell."""

    conversation: str
    speaker: str  # the id the format knows the speaker by
    name: str
    text: str
    said_at: datetime
    source_id: str
    mine: bool | None = None
    title: str = ""


def turns(reading: Reading, read: Callable[[], Iterator[Said]], owner: str | None) -> Iterator[ImportedTurn]:
    """Raises owner_unknown, naming the speakers there are, where nobody said whose words are the person's own.

    `read` starts from the beginning each time it is called: the file is looked through twice rather than held.
    """
    if owner is None:
        _need_direction(reading, read())
        reading.restart()
    for index, said in enumerate(read()):
        mine = bool(said.mine) if owner is None or said.mine is False else owner in (said.speaker, said.name)
        text = said.text if mine or not said.name else f"{said.name}: {said.text}"
        role: Role = "user" if mine else "assistant"
        title = said.title or said.conversation
        yield ImportedTurn(said.conversation, role, text, said.said_at, index, said.source_id, title)


def _need_direction(reading: Reading, messages: Iterator[Said]) -> None:
    """A format says of all messages whose they are, or of none (of a forwarded one it is always known)."""
    for said in messages:
        if said.mine is None:
            if len(reading.speakers) < _MOST:
                reading.speakers.setdefault(said.speaker, said.name)
        elif said.mine:
            return
    if reading.speakers:
        raise KeepsakeError("owner_unknown", choices=", ".join(list(reading.speakers)[:20]))
