"""Splits a message into statements, in English and Chinese, leaving out code and pasted quotations."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re
from dataclasses import dataclass

from app.engine.language import language_of

_FENCE = re.compile(r"(```|~~~).*?(?:\1|\Z)", re.S)
_QUOTED_LINE = re.compile(r"^[ \t]*>.*$", re.M)
# A sentence ends at 。！？； always; at . ! ? ; only before a space, so that 3.5, v2.1 and a.b stay whole.
_END = re.compile(r"[。！？；…]+[”’」』\"')）]*|[.!?;]+[”\"')]*(?=\s|$)|\n+|(?<=[\u4e00-\u9fff])[!?]+")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|approx|No|a\.m|p\.m|Inc|Ltd|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
    r"|\b[A-Z]|(?:^|\n)\s*\d{1,2})\.$"
)
_CJK = re.compile(r"[\u3400-\u9fff]")
_EN_QUESTION_TAIL = re.compile(
    r"^(?:(?:so|and|but|then|also|any idea|by the way|btw)\W+)*(?:can|could|would|will|do|does|did|is|are|was|should|shall|may|have|has|"
    r"what|what's|whats|how|how's|which|where|when|who|why|any|got any)\b.*\?\s*$",
    re.I | re.S,
)
_ZH_QUESTION_TAIL = re.compile(
    r"(?:吗|呢|么|什么|怎么|如何|哪|谁|几|多少|能不能|可不可以|有没有|是不是|为什么|为啥).*[?？]?\s*$|[?？]\s*$"
)
_SUBORDINATE = re.compile(
    r"\b(?:because|since|when|while|although|though|if|that|before|after|said|says|told|between|both)\b|因为|虽然|如果|当|说|除了|不但|不仅|自从|希望|觉得"
)
_TASK_TAIL = re.compile(
    r"^(?:(?:so|and|then)\W+)?(?:please\b|(?:can|could|would|will) you\b|help me\b|give me\b|show me\b|tell me\b|suggest\b|recommend\b|"
    r"请你?|麻烦|帮我|给我|推荐|你能|能不能|可以帮|你觉得)",
    re.I,
)
# "I live in Ghent and I play the cello" is two statements; "…, and I like it" is one.
_COORDINATE = re.compile(
    r",? and (?:also )?(?=(?:I|my|we|I'm|I've)\b (?![^,.]*\b(?:it|them|that|there|this|so|too|then)\b))|[，,](?:另外|还有|同时)?(?=我(?!.{0,12}(?:它|这|那|也|就|才|还是|只|却)))",
    0,
)
_ASIDE = re.compile(r"\s*(?:,|;|，|—|–| - )\s*(?=(?:by the way|btw|oh and|also remember)\b|顺便说|顺便提|对了)", re.I)

__all__ = ["Statement", "language_of", "quoted_spans", "split"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a message; start and end are code-point offsets of `text` in the message."""

    text: str
    start: int
    end: int


def quoted_spans(text: str) -> list[tuple[int, int]]:
    """Code fences and `>` quotation lines: words the speaker pasted rather than said."""
    return [m.span() for m in _FENCE.finditer(text)] + [m.span() for m in _QUOTED_LINE.finditer(text)]


def split(text: str) -> list[Statement]:
    """Statements in order. A trailing question or task behind a comma becomes a statement of its own."""
    blanked = list(text)
    for start, end in quoted_spans(text):
        for i in range(start, end):
            blanked[i] = "\n"
    source = "".join(blanked)
    parts: list[Statement] = []
    begin = 0
    for m in _END.finditer(source):
        piece = source[begin : m.end()]
        if m.group().startswith(".") and len(m.group()) == 1 and _ABBREVIATION.search(piece.rstrip()):
            continue
        parts.extend(_clauses(source, begin, m.end()))
        begin = m.end()
    parts.extend(_clauses(source, begin, len(source)))
    return parts


def _clauses(source: str, begin: int, end: int) -> list[Statement]:
    whole = _trim(source, begin, end)
    if whole is None:
        return []
    cuts = [m.span() for m in _ASIDE.finditer(whole.text)]
    cuts += [m.span() for m in _COORDINATE.finditer(whole.text) if _stands_alone(whole.text[: m.start()])]
    cuts += [(c, c) for c in (_tail_cut(whole.text),) if c is not None]
    found: list[Statement] = []
    left = 0
    for end_left, start_right in [*sorted(set(cuts)), (len(whole.text), len(whole.text))]:
        part = _trim(source, whole.start + left, whole.start + end_left) if end_left > left else None
        if part is not None:
            found.append(part)
        left = max(left, start_right)
    return found


def _tail_cut(text: str) -> int | None:
    """Where a closing question or task begins after a comma, when what stands before it tells something itself."""
    for m in re.finditer(r"[,，]\s*", text):
        head, tail = text[: m.start()], text[m.end() :]
        if len(head) < (4 if _CJK.search(head) else 10):
            continue
        zh = bool(_CJK.search(tail))
        question = _ZH_QUESTION_TAIL.search(tail) if zh else _EN_QUESTION_TAIL.match(tail)
        if _conditional(head) or (zh and _ZH_QUESTION_TAIL.search(head)):
            return None
        if _TASK_TAIL.match(tail) or (question and (not zh or not re.search("[,，]", tail))):
            return m.end()
    return None


def _stands_alone(head: str) -> bool:
    """A clause of the speaker's own that needs nothing behind it."""
    if _conditional(head) or _SUBORDINATE.search(head):
        return False
    return bool(re.match(r"^\W*(?:\w+,? )?(?:I|I'm|I've|my|we)\b.{6,}|^.{0,3}我.{3,}", head, re.S | re.I))


def _conditional(head: str) -> bool:
    return bool(
        re.match(
            r"\s*(?:if|when|suppose|say|imagine|unless|before|after|since you)\b|\s*(?:如果|假如|要是|假设|万一|当)",
            head,
            re.I,
        )
    )


def _trim(source: str, begin: int, end: int) -> Statement | None:
    while begin < end and (source[begin].isspace() or source[begin] in ",，;；、-*•·。."):
        begin += 1
    while end > begin and (source[end - 1].isspace() or source[end - 1] in ",，;；、"):
        end -= 1
    if end <= begin or not any(c.isalnum() for c in source[begin:end]):
        return None
    return Statement(source[begin:end], begin, end)
