"""Whether Qt works here: the doctor's check, in a process of its own because a broken Qt ends its process."""

from __future__ import annotations

import os


def check() -> str:
    """Make an application object without a display and return Qt's version."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import qVersion
    from PySide6.QtWidgets import QApplication, QLabel

    application = QApplication([])
    label = QLabel("Keepsake")
    label.show()
    application.processEvents()
    label.close()
    return str(qVersion())
