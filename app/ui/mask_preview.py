"""Under the composer, while writing: what will be masked, and "keep this one" for a false alarm."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.engine.masked_kinds import TYPES
from app.ui.announce import announce
from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.widgets import Elided, button, label

Data = dict[str, Any]
PAUSE_MS = 350  # after the last key
FEW = 3  # shown until the person asks for all
_EXCERPT = 40
_WIDE = 1.4  # text size from which the buttons get a row of their own


def type_name(kind: str, lang: str) -> str:
    """What a type is called, in the language of the window."""
    return TYPES[kind]["zh" if lang == "zh" else "en"] if kind in TYPES else kind


class MaskPreview(QFrame):
    """One quiet line for each thing. `wanted(text)`: ask the engine, then call `show_items`. `allowed(class)`: the
    person wants everything written like it to stay. Kept words live here until the message is sent, nowhere else."""

    wanted = Signal(str)
    allowed = Signal(str)

    def __init__(self, theme: Theme, language: Language, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("masks")
        self.theme, self.language = theme, language
        self.text = ""
        self.items: list[Data] = []
        self.buttons: list[QPushButton] = []
        self._kept: dict[str, str] = {}  # words -> type
        self._all = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(14, 0, 14, 0)
        self._column.setSpacing(1)
        self._timer = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._timer.timeout.connect(lambda: self.wanted.emit(self.text))
        theme.changed.connect(self._build)
        self.hide()

    # What is written

    def follow(self, text: str) -> None:
        """The words changed: look again after a pause. An empty field has nothing to hide."""
        self.text = text
        if text.strip():
            self._timer.start()
        else:
            self.clear()

    def clear(self) -> None:
        """The message is gone: nothing of it stays here."""
        self._timer.stop()
        self.text, self._all = "", False
        self._kept.clear()
        self._show([])

    def show_items(self, text: str, items: list[Data]) -> None:
        """What the engine found in `text`; an answer about words that changed meanwhile is late and passed over."""
        if text == self.text:
            self._show(items)

    def again(self) -> None:
        """The policy changed: look at the same words once more."""
        if self.text.strip():
            self.wanted.emit(self.text)

    def keep(self, text: str | None = None) -> list[list[int]]:
        """The spans (start, end) of the text that the person wants kept, for the engine."""
        words, spans = self.text if text is None else text, []
        for kept in self._kept:
            at = words.find(kept)
            while at >= 0:
                spans.append([at, at + len(kept)])
                at = words.find(kept, at + len(kept))
        return sorted(spans)

    # What is shown

    def _show(self, items: list[Data]) -> None:
        before = len(self.items)
        self.items = items
        self._build()
        if len(items) > before:
            words = translate("Masks", "%n things will be masked", "", len(items))
            announce(self, words)

    def _build(self) -> None:
        """The lines anew, with the focus where it was."""
        focused = next((i for i, made in enumerate(self.buttons) if made.hasFocus()), -1)
        while (old := self._column.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = []
        shown = self.items if self._all else self.items[:FEW]
        for item in shown:
            self._column.addWidget(self._line(item))
        if len(shown) < len(self.items):
            more = self._button(translate("Masks", "%n more", "", len(self.items) - len(shown)), self._unfold)
            row = QHBoxLayout()
            row.setContentsMargins(0, 0, 0, 0)
            row.addWidget(more)
            row.addStretch(1)
            holder = QWidget()
            holder.setLayout(row)
            self._column.addWidget(holder)
        self.setAccessibleName(translate("Masks", "What will be masked"))
        self.setVisible(bool(self.items))
        if 0 <= focused < len(self.buttons):
            self.buttons[focused].setFocus()

    def _line(self, item: Data) -> QWidget:
        words = self.text[item["start"] : item["end"]]
        kept = words in self._kept
        name = type_name(item["type"], self.language.code)
        line = QWidget()
        column = QVBoxLayout(line)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = self._row(column)
        sign = label("hint" if kept else "masked", translate("Masks", "stays") if kept else name)
        excerpt = Elided("hint")
        excerpt.set_full(words if len(words) <= _EXCERPT else words[:_EXCERPT] + "…")
        row.addWidget(sign)
        row.addWidget(excerpt, 1)
        said = f"{name}: {excerpt.accessibleName()}"
        if self.theme.scale > _WIDE:
            row = self._row(column)
            row.addStretch(1)
        if kept:
            row.addWidget(self._button(translate("Masks", "Mask it after all"), lambda: self._keep(words, ""), said))
        else:
            keep = self._button(translate("Masks", "Keep this one"), lambda: self._keep(words, item["type"]), said)
            keep.setToolTip(translate("Masks", "In this message only: it is then stored as you typed it."))
            row.addWidget(keep)
        if item.get("allow"):
            shape = str(item["allow"]).split(":", 2)[2]
            always = self._button(translate("Masks", "Always"), lambda: self.allowed.emit(str(item["allow"])), said)
            tip = translate("Masks", "From now on every {type} written like {shape} is stored as it is.")
            always.setToolTip(tip.format(type=name, shape=shape))
            always.setAccessibleDescription(f"{said}. {always.toolTip()}")
            row.addWidget(always)
        return line

    def _row(self, column: QVBoxLayout) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        column.addLayout(row)
        return row

    def _button(self, text: str, clicked: Any, about: str = "") -> QPushButton:
        made = button("link", clicked)
        made.setText(text)
        made.setAccessibleName(f"{text}, {about}" if about else text)
        self.buttons.append(made)
        return made

    def _keep(self, words: str, kind: str) -> None:
        if kind:
            self._kept[words] = kind
            announce(self, translate("Masks", "It stays as you typed it"))
        else:
            self._kept.pop(words, None)
        self._build()

    def _unfold(self) -> None:
        self._all = True
        self._build()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._build()
