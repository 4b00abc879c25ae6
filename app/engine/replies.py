"""What the engine itself says in a conversation, without a model: acknowledgements, lists, confirmations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.engine.types import Fact, Language, Memory, Receipt, RememberReport, Usage


@dataclass(frozen=True, slots=True)
class Reply:
    """How a turn ended: what was said, from which memories, at what cost.

    `listing`: memories the engine itself lists under its sentence. They are shown and never stored with the answer, so
    that forgetting a memory need not hunt for copies of it. `gone`: the conversation it answers in was deleted.
    """

    text: str
    listing: str = ""
    memories: tuple[str, ...] = ()
    memory_tokens: int = 0
    usage: Usage = field(default_factory=Usage)
    remembered: RememberReport = field(default_factory=RememberReport)
    gone: bool = False


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
    "forgotten": {"en": "Forgotten, for good.", "zh": "已经彻底忘掉。"},
    "forgotten_period": {"en": "Everything said then is forgotten, for good.", "zh": "那段时间说的都已彻底忘掉。"},
    "forgotten_conversation": {
        "en": "This conversation and what was remembered from it are deleted, for good.",
        "zh": "这个对话和从中记住的内容都已彻底删除。",
    },
    "receipt": {
        "en": " Removed: {counts}. Backups made before still hold it.",
        "zh": "已删除：{counts}。之前做的备份里仍然有。",
    },
    "nothing_to_forget": {"en": "I have no memory like that.", "zh": "我没有这样的记忆。"},
    "confirm": {
        "en": "I would forget these {count} memories for good. Say “yes, forget them” or “no”.",
        "zh": "我将彻底忘掉下面 {count} 条记忆。回复“确定”或“算了”。",
    },
    "confirm_all": {
        "en": "I would forget everything I remember, {count} memories, for good. The conversations stay; Settings, "
        "“Delete everything” takes them too. Say “yes, forget them” or “no”.",
        "zh": "我将彻底忘掉我记得的一切，共 {count} 条记忆。对话会保留；要连对话一起删除，请用设置里的“删除全部”。"
        "回复“确定”或“算了”。",
    },
    "confirm_period": {
        "en": "I would delete everything said from {since} to {until}: the messages of those days and {count} "
        "memories, for good. Say “yes, forget them” or “no”.",
        "zh": "我将彻底删除 {since} 至 {until} 说过的一切：那些天的消息和 {count} 条记忆。回复“确定”或“算了”。",
    },
    "confirm_conversation": {
        "en": "I would delete this conversation with all its messages and the {count} memories that came from it, for "
        "good. Say “yes, delete it” or “no”.",
        "zh": "我将彻底删除这个对话的所有消息，以及从中得到的 {count} 条记忆。回复“确定”或“算了”。",
    },
    "private": {
        "en": "A private conversation changes nothing. Ask me this in an ordinary one, or use the timeline.",
        "zh": "私密对话不会改动任何记忆。请在普通对话里说，或者到时间线里删除。",
    },
    "list_more": {"en": "… and {count} more", "zh": "……另有 {count} 条"},
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
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_COUNTED: dict[str, dict[Language, str]] = {
    "memories": {"en": "memories: {}", "zh": "记忆 {} 条"},
    "facts": {"en": "facts: {}", "zh": "事实 {} 条"},
    "messages": {"en": "messages: {}", "zh": "消息 {} 条"},
    "message_spans": {"en": "sentences in messages: {}", "zh": "消息里的句子 {} 处"},
}


def say(name: str, language: Language, **values: str | int) -> str:
    return _TEXT[name][language].format(**values)


def bullets(memories: Sequence[Memory], language: Language) -> str:
    """One line each; a list nobody would read to its end says how many are left."""
    lines = [f"- {memory.content}" for memory in memories[:_ABOUT_LIMIT]]
    if len(memories) > _ABOUT_LIMIT:
        lines.append(say("list_more", language, count=len(memories) - _ABOUT_LIMIT))
    return "\n".join(lines)


def day(moment: datetime, language: Language) -> str:
    """A date as it is written in a sentence."""
    if language == "zh":
        return f"{moment.year}年{moment.month}月{moment.day}日"
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"


def receipt(done: Receipt, language: Language) -> str:
    """What a deletion took, in numbers, as a last sentence."""
    counts = [_COUNTED[name][language].format(done.removed[name]) for name in _COUNTED if done.removed.get(name)]
    return say("receipt", language, counts=("、" if language == "zh" else ", ").join(counts)) if counts else ""


def remembered(report: RememberReport, language: Language) -> tuple[str, str]:
    """Sentence and listing after an explicit "remember …": what was kept, changed or already known."""
    if report.added:
        return say("remembered", language), bullets((*report.added, *report.updated), language)
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
    return say("about", language), bullets(shown, language) + more
