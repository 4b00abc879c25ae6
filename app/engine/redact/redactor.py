"""Finds and masks secrets and identifiers before anything is written."""

from __future__ import annotations

import contextlib
import threading
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from app.engine.errors import KeepsakeError
from app.engine.redact.fold import Folded, fold, without_lone_surrogates
from app.engine.redact.mask import MASK, language_of, mask_for
from app.engine.redact.policy import STANDARD, Policy, class_of
from app.engine.redact.spans import Span
from app.engine.types import Language, Mask, RedactedText

if TYPE_CHECKING:
    from app.engine.redact.analyzer import Analyzer

_ROUNDS = 8  # masking can bring words together; rounds go on until nothing more is found
# Words of kept spans of the messages at work on this thread; they leave memory with `Redactor.keeping`.
_KEPT: ContextVar[tuple[str, ...]] = ContextVar("kept", default=())
Keep = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mask: its type and place in code points of the input; `rule` says which pattern found it."""

    type: str
    start: int
    end: int
    rule: str = ""

    def allowable(self, text: str) -> str | None:
        """The pattern class a person can allow for it (`policy.class_of`), or None."""
        return class_of(self.type, self.rule, fold(text[self.start : self.end]).text)


class Redactor:
    """Thread-safe. The analyzer takes about two seconds to load: on first use, or ahead of it by `warm()`."""

    def __init__(self, policy: Policy = STANDARD, *, language: Language = "en") -> None:
        """`language` is used for masks in texts without any word."""
        self.policy = policy
        self._language = language
        self._analyzers: dict[bool, Analyzer] = {}  # by whether it knows names
        self._lock = threading.Lock()

    def use(self, policy: Policy) -> None:
        """From now on. What names need is loaded with the next text, or ahead of it by `warm()`."""
        self.policy = policy

    @contextlib.contextmanager
    def keeping(self, words: Sequence[str]) -> Iterator[None]:
        """Within, on this thread, the words of kept spans stay in every text: memories of a message, its answer."""
        token = _KEPT.set((*_KEPT.get(), *(word for word in words if word)))
        try:
            yield
        finally:
            _KEPT.reset(token)

    def warm(self) -> None:
        """Load the analyzer; may run in a background thread."""
        self._loaded()

    def redact(self, text: str, *, keep: Keep = ()) -> RedactedText:
        """`text` with every finding masked. Findings that touch a `keep` span (start, end) stay: the person said so.
        The result names them in `kept`.

        Masking the result again changes nothing. Raises KeepsakeError("redaction_failed"), never lets raw text through.
        """
        try:
            return _masked(text, *self._find(text, keep))
        except Exception as error:  # noqa: BLE001
            raise KeepsakeError("redaction_failed") from _without_content(error)

    def find(self, text: str, *, keep: Keep = ()) -> list[Finding]:
        """Findings in order, none overlapping, none inside an existing mask."""
        try:
            return self._find(text, keep)[0]
        except Exception as error:  # noqa: BLE001
            raise KeepsakeError("redaction_failed") from _without_content(error)

    def _loaded(self) -> Analyzer:
        names = self.policy.names_too
        with self._lock:
            if names not in self._analyzers:
                from app.engine.redact.analyzer import Analyzer

                self._analyzers[names] = Analyzer(names=names)
            return self._analyzers[names]

    def _find(self, text: str, keep: Keep) -> tuple[list[Finding], list[Finding], Language]:
        """Findings of all rounds, those that are kept, and the language of the masks: that of the words around them."""
        found: list[Finding] = []
        kept: list[Finding] = []
        lang = self._language
        keep = [*keep, *_places(text, _KEPT.get())]
        for number in range(_ROUNDS):
            current, moves = _apply(text, found, lang)
            new = self._round(current)
            fresh = [Finding(f.type, *moves.back(f.start, f.end), f.rule) for f in new]
            if keep:
                kept += [f for f in fresh if _touches(f, keep) and f not in kept]
                fresh = [f for f in fresh if not _touches(f, keep)]
            if not fresh:
                break
            if number == 0:
                lang = language_of(_without(text, fresh), self._language)
            found = sorted([*found, *fresh], key=lambda f: f.start)
        return found, _apart(kept, found), lang

    def _round(self, text: str) -> list[Finding]:
        folded = fold(text)
        if not folded.text:
            return []
        policy, plain = self.policy, folded.text
        spans = [s for s in self._loaded().analyze(plain) if policy.masks(s.type, s.rule, plain[s.start : s.end])]
        return _outside_masks(text, _merge(spans, folded))


def _without_content(error: Exception) -> Exception:
    """The kind of the error without its words, which might quote the text."""
    return RuntimeError(type(error).__name__)


def _touches(finding: Finding, keep: Keep) -> bool:
    return any(finding.start < end and start < finding.end for start, end in keep)


def _places(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Every place where one of the words stands."""
    places = []
    for word in words:
        at = text.find(word)
        while at >= 0:
            places.append((at, at + len(word)))
            at = text.find(word, at + len(word))
    return places


def _apart(kept: list[Finding], found: list[Finding]) -> list[Finding]:
    """The kept ones in order, none overlapping another or something that was masked."""
    apart: list[Finding] = []
    for finding in sorted(kept, key=lambda f: (f.start, -f.end)):
        others = [(f.start, f.end) for f in (*apart, *found)]
        if not _touches(finding, others):
            apart.append(finding)
    return apart


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


def _masked(text: str, findings: list[Finding], kept: list[Finding], lang: Language) -> RedactedText:
    out: list[str] = []
    masks: list[Mask] = []
    at = length = 0
    for finding in sorted([*findings, *kept], key=lambda f: f.start) if kept else findings:
        plain = without_lone_surrogates(text[at : finding.start])
        stays = finding in kept
        word = without_lone_surrogates(text[finding.start : finding.end]) if stays else mask_for(finding.type, lang)
        masks.append(Mask(finding.type, finding.start, finding.end, length + len(plain), len(word), kept=stays))
        out += (plain, word)
        length += len(plain) + len(word)
        at = finding.end
    out.append(without_lone_surrogates(text[at:]))
    if not kept:
        return RedactedText("".join(out), tuple(masks))
    return RedactedText("".join(out), tuple(m for m in masks if not m.kept), tuple(m for m in masks if m.kept))


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
