"""What can be done with a message or a memory from the chat: copy, edit, remember, forget, correct, undo."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu

from app.ui.chat_flow import ChatFlow
from app.ui.engine_bridge import EngineBridge
from app.ui.language import translate
from app.ui.memory_panel import MemoryPanel
from app.ui.transcript.meta import actions
from app.ui.transcript.view import TranscriptView

Data = dict[str, Any]


class ChatActions(QObject):
    """Carries out the words under messages and on cards."""

    edit_wanted = Signal(int, str)  # entry, its words: the composer takes them
    models = Signal()
    open_conversation = Signal(str)
    open_timeline = Signal(str)
    say = Signal(str, str, str)  # a sentence for the inline note, with an action's key and word

    def __init__(self, bridge: EngineBridge, flow: ChatFlow, view: TranscriptView, panel: MemoryPanel) -> None:
        super().__init__(view)
        self.bridge, self.flow, self.view, self.panel = bridge, flow, view, panel
        view.action.connect(self.on_message)
        view.chip.connect(self._chip)
        view.menu.connect(self._menu)
        view.link.connect(self._ask_link)
        panel.act.connect(self.on_memory)
        self._link = ""

    def on_message(self, key: str, index: int) -> None:
        """Carry out one of `painting.actions`, undo, previous, next, or a note's action, on an entry."""
        if not 0 <= index < len(self.view.entries):
            return
        entry = self.view.entries[index]
        match key:
            case "copy":
                QGuiApplication.clipboard().setText(entry.text)
            case "edit":
                self.edit_wanted.emit(index, entry.text)
            case "regenerate":
                self.flow.regenerate(index)
            case "remember":
                self._remember(entry.id)
            case "forget":
                self._forget_from(entry.id)
            case "wrong":
                self._wrong(index)
            case "undo":
                self.undo([memory["id"] for memory in entry.remembered])
            case "previous" | "next":
                self._branch(index, -1 if key == "previous" else 1)
            case "retry":
                self.flow.retry()
            case "models":
                self.models.emit()

    def on_memory(self, action: str, memory: str, value: str) -> None:
        """Carry out an action of a card."""
        match action:
            case "pin" | "unpin":
                self.bridge.request("pin_memory", {"id": memory, "pinned": action == "pin"}, self._changed)
            case "edit":
                self.bridge.request("edit_memory", {"id": memory, "content": value}, self._changed)
            case "forget":
                self._forget([memory])
            case "undo":
                self.undo([memory])
            case "unreplace":  # the old one holds again; what replaced it goes to the archive
                for old in self.flow.known.get(memory, {}).get("supersedes") or ():
                    self.bridge.request("restore", {"id": old}, self._changed)
                self.bridge.request("set_status", {"id": memory, "status": "archived"}, self._changed)
            case "conversation":
                self.open_conversation.emit(value)
            case "timeline":
                self.open_timeline.emit(memory)

    def undo(self, ids: list[str]) -> None:
        """Take back what was just remembered."""
        self.bridge.request("undo", {"ids": ids}, lambda result: self.flow.gone(ids))

    def _remember(self, message: int | None) -> None:
        def done(result: Data) -> None:
            fresh = [*result.get("added", ()), *result.get("updated", ())]
            for memory in fresh:
                self.flow.known[memory["id"]] = memory
            known = {memory["id"] for memory in fresh}
            self.flow.fresh = fresh + [memory for memory in self.flow.fresh if memory["id"] not in known]
            self.flow.panel.emit()
            if not fresh:
                self.say.emit(translate("Actions", "That is remembered already."), "", "")

        self.bridge.request("remember", {"message_id": message}, done)

    def _forget_from(self, message: int | None) -> None:
        """Forget the memories that came from a message, after looking which they are."""

        def listed(result: Data) -> None:
            ids = [memory["id"] for memory in result["items"] if memory.get("message_id") == message]
            if ids:
                self._forget(ids)
            else:
                self.say.emit(translate("Actions", "Nothing was remembered from this message."), "", "")

        self.bridge.request("memories", {"all": True}, listed)

    def _forget(self, ids: list[str]) -> None:
        def done(result: Data) -> None:
            gone = list(result.get("forgotten", ids))
            self.flow.gone(gone)
            words = translate("Actions", "%n memories were deleted, with the words they came from.", "count", len(gone))
            self.say.emit(words, "", "")
            if self.flow.conversation and not self.flow.busy:
                self.flow.open(self.flow.conversation, self.flow.title)

        self.bridge.request("forget", {"ids": ids}, done)

    def _wrong(self, index: int) -> None:
        """Correct the memory behind an answer; with none behind it, ask anew."""
        memories = self.view.entries[index].memories
        self.view.picked.emit(index)
        if memories:
            self.panel.open_card(memories[0], edit=True)
        else:
            words = translate("Actions", "No memory was behind this. Say what is right, and it will be remembered.")
            self.say.emit(words, "", "")

    def _changed(self, result: Data) -> None:
        self.flow.changed(result["memory"])

    def _chip(self, memory: str, index: int) -> None:
        self.view.picked.emit(index)
        self.panel.setVisible(True)
        self.panel.open_card(memory)

    def _branch(self, index: int, step: int) -> None:
        entry = self.view.entries[index]
        place = entry.siblings.index(entry.id) + step if entry.id in entry.siblings else -1
        if not 0 <= place < len(entry.siblings) or self.flow.busy:
            return
        conversation, title = self.flow.conversation, self.flow.title
        self.bridge.request("branch", {"message": entry.siblings[place]}, lambda _: self.flow.open(conversation, title))

    def _menu(self, index: int, point: QPoint) -> None:
        entry = self.view.entries[index]
        menu = QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not self.view.selection.empty:
            menu.addAction(translate("Actions", "Copy selection"), self.view.copy)
        for key, word in actions(entry):
            name = translate("Actions", "Copy as Markdown") if key == "copy" else word
            menu.addAction(name, partial(self.on_message, key, index))
        if entry.role == "assistant" and entry.id is not None:
            menu.addAction(translate("Message", "Forget this"), lambda: self._forget_used(index))
        if not menu.isEmpty():
            menu.popup(point)

    def _forget_used(self, index: int) -> None:
        """Forget what an answer stood on."""
        ids = list(self.view.entries[index].memories)
        if ids:
            self._forget(ids)
        else:
            self._forget_from(self.view.entries[index].id)

    def _ask_link(self, address: str) -> None:
        """Links open in another program, and only after a yes."""
        self._link = address
        words = translate("Actions", "Open {address} in another program? It may go online; Keepsake does not.")
        self.say.emit(words.format(address=address), "link", translate("Actions", "Open"))

    def open_link(self) -> None:
        if self._link:
            QDesktopServices.openUrl(QUrl(self._link))
            self._link = ""
