"""The verb `redact`: masks lines of stdin here and now, without a vault, a key or an engine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from app.cli_engine import Run
from app.engine.errors import KeepsakeError


def redact(context: typer.Context, jsonl: Annotated[bool, typer.Option("--jsonl")] = False) -> None:
    run: Run = context.obj
    from app.engine.redact.redactor import Redactor

    redactor = Redactor()
    for text in _texts(jsonl):
        done = redactor.redact(text)
        found = [{"type": mask.type, "start": mask.start, "end": mask.end} for mask in done.masks]
        run.output.json_line({"text": done.text, "found": found})


def _texts(jsonl: bool) -> Iterator[str]:
    """One text per line of stdin. Only \\n ends a line: other line breaks belong to the text."""
    for number, raw in enumerate(sys.stdin.buffer, 1):
        line = raw.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")
        if not jsonl:
            yield line
        elif line.strip():
            yield _text(line, number)


def _text(line: str, number: int) -> str:
    try:
        entry = json.loads(line)
        text = entry["text"]
    except (ValueError, TypeError, KeyError) as error:
        raise KeepsakeError("file_bad_entry", where=number) from error
    if not isinstance(text, str):
        raise KeepsakeError("file_bad_entry", where=number)
    return text
