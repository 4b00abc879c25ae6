"""Full-width, exotic and invisible characters folded to plain ones, with a way back to the original offsets."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_DROPPED = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufe0e\ufe0f\ufeff\u20e3"
    + "".join(chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)
_SURROGATES = "\ud800-\udfff"
_NEEDS_DROP = re.compile(f"[{_DROPPED}{_SURROGATES}]")
_LONE = re.compile(f"[{_SURROGATES}]")


def _table() -> dict[int, str]:
    # ，；！？ stay: they end a clause in Chinese text, while their ASCII twins may be part of a password.
    table = {c: chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F) if chr(c) not in "，；！？"}
    table |= dict.fromkeys((12288, 160, 5760, 8239, 8287, *range(8192, 8203)), " ")
    table |= dict.fromkeys((8208, 8209, 8210, 8211, 8212, 8213, 8722, 65112, 65123), "-")
    table |= {0xFE52: ".", 0xFE55: ":", 0xFE6B: "@", 0x30FB: "·", 0x2022: "·", 0x2027: "·", 0x2E31: "·", 0x2024: "."}
    table |= {
        0x2018: "'",
        0x2019: "'",
        0x201C: '"',
        0x201D: '"',
        0x2028: "\n",
        0x2029: "\n",
        0x0B: "\n",
        0x0C: "\n",
        0x85: "\n",
    }
    # Decimal digits of other scripts and of mathematical alphabets: one code point each, so offsets stay.
    for c in (*range(0x660, 0x1000), *range(0x1D7CE, 0x1D800), *range(0x104A0, 0x104AA)):
        if chr(c).isdecimal():
            table[c] = str(unicodedata.decimal(chr(c)))
    for c in (*range(0x2460, 0x2469), *range(0x2776, 0x277F)):  # ① to ⑨, ❶ to ❾
        table[c] = str(unicodedata.digit(chr(c)))
    for c in range(0x1D400, 0x1D6A4):  # 𝐀𝗮𝚣 …
        plain = unicodedata.normalize("NFKC", chr(c))
        if len(plain) == 1 and plain.isascii():
            table[c] = plain
    return table


_FOLD = _table()


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` is what recognizers read; `offsets[i]` is where its i-th character stood, None when nothing moved."""

    text: str
    offsets: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the original text; invisible characters inside are covered."""
        if self.offsets is None:
            return start, end
        return self.offsets[start], self.offsets[end - 1] + 1


def fold(text: str) -> Folded:
    """Fold `text`; its length in code points changes only by the invisible characters that are left out."""
    if text.isascii():
        return Folded(text)
    if not _NEEDS_DROP.search(text):
        return Folded(text.translate(_FOLD))
    kept = [i for i, c in enumerate(text) if not _NEEDS_DROP.match(c)]
    return Folded("".join(text[i] for i in kept).translate(_FOLD), tuple(kept))


def without_lone_surrogates(text: str) -> str:
    """Halves of broken UTF-16 pairs cannot be written as UTF-8 and carry no meaning."""
    return text if text.isascii() else _LONE.sub("", text)
