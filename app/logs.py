"""The log of one profile: codes and counts only. What looks like content is refused, not shortened."""

from __future__ import annotations

import logging
import logging.handlers
import os
import re
import traceback
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType

from app.paths import private_folder

LOGGER = "app"  # every module's own logger is below it
_MAX_BYTES = 512 * 1024
_KEPT_FILES = 3
_MAX_CAUSES = 5
_MAX_NAME = 40
_EVENT = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*")  # link.request, vault.open
_CODE = re.compile(r"[A-Za-z0-9_.:<>/+-]{1,60}")
_LONG_NUMBER = re.compile(r"\d{6,}")  # a code has no reason to hold a card number or a phone number
_FRAME = re.compile(r"[\w./<>-]+:\d+:[\w<>]+", re.ASCII)
_SENTENCE = re.compile(r"[ -~]{1,200}")  # our modules log in English

Value = str | int | float | bool | None


class CodesOnly(logging.Filter):
    """Lets through a module's fixed sentence whose values are numbers and codes; anything else is only counted.

    A traceback becomes types and places: the message of an exception may quote content.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, _Line):
            return True
        values = record.args.values() if isinstance(record.args, dict) else (record.args or ())
        if not isinstance(record.msg, str) or not _SENTENCE.fullmatch(record.msg) or not all(map(_harmless, values)):
            record.msg, record.args = _Line(f"refused {record.module}:{record.lineno}"), ()
        fault = record.exc_info[1] if record.exc_info else None
        if fault is not None:
            record.msg, record.args = _Line(f"{record.getMessage()} {_story(fault)}"), ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True


class _Line(str):
    """A finished line made of checked parts."""

    __slots__ = ()


class _PrivateFile(logging.handlers.RotatingFileHandler):
    def _open(self) -> TextIOWrapper:
        stream = super()._open()
        if os.name == "posix":
            Path(self.baseFilename).chmod(0o600)
        return stream


def start(profile: Path) -> None:
    """Write this process's log into the profile (rotating, 0600). Other libraries' records go nowhere."""
    folder = private_folder(profile / "logs")
    handler = _PrivateFile(folder / "keepsake.log", maxBytes=_MAX_BYTES, backupCount=_KEPT_FILES, encoding="utf-8")
    handler.addFilter(CodesOnly())
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(process)d %(message)s"))
    stop()
    logger = logging.getLogger(LOGGER)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    silence_libraries()


def stop() -> None:
    """Close the log file; events after it go nowhere."""
    logger = logging.getLogger(LOGGER)
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
        handler.close()
    logger.propagate = True


def silence_libraries() -> None:
    """Keep libraries from printing records, which may quote what they worked on, to stderr."""
    root = logging.getLogger()
    if not any(isinstance(handler, logging.NullHandler) for handler in root.handlers):
        root.addHandler(logging.NullHandler())
    logging.lastResort = None


def event(name: str, **values: Value) -> None:
    """Log that something happened: a dotted name, and codes or numbers. ValueError for anything like content."""
    if not _EVENT.fullmatch(name) or len(name) > _MAX_NAME:
        raise ValueError("a log event is a dotted name")
    parts = [name, *(f"{key}={_checked(value)}" for key, value in values.items())]
    logging.getLogger(LOGGER).info(_Line(" ".join(parts)))


def exception(name: str, error: BaseException) -> None:
    """Log a fault by its type and the places it came through. Its message may quote content and is left out."""
    logging.getLogger(LOGGER).error(_Line(f"{name} {_story(error)}"))


def _story(error: BaseException) -> str:
    chain: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(chain) < _MAX_CAUSES:
        chain.append(f"{type(cause).__name__}[{' '.join(_frames(cause.__traceback__))}]")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return " from ".join(chain)


def _harmless(value: object) -> bool:
    if isinstance(value, dict):
        return all(_harmless(part) for pair in value.items() for part in pair)
    if isinstance(value, str):
        return bool(_CODE.fullmatch(value)) and not _LONG_NUMBER.search(value)
    return value is None or isinstance(value, bool | int | float)


def _checked(value: Value) -> str:
    if not _harmless(value):
        raise ValueError("a log value is a number or a short code")
    return str(value)


def _frames(trace: TracebackType | None) -> list[str]:
    frames = (f"{'/'.join(Path(f.filename).parts[-2:])}:{f.lineno}:{f.name}" for f in traceback.extract_tb(trace))
    return [frame for frame in frames if _FRAME.fullmatch(frame)]


def excepthook() -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    """A last resort for `sys.excepthook`: the fault goes to the log, never to the screen."""

    def hook(_type: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        exception("process.fault", error)

    return hook
