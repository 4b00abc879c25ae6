"""The chat: conversations, transcript and composer, memory panel; wires them together."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from app.ui.chat_actions import ChatActions
from app.ui.chat_flow import ChatFlow
from app.ui.composer import Composer
from app.ui.conversation_list import ConversationList
from app.ui.empty import Empty
from app.ui.engine_bridge import EngineBridge
from app.ui.header import Header
from app.ui.language import Language, translate
from app.ui.mask_preview import MaskPreview
from app.ui.memory_panel import MemoryPanel
from app.ui.theme import Theme
from app.ui.transcript.view import TranscriptView
from app.ui.widgets import InlineNote, Page

Data = dict[str, Any]


class ChatPage(Page):
    """Everything around one conversation."""

    models = Signal()
    settings = Signal()
    timeline = Signal(str)
    retry_engine = Signal()

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language) -> None:
        super().__init__()
        self.bridge, self.theme, self.language = bridge, theme, language
        self.list = ConversationList(theme, language)
        self.header = Header(theme)
        self.view = TranscriptView(theme, language)
        self.empty = Empty(theme, self.view)
        self.note = InlineNote()
        self.composer = Composer(theme)
        self.preview = MaskPreview(theme, language)
        self.memories = MemoryPanel(theme, language)
        self.flow = ChatFlow(bridge, self.view, language)
        self.actions_ = ChatActions(bridge, self.flow, self.view, self.memories)
        self._editing = -1
        self._query = ""
        self._delete_id = ""
        self._ready = False
        self.panel_wanted = True
        self._lay_out()
        self._wire()

    def _lay_out(self) -> None:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.view, 1)
        self._foot = QVBoxLayout()
        self._foot.setContentsMargins(32, 0, 32, 20)
        self._foot.setSpacing(8)
        self._foot.addWidget(self.note)
        self._foot.addWidget(self.composer)
        self._foot.addWidget(self.preview)
        column.addLayout(self._foot)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for widget, stretch in ((self.list, 0), (middle, 1), (self.memories, 0)):
            self.splitter.addWidget(widget)
            self.splitter.setStretchFactor(self.splitter.count() - 1, stretch)
        self.theme.changed.connect(self._size)
        self._size()
        middle.setMinimumWidth(360)
        self.splitter.setSizes([240, 740, 300])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.splitter)
        side, head = self.list, self.header
        order = (
            side.search, side.new, side.view, side.to_timeline, side.to_settings, head.model_pill, head.offline,
            head.fold, self.view, *self.empty.tries, self.composer.words, self.composer.button, self.preview,
        )  # fmt: skip
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    def _size(self) -> None:
        """Room for the longest words of either side at the present text size."""
        self.list.setMinimumWidth(self.theme.px(180))
        self.memories.setMinimumWidth(self.theme.px(220))

    def _wire(self) -> None:
        flow, actions, composer = self.flow, self.actions_, self.composer
        composer.sent.connect(self._send)
        composer.stopped.connect(flow.stop)
        composer.left.connect(self._stop_editing)
        composer.typing.connect(self._typing)
        composer.draft.connect(self._keep_draft)
        composer.words.textChanged.connect(lambda: self.preview.follow(composer.text))
        flow.running.connect(composer.set_running)
        flow.opened.connect(self._opened)
        flow.panel.connect(self._show_panel)
        flow.stored.connect(self.reload_list)
        flow.give_back.connect(self._give_back)
        actions.edit_wanted.connect(self._edit)
        actions.models.connect(self.models)
        actions.open_conversation.connect(self.open)
        actions.open_timeline.connect(self.timeline)
        actions.say.connect(self.say)
        self.note.acted.connect(self._note_action)
        self.header.panel.connect(lambda: self.show_panel(not self.memories.isVisible()))
        self.header.model.connect(self.models)
        lists = self.list
        lists.opened.connect(self.open)
        lists.fresh.connect(self.new)
        lists.searched.connect(self._search)
        lists.renamed.connect(lambda c, title: self._renamed(c, title))
        lists.pinned.connect(
            lambda c, on: self.bridge.request("pin_conversation", {"id": c, "pinned": on}, lambda _: self.reload_list())
        )
        lists.deleted.connect(self._ask_delete)
        lists.timeline.connect(lambda: self.timeline.emit(""))
        lists.settings.connect(self.settings)
        self.empty.suggested.connect(self._suggest)

    # Conversations

    def ready(self, hello: Data) -> None:
        """The vault is open: show what is there."""
        self._ready = True
        self.header.set_attempts(int(hello.get("network_attempts") or 0))
        self.header.set_model(str(hello.get("chat_model") or ""))
        self.reload_list()
        if self.flow.conversation and not self.flow.busy:
            self.flow.open(self.flow.conversation, self.flow.title)
        else:
            self._load_draft()
        # The models load while the person looks around; what is missing is said when it is needed.
        args = {"conversation": self.flow.conversation, "lang": self.language.code}
        self.bridge.request("warm", args, failed=lambda code, detail: None)

    def clear(self) -> None:
        """Locked: nothing of the content stays in the window."""
        self._ready = False
        self.flow.new()
        self.flow.known.clear()
        self.composer.set_text("")
        self.list.fill([])
        self.note.hide()

    def new(self) -> None:
        self.composer.keep_draft()
        self._stop_editing()
        self.flow.new()
        self._load_draft()
        self.composer.take_focus()

    def new_private(self) -> None:
        self.composer.keep_draft()
        self.flow.new(private=True)
        self.composer.set_text("")
        self.composer.take_focus()

    def open(self, conversation: str) -> None:
        self.composer.keep_draft()
        self._stop_editing()
        self.flow.open(conversation)
        self._load_draft()

    def reload_list(self) -> None:
        if self._ready:
            self.bridge.request("conversations", {"query": self._query} if self._query else {},
                                lambda result: self.list.fill(result["items"]))  # fmt: skip

    def reread(self) -> None:
        """What is stored was masked anew: show the open conversation as it is now."""
        if self.flow.conversation and not self.flow.busy and not self.flow.private:
            self.flow.open(self.flow.conversation, self.flow.title)

    def _search(self, query: str) -> None:
        self._query = query
        self.reload_list()

    def _opened(self, conversation: str, title: str) -> None:
        self.list.choose(conversation)
        self.header.set_title(title, private=self.flow.private)
        self.composer.set_private(self.flow.private)
        self.empty.setVisible(not self.view.entries)
        self._show_panel()

    def _renamed(self, conversation: str, title: str) -> None:
        def done(result: Data) -> None:
            if conversation == self.flow.conversation:
                self.flow.title = result.get("title", title)
                self.header.set_title(self.flow.title)

        self.bridge.request("rename_conversation", {"id": conversation, "title": title}, done)

    def _ask_delete(self, conversation: str) -> None:
        self._delete_id = conversation
        words = translate("Chat", "Delete this conversation for good? What was remembered from it can stay.")
        choices = {
            "delete": translate("Chat", "Delete, keep memories"),
            "delete_memories": translate("Chat", "Delete with memories"),
        }
        self.note.offer(words, translate("Chat", "Close"), choices)

    def _note_action(self, key: str) -> None:
        self.note.hide()
        if key in ("delete", "delete_memories"):
            self._delete(self._delete_id, "keep" if key == "delete" else "delete")
        elif key == "link":
            self.actions_.open_link()
        elif key == "engine":
            self.retry_engine.emit()

    def _delete(self, conversation: str, memories: str) -> None:
        def done(result: Data) -> None:
            if conversation == self.flow.conversation:
                self.new()
            self.reload_list()
            removed = (result.get("receipt") or {}).get("removed") or {}
            words = translate("Chat", "Deleted for good: messages {messages}, memories {memories}.")
            self.say(words.format(messages=removed.get("messages", 0), memories=removed.get("memories", 0)))

        self.bridge.request("delete_conversation", {"id": conversation, "memories": memories}, done)

    # Writing

    def _send(self, text: str) -> None:
        keep = self.preview.keep(text)
        self.empty.hide()
        self.note.hide()
        if self._editing >= 0:
            index, self._editing = self._editing, -1
            self.flow.edit(index, text, keep=keep)
        else:
            self.flow.send(text, keep=keep)
        self._keep_draft("", sent=text)

    def _edit(self, index: int, text: str) -> None:
        if self.flow.busy:
            return
        self._editing = index
        self.composer.set_text(text)
        self.composer.take_focus()
        self.say(translate("Chat", "You are rewording an earlier message; the old one stays as a branch."))

    def _stop_editing(self) -> None:
        if self._editing >= 0:
            self._editing = -1
            self.composer.set_text("")
            self.note.hide()

    def _give_back(self, text: str) -> None:
        if not self.composer.text:
            self.composer.set_text(text)
            self._keep_draft(text)

    def _keep_draft(self, text: str, *, sent: str = "") -> None:
        """`sent`: the message the draft became, so that only what was taken out of it counts as thrown away."""
        if self._ready and not self.flow.private and self._editing < 0:
            keep = self.preview.keep(sent or text)
            args = {"conversation": self.flow.conversation, "text": text, "sent": sent, "keep": keep}
            self.bridge.request("draft", args,
                                failed=lambda code, detail: None)  # fmt: skip

    def _typing(self) -> None:
        """Background work in the engine makes room for the question that is coming."""
        if self._ready:
            self.bridge.request("typing", {}, failed=lambda code, detail: None)

    def _load_draft(self) -> None:
        if not self._ready:
            return
        self.preview.clear()  # what was kept belongs to the words that were there
        self.preview.follow(self.composer.text)
        conversation = self.flow.conversation

        def arrived(result: Data) -> None:
            if conversation == self.flow.conversation and (not self.composer.text or self.composer.text == self._draft):
                self._draft = result.get("text") or ""
                self.composer.set_text(self._draft)

        self._draft = self.composer.text
        self.bridge.request("draft", {"conversation": conversation}, arrived)

    _draft = ""

    def _suggest(self, text: str) -> None:
        self.composer.set_text(text)
        self.composer.take_focus()

    # Around it

    def say(self, text: str, key: str = "", word: str = "") -> None:
        """One quiet line above the composer."""
        self.note.say(text, translate("Chat", "Close"), key, word)

    def show_panel(self, on: bool) -> None:
        self.panel_wanted = on
        self.memories.setVisible(on)
        self.header.fold.setChecked(on)

    def _show_panel(self) -> None:
        self.memories.show_lists(*self.flow.lists())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The composer stands under the column of text; the panel steps aside on a narrow window."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        fits = self.panel_wanted and self.width() / self.theme.scale >= 900
        if self.memories.isVisible() != fits and self.isVisible():
            self.memories.setVisible(fits)
            self.header.fold.setChecked(fits)
        side = max(32, int(self.view.flow.left))
        self._foot.setContentsMargins(side, 0, side, 20)
