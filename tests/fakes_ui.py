"""A stand-in for the engine behind the window: speaks the link's verbs from a small story held in memory."""

from __future__ import annotations

import copy
import re
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from app.engine.errors import KeepsakeError
from tests.fakes_interop import InteropVerbs
from tests.fakes_ui_vault import VaultVerbs

Data = dict[str, Any]
NOW = datetime.now().astimezone()

STORY: dict[str, Data] = {
    "en": {
        "titles": ["Weekend in Ghent", "Budget moved", "Letter to the landlord", "Spanish practice"],
        "talk": [
            ("user", "Thinking of taking my daughter to Ghent this weekend. She can’t have peanuts."),
            ("assistant", "Good idea, and easy from Bruges. I’ve noted the peanut allergy. "
             "Waffle stands often use peanut oil, so ask first; the Friday market has a stall that labels everything."),
            ("user", "Keep my passport number too: [passport number]"),
            ("assistant", "I did not keep the number, only that you gave it. If it helps, "
             "I can remember where the passport is."),
        ],
        "mask": "[passport number]",
        "memories": [
            ("m1", "Your daughter started school this year.", "my daughter started first grade", "fact", 0.86),
            ("m2", "You live in Bruges.", "I moved to Bruges", "fact", 0.71),
            ("m3", "You complained about slow trains.", "the train was late again", "episodic", 0.34),
        ],
        "fresh": ("m9", "Your daughter is allergic to peanuts.", "She can’t have peanuts", "fact", 1.0),
    },
    "zh": {
        "titles": ["周末去苏州", "预算改了", "帮我写封邮件", "西班牙语练习"],
        "talk": [
            ("user", "我周末想带女儿去苏州，她不能吃花生"),
            ("assistant", "好的。我记下了你女儿对花生过敏。苏州的小吃里，芝麻糖和酥糖常混有花生，点之前问一声。"),
            ("user", "护照号码也存一下：[护照号]"),
            ("assistant", "号码我没有保存，只留下了一个标记。需要的话，我可以记住它放在哪里。"),
        ],
        "mask": "[护照号]",
        "memories": [
            ("m1", "你的女儿今年上小学一年级。", "我女儿今年上小学一年级", "fact", 0.86),
            ("m2", "你住在上海。", "我上个月搬到上海了", "fact", 0.71),
            ("m3", "你抱怨过地铁太挤。", "今天地铁又挤得要命", "episodic", 0.34),
        ],
        "fresh": ("m9", "你的女儿对花生过敏。", "她不能吃花生", "fact", 1.0),
    },
}  # fmt: skip


def memory(number: str, content: str, quote: str, kind: str, strength: float, *, at: datetime = NOW) -> Data:
    """A memory as the engine shows it."""
    return {
        "id": number, "content": content, "quote": quote, "memory_type": kind, "label": kind, "importance": 0.86,
        "strength": strength, "confidence": 0.9, "tags": [], "source": "automatic", "user_id": "me", "session_id": None,
        "created_at": at.isoformat(), "said_at": at.isoformat(), "event_at": None, "last_access_at": at.isoformat(),
        "access_count": 3, "status": "active", "supersedes": [], "superseded_by": None, "conversation": "c0",
        "message_id": 1, "index": 0, "token_count": 9, "pinned": False, "endorsed": False, "subject": "me",
    }  # fmt: skip


class FakeDoor(InteropVerbs, VaultVerbs):
    """Answers like `EngineClient`, on threads of its own. Counts what it was asked."""

    def __init__(self, lang: str = "en", *, vault: str = "ready", token_delay: float = 0.0, marks: int = 0) -> None:
        super().__init__()
        story = STORY[lang]
        self.lang, self.vault, self.token_delay = lang, vault, token_delay
        self.asked: list[tuple[str, Data]] = []
        self.tokens = ["Hello", " there", ", friend", "."]
        self.drafts: dict[str, str] = {}
        self.fail: dict[str, str] = {}  # verb -> error code of the next call
        self.marks = marks
        self.why_locked: str | None = None
        self.ways = ["keyring", "passphrase"]
        self.synced_by: str | None = None
        self.reembedding: list[Data] = []
        self.due = False  # stored texts wait for a check under a stricter policy
        self._lost: list[Callable[[Any], None]] = []
        self._news: list[Callable[[str, Data], None]] = []
        self._cancels: dict[int, threading.Event] = {}
        self._open: dict[int, Callable[..., None]] = {}
        self._number = 0
        self._lock = threading.Lock()
        self.closed = False
        self.memories = {
            m[0]: memory(*m, at=NOW - timedelta(days=20 * i + 18)) for i, m in enumerate(story["memories"])
        }
        self.fresh = memory(*story["fresh"])
        ages = (timedelta(minutes=0), timedelta(minutes=20), timedelta(days=3), timedelta(days=4))
        self.conversations = [
            {"id": f"c{i}", "title": title, "created_at": (NOW - age).isoformat(),
                "updated_at": (NOW - age).isoformat(),
             "pinned": False, "source": "chat"}
            for i, (title, age) in enumerate(zip(story["titles"], ages, strict=True))
        ]  # fmt: skip
        self.messages: dict[str, list[Data]] = {c["id"]: [] for c in self.conversations}
        for index, (role, text) in enumerate(story["talk"]):
            used = ["m1", "m2"] if index == 1 else []
            masks = [
                {"type": "PASSPORT", "start": 0, "end": 9, "at": text.find(story["mask"]), "length": len(story["mask"])}
            ]
            self.add("c0", role, text, memories=used, masks=masks if story["mask"] in text else [])

    def add(self, conversation: str, role: str, text: str, *, memories: list[str] | None = None,
            masks: list[Data] | None = None) -> Data:  # fmt: skip
        with self._lock:
            self._number += 1
            item = {
                "id": self._number, "conversation": conversation, "role": role, "content": text,
                "said_at": datetime.now().astimezone().isoformat(), "masks": masks or [], "memories": memories or [],
                "stopped": False, "parent": None, "siblings": [self._number],
            }  # fmt: skip
            self.messages.setdefault(conversation, []).append(item)
            return item

    # The door

    def submit(self, verb: str, args: Data, on_event: Callable[[str, Data], None] | None,
               on_done: Callable[..., None] | None) -> int:  # fmt: skip
        with self._lock:
            if self.closed:
                raise KeepsakeError("engine_gone")
            self._number += 1
            number = self._number
            self._cancels[number] = threading.Event()
            self._open[number] = on_done or (lambda *_: None)
        self.asked.append((verb, copy.deepcopy(args)))
        threading.Thread(target=self._run, args=(number, verb, args, on_event), daemon=True).start()
        return number

    def stop(self, request_id: int) -> None:
        self._cancels[request_id].set()

    def on_lost(self, callback: Callable[[Any], None]) -> None:
        self._lost.append(callback)

    def on_news(self, callback: Callable[[str, Data], None]) -> None:
        self._news.append(callback)

    def close(self, *, wait: bool = False) -> None:
        self.closed = True

    def die(self, reason: str = "crashed") -> None:
        """What a killed engine looks like from outside."""
        self.closed = True
        for done in list(self._open.values()):
            done(None, KeepsakeError("engine_gone"))
        self._open.clear()
        for callback in self._lost:
            callback(type("Lost", (), {"reason": reason})())

    def verbs(self) -> list[str]:
        return [verb for verb, _ in self.asked]

    def _run(self, number: int, verb: str, args: Data, on_event: Callable[[str, Data], None] | None) -> None:
        code = self.fail.pop(verb, None)
        try:
            if code:
                raise KeepsakeError(code)
            result = getattr(self, f"do_{verb}")(args, on_event or (lambda *_: None), self._cancels[number])
        except KeepsakeError as error:
            done = self._open.pop(number, None)
            if done:
                done(None, error)
            return
        done = self._open.pop(number, None)
        if done:
            done(result, None)

    # Verbs

    def do_hello(self, args: Data, emit: Any, cancel: Any) -> Data:
        name = "qwen2.5-coder-1.5b-instruct-q4_k_m"
        return {
            "version": "0", "vault": self.vault, "ways": list(self.ways), "why_locked": self.why_locked,
            "synced_by": self.synced_by, **self.do_reembedding(args, emit, cancel),
            "network_attempts": 0, "profile": "", "chat_model": name if self.vault == "ready" else None,
                "embedder": "e5",
        }  # fmt: skip

    def do_setup(self, args: Data, emit: Any, cancel: Any) -> Data:
        self.vault = "ready"
        return {"recovery_words": "apple river stone cloud velvet orbit candle meadow pepper harbour tiger lemon"}

    def do_unlock(self, args: Data, emit: Any, cancel: Any) -> Data:
        if args.get("passphrase") not in (None, "correct horse"):
            raise KeepsakeError("passphrase_wrong")
        self.vault = "ready"
        return {"vault": "ready"}

    def do_lock(self, args: Data, emit: Any, cancel: Any) -> Data:
        self.vault = "locked"
        return {}

    def do_conversations(self, args: Data, emit: Any, cancel: Any) -> Data:
        query = str(args.get("query") or "").casefold()
        return {"items": [dict(c) for c in self.conversations if query in c["title"].casefold()]}

    def do_messages(self, args: Data, emit: Any, cancel: Any) -> Data:
        if args["conversation"] not in self.messages:
            raise KeepsakeError("conversation_unknown")
        items = self.messages[args["conversation"]]
        if args.get("before") is not None:
            items = [item for item in items if item["id"] < args["before"]]
        page = items[-args.get("limit", 10_000) :]
        told = next((c for c in self.conversations if c["id"] == args["conversation"]), {"title": ""})
        return {"items": copy.deepcopy(page), "more": len(page) < len(items), "conversation": dict(told)}

    def do_ask(self, args: Data, emit: Any, cancel: threading.Event) -> Data:
        conversation = args.get("conversation") or "c-new"
        if not any(c["id"] == conversation for c in self.conversations):
            stamp = datetime.now().astimezone().isoformat()
            self.conversations.insert(0, {"id": conversation, "title": args["text"][:40], "created_at": stamp,
                                          "updated_at": stamp, "pinned": False, "source": "chat"})  # fmt: skip
        question = self.add(conversation, "user", args["text"] or "again")
        emit(
            "started",
            {"conversation": conversation, "message_id": question["id"], "text": question["content"], "masks": []},
        )
        used = list(self.memories.values())[:2]
        emit("recalled", {"memories": used, "facts": []})
        said = []
        for token in self.tokens:
            if cancel.wait(self.token_delay) or cancel.is_set():
                break
            said.append(token)
            emit("token", {"text": token})
        answer = self.add(conversation, "assistant", "".join(said), memories=[m["id"] for m in used])
        emit("answered", {"message_id": answer["id"], "text": answer["content"], "memories": answer["memories"],
                          "stopped": cancel.is_set()})  # fmt: skip
        self.memories[self.fresh["id"]] = self.fresh
        emit("remembered", {"added": [self.fresh], "updated": [], "superseded": [], "dropped": []})
        return {"answer": answer["content"], "conversation": conversation, "memories": answer["memories"]}

    def do_memory(self, args: Data, emit: Any, cancel: Any) -> Data:
        if args["id"] not in self.memories:
            raise KeepsakeError("memory_unknown")
        one = self.memories[args["id"]]
        since = NOW - timedelta(days=180)
        strengths = [0.9 - 0.5 * (i % 70) / 90 for i in range(120)]
        return {
            "memory": dict(one), "evidence": [], "supersedes": [], "superseded_by": None,
            "used_in": [{"message_id": 2, "conversation": "c0", "title": self.conversations[0]["title"],
                "said_at": NOW.isoformat()}],
            "archives_at": (NOW + timedelta(days=200)).isoformat(),
            "curve": {"since": since.isoformat(), "until": (NOW + timedelta(days=60)).isoformat(),
                      "recalls": [(NOW - timedelta(days=70)).isoformat()], "strength": strengths, "archive_below": 0.3},
        }  # fmt: skip

    def do_memories(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"items": [dict(m) for m in self.memories.values()]}

    def do_remember(self, args: Data, emit: Any, cancel: Any) -> Data:
        self.memories[self.fresh["id"]] = self.fresh
        return {"added": [self.fresh], "updated": [], "superseded": [], "dropped": []}

    def do_forget(self, args: Data, emit: Any, cancel: Any) -> Data:
        ids = list(args.get("ids", self.memories))
        for one in ids:
            self.memories.pop(one, None)
        receipt = {"state": "removed", "removed": {"memories": len(ids)}, "checked_bytes": 0, "at": NOW.isoformat()}
        return {"forgotten": ids, "receipt": receipt}

    do_undo = do_forget

    def do_edit_memory(self, args: Data, emit: Any, cancel: Any) -> Data:
        self.memories[args["id"]] |= {k: v for k, v in args.items() if k != "id"}
        return {"memory": dict(self.memories[args["id"]])}

    do_pin_memory = do_set_status = do_edit_memory

    def do_restore(self, args: Data, emit: Any, cancel: Any) -> Data:
        return self.do_edit_memory({**args, "status": "active"}, emit, cancel)

    def do_draft(self, args: Data, emit: Any, cancel: Any) -> Data:
        key = str(args.get("conversation") or "")
        if "text" in args:
            self.drafts[key] = args["text"]
        return {"text": self.drafts.get(key, "")}

    def do_rename_conversation(self, args: Data, emit: Any, cancel: Any) -> Data:
        for item in self.conversations:
            if item["id"] == args["id"]:
                item["title"] = args["title"]
        return {"title": args["title"]}

    def do_pin_conversation(self, args: Data, emit: Any, cancel: Any) -> Data:
        for item in self.conversations:
            if item["id"] == args["id"]:
                item["pinned"] = args["pinned"]
        return {}

    def do_delete_conversation(self, args: Data, emit: Any, cancel: Any) -> Data:
        self.conversations = [item for item in self.conversations if item["id"] != args["id"]]
        return {"receipt": {}}

    def do_mask_preview(self, args: Data, emit: Any, cancel: Any) -> Data:
        """Eleven digits are a telephone number, "hunter2" a password."""
        found = [("PHONE", m, "PHONE:phone/mainland:99999999999") for m in re.finditer(r"1\d{10}", args["text"])]
        found += [("PASSWORD", m, None) for m in re.finditer("hunter2", args["text"])]
        items = [{"type": kind, "start": m.start(), "end": m.end(), "allow": allow} for kind, m, allow in found]
        return {"items": sorted(items, key=lambda item: item["start"])}

    def do_masking(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"counts": {"PHONE": 12, "PASSWORD": 1}, "types": ["PHONE", "PASSWORD"], "due": self.due, "texts": 240}

    def do_recheck_later(self, args: Data, emit: Any, cancel: Any) -> Data:
        self.due = False
        return {}

    def do_recheck(self, args: Data, emit: Any, cancel: threading.Event) -> Data:
        for done in range(100, 241, 20):
            if cancel.wait(self.token_delay):
                return {"texts": done, "changed": 3, "found": {"PERSON": 3}, "finished": False}
            emit("progress", {"done": done, "total": 240, "stage": "masking", "changed": done // 50})
        self.due = False
        return {"texts": 240, "changed": 7, "found": {"PERSON": 7}, "finished": True}

    def do_typing(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {}

    wishes = "short, two sentences at most, call them Max"

    def do_wishes(self, args: Data, emit: Any, cancel: Any) -> Data:
        if args.get("clear"):
            self.wishes = ""
        return {"wishes": self.wishes}

    def do_warm(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"loaded": {"chat": "qwen2.5-coder-1.5b-instruct"}}

    def do_branch(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"items": []}

    def do_settings(self, args: Data, emit: Any, cancel: Any) -> Data:
        from app.settings import Settings

        return {"settings": Settings().with_changes(args.get("changes") or {}).flat()}

    def do_use_model(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"chat_model": args["name"]}

    def do_consolidate(self, args: Data, emit: Any, cancel: Any) -> Data:
        time.sleep(0.01)
        return {"added": [], "updated": [], "superseded": [], "dropped": []}

    def do_timeline(self, args: Data, emit: Any, cancel: Any) -> Data:
        import random

        rng = random.Random(7)
        rows = [[m["id"], NOW.timestamp() - 86400 * 18, m["importance"], m["strength"], m["memory_type"], m["status"],
                 m["pinned"], m["content"], m.get("tags", []), m.get("quote", "")]
                for m in self.memories.values()]  # fmt: skip
        count = self.marks or 140
        for index in range(count):
            age = rng.random() ** 1.3
            kind = rng.choice(("fact", "episodic", "semantic"))
            importance = round(0.1 + 0.85 * rng.random(), 3)
            status = "archived" if age > 0.8 and rng.random() < 0.4 else "active"
            strength = round(importance * (1 - 0.85 * age), 3)
            text = f"Memory number {index}" if self.lang == "en" else f"第 {index} 条记忆"
            tags = [("home", "work", "travel")[index % 3]]
            rows.append([f"x{index}", NOW.timestamp() - 86400 * (250 if count < 1000 else 1400) * age, importance,
                strength, kind, status, False, text, tags, f"{text}!"])  # fmt: skip
        return {
            "columns": ["id", "said_at", "importance", "strength", "memory_type", "status", "pinned", "content",
                        "tags", "quote"],
            "rows": rows,
        }

    def do_review(self, args: Data, emit: Any, cancel: Any) -> Data:
        memories = [dict(m) for m in self.memories.values()]
        groups: Data = {name: [] for name in ("new", "fading", "faded", "replaced", "due")}
        groups["fading"], groups["new"], groups["faded"] = memories[:1], memories[1:2], memories[2:3]
        return groups

    def do_about(self, args: Data, emit: Any, cancel: Any) -> Data:
        return {"groups": [{"subject": "me", "memories": list(self.memories.values())}]}
