"""The optional tray icon, and the notice that a long answer is done. Neither says anything of the content."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from app.ui.language import translate
from app.ui.tokens import LIGHT


def icon() -> QIcon:
    """The mark of the program: a kept dot on paper."""
    made = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        picture = QPixmap(size, size)
        picture.fill(Qt.GlobalColor.transparent)
        p = QPainter(picture)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(LIGHT.color("accent"))
        p.drawRoundedRect(QRectF(0, 0, size, size), size * 0.22, size * 0.22)
        p.setBrush(LIGHT.color("bg"))
        p.drawEllipse(QRectF(size * 0.3, size * 0.3, size * 0.4, size * 0.4))
        p.end()
        made.addPixmap(picture)
    return made


class Tray(QObject):
    """Shown only where the person wants it and the desktop has a place for it."""

    def __init__(self, window: QWidget, lock: Callable[[], None], leave: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._lock, self._leave = window, lock, leave
        self._icon: QSystemTrayIcon | None = None
        self._menu: QMenu | None = None

    def set_shown(self, on: bool) -> None:
        if on and self._icon is None and QSystemTrayIcon.isSystemTrayAvailable():
            self._icon = QSystemTrayIcon(icon(), self)
            self._menu = QMenu()
            self._icon.setContextMenu(self._menu)
            self._icon.activated.connect(lambda _: self.raise_window())
            self._icon.show()
            self.speak()
        elif not on and self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    @property
    def shown(self) -> bool:
        return self._icon is not None

    def speak(self) -> None:
        if self._menu is not None:
            self._menu.clear()
            self._menu.addAction(translate("Tray", "Open Keepsake"), self.raise_window)
            self._menu.addAction(translate("Tray", "Lock now"), self._lock)
            self._menu.addAction(translate("Tray", "Quit"), self._leave)

    def raise_window(self) -> None:
        self._window.show()
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.raise_()
        self._window.activateWindow()

    def answer_done(self) -> None:
        if self._icon is not None and not self._window.isActiveWindow():
            self._icon.showMessage("Keepsake", translate("Tray", "Your answer is ready."), icon())
