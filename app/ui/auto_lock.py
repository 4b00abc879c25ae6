"""Locks when nobody is there: after idle minutes, on suspend, when the screen locks."""

from __future__ import annotations

import os
import sys
from typing import cast

from PySide6.QtCore import SLOT, QCoreApplication, QEvent, QObject, QTimer, Signal, Slot

ACTIVITY = {
    QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.Wheel,
    QEvent.Type.TouchBegin, QEvent.Type.InputMethod,
}  # fmt: skip


# PySide6 declares these as bytes and takes them as text only.
SLEEPING, LOCKED = cast(bytes, SLOT("_sleeping(bool)")), cast(bytes, SLOT("_locked()"))


class AutoLock(QObject):
    """Emits `due` when it is time. 0 minutes: never by idleness."""

    due = Signal()

    def __init__(self, app: QCoreApplication, minutes: float) -> None:
        super().__init__(app)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.due)
        self.set_minutes(minutes)
        app.installEventFilter(self)
        self.listening = self._listen()

    def set_minutes(self, minutes: float) -> None:
        self._timer.stop()
        if minutes > 0:
            self._timer.start(int(minutes * 60_000))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in ACTIVITY and self._timer.isActive():
            self._timer.start()
        return False

    def _listen(self) -> list[str]:
        """Subscribe to what the desktop says on the message bus (Linux); names of what could be subscribed to."""
        if sys.platform != "linux":
            return []
        from PySide6.QtDBus import QDBusConnection

        found = []
        system_there = os.path.exists("/run/dbus/system_bus_socket") or "DBUS_SYSTEM_BUS_ADDRESS" in os.environ  # noqa: PTH110
        if system_there:
            bus = QDBusConnection.systemBus()
            name, path = "org.freedesktop.login1", "/org/freedesktop/login1"
            if bus.isConnected() and bus.connect(
                name, path, "org.freedesktop.login1.Manager", "PrepareForSleep", self, SLEEPING
            ):
                found.append("suspend")
            if bus.isConnected() and bus.connect(name, "", "org.freedesktop.login1.Session", "Lock", self, LOCKED):
                found.append("lock")
        if "DBUS_SESSION_BUS_ADDRESS" in os.environ:
            session = QDBusConnection.sessionBus()
            for name in ("org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"):
                if session.isConnected() and session.connect("", "", name, "ActiveChanged", self, SLEEPING):
                    found.append(name)
        return found

    @Slot(bool)
    def _sleeping(self, on: bool) -> None:
        if on:
            self.due.emit()

    @Slot()
    def _locked(self) -> None:
        self.due.emit()
