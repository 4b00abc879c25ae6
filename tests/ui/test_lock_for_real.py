"""Idle time, suspend and the screen's lock end the real engine process; the window is emptied and stays locked."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

# A desktop of its own: message bus, window, engine. What locks comes from another connection to the bus.
DESKTOP = """
import sys, time
from app import offline

offline.install()
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtDBus import QDBusConnection, QDBusMessage
from PySide6.QtTest import QTest
import psutil
from app.ui import start

profile, key = Path(sys.argv[1]), bytes(range(32))
app = start.application()
opened = start.build(app, profile, start.connector(profile, key, None), lang="en")
window, bridge = opened.window, opened.bridge
window.auto_lock.set_minutes(0)
window.show()
bridge.start()


def until(true):
    for _ in range(1500):
        if true():
            return
        QTest.qWait(20)
    raise SystemExit("nothing came of it")


def signal(path, interface, name, *values):
    message = QDBusMessage.createSignal(path, interface, name)
    message.setArguments(list(values))
    desktop.send(message)


desktop = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, "desktop")
desktop.registerService("org.freedesktop.login1")
login, screen = "/org/freedesktop/login1", "/org/freedesktop/ScreenSaver"
ways = {
    "idle": lambda: window.auto_lock.set_minutes(0.005),
    "suspend": lambda: signal(login, "org.freedesktop.login1.Manager", "PrepareForSleep", True),
    "screen": lambda: signal(screen, "org.freedesktop.ScreenSaver", "ActiveChanged", True),
    "session": lambda: signal(login + "/session/_31", "org.freedesktop.login1.Session", "Lock"),
}
engines = []
bridge.ready.connect(lambda hello: engines.append(hello["vault"]))
until(lambda: window.hello.get("vault") == "ready" and not bridge.busy)
for name, lock in ways.items():
    engines.clear()
    engine = psutil.Process(bridge._door.engine_pid)
    window.chat.composer.set_text("a word that must not stay on the screen")
    lock()
    until(lambda: window.hello.get("vault") == "locked")
    gone, _ = psutil.wait_procs([engine], 30)
    until(lambda: engines == ["locked"] and not bridge.busy)
    page = window._made["unlock"]
    print(name, bool(gone), window.pages.currentWidget() is page, window.chat.composer.text == "", flush=True)
    window.auto_lock.set_minutes(0)
    page._ask({"key": key.hex()})
    until(lambda: window.hello.get("vault") == "ready" and not bridge.busy)
print("network", offline.attempts())
bridge.close(wait=True)
"""


@pytest.mark.real
def test_every_way_of_leaving_the_desk_ends_the_engine() -> None:
    bus = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with tempfile.TemporaryDirectory(prefix="k") as folder, subprocess.Popen(
        bus, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as daemon:
        assert daemon.stdout is not None
        address = daemon.stdout.readline().strip()
        both = {"DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address}
        try:
            done = subprocess.run(
                [sys.executable, "-c", DESKTOP, str(Path(folder) / "p")],
                cwd=Path(__file__).resolve().parents[2],
                env={**os.environ, **both, "XDG_RUNTIME_DIR": folder, "HOME": folder, "QT_QPA_PLATFORM": "offscreen"},
                capture_output=True,
                text=True,
                timeout=600,
                check=False,
            )
        finally:
            daemon.terminate()
    assert done.stdout.splitlines() == [
        *(f"{way} True True True" for way in ("idle", "suspend", "screen", "session")),
        "network 0",
    ], done.stderr
