"""One window a profile: a second start raises the first and leaves."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

RAISE = b"raise\n"


def server_name(profile: Path) -> str:
    """A short name of the profile's window; nothing of the path can be read from it."""
    return "keepsake-window-" + hashlib.sha256(str(profile.resolve()).encode()).hexdigest()[:16]


class SingleInstance(QObject):
    """`first` is True for the window that may open; it hears `raised` when a second one knocks."""

    raised = Signal()

    def __init__(self, profile: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        name = server_name(profile)
        self.first = not self._knock(name)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        if self.first:
            QLocalServer.removeServer(name)  # left by a window that was killed
            self._server.listen(name)
            self._server.newConnection.connect(self._heard)

    def _knock(self, name: str) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(name)
        if not socket.waitForConnected(150):
            return False
        socket.write(RAISE)
        socket.waitForBytesWritten(500)
        socket.disconnectFromServer()
        return True

    def _heard(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            self.raised.emit()

    def close(self) -> None:
        self._server.close()
