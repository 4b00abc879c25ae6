"""Finds the JSON a small model meant: a scanner for objects in prose, json-repair for what is broken inside them."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from json_repair import repair_json

_SURROGATE = re.compile("[\ud800-\udfff]")
_ANSWER_KEYS = ("facts", "memories", "memory", "decisions", "items", "results")
_TEXT_KEYS = ("text", "fact", "memory", "content", "statement", "note")


@dataclass(frozen=True, slots=True)
class Reply:
    """`values`: every object or array found, in order. `error`: "" or "no_json". `cut`: the reply ended inside a value."""

    values: tuple[Any, ...]
    error: str = ""
    cut: bool = False


def clean(text: str) -> str:
    """Without lone surrogates; real emoji stay."""
    return _SURROGATE.sub("", text)


def parse(reply: str) -> Reply:
    """Everything up to a lone `</think>` and whole thoughts are dropped, then each balanced value is tried in turn."""
    text = clean(reply)
    text = re.sub(r"<think>.*?</think>", "", text, flags=re.S)
    text = text.rsplit("</think>", 1)[-1]
    text = text.split("<think>", 1)[0]
    values: list[Any] = []
    cut = False
    at = 0
    while (start := _next_open(text, at)) is not None:
        end = _balanced(text, start)
        if end is None:
            value = _rescued(text[start:])
            if value is not None:
                values.append(value)
                cut = True
                break
            at = start + 1
            continue
        value = _loads(text[start:end])
        if value is None and (wider := _lenient_end(text, start, end)) is not None:
            value, end = _loads(text[start:wider]), wider
        if value is None:
            at = start + 1
            continue
        values.append(value)
        at = end
    return Reply(tuple(values), "" if values else "no_json", cut)


def texts(reply: str) -> list[str]:
    """The statements of a reply, whatever shape they came in; empty, null, numeric and half items are left out."""
    parsed = parse(reply)
    for value in parsed.values:
        found = _strings(value)
        if found:
            return found
    return []


def objects(reply: str, key: str) -> list[dict[str, Any]]:
    """The objects that hold `key`, wherever they stand in the reply, in order."""
    found: list[dict[str, Any]] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if key in value:
                found.append(value)
                return
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    for value in parse(reply).values:
        walk(value)
    return found


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        for key in _ANSWER_KEYS:
            if isinstance(value.get(key), list):
                return [t for item in value[key] for t in _strings_of_item(item)]
        if isinstance(value.get("args"), dict):
            return _strings_of_item(value["args"])
        return _strings_of_item(value)
    if isinstance(value, list):
        return [t for item in value for t in _strings_of_item(item)]
    return []


def _strings_of_item(item: Any) -> list[str]:
    if isinstance(item, str):
        return [clean(item).strip()] if item.strip() else []
    if isinstance(item, dict):
        for key in _TEXT_KEYS:
            if isinstance(item.get(key), str) and item[key].strip():
                return [clean(item[key]).strip()]
    if isinstance(item, list):
        return [t for inner in item for t in _strings_of_item(inner)]
    return []


def _next_open(text: str, at: int) -> int | None:
    m = re.compile(r"[{\[]").search(text, at)
    return m.start() if m else None


def _balanced(text: str, start: int) -> int | None:
    """End of the value that opens at `start`, counting brackets outside strings; None when it never closes."""
    depth, quoted, escaped = 0, False, False
    for i in range(start, len(text)):
        c = text[i]
        if quoted:
            if escaped:
                escaped = False
            elif c == "\\":
                escaped = True
            elif c == '"':
                quoted = False
        elif c == '"':
            quoted = True
        elif c in "{[":
            depth += 1
        elif c in "}]":
            depth -= 1
            if depth == 0:
                return i + 1
    return None


def _lenient_end(text: str, start: int, end: int) -> int | None:
    """For quotes that were not escaped: the last closing bracket of the reply."""
    last = max(text.rfind("}"), text.rfind("]")) + 1
    return last if last > end else None


def _loads(piece: str) -> Any:
    """The value, repaired where it looks like JSON; None when it is something else in brackets."""
    try:
        value = json.loads(piece)
    except json.JSONDecodeError:
        if not re.match(r"""\{\s*["'“]?[\w ]+["'”]?\s*:|\[\s*(?:["'{\[]|$)""", piece):
            return None
        value = _repaired(piece)
    return value if isinstance(value, (dict, list)) and value else None


def _repaired(piece: str) -> Any:
    escaped = _escape_inner_quotes(piece)
    try:
        return json.loads(escaped)
    except json.JSONDecodeError:
        return repair_json(escaped, return_objects=True, ensure_ascii=False)


def _escape_inner_quotes(piece: str) -> str:
    """A quote ends a string only where JSON goes on behind it; any other one was meant as text. Trailing commas go."""
    out: list[str] = []
    quoted = False
    for i, c in enumerate(piece):
        if c == '"' and (i == 0 or piece[i - 1] != "\\"):
            if not quoted:
                quoted = True
            elif re.match(r"\s*(?:[:}\]]|,\s*(?:[\"{\[\d}\]]|true|false|null)|$)", piece[i + 1 :]):
                quoted = False
            else:
                out.append("\\")
        if c != "," or quoted or not re.match(r"\s*[}\]]", piece[i + 1 :]):
            out.append(c)
    return "".join(out)


def _rescued(piece: str) -> Any:
    """A reply that was cut: the complete members of its list, without the one that was cut."""
    m = re.match(r"\{\s*\"(\w+)\"\s*:\s*\[", piece)
    inner = m.end() if m else 1 if piece.startswith("[") else None
    if inner is None:
        return None
    items: list[Any] = []
    at = inner
    while at < len(piece):
        rest = re.match(r"[\s,]*", piece[at:])
        at += rest.end() if rest else 0
        if piece[at : at + 1] in ("{", "["):
            end = _balanced(piece, at)
        else:
            string = re.match(r'"(?:[^"\\]|\\.)*"(?=\s*[,\]])', piece[at:])
            end = at + string.end() if string else None
        if end is None:
            break
        value = json.loads(piece[at:end]) if _valid(piece[at:end]) else None
        if value is not None:
            items.append(value)
        at = end
    return ({m.group(1): items} if m else items) if items else None


def _valid(piece: str) -> bool:
    try:
        json.loads(piece)
    except json.JSONDecodeError:
        return False
    return True
