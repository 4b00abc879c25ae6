"""How values become columns and rows become the engine's frozen values."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Any, cast

from app.engine.types import (
    Conversation,
    Decision,
    Evidence,
    Fact,
    Mask,
    Memory,
    Message,
    Receipt,
    RedactedText,
    Tier,
)
from app.vault.database import Row

TABLE_OF_TIER: dict[Tier, str] = {"memory": "memory", "transcript": "message"}
_CODE = re.compile(r"[\w.:/+@#=-]{1,120}")


def text(value: RedactedText) -> str:
    """The only door for words into the vault: what did not pass redaction is refused (TypeError)."""
    if not isinstance(value, RedactedText):
        raise TypeError("only redacted text is stored")
    return _storable(value.text)


def _storable(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("text with lone surrogates") from None  # the original error would carry the text
    return value


def code(value: str) -> str:
    """A name of ours (action, reason, setting, format): one short word, never a sentence of the person's."""
    if not _CODE.fullmatch(value):
        raise ValueError("a short code was expected, not a sentence")
    return value


def instant(at: datetime) -> str:
    """UTC to the microsecond, as text that sorts by time; compares right with `stamp` whatever the zone."""
    if at.tzinfo is None:
        raise ValueError("a time without a zone")
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")


def stamp(at: datetime) -> str:
    """`instant`, then the offset in seconds, so that the speaker's zone is kept."""
    offset = at.utcoffset() or timedelta()
    return f"{instant(at)}{int(offset.total_seconds()):+d}"


@lru_cache(maxsize=64)
def _zone(seconds: str) -> tzinfo:
    return timezone(timedelta(seconds=int(seconds)))


def moment(value: str) -> datetime:
    """The inverse of `stamp`."""
    at = datetime.fromisoformat(value[:26] + "+00:00")
    return at if value[26:] in ("+0", "-0") else at.astimezone(_zone(value[26:]))


def masks_column(masks: tuple[Mask, ...]) -> str:
    """Five numbers a mask; a sixth entry marks a span the person kept (`Mask.kept`)."""
    return json.dumps([[code(m.type), m.start, m.end, m.at, m.length, *([True] if m.kept else [])] for m in masks])


def masks_value(column: str) -> tuple[Mask, ...]:
    """Masks and kept spans, in the order of the text."""
    return () if column == "[]" else tuple(Mask(*entry) for entry in json.loads(column))


def tags_column(tags: tuple[RedactedText, ...]) -> str:
    return json.dumps([text(tag) for tag in tags], ensure_ascii=False)


CONVERSATION = "id, title, created_at, updated_at, pinned, source, source_id, user_id"


def conversation(row: Row) -> Conversation:
    return Conversation(row[0], row[1], moment(row[2]), moment(row[3]), bool(row[4]), *row[5:])


MESSAGE = """id, conversation, role, content, said_at, masks, parent, stopped, position, source_id,
    (SELECT json_group_array(m.id ORDER BY a.position) FROM answer_memories a JOIN memories m ON m.key = a.memory_key
     WHERE a.message_id = messages.id), remembered, user_id"""


def message(row: Row) -> Message:
    masks = masks_value(row[5])
    return Message(
        id=row[0],
        conversation=row[1],
        role=row[2],
        content=row[3],
        said_at=moment(row[4]),
        masks=tuple(mask for mask in masks if not mask.kept),
        kept=tuple(mask for mask in masks if mask.kept),
        parent=row[6],
        stopped=bool(row[7]),
        index=row[8],
        source_id=row[9],
        memories=_strings(row[10]),
        remembered=bool(row[11]),
        user_id=row[12],
    )


MEMORY = """m.id, m.key, m.content, m.quote, m.memory_type, m.label, m.importance, m.confidence, m.tags, m.source,
    m.user_id, m.session_id, m.created_at, m.said_at, m.event_at, m.last_access_at, m.access_count, m.status,
    (SELECT json_group_array(o.id ORDER BY o.key) FROM supersessions s JOIN memories o ON o.key = s.old_key
     WHERE s.new_key = m.key),
    (SELECT n.id FROM supersessions s JOIN memories n ON n.key = s.new_key WHERE s.old_key = m.key),
    m.conversation, m.message_id, m.position, m.token_count, m.pinned, m.endorsed, m.subject"""


def memory(row: Row) -> Memory:
    return Memory(
        id=row[0],
        key=row[1],
        content=row[2],
        quote=row[3],
        memory_type=row[4],
        label=row[5],
        importance=row[6],
        confidence=row[7],
        tags=_strings(row[8]),
        source=row[9],
        user_id=row[10],
        session_id=row[11],
        created_at=moment(row[12]),
        said_at=moment(row[13]),
        event_at=row[14],
        last_access_at=moment(row[15]),
        access_count=row[16],
        status=row[17],
        supersedes=_strings(row[18]),
        superseded_by=row[19],
        conversation=row[20],
        message_id=row[21],
        index=row[22],
        token_count=row[23],
        pinned=bool(row[24]),
        endorsed=bool(row[25]),
        subject=row[26],
    )


def _strings(column: str) -> tuple[str, ...]:
    return () if column == "[]" else tuple(json.loads(column))


EVIDENCE = "quote, said_at, conversation, message_id, position"


def evidence(row: Row) -> Evidence:
    return Evidence(row[0], moment(row[1]), *row[2:])


FACT = """f.subject, f.attribute, f.value, f.valid_from, f.valid_to,
    (SELECT m.id FROM memories m WHERE m.key = f.memory_key), f.user_id"""


def fact(row: Row) -> Fact:
    return Fact(row[0], row[1], row[2], moment(row[3]), moment(row[4]) if row[4] else None, row[5], row[6])


DECISION = "at, action, reason, text, (SELECT m.id FROM memories m WHERE m.key = memory_key), message_id"


def decision(row: Row) -> Decision:
    return Decision(moment(row[0]), *row[1:])


RECEIPT = "state, removed, checked_bytes, at, out_of_reach"


def receipt(row: Row) -> Receipt:
    removed = cast(dict[str, int], json.loads(row[1]))
    return Receipt(row[0], removed, row[2], moment(row[3]), tuple(json.loads(row[4])))


def setting_column(value: Any) -> tuple[str, bool]:
    """JSON of a setting and whether it holds the person's own words. Plain strings must be codes."""
    personal = False

    def plain(part: Any) -> Any:
        nonlocal personal
        if isinstance(part, RedactedText):
            personal = True
            return text(part)
        if isinstance(part, str):
            return code(part) if part else part
        if isinstance(part, dict):
            return {code(str(name)): plain(inner) for name, inner in part.items()}
        if isinstance(part, (list, tuple)):
            return [plain(inner) for inner in part]
        if part is None or isinstance(part, (bool, int, float)):
            return part
        raise TypeError(f"a setting cannot be a {type(part).__name__}")

    return json.dumps(plain(value), ensure_ascii=False, allow_nan=False), personal
