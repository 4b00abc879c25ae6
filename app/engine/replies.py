"""What the engine itself says in a conversation, without a model: acknowledgements, lists, confirmations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.engine.types import Fact, Language, Memory, RememberReport, Usage


@dataclass(frozen=True, slots=True)
class Reply:
    """How a turn ended: what was said, from which memories, at what cost.

    `listing`: memories the engine itself lists under its sentence. They are shown and never stored with the answer, so
    that forgetting a memory need not hunt for copies of it.
    """

    text: str
    listing: str = ""
    memories: tuple[str, ...] = ()
    memory_tokens: int = 0
    usage: Usage = field(default_factory=Usage)
    remembered: RememberReport = field(default_factory=RememberReport)


_TEXT: dict[str, dict[Language, str]] = {
    "remembered": {"en": "I'll remember that:", "zh": "记住了："},
    "known": {
        "en": "I knew that already, and it is a little stronger now.",
        "zh": "这件事我已经记得，现在记得更牢了。",
    },
    "nothing_kept": {
        "en": "There was nothing in it I may keep: only what I mask before writing.",
        "zh": "里面没有我可以保存的内容：只有写入前会打码的信息。",
    },
    "forgotten": {"en": "Forgotten, for good:", "zh": "已经彻底忘掉："},
    "nothing_to_forget": {"en": "I have no memory like that.", "zh": "我没有这样的记忆。"},
    "confirm": {
        "en": "I would forget these {count} memories for good. Say “yes, forget them” or “no”.",
        "zh": "我将彻底忘掉下面 {count} 条记忆。回复“确定”或“算了”。",
    },
    "kept": {"en": "Then I keep them.", "zh": "好，那我都留着。"},
    "about": {"en": "This is what I remember about you:", "zh": "关于你，我记得这些："},
    "about_nothing": {
        "en": "I don't remember anything about you yet. Tell me something worth keeping.",
        "zh": "我还没有记住关于你的任何事。告诉我一些值得记住的吧。",
    },
    "about_more": {"en": "… and {count} more in the timeline.", "zh": "……另有 {count} 条，见时间线。"},
    "nothing_to_remember": {
        "en": "There is no answer before this that I could keep.",
        "zh": "前面没有可以记住的回答。",
    },
}
_ABOUT_LIMIT = 40


def say(name: str, language: Language, **values: str | int) -> str:
    return _TEXT[name][language].format(**values)


def bullets(memories: Sequence[Memory]) -> str:
    return "\n".join(f"- {memory.content}" for memory in memories)


def remembered(report: RememberReport, language: Language) -> tuple[str, str]:
    """Sentence and listing after an explicit "remember …": what was kept, changed or already known."""
    if report.added:
        return say("remembered", language), bullets((*report.added, *report.updated))
    return say("known" if report.updated else "nothing_kept", language), ""


def most_important(memories: Sequence[Memory], facts: Sequence[Fact]) -> list[Memory]:
    """The memories to show first: facts that hold now, then pinned, then by importance and newness."""
    current = {fact.memory_id for fact in facts}
    order = sorted(memories, key=lambda m: (m.id not in current, not m.pinned, -m.importance, -m.said_at.timestamp()))
    return order[:_ABOUT_LIMIT]


def about(shown: Sequence[Memory], left: int, language: Language) -> tuple[str, str]:
    """Sentence and listing for "what do you know about me"."""
    if not shown:
        return say("about_nothing", language), ""
    more = f"\n{say('about_more', language, count=left)}" if left else ""
    return say("about", language), bullets(shown) + more
