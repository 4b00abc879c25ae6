"""Keepsake's readable export: JSON lines, one entry a line, each with its `kind`; documented here, read back whole.

    {"kind": "keepsake_export", "version": 1, "exported_at": ISO 8601}
    {"kind": "conversation", "id", "title", "created_at", "updated_at", "pinned", "source", "source_id", "user_id"}
    {"kind": "message", "conversation", "id", "role", "content", "said_at", "stopped", "index", "memories": [ids]}
    {"kind": "memory", …every field of a memory as the command line prints it…, "evidence": [{"quote", "said_at",
     "conversation", "index"}]}
    {"kind": "fact", "subject", "attribute", "value", "valid_from", "valid_to", "memory_id", "user_id"}

Messages are those of the branch on show, oldest first. All text in it passed redaction before it was stored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from app.engine.types import Conversation, Evidence, Fact, Memory, Message

KIND = "keepsake_export"
VERSION = 1
Entry = dict[str, Any]
_TIMES = ("created_at", "said_at", "last_access_at")


def head(now: datetime) -> Entry:
    return {"kind": KIND, "version": VERSION, "exported_at": now.isoformat()}


def conversation_entry(conversation: Conversation) -> Entry:
    return {
        "kind": "conversation",
        "id": conversation.id,
        "title": conversation.title,
        "created_at": conversation.created_at.isoformat(),
        "updated_at": conversation.updated_at.isoformat(),
        "pinned": conversation.pinned,
        "source": conversation.source,
        "source_id": conversation.source_id,
        "user_id": conversation.user_id,
    }


def message_entry(message: Message) -> Entry:
    return {
        "kind": "message",
        "conversation": message.conversation,
        "id": message.id,
        "role": message.role,
        "content": message.content,
        "said_at": message.said_at.isoformat(),
        "stopped": message.stopped,
        "index": message.index,
        "memories": list(message.memories),
    }


def memory_entry(memory: Memory, evidence: Iterable[Evidence]) -> Entry:
    """`key` and `message_id` are numbers of one vault and stay in it."""
    fields = {name: getattr(memory, name) for name in Memory.__slots__ if name not in {"key", "message_id"}}
    plain = {name: value.isoformat() if name in _TIMES else value for name, value in fields.items()}
    quotes = [
        {"quote": e.quote, "said_at": e.said_at.isoformat(), "conversation": e.conversation, "index": e.index}
        for e in evidence
    ]
    return {"kind": "memory", **plain, "evidence": quotes}


def fact_entry(fact: Fact) -> Entry:
    return {
        "kind": "fact",
        "subject": fact.subject,
        "attribute": fact.attribute,
        "value": fact.value,
        "valid_from": fact.valid_from.isoformat(),
        "valid_to": fact.valid_to.isoformat() if fact.valid_to else None,
        "memory_id": fact.memory_id,
        "user_id": fact.user_id,
    }


def memory_of(entry: Entry) -> Memory:
    """Raises KeyError, TypeError or ValueError for an entry that is not one."""
    fields = {name: entry[name] for name in Memory.__slots__ if name not in {"key", "message_id"}}
    for name in _TIMES:
        fields[name] = datetime.fromisoformat(fields[name])
    fields["tags"], fields["supersedes"] = tuple(fields["tags"]), tuple(fields["supersedes"])
    return Memory(key=0, message_id=None, **fields)


def evidence_of(entry: Entry) -> Evidence:
    said_at = datetime.fromisoformat(entry["said_at"])
    return Evidence(entry["quote"], said_at, entry["conversation"], None, entry["index"])


def fact_of(entry: Entry) -> Fact:
    until = datetime.fromisoformat(entry["valid_to"]) if entry["valid_to"] else None
    since = datetime.fromisoformat(entry["valid_from"])
    return Fact(
        entry["subject"], entry["attribute"], entry["value"], since, until, entry["memory_id"], entry["user_id"]
    )


def is_export(path: Path) -> bool:
    with path.open("rb") as file:
        return KIND.encode() in file.read(200)


def write_private(path: Path, lines: Iterable[str]) -> None:
    """Write text for its owner only (0600), whole or not at all."""
    draft = path.with_name(path.name + ".part")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            for line in lines:
                file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def json_lines(entries: Iterable[Entry]) -> Iterator[str]:
    return (json.dumps(entry, ensure_ascii=False) for entry in entries)
