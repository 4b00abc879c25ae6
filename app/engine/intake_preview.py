"""Looks into an export before it is taken in: what is in it, what would be masked, how long it will take."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.engine.engine import Engine
from app.engine.errors import KeepsakeError
from app.engine.intake import Wanted, identity_of
from app.engine.types import Cancel, Message, Progress
from app.interop.export_format import is_export
from app.interop.importers import ImportedTurn, Reading, Request, open_import
from app.vault.store import Store

_MASKED_OF = 1000  # the person's messages that are looked at for what would be masked
_EXAMPLES = 3  # a type
_AROUND = 24  # characters of an example on each side of the mask
_TIMED = 8  # messages whose remembering is timed
_TOLD_EVERY = 500
Result = dict[str, Any]


@dataclass(slots=True)
class _Talk:
    title: str
    first: datetime
    last: datetime
    turns: int = 0
    yours: int = 0
    new: int = 0

    def view(self, place: int) -> Result:
        return {
            "place": place, "title": self.title, "messages": self.turns, "yours": self.yours, "new": self.new,
            "first": self.first.isoformat(), "last": self.last.isoformat(),
        }  # fmt: skip


class Preview:
    """Reads a whole export once and writes nothing. Memory grows with the number of conversations alone."""

    def __init__(self, engine: Engine, timer: Callable[[], float] = time.perf_counter) -> None:
        """`timer`: seconds, for measuring durations only."""
        self._engine = engine
        self._store: Store = engine.parts.store
        self._timer = timer

    def look(self, wanted: Wanted, cancel: Cancel, progress: Callable[[Progress], None]) -> Result:
        """Format, conversations in their order, totals, dates, masks by type with masked examples, what is passed over.

        Where the format does not say which speaker is the person: `speakers` to choose from, and no conversations.
        Raises file_unreadable, file_format_unknown or stopped.
        """
        if wanted.path.is_file() and is_export(wanted.path):
            return {"format": "keepsake-export", "conversations": [], "speakers": [], "skipped": []}
        source = self._open(wanted)
        talks: dict[str, _Talk] = {}
        masks: Counter[str] = Counter()
        examples: dict[str, list[str]] = {}
        looked_at = 0
        try:
            for number, turn in enumerate(source.turns(), start=1):
                if cancel.is_set():
                    raise KeepsakeError("stopped")
                self._count(source, turn, talks)
                if turn.role == "user" and looked_at < _MASKED_OF:
                    looked_at += 1
                    self._mask(turn.content, masks, examples)
                if number % _TOLD_EVERY == 0:
                    progress(Progress(number, 0, "looking"))
        except KeepsakeError as error:
            if error.code != "owner_unknown":
                raise
            speakers = [{"id": key, "name": name} for key, name in source.speakers.items()]
            return {"format": source.format, "conversations": [], "speakers": speakers, "skipped": []}
        return {
            "format": source.format,
            "conversations": [talk.view(place) for place, talk in enumerate(talks.values())],
            "speakers": [],
            "masks": dict(masks.most_common()),
            "examples": examples,
            "masks_of": looked_at,
            "skipped": [{"where": entry.where, "reason": entry.reason} for entry in source.skipped],
        }

    def seconds_a_message(self, wanted: Wanted, cancel: Cancel) -> float:
        """How long one of the person's messages takes here, measured on the first few without keeping anything."""
        said = (turn for turn in self._open(wanted).turns() if turn.role == "user")
        sample = [self._message(turn) for turn in itertools.islice(said, _TIMED)]
        if not sample:
            return 0.0
        self._engine.consolidate(cancel, messages=sample[:1], source="imported", dry_run=True)  # loads what it needs
        began = self._timer()
        self._engine.consolidate(cancel, messages=sample, source="imported", dry_run=True)
        return (self._timer() - began) / len(sample)

    def _open(self, wanted: Wanted) -> Reading:
        return open_import(Request(wanted.path, self._engine.parts.clock(), wanted.owner), wanted.format)

    def _count(self, source: Reading, turn: ImportedTurn, talks: dict[str, _Talk]) -> None:
        talk = talks.get(turn.conversation)
        if talk is None:
            title = self._engine.redact(turn.title or turn.conversation).text
            talk = talks[turn.conversation] = _Talk(title, turn.said_at, turn.said_at)
        talk.turns += 1
        talk.yours += turn.role == "user"
        talk.first, talk.last = min(talk.first, turn.said_at), max(talk.last, turn.said_at)
        name = self._engine.redact(turn.conversation).text
        held = self._store.find_conversation(f"import:{source.format}", name)
        talk.new += held is None or not self._store.has_source_message(held.id, identity_of(turn, self._engine.redact))

    def _mask(self, content: str, masks: Counter[str], examples: dict[str, list[str]]) -> None:
        redacted = self._engine.redact(content)
        for mask in redacted.masks:
            masks[mask.type] += 1
            shown = examples.setdefault(mask.type, [])
            if len(shown) < _EXAMPLES:
                start, end = max(0, mask.at - _AROUND), mask.at + mask.length + _AROUND
                cut = " ".join(redacted.text[start:end].split())
                shown.append(f"{'…' if start else ''}{cut}{'…' if end < len(redacted.text) else ''}")

    def _message(self, turn: ImportedTurn) -> Message:
        text = self._engine.redact(turn.content)
        return Message(
            -1 - turn.index, turn.conversation, turn.role, text.text, turn.said_at, text.masks, index=turn.index
        )
