"""What happens when a message is sent: the events of an answer become entries, chips, cards and quiet lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.ui.announce import announce, spoken
from app.ui.dates import now, parse
from app.ui.engine_bridge import EngineBridge, Request
from app.ui.errors import sentence
from app.ui.language import Language, translate
from app.ui.transcript.entry import Chip, Entry
from app.ui.transcript.view import TranscriptView

Data = dict[str, Any]
PAGE = 80  # messages fetched at a time


class ChatFlow(QObject):
    """Owns the open conversation and the running answer. One answer runs at a time."""

    running = Signal(bool)
    opened = Signal(str, str)  # conversation id, title
    panel = Signal()  # lists of the panel changed
    stored = Signal()  # the list of conversations may have changed
    give_back = Signal(str)  # words that were not stored go back into the composer
    finished = Signal(bool)  # an answer is complete; True when it went well

    def __init__(self, bridge: EngineBridge, view: TranscriptView, language: Language) -> None:
        super().__init__(view)
        self.bridge, self.view, self.language = bridge, view, language
        self.conversation = ""
        self.title = ""
        self.private = False
        self.known: dict[str, Data] = {}  # memories seen so far, by id
        self.fresh: list[Data] = []
        self.masked: list[str] = []
        self.chosen = -1  # the answer whose memories the panel shows
        self._request: Request | None = None
        self._answer = -1
        self._question = ""
        self._started = False
        self._more = self._loading = False
        self._asked_for: set[str] = set()
        view.older.connect(self._older)
        view.picked.connect(self._picked)

    @property
    def busy(self) -> bool:
        return self._request is not None

    # Opening

    def new(self, *, private: bool = False) -> None:
        self.stop()
        self._reset("", "")
        self.private = private
        self.view.set_entries([])
        self.opened.emit("", "")

    def open(self, conversation: str, title: str = "") -> None:
        """Show a stored conversation, from its end."""
        self.stop()
        self._reset(conversation, title)
        self.private = False
        self.view.set_entries([])
        self._loading = True
        self.bridge.request("messages", {"conversation": conversation, "limit": PAGE},
                            lambda result: self._loaded(conversation, result), self._say)  # fmt: skip

    def _reset(self, conversation: str, title: str) -> None:
        self.conversation, self.title = conversation, title
        self.fresh, self.masked, self.chosen = [], [], -1
        self._request, self._answer, self._more, self._loading = None, -1, False, False

    def _loaded(self, conversation: str, result: Data) -> None:
        self._loading = False
        if conversation != self.conversation:
            return
        self._more = bool(result.get("more"))
        told = result.get("conversation") or {}
        self.title = told.get("title", self.title)
        if self.busy:  # somebody was quicker than the disk: what was said before goes above
            shown = {entry.id for entry in self.view.entries}
            self._put_above([self._entry(item) for item in result["items"] if item["id"] not in shown])
            self._fetch_chips()
            return
        self.view.set_entries([self._entry(item) for item in result["items"]])
        self.chosen = max((i for i, e in enumerate(self.view.entries) if e.role == "assistant"), default=-1)
        self.opened.emit(conversation, self.title)
        self._fetch_chips()
        self.panel.emit()

    def _older(self) -> None:
        first = next((entry.id for entry in self.view.entries if entry.id is not None), None)
        if not self._more or self._loading or first is None:
            return
        self._loading = True
        conversation = self.conversation

        def arrived(result: Data) -> None:
            self._loading = False
            if conversation == self.conversation:
                self._more = bool(result.get("more"))
                self._put_above([self._entry(item) for item in result["items"]])
                self._fetch_chips()

        self.bridge.request("messages", {"conversation": conversation, "before": first, "limit": PAGE}, arrived)

    def _put_above(self, entries: list[Entry]) -> None:
        self.view.prepend(entries)
        self.chosen += len(entries) if self.chosen >= 0 else 0
        self._answer += len(entries) if self._answer >= 0 else 0

    def _entry(self, item: Data) -> Entry:
        siblings = [int(number) for number in item.get("siblings") or []]
        place = siblings.index(item["id"]) + 1 if item["id"] in siblings else 1
        return Entry(
            item["role"], item["content"], item["id"], parse(item["said_at"]), list(item.get("masks") or []),
            list(item.get("memories") or []), stopped=bool(item.get("stopped")),
            sibling=(place, max(1, len(siblings))), siblings=siblings,
        )  # fmt: skip

    def _fetch_chips(self) -> None:
        """Memories of older answers by id, the newest answers first; those that are gone stay away."""
        wanted = [m for entry in reversed(self.view.entries[-60:]) for m in entry.memories]
        for memory in dict.fromkeys(wanted):
            if memory not in self.known and memory not in self._asked_for:
                self._asked_for.add(memory)
                self.bridge.request("memory", {"id": memory}, self._learned, lambda code, detail: None)
        self._fill_chips()

    def _learned(self, result: Data) -> None:
        memory = result["memory"]
        self.known[memory["id"]] = memory
        self._fill_chips()
        self.panel.emit()

    def _fill_chips(self) -> None:
        for index, entry in enumerate(self.view.entries):
            if entry.memories:
                chips = [self._chip(self.known[m]) for m in entry.memories if m in self.known]
                if chips != entry.chips:
                    entry.chips = chips
                    self.view.refresh(index)

    def _chip(self, memory: Data) -> Chip:
        return Chip(memory["id"], str(memory["content"]).rstrip(".。"), memory["memory_type"])

    # Talking

    def send(self, text: str, *, parent: int | None = None, keep: Sequence[list[int]] = ()) -> None:
        """Ask. The words appear at once; the engine's redacted version replaces them when it has been stored."""
        if self.busy:
            return
        self._question, self._started = text, False
        self.view.add(Entry("user", text, said_at=now()))
        above = {"parent": parent} if parent is not None else {}
        self._begin({"text": text, **above, **({"keep": list(keep)} if keep else {})})

    def regenerate(self, index: int) -> None:
        entry = self.view.entries[index]
        if self.busy or entry.id is None:
            return
        asked = next((e.text for e in reversed(self.view.entries[:index]) if e.role == "user"), "")
        self._question, self._started = "", True
        self.view.remove_from(index)
        self._begin({"text": asked, "regenerate": entry.id})

    def edit(self, index: int, text: str, keep: Sequence[list[int]] = ()) -> None:
        """Ask anew in place of an earlier message: a branch, the old one stays."""
        if self.busy:
            return
        before = next((e.id for e in reversed(self.view.entries[:index]) if e.id is not None), 0)
        self.view.remove_from(index)
        self.send(text, parent=before or 0, keep=keep)

    def _begin(self, args: Data) -> None:
        self._answer = self.view.add(Entry("assistant", streaming=True))
        self.chosen = self._answer
        self.view.to_bottom()
        args |= {"private": self.private}
        if self.conversation:
            args["conversation"] = self.conversation
        self._request = self.bridge.request("ask", args, self._done, self._failed, self._event)
        self.running.emit(True)
        self.panel.emit()

    def stop(self) -> None:
        if self._request is not None:
            self._request.stop()

    def _event(self, kind: str, data: Data) -> None:
        if not 0 <= self._answer < len(self.view.entries):
            return
        answer = self.view.entries[self._answer]
        if kind == "token":
            self.view.append_text(self._answer, data["text"])
        elif kind == "started":
            self._heard(data)
        elif kind == "recalled":
            for memory in data.get("memories", ()):
                self.known[memory["id"]] = memory
            answer.memories = [memory["id"] for memory in data.get("memories", ())]
            self.panel.emit()
        elif kind == "answered":
            self._answered(answer, data)
        elif kind == "remembered":
            self._remembered(answer, data)

    def _heard(self, data: Data) -> None:
        self._started = True
        new = not self.conversation
        self.conversation = str(data["conversation"])
        question = self.view.entries[self._answer - 1] if self._answer else None
        if question is not None and question.role == "user":
            question.id, question.text, question.masks = data["message_id"], data["text"], list(data["masks"])
            question.build()
            self.view.refresh(self._answer - 1)
            found = [question.text[m["at"] : m["at"] + m["length"]] for m in question.masks]
            self.masked = found + self.masked
            if new:
                self.title = self.title or " ".join(question.text.split())[:60]
        if new and not self.private:
            self.opened.emit(self.conversation, self.title)
            self.stored.emit()
        self.panel.emit()

    def _answered(self, answer: Entry, data: Data) -> None:
        self.view.flush()
        answer.id, answer.said_at, answer.streaming = data["message_id"], now(), False
        answer.stopped = bool(data.get("stopped"))
        answer.memories = list(data.get("memories") or ())
        if answer.text.strip() != data["text"].strip():
            answer.text = data["text"]
            answer.build()
        self._fetch_chips()
        self.view.refresh(self._answer)

    def _remembered(self, answer: Entry, data: Data) -> None:
        fresh = [*data.get("added", ()), *data.get("updated", ())]
        for memory in fresh:
            self.known[memory["id"]] = memory
        answer.remembered = fresh
        self.fresh = fresh + [m for m in self.fresh if m["id"] not in {new["id"] for new in fresh}]
        self.view.refresh(self._answer)
        self.panel.emit()

    def _done(self, result: Data) -> None:
        self._end(True)
        if result.get("gone"):  # "delete this conversation" was what was said
            self.new()
            self.note(str(result["answer"]))
        for memory in self.fresh:  # "forget that" may have been what was said
            self.bridge.request("memory", {"id": memory["id"]}, None, partial(self._maybe_gone, str(memory["id"])))

    def _maybe_gone(self, memory: str, code: str, detail: Data) -> None:
        if code == "memory_unknown":
            self.gone([memory])

    def _end(self, well: bool) -> None:
        self.view.flush()
        self._request = None
        if 0 <= self._answer < len(self.view.entries):
            answer = self.view.entries[self._answer]
            answer.streaming = False
            self.view.refresh(self._answer)
            announce(self.view, spoken(answer, self._answer + 1, len(self.view.entries)))
        self._answer = -1
        self.running.emit(False)
        self.stored.emit()
        self.finished.emit(well)

    def _failed(self, code: str, detail: Data) -> None:
        """Keep what has been said, say what happened in one line, offer the next step."""
        self.view.flush()
        index = self._answer
        if 0 <= index < len(self.view.entries) and not self.view.entries[index].text:
            self.view.remove_from(index)
        if not self._started and self._question:
            if self.view.entries and self.view.entries[-1].role == "user":
                self.view.remove_from(len(self.view.entries) - 1)
            self.give_back.emit(self._question)
        self._end(False)
        if code != "stopped":
            word = translate("Flow", "Try again") if self._started else ""
            if code == "model_missing":
                self.note(sentence(code, detail, self.language.code), "models", translate("Flow", "Choose a model"))
            else:
                self.note(sentence(code, detail, self.language.code), "retry" if word else "", word)

    def retry(self) -> None:
        """Ask the last question again, as a branch beside the one that failed."""
        entries = self.view.entries
        index = max((i for i, entry in enumerate(entries) if entry.role == "user"), default=-1)
        if index >= 0 and not self.busy:
            self.edit(index, entries[index].text)

    def note(self, text: str, key: str = "", word: str = "") -> None:
        """An inline line of the window itself."""
        self.view.add(Entry("note", text, action=(key, word)))

    def _say(self, code: str, detail: Data) -> None:
        self._loading = False
        if code != "engine_gone":
            self.note(sentence(code, detail, self.language.code))

    # The panel

    def _picked(self, index: int) -> None:
        if 0 <= index < len(self.view.entries) and self.view.entries[index].role == "assistant":
            self.chosen = index
            self.panel.emit()

    def lists(self) -> tuple[list[Data], list[Data], list[str]]:
        """(used, fresh, masked) for the panel."""
        used: list[Data] = []
        if 0 <= self.chosen < len(self.view.entries):
            used = [self.known[m] for m in self.view.entries[self.chosen].memories if m in self.known]
        return used, self.fresh, self.masked

    def gone(self, ids: list[str]) -> None:
        """Memories were deleted: they leave chips, cards and quiet lines."""
        lost = set(ids)
        for memory in lost:
            self.known.pop(memory, None)
        self.fresh = [memory for memory in self.fresh if memory["id"] not in lost]
        for index, entry in enumerate(self.view.entries):
            if lost & set(entry.memories):
                entry.memories = [m for m in entry.memories if m not in lost]
                entry.chips = [chip for chip in entry.chips if chip.id not in lost]
                self.view.refresh(index)
            if entry.remembered and lost & {memory["id"] for memory in entry.remembered}:
                entry.undone = True
                self.view.refresh(index)
        self.panel.emit()

    def changed(self, memory: Data) -> None:
        """A memory was edited, pinned or restored."""
        self.known[memory["id"]] = memory
        self.fresh = [memory if old["id"] == memory["id"] else old for old in self.fresh]
        self._fill_chips()
        self.panel.emit()
