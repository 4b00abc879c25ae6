"""The engine's front desk: each verb of the link becomes one call, and its result JSON-ready data."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from app.engine import views
from app.engine.browse import Browser
from app.engine.dialogue import AskRequest
from app.engine.engine import Emit, Engine
from app.engine.errors import KeepsakeError
from app.engine.forget import ALL
from app.engine.masking import spans_of
from app.engine.types import Memory, Progress, Receipt

Args = dict[str, Any]
Result = dict[str, Any]
Verb = Callable[[Args, Emit, threading.Event], Result]


class Service:
    """Verbs that need an open vault. Unknown verbs and missing arguments raise KeepsakeError("usage")."""

    def __init__(self, engine: Engine, browser: Browser, more: dict[str, Verb] | None = None) -> None:
        """`more`: verbs of other desks (models, settings, imports) that are reached through the same door."""
        self._engine = engine
        self._browser = browser
        self._forgetter = engine.parts.forgetter
        self._store = engine.parts.store
        self._verbs: dict[str, Verb] = {
            **(more or {}),
            "ask": self._ask,
            "remember": self._remember,
            "recall": self._recall,
            "consolidate": self._consolidate,
            "forget": self._forget,
            "undo": self._undo,
            "redact": self._redact,
            "memories": lambda args, emit, cancel: browser.memories(args),
            "memory": lambda args, emit, cancel: browser.memory(_text(args, "id")),
            "timeline": lambda args, emit, cancel: browser.timeline(emit),
            "review": lambda args, emit, cancel: browser.review(args),
            "facts": lambda args, emit, cancel: browser.facts(args),
            "about": lambda args, emit, cancel: browser.about(),
            "decisions": lambda args, emit, cancel: browser.decisions(int(args.get("limit", 200))),
            "conversations": lambda args, emit, cancel: browser.conversations(args.get("query")),
            "messages": lambda args, emit, cancel: browser.messages(args),
            "edit_memory": self._edit_memory,
            "pin_memory": self._pin_memory,
            "set_status": self._set_status,
            "restore": self._restore,
            "rename_conversation": self._rename_conversation,
            "pin_conversation": self._pin_conversation,
            "delete_conversation": self._delete_conversation,
            "branch": self._branch,
            "draft": self._draft,
        }

    def handle(self, verb: str, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        """Carry out one verb. `emit(kind, data)` reports events meanwhile; `cancel` stops it."""
        try:
            call = self._verbs[verb]
        except KeyError:
            raise KeepsakeError("usage", name=verb) from None
        return call(args, emit, cancel)

    def verbs(self) -> frozenset[str]:
        return frozenset(self._verbs)

    def _ask(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        request = AskRequest(
            args.get("text", ""),
            args.get("conversation"),
            bool(args.get("private")),
            args.get("parent"),
            args.get("regenerate"),
            args.get("user_id", "me"),
            spans_of(args.get("keep", ())),
        )
        return self._engine.ask(request, emit, cancel)

    def _remember(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        if "message_id" in args:
            report = self._engine.remember_message(int(args["message_id"]))
        else:
            report = self._engine.remember(
                _text(args, "text"), source=args.get("source", "manual"), user_id=args.get("user_id", "me")
            )
        return views.report_view(report, self._engine.views)

    def _recall(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        limit = args.get("limit", 10)
        mode = args.get("mode", "hybrid")
        if not isinstance(limit, int) or not 1 <= limit <= 1000 or mode not in {"hybrid", "semantic", "keyword"}:
            raise KeepsakeError("usage", name="recall")
        found = self._engine.recall(_text(args, "query"), limit=limit, mode=mode, user_id=args.get("user_id", "me"))
        return views.recall_view(found)

    def _consolidate(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        report = self._engine.consolidate(cancel, _progress(emit))
        return views.report_view(report, self._engine.views)

    def _forget(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        keep, wait, user = bool(args.get("keep_messages")), bool(args.get("wait")), args.get("user_id", "me")
        if args.get("all"):
            ids = [memory.id for memory in self._store.memories(statuses=ALL)]
            return _forgotten(ids, self._forgetter.forget_everything(wait=wait))
        if args.get("conversation"):
            fate, talk = _fate(args, "delete"), _text(args, "conversation")
            every = self._store.memories(statuses=ALL, user_id=None) if fate == "delete" else []
            receipt = self._forgetter.forget_conversation(talk, memories=fate, wait=wait)
            return _forgotten([memory.id for memory in every if memory.conversation == talk], receipt)
        if args.get("since") or args.get("until"):
            since, until = (self._moment(args, name) for name in ("since", "until"))
            ids = [memory.id for memory in self._forgetter.in_period(since, until, user)]
            return _forgotten(ids, self._forgetter.forget_period(since, until, wait=wait))
        if args.get("person") is not None:
            return _forgotten([], self._forgetter.forget_person(_text(args, "person"), user, wait=wait))
        if args.get("last"):
            ids = self._forgetter.last(user)
        elif args.get("matching") is not None:
            ids = [memory.id for memory in self._forgetter.matching(_text(args, "matching"), user)]
        else:
            ids = [self._store.memory(str(memory_id)).id for memory_id in args.get("ids", ())]
        return _forgotten(ids, self._forgetter.forget(ids, keep_messages=keep, wait=wait))

    def _moment(self, args: Args, name: str) -> datetime:
        """A date-time, or a day; a day without a zone is one of the clock's zone."""
        try:
            moment = datetime.fromisoformat(_text(args, name))
        except ValueError:
            raise KeepsakeError("usage", name=name) from None
        return moment if moment.tzinfo else moment.replace(tzinfo=self._engine.parts.clock().tzinfo)

    def _undo(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        """Take back what was just remembered: the memory goes, what it replaced comes back, the words stay said."""
        ids = [str(memory_id) for memory_id in args.get("ids", ())]
        for memory_id in ids:
            for old in self._store.memory(memory_id).supersedes:
                self._store.restore(old)
        return _forgotten(ids, self._forgetter.forget(ids, keep_messages=True, wait=bool(args.get("wait"))))

    def _redact(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        items = [self._engine.redact(str(text)) for text in args.get("texts", ())]
        return {"items": [{"text": item.text, "found": [views.mask_view(m) for m in item.masks]} for item in items]}

    def _edit_memory(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        tags = args.get("tags")
        importance = args.get("importance")
        if importance is not None and not 0.0 <= float(importance) <= 1.0:
            raise KeepsakeError("usage", name="importance")
        with self._store.transaction():
            memory = self._store.update_memory(
                _text(args, "id"),
                content=self._engine.redact(args["content"]) if args.get("content") else None,
                importance=None if importance is None else float(importance),
                tags=None if tags is None else tuple(self._engine.redact(str(tag)) for tag in tags),
            )
            now, words = self._engine.parts.clock(), memory.redacted_content()
            self._store.add_decision("edited", "by_hand", words, at=now, memory_id=memory.id)  # no batch may undo it
        return self._one(memory)

    def _pin_memory(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        self._store.pin_memory(_text(args, "id"), bool(args.get("pinned", True)))
        return self._one(self._store.memory(_text(args, "id")))

    def _set_status(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        if args.get("status") not in {"active", "archived"}:
            raise KeepsakeError("usage", name="status")
        self._store.set_status(_text(args, "id"), args["status"])
        return self._one(self._store.memory(_text(args, "id")))

    def _restore(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        self._store.restore(_text(args, "id"))
        return self._one(self._store.memory(_text(args, "id")))

    def _rename_conversation(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        title = self._engine.redact(_text(args, "title"))
        self._store.rename_conversation(_text(args, "id"), title)
        return {"title": title.text}

    def _pin_conversation(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        self._store.pin_conversation(_text(args, "id"), bool(args.get("pinned", True)))
        return {}

    def _delete_conversation(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        receipt = self._forgetter.forget_conversation(
            _text(args, "id"), memories=_fate(args, "keep"), wait=bool(args.get("wait"))
        )
        return {"receipt": views.receipt_view(receipt)}

    def _branch(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        """Show another branch: the one that `message` is on."""
        message = self._store.message(int(args["message"]))
        self._store.set_leaf(message.conversation, message.id)
        return self._browser.messages({"conversation": message.conversation})

    def _draft(self, args: Args, emit: Emit, cancel: threading.Event) -> Result:
        conversation = str(args.get("conversation") or "")
        if "text" in args:
            redact, keep = self._engine.parts.redactor.redact, spans_of(args.get("keep", ()))
            sent = redact(str(args["sent"]), keep=keep) if args.get("sent") else None
            self._store.set_draft(conversation, redact(str(args["text"]), keep=keep), sent=sent)
        return {"text": self._store.draft(conversation)}

    def _one(self, memory: Memory) -> Result:
        return {"memory": self._engine.views([memory])[0]}


def _text(args: Args, name: str) -> str:
    value = args.get(name)
    if not isinstance(value, str):
        raise KeepsakeError("usage", name=name)
    return value


def _fate(args: Args, default: Literal["delete", "keep"]) -> Literal["delete", "keep"]:
    """What becomes of the memories that came from a conversation."""
    match args.get("memories", default):
        case "delete":
            return "delete"
        case "keep":
            return "keep"
    raise KeepsakeError("usage", name="memories")


def _progress(emit: Emit) -> Callable[[Progress], None]:
    return lambda progress: emit("progress", {"done": progress.done, "total": progress.total, "stage": progress.stage})


def _forgotten(ids: list[str], receipt: Receipt) -> Result:
    return {"forgotten": ids, "receipt": views.receipt_view(receipt)}
