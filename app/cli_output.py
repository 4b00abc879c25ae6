"""What the command line prints: one JSON document or lines for a person, always UTF-8; faults as one line."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from app import texts
from app.cli_options import Options
from app.engine.errors import KeepsakeError


class Output:
    """stdout and stderr of one run."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._out = _utf8(sys.stdout)
        self._err = _utf8(sys.stderr)

    @property
    def json(self) -> bool:
        return self._options.json

    @property
    def interactive(self) -> bool:
        """Whether somebody is there to answer a question."""
        return not self.json and sys.stdin is not None and sys.stdin.isatty() and self._err.isatty()

    def result(self, document: Any, lines: Iterable[str]) -> None:
        """Print the document with --json, the lines without."""
        if self.json:
            self.json_line(document)
        else:
            self._out.writelines(f"{line}\n" for line in lines)
            self._out.flush()

    def json_line(self, document: Any) -> None:
        self._out.write(json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n")
        self._out.flush()

    def piece(self, text: str) -> None:
        """A piece of a streamed answer; nothing with --json."""
        if not self.json:
            self._out.write(text)
            self._out.flush()

    def note(self, text: str) -> None:
        """A line for a person beside the result."""
        if not self.json:
            self._err.write(text + "\n")
            self._err.flush()

    def progress(self, done: int, total: int) -> None:
        """A line that overwrites itself on a terminal; nothing elsewhere."""
        if self.interactive and total:
            end = "\n" if done >= total else "\r"
            self._err.write(self.say("progress", done=done, total=total) + end)
            self._err.flush()

    def say(self, sentence: str, /, **values: object) -> str:
        return texts.say(sentence, self._options.lang, **values)

    def failure(self, code: str, detail: Mapping[str, object], *, more: str = "") -> None:
        """One clear line on stderr, and the error document on stdout with --json."""
        message = texts.error_text(code, self._options.lang, detail)
        if more:
            message = f"{' '.join(more.split()).rstrip('.')}. {message}"
        if self.json:
            self.json_line({"error": {"code": code, "message": message}})
        self.warn(message)

    def warn(self, text: str) -> None:
        """The one-line reason of exit status 1, where the result itself is the error document."""
        self._err.write(f"keepsake: {text}\n")
        self._err.flush()

    def discard(self) -> None:
        """Nobody reads any more (`keepsake memories | head`): let the interpreter close quietly."""
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, self._out.fileno())
        os.close(nothing)


def _utf8(stream: TextIO) -> TextIO:
    if isinstance(stream, io.TextIOWrapper):
        # A lone surrogate becomes the escape that JSON knows it by.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return stream


def unexpected(error: BaseException) -> KeepsakeError:
    """What a person is told about a fault nobody foresaw."""
    return KeepsakeError("unknown", type=type(error).__name__)
