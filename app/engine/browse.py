"""Looking without touching: lists of memories, conversations, facts and decisions for the clients."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from app.engine import decay, views
from app.engine.forget import ALL, Forgetter, normalised
from app.engine.types import Clock, Memory, Status
from app.settings import Settings
from app.vault.store import Store

Result = dict[str, Any]
Emit = Callable[[str, dict[str, Any]], None]
ROWS_A_FRAME = 1000


class Browser:
    """Read-only views of the store. Nothing here counts as an access."""

    def __init__(self, store: Store, forgetter: Forgetter, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._forgetter = forgetter
        self._settings = settings
        self._clock = clock

    def memories(self, args: dict[str, Any]) -> Result:
        """Active memories, newest first; with `all` the archived and superseded ones too."""
        statuses: tuple[Status, ...] = ALL if args.get("all") else ("active",)
        memories = self._store.memories(statuses=statuses, user_id=args.get("user_id", "me"), newest_first=True)
        return {"items": self._views(memories)}

    def memory(self, memory_id: str) -> Result:
        """One memory with its evidence, what it replaced, where it was used, and how it fades."""
        memory = self._store.memory(memory_id)
        now = self._clock()
        holds = memory.id in self._forgetter.holding()
        due = None if holds else decay.archive_date(self._forgetter.trace(memory), self._settings.decay)
        since = memory.said_at
        until = max(now, due or now) + timedelta(days=14)
        newer = [self._store.memory(memory.superseded_by)] if memory.superseded_by else []
        return {
            "memory": self._views([memory])[0],
            "evidence": [views.evidence_view(evidence) for evidence in self._store.evidence(memory_id)],
            "supersedes": self._views([self._store.memory(old) for old in memory.supersedes]),
            "superseded_by": next(iter(self._views(newer)), None),
            "used_in": [self._answer_view(use) for use in self._store.used_in(memory_id)],
            "archives_at": due.isoformat() if due else None,
            "curve": {
                "since": since.isoformat(),
                "until": until.isoformat(),
                "recalls": [moment.isoformat() for moment in self._store.access_times(memory_id)],
                "strength": [round(value, 4) for value in self._curve(memory, since, until, holds)],
                "archive_below": self._settings.decay.archive_below,
            },
        }

    def timeline(self, emit: Emit | None = None) -> Result:
        """Every memory in columns: see `views.timeline_row`. With `emit` the rows come as events `rows`, a few thousand
        each: a client that parsed a hundred thousand at once would stand still for half a second."""
        memories = self._store.memories(statuses=ALL)
        strengths = self._forgetter.strengths(memories)
        rows = [views.timeline_row(memory, left) for memory, left in zip(memories, strengths, strict=True)]
        if emit is not None:
            for start in range(0, len(rows), ROWS_A_FRAME):
                emit("rows", {"columns": list(views.TIMELINE_COLUMNS), "rows": rows[start : start + ROWS_A_FRAME]})
            rows = []
        return {"columns": list(views.TIMELINE_COLUMNS), "rows": rows}

    def review(self, args: dict[str, Any]) -> Result:
        """What is worth a look: new, about to fade, faded since, replaced, and follow-ups that are due.

        `days`: how far back "new", "faded" and "replaced" look (default 7). `sweep`: first let fade what is
        due, so that a person who was away for months sees all of it. Nothing in it is ever deleted by itself.
        """
        now = self._clock()
        if args.get("sweep"):
            self._forgetter.sweep()
        since = now - timedelta(days=float(args.get("days", 7)))
        memories = self._store.memories(statuses=ALL, newest_first=True)
        strengths = dict(zip((m.id for m in memories), self._forgetter.strengths(memories), strict=True))
        happened: dict[str, set[str | None]] = defaultdict(set)
        for decision in self._store.decisions(None):
            if decision.at >= since:
                happened[decision.action].add(decision.memory_id)
        active = [m for m in memories if m.status == "active"]
        line = self._settings.decay
        newest = {m.id for m in memories if m.created_at >= since}
        groups = {
            "new": [m for m in active if m.created_at >= since],
            "fading": [m for m in active if line.archive_below <= strengths[m.id] < line.fading_below],
            "faded": [m for m in memories if m.status == "archived" and m.id in happened["archived"]],
            "replaced": [m for m in memories if m.superseded_by in newest],
            "due": [m for m in active if m.label == "follow_up" and _due(m, now)],
        }
        return {name: self._views(found) for name, found in groups.items()}

    def facts(self, args: dict[str, Any]) -> Result:
        facts = self._store.facts(args.get("user_id", "me"), current_only=not args.get("history"))
        return {"items": [views.fact_view(fact) for fact in facts]}

    def about(self) -> Result:
        """What is known, grouped by whom or what it is about; each line with its source."""
        groups: dict[str, list[Memory]] = defaultdict(list)
        for memory in self._store.memories(newest_first=True):
            groups[memory.subject].append(memory)
        order = sorted(groups, key=lambda subject: (subject != "me", -len(groups[subject]), subject))
        return {"groups": [{"subject": name, "memories": self._views(groups[name])} for name in order]}

    def decisions(self, limit: int) -> Result:
        return {"items": [views.decision_view(decision) for decision in self._store.decisions(limit)]}

    def conversations(self, query: object = None) -> Result:
        """All conversations, newest first; with a query those whose title or messages hold it."""
        found = self._store.conversations()
        if isinstance(query, str) and (needle := normalised(query)):
            found = [
                conversation
                for conversation in found
                if needle in normalised(conversation.title)
                or any(needle in normalised(message.content) for message in self._store.messages(conversation.id))
            ]
        return {"items": [views.conversation_view(conversation) for conversation in found]}

    def messages(self, args: dict[str, Any]) -> Result:
        """A page of the branch on show, oldest first; `before` and `limit` page backwards."""
        conversation = self._store.conversation(str(args.get("conversation")))
        before, limit = args.get("before"), int(args.get("limit", 10_000))
        page = self._store.messages(conversation.id, before=before, limit=limit + 1)
        more, page = len(page) > limit, page[-limit:]
        items = [views.message_view(message, self._store.siblings(message.id)) for message in page]
        return {"items": items, "more": more, "conversation": views.conversation_view(conversation)}

    def _views(self, memories: Sequence[Memory]) -> list[Result]:
        strengths = self._forgetter.strengths(memories)
        return [views.memory_view(memory, left) for memory, left in zip(memories, strengths, strict=True)]

    def _curve(self, memory: Memory, since: datetime, until: datetime, holds: bool) -> list[float]:
        """Strength over time with a jump at each recall, by replaying them. What holds or lies ahead does not fade."""
        protected = until if holds else self._forgetter.trace(memory).protected_until
        times = sorted(self._store.access_times(memory.id))
        step = (until - since) / 119
        values = []
        for index in range(120):
            moment = since + step * index
            done = [time for time in times if time <= moment]
            last = done[-1] if done else since
            trace = decay.Trace(memory.importance, len(done), last, memory.pinned, protected)
            values.append(decay.strength(trace, moment, self._settings.decay))
        return values

    def _answer_view(self, message_id: int) -> Result:
        message = self._store.message(message_id)
        title = self._store.conversation(message.conversation).title
        said = message.said_at.isoformat()
        return {"message_id": message.id, "conversation": message.conversation, "title": title, "said_at": said}


def _due(memory: Memory, now: datetime) -> bool:
    """A follow-up comes up from two days before its date until two weeks after."""
    if memory.event_at is None:
        return False
    day = date.fromisoformat(memory.event_at[:10])
    return timedelta(days=-14) <= day - now.date() <= timedelta(days=2)
