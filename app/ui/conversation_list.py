"""The conversations at the left: search, groups by day, rename in place, pin, delete."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.dates import group, parse
from app.ui.language import Language, translate
from app.ui.theme import Theme
from app.ui.widgets import Page, Speaking, button

AnyIndex = QModelIndex | QPersistentModelIndex
HEADING = Qt.ItemDataRole.UserRole
ID = Qt.ItemDataRole.UserRole + 1


class Conversations(QAbstractListModel):
    """Rows: headings and conversations, pinned ones first."""

    renamed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[str, dict[str, Any]]] = []

    def fill(self, items: list[dict[str, Any]], locale: QLocale) -> None:
        rows: list[tuple[str, dict[str, Any]]] = []
        last = ""
        ordered = sorted(items, key=lambda item: str(item["updated_at"]), reverse=True)
        for item in [i for i in ordered if i.get("pinned")] + [i for i in ordered if not i.get("pinned")]:
            moment = parse(item["updated_at"])
            name = group(moment, locale) if moment else ""
            if item.get("pinned"):
                name = translate("Conversations", "Pinned")
            if name != last:
                rows.append((name, {}))
                last = name
            rows.append(("", item))
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        heading, item = self._rows[index.row()]
        if role == HEADING:
            return heading
        if role == ID:
            return item.get("id", "")
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole, Qt.ItemDataRole.AccessibleTextRole):
            return heading or item.get("title") or translate("Conversations", "New conversation")
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if self._rows[index.row()][0]:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        title = str(value).strip()
        item = self._rows[index.row()][1]
        if role != Qt.ItemDataRole.EditRole or not title or title == item.get("title"):
            return False
        item["title"] = title
        self.dataChanged.emit(index, index)
        self.renamed.emit(str(item["id"]), title)
        return True

    def item(self, index: AnyIndex) -> dict[str, Any]:
        return self._rows[index.row()][1] if index.isValid() else {}

    def row_of(self, conversation: str) -> int:
        return next((row for row, (_, item) in enumerate(self._rows) if item.get("id") == conversation), -1)


class Delegate(QStyledItemDelegate):
    """Draws headings and titles; the chosen one on a card."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(100, self.theme.px(36 if index.data(HEADING) else 35))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        t, px = self.theme.tokens, self.theme.px
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(HEADING):
            painter.setFont(self.theme.font(11, QFont.Weight.DemiBold))
            painter.setPen(t.color("soft"))
            words = rect.adjusted(8, 0, -8, -px(8))
            flags = Qt.AlignmentFlag.AlignBottom
        else:
            chosen = bool(state & QStyle.StateFlag.State_Selected)
            hover = bool(state & QStyle.StateFlag.State_MouseOver)
            if chosen or hover:
                painter.setPen(t.color("accent") if state & QStyle.StateFlag.State_HasFocus else Qt.PenStyle.NoPen)
                ground = t.color("panel")
                ground.setAlphaF(1.0 if chosen else 0.5)
                painter.setBrush(ground)
                painter.drawRoundedRect(rect.adjusted(0, 0, -1, -1), 8, 8)
            painter.setFont(self.theme.font(14, QFont.Weight.Medium if chosen else QFont.Weight.Normal))
            painter.setPen(t.color("ink" if chosen else "soft"))
            words = rect.adjusted(10, 0, -8, 0)
            flags = Qt.AlignmentFlag.AlignVCenter
        metrics = QFontMetrics(painter.font())
        title = " ".join(str(index.data()).split())
        painter.drawText(words, flags, metrics.elidedText(title, Qt.TextElideMode.ElideRight, words.width()))
        painter.restore()

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        editor.setGeometry(option.rect)


class List(QListView):
    """Keys: Delete asks to delete, F2 renames."""

    delete = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete.emit()
        else:
            super().keyPressEvent(event)


class ConversationList(Page):
    """The left side of the window."""

    opened = Signal(str)
    fresh = Signal()
    searched = Signal(str)
    renamed = Signal(str, str)
    pinned = Signal(str, bool)
    deleted = Signal(str)
    timeline = Signal()
    settings = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__("side")
        self.theme, self.language = theme, language
        self._items: list[dict[str, Any]] = []
        self._open = ""
        self.search = QLineEdit()
        self.search.setObjectName("search")
        self.search.setClearButtonEnabled(True)
        self.new = button("word", self.fresh.emit)
        self.model = Conversations()
        self.view = List()
        self.view.setModel(self.model)
        self._delegate = Delegate(theme)
        self.view.setItemDelegate(self._delegate)
        self.view.setMouseTracking(True)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        self.view.clicked.connect(self._clicked)
        self.view.activated.connect(self._clicked)
        self.view.delete.connect(lambda: self._ask_delete(self.view.currentIndex()))
        self.to_timeline = button("word", self.timeline.emit)
        self.to_settings = button("word", self.settings.emit)
        self._typing = QTimer(self, interval=180, singleShot=True)
        self._typing.timeout.connect(lambda: self.searched.emit(self.search.text().strip()))
        self.search.textChanged.connect(lambda _: self._typing.start())
        self.model.renamed.connect(self.renamed)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 16, 12, 12)
        column.setSpacing(4)
        column.addWidget(self.search)
        column.addSpacing(4)
        column.addWidget(self.new)
        column.addWidget(self.view, 1)
        column.addWidget(self.to_timeline)
        column.addWidget(self.to_settings)
        theme.changed.connect(self.view.doItemsLayout)
        Speaking(self, self._speak)

    def fill(self, items: list[dict[str, Any]]) -> None:
        self._items = items
        self.model.fill(items, self.language.locale)
        self.choose(self._open)

    @property
    def items(self) -> list[dict[str, Any]]:
        """The conversations shown."""
        return self._items

    def choose(self, conversation: str) -> None:
        """Mark the open conversation; empty for a new one."""
        self._open = conversation
        row = self.model.row_of(conversation) if conversation else -1
        if row >= 0:
            self.view.setCurrentIndex(self.model.index(row))
        else:
            self.view.clearSelection()
            self.view.setCurrentIndex(QModelIndex())

    def _clicked(self, index: QModelIndex) -> None:
        conversation = index.data(ID)
        if conversation and conversation != self._open:
            self._open = conversation
            self.opened.emit(conversation)

    def _menu(self, point: QPoint) -> None:
        index = self.view.indexAt(point)
        item = self.model.item(index)
        if not item:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(translate("Conversations", "Rename"), lambda: self.view.edit(index))
        pinned = bool(item.get("pinned"))
        word = translate("Conversations", "Unpin") if pinned else translate("Conversations", "Pin")
        menu.addAction(word, lambda: self.pinned.emit(item["id"], not pinned))
        menu.addSeparator()
        menu.addAction(translate("Conversations", "Delete…"), lambda: self._ask_delete(index))
        menu.popup(self.view.viewport().mapToGlobal(point))

    def _ask_delete(self, index: QModelIndex) -> None:
        item = self.model.item(index)
        if item:
            self.deleted.emit(item["id"])

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.model.fill(self._items, self.language.locale)
            self.choose(self._open)

    def _speak(self) -> None:
        self.search.setPlaceholderText(translate("Conversations", "Search conversations"))
        self.search.setAccessibleName(translate("Conversations", "Search conversations"))
        self.view.setAccessibleName(translate("Conversations", "Conversations"))
        self.new.setText(translate("Conversations", "New conversation"))
        self.to_timeline.setText(translate("Conversations", "Timeline"))
        self.to_settings.setText(translate("Conversations", "Settings"))
