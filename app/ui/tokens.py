"""The colours and measures of the look: paper and ink, one accent."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor


@dataclass(frozen=True, slots=True)
class Tokens:
    """One theme. Every colour is `#RRGGBB`; text colours reach 4.5 : 1 on the grounds they are used on."""

    dark: bool
    bg: str
    side: str
    panel: str
    line: str
    ink: str
    soft: str
    faint: str
    accent: str
    accent_bg: str
    user: str
    mask: str
    mask_bg: str
    fact: str
    episodic: str
    semantic: str
    ok: str
    code: str

    def color(self, name: str) -> QColor:
        return QColor(getattr(self, name))

    def type_color(self, memory_type: str) -> QColor:
        """Colour of a memory type; an unknown type is drawn as a fact."""
        return QColor(getattr(self, memory_type) if memory_type in ("fact", "episodic", "semantic") else self.fact)


LIGHT = Tokens(
    dark=False, bg="#FAF8F5", side="#F3F0EA", panel="#FFFFFF", line="#E6E1D8", ink="#22201C", soft="#6F6A61",
    faint="#756F65", accent="#2F6F6B", accent_bg="#E3EFED", user="#ECE7DD", mask="#9A5B13", mask_bg="#F8EBD7",
    fact="#2F6F6B", episodic="#7A5AA6", semantic="#B0662B", ok="#3E7D4F", code="#F3F0EA",
)  # fmt: skip
DARK = Tokens(
    dark=True, bg="#1B1C1E", side="#161719", panel="#222426", line="#303336", ink="#ECE9E4", soft="#A6A29A",
    faint="#8E8A83", accent="#7CC4BD", accent_bg="#21393A", user="#2B2D30", mask="#E3B06A", mask_bg="#3A2E1C",
    fact="#7CC4BD", episodic="#B79BE0", semantic="#E0A06A", ok="#86C795", code="#161719",
)  # fmt: skip

RADIUS_CONTROL, RADIUS_CARD, RADIUS_BUBBLE = 8, 10, 14
LINE_MAX = 640  # the longest line of text, in pixels at 100 %
BODY, TITLE, HINT = 14, 15, 12  # text sizes in pixels at 100 %
