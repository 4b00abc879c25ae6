"""What other programs may do through the local API and MCP: as one user, and in one session where they name it."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from app.engine import views
from app.engine.engine import Emit, Engine
from app.engine.errors import KeepsakeError
from app.engine.remember.knowledge import SESSION_PREFIX
from app.engine.types import Memory, MemoryType, Message, RedactedText, Role
from app.settings import Settings
from app.vault.store import Store

Args = dict[str, Any]
Result = dict[str, Any]
SOURCE = "api"  # of the conversations that hold what other programs pass on
_IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
_MOST = 1000


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memories a request may touch. `conversation` is also the `session_id` of the memories made in it."""

    user_id: str
    session: str | None  # as the program calls it
    conversation: str

    @property
    def session_id(self) -> str | None:
        """None where the program named no session: then the user's memories of all sessions are meant."""
        return self.conversation if self.session is not None else None

    def holds(self, memory: Memory) -> bool:
        return memory.user_id == self.user_id and self.session_id in (None, memory.session_id)


class Guests:
    """Verbs for programs that are not the owner's window. `settings` is read at every write: a permission that was
    taken back counts at once."""

    def __init__(self, engine: Engine, settings: Callable[[], Settings]) -> None:
        self._engine = engine
        self._store: Store = engine.parts.store
        self._forgetter = engine.parts.forgetter
        self._settings = settings

    def verbs(self) -> dict[str, Callable[[Args, Emit, threading.Event], Result]]:
        return {
            "guest_remember": lambda args, emit, cancel: self._remember(args),
            "guest_search": lambda args, emit, cancel: self._search(args),
            "guest_memories": lambda args, emit, cancel: self._memories(args),
            "guest_forget": lambda args, emit, cancel: self._forget(args),
            "guest_messages": lambda args, emit, cancel: self._messages(args),
            "guest_reply": lambda args, emit, cancel: self._reply(args),
            "guest_clear": lambda args, emit, cancel: self._clear(args),
        }

    def _remember(self, args: Args) -> Result:
        """What the text says, after redaction, salience and consolidation; the report says what became of it."""
        self._may_write(args)
        kind, scope = args.get("memory_type"), self._scope(args)
        if kind is not None and kind not in get_args(MemoryType):
            raise KeepsakeError("usage", name="memory_type")
        text = self._redacted(args)
        report = self._engine.hear(lambda: self._put(scope, "user", text))
        result = views.report_view(report, self._engine.views)
        if kind is not None:
            changed = [self._store.update_memory(memory.id, memory_type=kind) for memory in report.added]
            result["added"] = self._engine.views(changed)
        for name in ("added", "updated", "superseded"):
            result[name] = [self._named(memory) for memory in result[name]]
        masks = [views.mask_view(mask) for mask in text.masks]
        return {**result, "masks": masks, "message": {"role": "user", "content": text.text}}

    def _search(self, args: Args) -> Result:
        scope, limit, mode = self._scope(args), args.get("limit", 10), args.get("mode", "hybrid")
        if not _whole(limit, 1, _MOST) or mode not in {"hybrid", "semantic", "keyword"}:
            raise KeepsakeError("usage", name="search")
        found = self._engine.recall(
            _text(args, "query"), limit=limit, mode=mode, user_id=scope.user_id, tiers=("memory",),
            session_id=scope.session_id,
        )  # fmt: skip
        memories = [item.memory for item in found.items if item.memory is not None and scope.holds(item.memory)]
        details = {view["id"]: self._named(view) for view in self._engine.views(memories)}
        items = [{**details[item.id], "score": round(item.score, 6)} for item in found.items if item.id in details]
        return {"items": items, "took_ms": round(found.took_ms, 3)}

    def _memories(self, args: Args) -> Result:
        """Active memories, newest first, a page at a time."""
        scope, limit, offset = self._scope(args), args.get("limit", 100), args.get("offset", 0)
        if not _whole(limit, 1, _MOST) or not _whole(offset, 0, 1 << 60):
            raise KeepsakeError("usage", name="limit")
        held = self._store.memories(user_id=scope.user_id, session_id=scope.session_id, newest_first=True)
        page = self._engine.views(held[offset : offset + limit])
        return {"items": [self._named(view) for view in page], "total": len(held)}

    def _forget(self, args: Args) -> Result:
        """Delete one memory for good. To somebody it does not belong to, it does not exist."""
        self._may_write(args)
        memory = self._store.memory(_text(args, "id"))
        if not self._scope(args).holds(memory):
            raise KeepsakeError("memory_unknown")
        receipt = self._forgetter.forget([memory.id], wait=bool(args.get("wait", True)))
        return {"forgotten": [memory.id], "receipt": views.receipt_view(receipt)}

    def _messages(self, args: Args) -> Result:
        """What was said in the session, oldest first."""
        scope = self._scope(args)
        said = self._store.messages(scope.conversation) if self._has(scope) else []
        return {"items": [{"role": message.role, "content": message.content} for message in said]}

    def _reply(self, args: Args) -> Result:
        """Keep what the assistant said in the session. It is context, never evidence of anything."""
        self._may_write(args)
        message = self._put(self._scope(args), "assistant", self._redacted(args))
        return {"role": message.role, "content": message.content}

    def _clear(self, args: Args) -> Result:
        """Delete what was said in the session; its memories stay until they are forgotten one by one."""
        self._may_write(args)
        scope = self._scope(args)
        if not self._has(scope):
            raise KeepsakeError("conversation_unknown")
        receipt = self._forgetter.forget_conversation(scope.conversation, memories="keep", wait=True)
        return {"receipt": views.receipt_view(receipt)}

    def _put(self, scope: Scope, role: Role, text: RedactedText) -> Message:
        at = self._engine.parts.clock()
        with self._store.transaction():
            if not self._has(scope):
                title = self._engine.redact(scope.session or SOURCE.upper())
                self._store.create_conversation(
                    title, source=SOURCE, source_id=scope.session or "", user_id=scope.user_id, at=at,
                    id=scope.conversation,
                )  # fmt: skip
            return self._store.add_message(
                scope.conversation, role, text, at, user_id=scope.user_id, remembered=role != "user"
            )

    def _has(self, scope: Scope) -> bool:
        return self._store.find_conversation(SOURCE, scope.session or "", user_id=scope.user_id) is not None

    def _redacted(self, args: Args) -> RedactedText:
        text = self._engine.redact(_text(args, "text"))
        if not text.text.strip():
            raise KeepsakeError("empty_text")
        return text

    def _scope(self, args: Args) -> Scope:
        user, session = self._identifier(args, "user_id") or "me", self._identifier(args, "session_id")
        # Made from both names: the same session keeps its memories when its messages were deleted meanwhile.
        digest = hashlib.sha256(f"{user}\0{session or ''}".encode()).hexdigest()[:32]
        return Scope(user, session, f"{SESSION_PREFIX if session is not None else 'guest-'}{digest}")

    def _identifier(self, args: Args, name: str) -> str | None:
        """A name another program uses. It is stored as it is, so what redaction would mask is refused."""
        value = args.get(name)
        if value is None:
            return None
        if not isinstance(value, str) or not _IDENTIFIER.fullmatch(value):
            raise KeepsakeError("usage", name=name)
        if self._engine.redact(value).masks:
            raise KeepsakeError("identifier_private", name=name)
        return value

    def _may_write(self, args: Args) -> None:
        """`client`: the name of a program whose writing the owner permits by name (MCP); the API has its token."""
        client = args.get("client")
        if client is not None and client not in self._settings().interop.mcp_writers:
            raise KeepsakeError("client_read_only", name=str(client)[:80])

    def _named(self, view: Result) -> Result:
        """The memory with its session as the program calls it."""
        session = view["session_id"]
        if not (session or "").startswith(SESSION_PREFIX):
            return {**view, "session_id": None}
        try:
            return {**view, "session_id": self._store.conversation(session).source_id}
        except KeepsakeError:  # its messages were deleted, and its name with them
            return {**view, "session_id": None}


def _text(args: Args, name: str) -> str:
    value = args.get(name)
    if not isinstance(value, str):
        raise KeepsakeError("usage", name=name)
    return value


def _whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
