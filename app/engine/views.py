"""How engine values look to clients: JSON-ready dictionaries with the names of the command line's contract."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.engine.types import (
    Conversation,
    Decision,
    Evidence,
    Fact,
    Mask,
    Memory,
    Message,
    RecallItem,
    RecallResult,
    Receipt,
    RememberReport,
)

View = dict[str, Any]


def memory_view(memory: Memory, strength: float) -> View:
    return {
        "id": memory.id,
        "content": memory.content,
        "memory_type": memory.memory_type,
        "label": memory.label,
        "importance": round(memory.importance, 4),
        "strength": round(strength, 4),
        "confidence": round(memory.confidence, 4),
        "tags": list(memory.tags),
        "source": memory.source,
        "user_id": memory.user_id,
        "session_id": memory.session_id,
        "created_at": memory.created_at.isoformat(),
        "said_at": memory.said_at.isoformat(),
        "event_at": memory.event_at,
        "last_access_at": memory.last_access_at.isoformat(),
        "access_count": memory.access_count,
        "status": memory.status,
        "supersedes": list(memory.supersedes),
        "superseded_by": memory.superseded_by,
        "quote": memory.quote,
        "conversation": memory.conversation,
        "message_id": memory.message_id,
        "index": memory.index,
        "token_count": memory.token_count,
        "pinned": memory.pinned,
        "endorsed": memory.endorsed,
        "subject": memory.subject,
    }


def mask_view(mask: Mask) -> View:
    return {"type": mask.type, "start": mask.start, "end": mask.end, "at": mask.at, "length": mask.length}


def message_view(message: Message, siblings: list[int]) -> View:
    return {
        "id": message.id,
        "conversation": message.conversation,
        "role": message.role,
        "content": message.content,
        "said_at": message.said_at.isoformat(),
        "masks": [mask_view(mask) for mask in message.masks],
        "memories": list(message.memories),
        "stopped": message.stopped,
        "parent": message.parent,
        "siblings": siblings,
    }


def conversation_view(conversation: Conversation) -> View:
    return {
        "id": conversation.id,
        "title": conversation.title,
        "created_at": conversation.created_at.isoformat(),
        "updated_at": conversation.updated_at.isoformat(),
        "pinned": conversation.pinned,
        "source": conversation.source,
    }


def fact_view(fact: Fact) -> View:
    return {
        "subject": fact.subject,
        "attribute": fact.attribute,
        "value": fact.value,
        "valid_from": fact.valid_from.isoformat(),
        "valid_to": fact.valid_to.isoformat() if fact.valid_to else None,
        "memory_id": fact.memory_id,
    }


def evidence_view(evidence: Evidence) -> View:
    return {
        "quote": evidence.quote,
        "said_at": evidence.said_at.isoformat(),
        "conversation": evidence.conversation,
        "message_id": evidence.message_id,
        "index": evidence.index,
    }


def decision_view(decision: Decision) -> View:
    return {
        "at": decision.at.isoformat(),
        "action": decision.action,
        "reason": decision.reason,
        "text": decision.text,
        "memory_id": decision.memory_id,
        "message_id": decision.message_id,
    }


def recall_item_view(item: RecallItem) -> View:
    return {
        "id": item.id,
        "tier": item.tier,
        "content": item.content,
        "score": round(item.score, 6),
        "semantic": round(item.semantic, 6),
        "keyword": round(item.keyword, 6),
        "recency": round(item.recency, 6),
        "importance": round(item.importance, 4),
        "said_at": item.said_at.isoformat(),
        "conversation": item.conversation,
        "memory_type": item.memory.memory_type if item.memory else None,
    }


def recall_view(result: RecallResult) -> View:
    return {
        "query": result.query,
        "items": [recall_item_view(item) for item in result.items],
        "facts": [fact_view(fact) for fact in result.facts],
        "took_ms": round(result.took_ms, 3),
    }


def receipt_view(receipt: Receipt) -> View:
    return {
        "state": receipt.state,
        "removed": dict(receipt.removed),
        "checked_bytes": receipt.checked_bytes,
        "at": receipt.at.isoformat(),
        "out_of_reach": list(receipt.out_of_reach),
    }


def report_view(report: RememberReport, views_of: Callable[[Sequence[Memory]], list[View]]) -> View:
    """`views_of` gives the memories their strength of this moment."""
    return {
        "messages": report.messages,
        "added": views_of(report.added),
        "updated": views_of(report.updated),
        "superseded": views_of(report.superseded),
        "dropped": [
            {"index": dropped.index, "reason": dropped.reason, "message_id": dropped.message_id}
            for dropped in report.dropped
        ],
    }


QUOTE_SHOWN = 160  # characters of the quote that a list shows
TIMELINE_COLUMNS = (
    "id", "said_at", "importance", "strength", "memory_type", "status", "pinned", "content", "tags", "quote",
)  # fmt: skip


def timeline_row(memory: Memory, strength: float) -> list[Any]:
    """One memory as a row in the order of TIMELINE_COLUMNS; the time in seconds since 1970."""
    return [
        memory.id,
        round(memory.said_at.timestamp()),
        round(memory.importance, 3),
        round(strength, 3),
        memory.memory_type,
        memory.status,
        memory.pinned,
        memory.content,
        list(memory.tags),
        "" if memory.quote == memory.content else memory.quote[:QUOTE_SHOWN],
    ]
