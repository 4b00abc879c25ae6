"""On a desktop with a message bus the window opens, and suspend and the screen's lock are heard."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# One process, as a desktop has it: both buses, the lock listening, and signals from a stranger's connection.
LISTEN = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtDBus import QDBusConnection, QDBusMessage
from app.ui.auto_lock import AutoLock

path, interface, name, *values = sys.argv[1:]
app = QCoreApplication([])
lock = AutoLock(app, 0)
print(*lock.listening)
lock.due.connect(lambda: print("due"))
lock.due.connect(app.quit)
desktop = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, "desktop")
desktop.registerService("org.freedesktop.login1")
signal = QDBusMessage.createSignal(path, interface, name)
signal.setArguments([value == "true" for value in values])
QTimer.singleShot(0, lambda: desktop.send(signal))
QTimer.singleShot(int(sys.argv[-1] == "false") * 1000 or 20000, app.quit)
app.exec()
"""


@pytest.fixture
def bus() -> Iterator[str]:
    """Address of a message bus of our own."""
    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as daemon:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()
        daemon.terminate()


def heard(repository: Path, bus: str, *signal: str) -> list[str]:
    environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": bus, "DBUS_SYSTEM_BUS_ADDRESS": bus}
    done = subprocess.run(
        [sys.executable, "-c", LISTEN, *signal],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


SLEEP = ("/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep")
SESSION = ("/org/freedesktop/login1/session/_31", "org.freedesktop.login1.Session", "Lock")
SCREEN = ("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "ActiveChanged")


@pytest.mark.real
@pytest.mark.parametrize("signal", [(*SCREEN, "true"), (*SLEEP, "true"), SESSION], ids=["screen", "suspend", "session"])
def test_it_locks_when_the_desktop_does(repository: Path, bus: str, signal: tuple[str, ...]) -> None:
    listening, *rest = heard(repository, bus, *signal)
    assert listening.split() == ["suspend", "lock", "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"]
    assert rest == ["due"]


@pytest.mark.real
def test_waking_up_is_no_reason_to_lock(repository: Path, bus: str) -> None:
    assert heard(repository, bus, *SCREEN, "false")[1:] == []
