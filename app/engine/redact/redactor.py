"""Finds and masks secrets and identifiers before anything is written."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from app.engine.errors import KeepsakeError
from app.engine.redact.fold import Folded, fold, without_lone_surrogates
from app.engine.redact.mask import MASK, language_of, mask_for
from app.engine.redact.policy import STANDARD, Policy
from app.engine.redact.spans import Span
from app.engine.types import Language, Mask, RedactedText

if TYPE_CHECKING:
    from app.engine.redact.analyzer import Analyzer

_ROUNDS = 8  # masking can bring words together; rounds go on until nothing more is found


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mask: its type and place in code points of the input; `rule` is its pattern class."""

    type: str
    start: int
    end: int
    rule: str = ""


class Redactor:
    """Thread-safe. The analyzer takes about two seconds to load: on first use, or ahead of it by `warm()`."""

    def __init__(self, policy: Policy = STANDARD, *, language: Language = "en") -> None:
        """`language` is used for masks in texts without any word."""
        self.policy = policy
        self._language = language
        self._analyzer: Analyzer | None = None
        self._lock = threading.Lock()

    def warm(self) -> None:
        """Load the analyzer; may run in a background thread."""
        self._loaded()

    def redact(self, text: str, *, keep: Sequence[tuple[int, int]] = ()) -> RedactedText:
        """`text` with every finding masked. Findings that touch a `keep` span (start, end) stay: the person said so.

        Masking the result again changes nothing. Raises KeepsakeError("redaction_failed"), never lets raw text through.
        """
        try:
            return _masked(text, *self._find(text, keep))
        except Exception as error:  # noqa: BLE001
            raise KeepsakeError("redaction_failed") from _without_content(error)

    def find(self, text: str, *, keep: Sequence[tuple[int, int]] = ()) -> list[Finding]:
        """Findings in order, none overlapping, none inside an existing mask."""
        try:
            return self._find(text, keep)[0]
        except Exception as error:  # noqa: BLE001
            raise KeepsakeError("redaction_failed") from _without_content(error)

    def _loaded(self) -> Analyzer:
        with self._lock:
            if self._analyzer is None:
                from app.engine.redact.analyzer import Analyzer

                self._analyzer = Analyzer(names=self.policy.names_too)
            return self._analyzer

    def _find(self, text: str, keep: Sequence[tuple[int, int]]) -> tuple[list[Finding], Language]:
        """Findings of all rounds, and the language their masks speak: that of the words around them."""
        found: list[Finding] = []
        lang = self._language
        for number in range(_ROUNDS):
            current, moves = _apply(text, found, lang)
            new = self._round(current)
            fresh = [Finding(f.type, *moves.back(f.start, f.end), f.rule) for f in new]
            fresh = [f for f in fresh if not any(f.start < end and start < f.end for start, end in keep)]
            if not fresh:
                break
            if number == 0:
                lang = language_of(_without(text, fresh), self._language)
            found = sorted([*found, *fresh], key=lambda f: f.start)
        return found, lang

    def _round(self, text: str) -> list[Finding]:
        folded = fold(text)
        if not folded.text:
            return []
        spans = [s for s in self._loaded().analyze(folded.text) if self.policy.masks(s.type, s.rule)]
        return _outside_masks(text, _merge(spans, folded))


def _without_content(error: Exception) -> Exception:
    """The kind of the error without its words, which might quote the text."""
    return RuntimeError(type(error).__name__)


def _merge(spans: list[Span], folded: Folded) -> list[Finding]:
    """Overlapping spans become one that covers both, named by the surest (then the longest)."""
    merged: list[tuple[int, int, Span]] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if merged and span.start < merged[-1][1]:
            start, end, best = merged[-1]
            better = (span.score, span.end - span.start) > (best.score, best.end - best.start)
            merged[-1] = (start, max(end, span.end), span if better else best)
        else:
            merged.append((span.start, span.end, span))
    return [Finding(best.type, *folded.span(start, end), best.rule) for start, end, best in merged if end > start]


def _outside_masks(text: str, findings: list[Finding]) -> list[Finding]:
    """Findings cut at the masks that already stand in the text; scraps of punctuation between them are left."""
    masks = [m.span() for m in MASK.finditer(text)] if "[" in text else []
    if not masks or not findings:
        return findings
    kept: list[Finding] = []
    first = 0
    for finding in findings:
        at = finding.start
        while first < len(masks) and masks[first][1] <= at:
            first += 1
        following = first
        while at < finding.end:
            start, end = masks[following] if following < len(masks) else (finding.end, finding.end)
            start = min(start, finding.end)
            if start > at and any(map(str.isalnum, text[at:start])):
                kept.append(Finding(finding.type, at, start, finding.rule))
            at = max(end, start)
            following += 1
    return kept


class _Moves:
    """Maps offsets of a masked text back to the text before masking."""

    def __init__(self, masks: list[tuple[int, int, int]]) -> None:
        """`masks`: start in the masked text, length of the mask, length of what it hides."""
        self._ends = [at + shown for at, shown, _ in masks]
        self._shifts = [0, *accumulate(hidden - shown for _, shown, hidden in masks)]

    def back(self, start: int, end: int) -> tuple[int, int]:
        shift = self._shifts[bisect_right(self._ends, start)]
        return start + shift, end + shift


def _masked(text: str, findings: list[Finding], lang: Language) -> RedactedText:
    out: list[str] = []
    masks: list[Mask] = []
    at = length = 0
    for finding in findings:
        plain = without_lone_surrogates(text[at : finding.start])
        word = mask_for(finding.type, lang)
        masks.append(Mask(finding.type, finding.start, finding.end, length + len(plain), len(word)))
        out += (plain, word)
        length += len(plain) + len(word)
        at = finding.end
    out.append(without_lone_surrogates(text[at:]))
    return RedactedText("".join(out), tuple(masks))


def _without(text: str, findings: list[Finding]) -> str:
    """What stands between the findings."""
    edges = [0, *(edge for f in findings for edge in (f.start, f.end)), len(text)]
    return " ".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))


def _apply(text: str, findings: list[Finding], lang: Language) -> tuple[str, _Moves]:
    if not findings:
        return text, _Moves([])
    out: list[str] = []
    masks: list[tuple[int, int, int]] = []
    at = length = 0
    for finding in findings:
        word = mask_for(finding.type, lang)
        out += (text[at : finding.start], word)
        length += finding.start - at
        masks.append((length, len(word), finding.end - finding.start))
        length += len(word)
        at = finding.end
    out.append(text[at:])
    return "".join(out), _Moves(masks)
