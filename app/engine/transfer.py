"""Everything out of one vault as a readable file, and back into another: nothing is derived anew on the way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from app.engine.errors import KeepsakeError
from app.engine.forget import ALL
from app.engine.types import Clock, Language, Memory, RedactedText, RememberReport
from app.interop import export_format as form
from app.interop.importers.base import Skipped
from app.interop.markdown_export import markdown
from app.vault.store import Adopted, Store

Redact = Callable[[str], RedactedText]

# Codes, ids and times as this program writes them: nothing to look for.
_PLAIN = re.compile(r"[a-z_]{0,16}|[0-9a-f]{16}|\d{4}-\d\d-\d\dT[\d:.+\-]{8,24}")


class Transfer:
    """Export and restore. What is restored passes redaction again: the file may have been edited."""

    def __init__(self, store: Store, redact: Redact, clock: Clock) -> None:
        self._store = store
        self._redact = redact
        self._clock = clock

    def export(self, path: Path, kind: str, language: Language) -> dict[str, int]:
        """Write `json` or `markdown`, for its owner only. Raises file_unreadable where it cannot be written."""
        try:
            if kind == "markdown":
                form.write_private(path, markdown(self._memories(), self._talks(), language))
            else:
                form.write_private(path, form.json_lines(self._entries()))
        except OSError:
            raise KeepsakeError("file_unreadable") from None
        return {"memories": len(self._memories()), "conversations": len(self._store.conversations())}

    def restore(self, path: Path) -> tuple[RememberReport, list[Skipped]]:
        """Take over what an export holds and this vault does not. Entries that are none are named and passed over."""
        skipped: list[Skipped] = []
        memories: list[Memory] = []
        added: list[str] = []
        with path.open(encoding="utf-8-sig", errors="replace") as file, self._store.transaction():
            new: set[str] = set()
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                try:
                    self._take(self._cleaned(json.loads(line)), new, memories, added)
                except (KeyError, TypeError, ValueError, AttributeError):
                    skipped.append(Skipped(f"line {number}", "not_an_entry"))
            self._store.adopt_history(memories)
        return RememberReport(added=tuple(self._store.memory(memory_id) for memory_id in added)), skipped

    def _memories(self) -> list[Memory]:
        return self._store.memories(statuses=ALL)

    def _talks(self) -> list[tuple[Any, Any]]:
        return [(found, self._store.messages(found.id)) for found in self._store.conversations()]

    def _entries(self) -> Iterator[form.Entry]:
        yield form.head(self._clock())
        talks = self._talks()
        yield from (form.conversation_entry(conversation) for conversation, _ in talks)
        for memory in self._memories():  # before the messages, which name the memories they used
            yield form.memory_entry(memory, self._store.evidence(memory.id))
        for _, messages in talks:
            yield from map(form.message_entry, messages)
        yield from map(form.fact_entry, self._store.facts(current_only=False))

    def _take(self, entry: form.Entry, new: set[str], memories: list[Memory], added: list[str]) -> None:
        match entry["kind"]:
            case "conversation":
                self._take_conversation(entry, new)
            case "message" if entry["conversation"] in new:
                self._take_message(entry)
            case "memory":
                memory = form.memory_of(entry)
                if self._adopt(memory, entry["evidence"]):
                    added.append(memory.id)
                memories.append(memory)
            case "fact":
                fact = form.fact_of(entry)
                self._store.adopt_fact(
                    form.fact_of({**entry, "subject": self._clean(fact.subject), "value": self._clean(fact.value)})
                )

    def _take_conversation(self, entry: form.Entry, new: set[str]) -> None:
        try:
            self._store.conversation(entry["id"])
        except KeepsakeError:
            self._store.create_conversation(
                self._redact(entry["title"]), source=entry["source"], source_id=entry["source_id"],
                user_id=entry["user_id"], at=datetime.fromisoformat(entry["created_at"]), id=entry["id"],
            )  # fmt: skip
            if entry["pinned"]:
                self._store.pin_conversation(entry["id"], True)
            new.add(entry["id"])

    def _take_message(self, entry: form.Entry) -> None:
        self._store.add_message(
            entry["conversation"], entry["role"], self._redact(entry["content"]),
            datetime.fromisoformat(entry["said_at"]), stopped=entry["stopped"], index=entry["index"],
            memories=entry["memories"], remembered=True,
        )  # fmt: skip

    def _adopt(self, memory: Memory, evidence: list[form.Entry]) -> bool:
        found = [form.evidence_of(item) for item in evidence]
        return self._store.adopt_memory(
            Adopted(
                memory,
                self._redact(memory.content),
                self._redact(memory.quote),
                tuple(self._redact(tag) for tag in memory.tags),
                tuple((self._redact(item.quote), item) for item in found),
            )
        )

    def _cleaned(self, part: Any) -> Any:
        """An entry with every string in it masked: an id or a name in a file can hold anything. Masking the same string
        gives the same mask, so that links between entries hold."""
        match part:
            case str() if not _PLAIN.fullmatch(part):
                return self._clean(part)
            case list():
                return [self._cleaned(inner) for inner in part]
            case dict():
                return {name: self._cleaned(inner) for name, inner in part.items()}
        return part

    def _clean(self, text: str) -> str:
        return self._redact(text).text
