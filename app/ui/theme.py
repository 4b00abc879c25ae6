"""The theme in force: light, dark or the system's, text size, fonts; switched live."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.paths import resources
from app.ui.tokens import BODY, DARK, LIGHT, Tokens

MODES = ("system", "light", "dark")
HAN = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "Source Han Sans SC", "WenQuanYi Micro Hei"]
MONO = ["JetBrains Mono", "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", "monospace"]


class Theme(QObject):
    """Holds mode and text scale, and keeps the application's palette, font and style sheet in step with them."""

    changed = Signal()

    def __init__(self, app: QApplication, mode: str = "system", scale: float = 1.0) -> None:
        super().__init__(app)
        self._app = app
        self._system = app.font()
        self.mode = mode if mode in MODES else "system"
        self.scale = scale
        self.tokens: Tokens = LIGHT
        self._hints = QGuiApplication.styleHints()
        self._hints.colorSchemeChanged.connect(self._system_changed)
        app.setStyle("Fusion")
        self.apply()

    def set_mode(self, mode: str) -> None:
        if mode in MODES and mode != self.mode:
            self.mode = mode
            self.apply()

    def set_scale(self, scale: float) -> None:
        """Text size, 0.8 to 2.0 times the usual."""
        scale = min(2.0, max(0.8, scale))
        if scale != self.scale:
            self.scale = scale
            self.apply()

    def px(self, pixels: float) -> int:
        """A text-bound measure at the current text size."""
        return round(pixels * self.scale)

    def font(self, pixels: int = BODY, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        font = QFont()
        font.setFamilies(["Inter", *self._system.families(), *HAN])
        font.setPixelSize(self.px(pixels))
        font.setWeight(weight)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return font

    def mono(self, pixels: int = 13) -> QFont:
        font = self.font(pixels)
        font.setFamilies([*MONO, *HAN])
        font.setStyleHint(QFont.StyleHint.Monospace)
        return font

    def apply(self) -> None:
        scheme = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(self.mode, Qt.ColorScheme.Unknown)
        self._hints.setColorScheme(scheme)
        dark = self.mode == "dark" or (self.mode == "system" and self._hints.colorScheme() == Qt.ColorScheme.Dark)
        self.tokens = DARK if dark else LIGHT
        self._app.setPalette(self._palette())
        self._app.setFont(self.font())
        self._app.setStyleSheet(style_sheet(self.tokens, self.scale))
        self.changed.emit()

    def _system_changed(self) -> None:
        dark = self._hints.colorScheme() == Qt.ColorScheme.Dark
        if self.mode == "system" and dark != self.tokens.dark:
            self.apply()

    def _palette(self) -> QPalette:
        t, palette = self.tokens, QPalette()
        role = QPalette.ColorRole
        for names, color in (
            ((role.Window, role.AlternateBase), t.bg),
            ((role.Base, role.Button, role.ToolTipBase), t.panel),
            ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.BrightText), t.ink),
            ((role.PlaceholderText,), t.faint),
            ((role.Highlight, role.Link, role.Accent), t.accent),
            ((role.HighlightedText,), t.panel),
            ((role.Mid, role.Dark, role.Light, role.Midlight, role.Shadow), t.line),
        ):
            for name in names:
                palette.setColor(name, QColor(color))
        for name in (role.WindowText, role.Text, role.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(t.faint))
        return palette


def style_sheet(tokens: Tokens, scale: float) -> str:
    """resources/theme/keepsake.qss with `@token` and `@12px` (scaled by the text size) filled in."""
    sheet = (resources() / "theme" / "keepsake.qss").read_text(encoding="utf-8")

    def value(found: re.Match[str]) -> str:
        name = found.group(1)
        if name[0].isdigit():
            return f"{round(int(name[:-2]) * scale)}px"
        return str(getattr(tokens, name))

    return re.sub(r"@(\d+px|[a-z_]+)", value, sheet)
