"""The first run: five calm steps. It can be left at any of them and goes on there."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.ui.engine_bridge import EngineBridge
from app.ui.errors import sentence
from app.ui.language import Language, translate
from app.ui.model_manager import ModelList
from app.ui.passphrase_fields import PassphraseFields
from app.ui.recovery_words import RecoveryWords
from app.ui.theme import Theme
from app.ui.vault_page import synced_warning
from app.ui.widgets import Page, Speaking, button, label

STEPS = 5


class Onboarding(Page):
    """`step(n)` is told at every step so that it can be resumed; `finished` at the end."""

    step = Signal(int)
    language_chosen = Signal(str)
    finished = Signal()
    restore = Signal()

    def __init__(self, bridge: EngineBridge, theme: Theme, language: Language) -> None:
        super().__init__()
        self.bridge, self.theme, self.language = bridge, theme, language
        self.made = False  # the vault exists
        self.synced_by = ""  # name of a program that copies this folder elsewhere
        self._heads: list[tuple[QLabel, QLabel]] = []
        self.pages = QStackedWidget()
        self.models = ModelList(bridge, theme, language, brief=True)
        self._count = label("hint")
        self.back = button("", lambda: self.go(self.pages.currentIndex() - 1))
        self.next = button("primary", self._next)
        self.error = label("note", wrap=True)
        for page in (self._language(), self._promise(), self._key(), self._model(), self._try()):
            self.pages.addWidget(page)
        inside = QWidget()
        inside.setObjectName("scrolled")
        self._inside = inside
        column = QVBoxLayout(inside)
        column.setSpacing(16)
        column.addWidget(self._count)
        column.addWidget(self.pages, 1)
        column.addWidget(self.error)
        row = QHBoxLayout()
        row.addWidget(self.back)
        row.addStretch(1)
        row.addWidget(self.next)
        column.addLayout(row)
        column.setContentsMargins(4, 48, 4, 48)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        theme.changed.connect(self._size)
        self._size()
        self.error.hide()
        self.models.listed.connect(lambda _: self._update())
        Speaking(self, self._speak)
        self.go(0)

    # The five pages

    def _frame(self) -> tuple[QWidget, QVBoxLayout]:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        head, below = label("big", wrap=True), label("note", wrap=True)
        self._heads.append((head, below))
        column.addWidget(head)
        column.addWidget(below)
        return page, column

    def _choices(self, column: QVBoxLayout, count: int) -> tuple[QButtonGroup, list[Any]]:
        group = QButtonGroup(self)
        made = []
        for number in range(count):
            choice = button("choice")
            choice.setCheckable(True)
            group.addButton(choice, number)
            column.addWidget(choice)
            made.append(choice)
        made[0].setChecked(True)
        return group, made

    def _language(self) -> QWidget:
        page, column = self._frame()
        self.languages, self._language_buttons = self._choices(column, 2)
        self._language_buttons[0].setText("English")
        self._language_buttons[1].setText("简体中文")
        self._language_buttons[1 if self.language.code == "zh" else 0].setChecked(True)
        self.languages.idClicked.connect(lambda number: self.language_chosen.emit("zh" if number else "en"))
        column.addStretch(1)
        return page

    def _promise(self) -> QWidget:
        page, column = self._frame()
        self._promises = [label(wrap=True) for _ in range(4)]
        for line in self._promises:
            column.addWidget(line)
        column.addStretch(1)
        return page

    def _key(self) -> QWidget:
        page, column = self._frame()
        self.ways, self._way_buttons = self._choices(column, 2)
        self.ways.idClicked.connect(lambda _: self._update())
        self.phrase = PassphraseFields(self.bridge)
        self.phrase.changed.connect(self._update)
        self.recovery = RecoveryWords()
        self.recovery.changed.connect(self._update)
        self._synced = label("note", wrap=True)
        self._from_backup = button("link", self.restore.emit)
        for widget in (self.phrase, self.recovery, self._synced):
            column.addWidget(widget)
        column.addWidget(self._from_backup, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        return page

    def _model(self) -> QWidget:
        page, column = self._frame()
        column.addWidget(self.models)
        row = QHBoxLayout()
        self._fetch = button("", self.models.fetch_needed)
        self._import = button("", self.models.import_file)
        row.addWidget(self._fetch)
        row.addWidget(self._import)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)
        return page

    def _try(self) -> QWidget:
        page, column = self._frame()
        self._hints = [label("note", wrap=True) for _ in range(3)]
        for hint in self._hints:
            column.addWidget(hint)
        column.addStretch(1)
        return page

    # Moving

    def _size(self) -> None:
        self._inside.setMaximumWidth(self.theme.px(560))

    def go(self, step: int) -> None:
        step = max(0, min(STEPS - 1, step))
        self.pages.setCurrentIndex(step)
        self.error.hide()
        if step == 3:
            self.models.reload()
        self.step.emit(step)
        self._update()
        self.next.setFocus()

    def resume(self, step: int, *, made: bool, synced_by: str = "") -> None:
        """Go on where it was left; the vault may have been made already."""
        self.made, self.synced_by = made, synced_by
        self.go(max(step, 3) if made else min(step, 2))

    def _next(self) -> None:
        step = self.pages.currentIndex()
        if step == 2 and not self.made:
            args = {"way": "keyring", "lang": self.language.code}
            if self.ways.checkedId() == 1:
                args |= {"way": "passphrase", "passphrase": self.phrase.value}
            self.next.setEnabled(False)
            self.bridge.request("setup", args, self._set_up, self._refused)
        elif step == STEPS - 1:
            self.finished.emit()
        else:
            if step == 2:
                self.recovery.show_words("")
            self.go(step + 1)

    def _set_up(self, result: dict[str, Any]) -> None:
        self.made = True
        self.phrase.clear()
        self.recovery.show_words(str(result.get("recovery_words", "")))
        self.error.hide()
        self._update()

    def _refused(self, code: str, detail: dict[str, Any]) -> None:
        self.error.setText(sentence(code, detail, self.language.code))
        self.error.show()
        self._update()
        if code in ("keyring_none", "keyring_locked"):
            self._way_buttons[1].setChecked(True)
            self._update()

    def _update(self) -> None:
        step = self.pages.currentIndex()
        by_phrase = self.ways.checkedId() == 1
        self.phrase.setVisible(by_phrase and not self.made)
        self._from_backup.setVisible(not self.made)
        for choice in self._way_buttons:
            choice.setVisible(not self.made)
        self._synced.setVisible(bool(self.synced_by))
        good = not by_phrase or self.phrase.good
        written = self.recovery.known or not self.recovery.words
        self.next.setEnabled(step != 2 or (written if self.made else good))
        self.back.setVisible(step > 0 and not (step == 3 and self.made))
        self._fetch.setVisible(not self.models.enough)
        self._speak()

    def _speak(self) -> None:
        step = self.pages.currentIndex()
        self._count.setText(translate("Welcome", "Step {number} of {count}").format(number=step + 1, count=STEPS))
        self.back.setText(translate("Welcome", "Back"))
        last = step == STEPS - 1
        self.next.setText(translate("Welcome", "Start talking") if last else translate("Welcome", "Go on"))
        self._heads[0][0].setText(translate("Welcome", "Which language shall we speak?"))
        self._heads[0][1].setText(translate("Welcome", "The window speaks it; you may write in either at any time."))
        self._heads[1][0].setText(translate("Welcome", "What Keepsake does, and does not"))
        self._heads[1][1].setText(translate("Welcome", "It is a memory of what you tell it, on this computer alone."))
        promises = (
            translate("Welcome", "It keeps what is worth keeping, in your words, and shows what an answer stood on."),
            translate(
                "Welcome",
                "Card and passport numbers, passwords and keys are hidden before anything is written.",
            ),
            translate("Welcome", "What is not used fades. What you delete is gone, with proof."),
            translate(
                "Welcome",
                "It never goes online. The small model here makes mistakes, and is no doctor or lawyer.",
            ),
        )
        for line, text in zip(self._promises, promises, strict=True):
            line.setText("—  " + text)
        self._heads[2][0].setText(translate("Welcome", "How shall the key be kept?"))
        self._heads[2][1].setText(
            translate("Welcome", "Your memories are encrypted. The key has to lie somewhere you can reach.")
        )
        self._way_buttons[0].setText(translate("Welcome", "In the keyring of this computer: opens with your session"))
        self._way_buttons[1].setText(translate("Welcome", "With a passphrase: asked at every start"))
        self._from_backup.setText(translate("Welcome", "Restore a backup instead"))
        self._synced.setText(synced_warning(self.synced_by))
        self._heads[3][0].setText(translate("Welcome", "Which model shall answer?"))
        self._heads[3][1].setText(
            translate("Welcome", "Everything that is needed is on this computer.")
            if self.models.enough
            else translate(
                "Welcome",
                "One that answers and one that finds memories are needed. Only fetching uses the network.",
            )
        )
        self._fetch.setText(translate("Welcome", "Fetch what is needed"))
        self._import.setText(translate("Welcome", "Import a file…"))
        self._heads[4][0].setText(translate("Welcome", "Try it"))
        self._heads[4][1].setText(translate("Welcome", "Tell it something about yourself, then ask for it."))
        hints = (
            translate("Welcome", "“Remember that I like short answers.”"),
            translate("Welcome", "“What do you know about me?”"),
            translate("Welcome", "“Forget that.”"),
        )
        for hint, text in zip(self._hints, hints, strict=True):
            hint.setText(text)
