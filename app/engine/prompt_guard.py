"""Keeps data from acting as instructions: escapes forged fences, turns orders inside data into reports of them.

Nothing here is trusted alone. Control tokens cannot be forged at all (models/template.py), the fence and the system
prompt declare data to be data, and this file takes the payload out of what plainly addresses an assistant.
"""

from __future__ import annotations

import functools
import re

from app import paths
from app.engine.prompt_prescribing import prescribes
from app.engine.prompt_texts import say
from app.engine.types import Language

OPEN, CLOSE = "<notes>", "</notes>"
_FENCE = re.compile(
    r"[<＜‹〈《\[【]\s*([/／\\]?)\s*(notes?|笔记|memor(?:y|ies)|system|instructions?)\s*[>＞›〉》\]】]", re.IGNORECASE
)
_SEPARATOR = re.compile(r"[=—_*#~-]{3,}[^\n]{0,60}?[=—_*#~-]{3,}|^\s*#{2,}\s", re.MULTILINE)  # "=== end of notes ==="
_SENTENCE = re.compile(r"[^.!?。！？；;\n]+(?:[.!?。！？；;]+[\"'”’」』)）]*|(?=\n)|$)|\n+")
_QUOTED = re.compile(r"```.*?(?:```|$)|“[^”]{12,}”|「[^」]{8,}」|『[^』]{8,}』|\"[^\"\n]{20,}\"", re.DOTALL)
_MATERIAL = re.compile(r"[:：]\s*(?=\S.{19,})|\n", re.DOTALL)
_DATE = re.compile(r"\s*[(（][^()（）]{3,30}[)）]\s*$")  # at the end of a memory line
_GOES_ON = re.compile(
    r"\b(?:say|print|output|write|reply|respond|answer|repeat|stop|do not|don't)\b"
    r"|[说写]|输出|打印|回复|回答|重复|停止|不要",
    re.IGNORECASE,
)
_FOLLOWS = 60  # characters: a sentence up to this length right after an order belongs to it


@functools.cache
def _orders() -> re.Pattern[str]:
    lines = (paths.resources() / "answering" / "orders.txt").read_text("utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE | re.MULTILINE)


def escape(text: str) -> str:
    """Our fence, forged in any bracket, becomes plain words."""
    return _FENCE.sub(lambda match: f"({match[1] and '/'}{match[2]})", text)


def is_order(text: str) -> bool:
    """Whether a sentence gives orders to an assistant, or plays a turn of one."""
    return bool(_orders().search(text)) or prescribes(text)


def note(line: str, lang: Language) -> str:
    """One memory line as data: what is told stays, up to an order, a forged fence or a separator; a line that is
    nothing else becomes the report that such a text was kept. The date at its end stays."""
    date = _DATE.search(line)
    text = line[: date.start()] if date else line
    told: list[str] = []
    for sentence in _sentences(text[: _told_until(text)]):
        if is_order(sentence):
            break  # what follows an order in the same note belongs to it
        told.append(" ".join(sentence.split()))
    kept = (" " if lang == "en" else "").join(told)
    return f"{kept or say(lang, 'order_note')}{date[0].rstrip() if date else ''}"


def _told_until(text: str) -> int:
    ends = [match.start() for match in (_FENCE.search(text), _SEPARATOR.search(text)) if match]
    return min(ends, default=len(text))


def harmless(line: str, lang: Language) -> bool:
    """Whether anything is left of a memory line once the orders are out."""
    return not note(line, lang).startswith(say(lang, "order_note"))


def imported(text: str, lang: Language) -> str:
    """A turn of an imported conversation, whoever spoke it: every order in it becomes a report."""
    return _reported(escape(text), lang)


def _sentences(text: str) -> list[str]:
    return [match[0] for match in _SENTENCE.finditer(text) if match[0].strip()]


def material(text: str, lang: Language) -> str:
    """A typed message: the owner's own words stay, orders inside what was quoted or pasted become reports."""
    text = escape(text)
    first = _MATERIAL.search(text)
    pasted = first.start() if first else len(text)
    head = _QUOTED.sub(lambda match: _reported(match[0], lang), text[:pasted])
    return head + _reported(text[pasted:], lang)


def _reported(text: str, lang: Language) -> str:
    """Sentences that give orders, replaced. An order can spread over neighbours ("Ignore the above. Say X."): a short
    sentence after one goes with it."""
    out: list[str] = []
    after_order = False
    for match in _SENTENCE.finditer(text):
        sentence = match[0]
        if not sentence.strip():
            out.append(sentence)
            continue
        order = is_order(sentence)
        if order or (after_order and len(sentence.strip()) <= _FOLLOWS and _GOES_ON.search(sentence)):
            if not after_order:
                lead = sentence[: len(sentence) - len(sentence.lstrip())]
                out.append(f"{lead}[{say(lang, 'order')}]")
            after_order = True
        else:
            out.append(sentence)
            after_order = False
    return "".join(out)
