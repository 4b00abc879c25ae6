"""Memories and conversations as one Markdown document to read or print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.engine.types import Conversation, Language, Memory, Message

_WORDS: dict[str, dict[Language, str]] = {
    "title": {"en": "What Keepsake remembers", "zh": "Keepsake 记得的事"},
    "me": {"en": "You", "zh": "你"},
    "archived": {"en": "archived", "zh": "已归档"},
    "superseded": {"en": "replaced", "zh": "已被取代"},
    "conversations": {"en": "Conversations", "zh": "对话"},
    "user": {"en": "You", "zh": "你"},
    "assistant": {"en": "Keepsake", "zh": "Keepsake"},
    "system": {"en": "System", "zh": "系统"},
}


def markdown(
    memories: Sequence[Memory], talks: Sequence[tuple[Conversation, Sequence[Message]]], language: Language
) -> Iterator[str]:
    """Lines of the document: memories grouped by whom they are about, each with its words and day; then the talks."""
    yield f"# {_WORDS['title'][language]}"
    subjects = sorted({memory.subject for memory in memories}, key=lambda name: (name != "me", name))
    for subject in subjects:
        yield ""
        yield f"## {_WORDS['me'][language] if subject == 'me' else subject}"
        yield ""
        for memory in memories:
            if memory.subject == subject:
                note = "" if memory.status == "active" else f" ({_WORDS[memory.status][language]})"
                yield f"- {_flat(memory.content)}{note} — “{_flat(memory.quote)}”, {memory.said_at.date().isoformat()}"
    if talks:
        yield ""
        yield f"# {_WORDS['conversations'][language]}"
    for conversation, messages in talks:
        yield ""
        yield f"## {_flat(conversation.title)} ({conversation.created_at.date().isoformat()})"
        for message in messages:
            yield ""
            yield f"**{_WORDS[message.role][language]}**, {message.said_at.strftime('%Y-%m-%d %H:%M')}"
            yield ""
            yield message.content


def _flat(text: str) -> str:
    return " ".join(text.split())
