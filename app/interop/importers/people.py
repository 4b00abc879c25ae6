"""Chats between people: the owner's words are the person's own, everybody else's are context and no source of facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from app.engine.errors import KeepsakeError
from app.engine.types import Role
from app.interop.importers.base import ImportedTurn


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


def turns(messages: Iterable[Said], owner: str | None) -> Iterator[ImportedTurn]:
    """Raises owner_unknown, naming the speakers there are, where nobody said whose words are the person's own."""
    if owner is None:
        messages = list(messages) if (messages := _known(messages)) is not None else ()
    for index, said in enumerate(messages):
        mine = said.speaker == owner or said.name == owner if owner is not None else bool(said.mine)
        text = said.text if mine or not said.name else f"{said.name}: {said.text}"
        role: Role = "user" if mine else "assistant"
        title = said.title or said.conversation
        yield ImportedTurn(said.conversation, role, text, said.said_at, index, said.source_id, title)


def _known(messages: Iterable[Said]) -> Iterable[Said]:
    """The messages, if every one says whose it is."""
    found: list[Said] = []
    speakers: dict[str, str] = {}
    for said in messages:
        found.append(said)
        if said.mine is None:
            speakers.setdefault(said.speaker, said.name)
    if speakers:
        raise KeepsakeError("owner_unknown", choices=", ".join(list(speakers)[:20]))
    return found
