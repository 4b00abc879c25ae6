"""How a result is told to the model: dated second-person lines, facts first."""

from __future__ import annotations

from datetime import date, datetime

from app.engine.recall.condense import Line
from app.engine.recall.fact_words import say
from app.engine.types import Fact, Language, RecallItem, RecallResult

_SAYS_MORE = 1.25  # times the length of the fact
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def lines_of(result: RecallResult, lang: Language, now: datetime) -> list[Line]:
    """Facts, then items in their order. A memory that says no more than a fact from it is told by the fact."""
    told = {fact.memory_id: say(fact, lang) for fact in result.facts if fact.memory_id}
    lines = [_fact(fact, lang, now) for fact in result.facts]
    lines += [_item(item, lang, now) for item in result.items if _adds(item, told)]
    return lines


def _adds(item: RecallItem, told: dict[str, str]) -> bool:
    """Whether an item has words that the fact from it lost: "my husband Owen teaches chemistry"."""
    fact = told.get(item.memory.id) if item.memory is not None else None
    return fact is None or len(item.content) > len(fact) * _SAYS_MORE


def short_date(day: date, lang: Language, now: datetime) -> str:
    """12 Oct; with the year when it is another one."""
    if lang == "zh":
        return f"{day.month}月{day.day}日" if day.year == now.year else f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {_MONTHS[day.month - 1]}" + ("" if day.year == now.year else f" {day.year}")


def _fact(fact: Fact, lang: Language, now: datetime) -> Line:
    since = short_date(fact.valid_from.date(), lang, now)
    text = f"{say(fact, lang)}（{since}起）" if lang == "zh" else f"{say(fact, lang)} (since {since})"
    return Line(text, f"fact:{fact.subject}:{fact.attribute}:{fact.value}", fact.valid_from, fact.memory_id)


def _item(item: RecallItem, lang: Language, now: datetime) -> Line:
    said = short_date(item.said_at.date(), lang, now)
    if item.memory is not None:
        event = item.memory.event_at
        when = short_date(date.fromisoformat(event[:10]), lang, now) if event else said
        text = f"{item.content}（{when}）" if lang == "zh" else f"{item.content} ({when})"
        return Line(text, item.id, item.said_at, item.memory.id)
    if item.role == "assistant":  # what a model once answered is no evidence of what the person told
        en, zh = f"Answered on {said}, not told by the person", f"{said}的回答，不是他说的"
        text = f"{zh}：{item.content}" if lang == "zh" else f"{en}: {item.content}"
        return Line(text, item.id, item.said_at)
    text = f"{said}的对话里：{item.content}" if lang == "zh" else f"From your conversation of {said}: {item.content}"
    return Line(text, item.id, item.said_at)
