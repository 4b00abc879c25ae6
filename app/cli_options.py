"""The options that may stand before or after the verb, and what they mean for this run."""

from __future__ import annotations

import locale
import os
from dataclasses import dataclass
from pathlib import Path

from app import paths
from app.engine.types import Language

VALUED = ("--profile", "--model", "--lang", "--screenshots")
FLAGS = ("--json", "--demo")


@dataclass(frozen=True, slots=True)
class Options:
    """What the global options say; `rest` is the verb with its own arguments, `faults` what was wrong with them."""

    profile: Path
    model: str | None = None
    lang: Language = "en"
    json: bool = False
    demo: bool = False
    screenshots: Path | None = None  # where the demo's pictures go
    rest: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def read(arguments: list[str]) -> Options:
    """Take the global options out of the arguments, wherever they stand before a lone `--`."""
    values: dict[str, str] = {}
    rest: list[str] = []
    faults: list[str] = []
    flags: set[str] = set()
    waiting = iter(arguments)
    for argument in waiting:
        name, sign, value = argument.partition("=")
        if argument == "--":
            rest += [argument, *waiting]
        elif argument in FLAGS:
            flags.add(argument)
        elif name in VALUED:
            given = value if sign else next(waiting, None)
            if given:
                values[name] = given
            else:
                faults.append(name)
        else:
            rest.append(argument)
    if "--screenshots" in values and "--demo" not in flags:
        faults.append("--screenshots")
    lang = _language(values.get("--lang"))
    if "--lang" in values and lang is None:
        faults.append("--lang")
    return Options(
        profile=_folder(values.get("--profile")),
        model=values.get("--model"),
        lang=lang or system_language(),
        json="--json" in flags,
        demo="--demo" in flags,
        screenshots=Path(values["--screenshots"]).absolute() if "--screenshots" in values else None,
        rest=tuple(rest),
        faults=tuple(faults),
    )


def system_language() -> Language:
    """Chinese where the system speaks Chinese, else English."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), None)
    if named is None:
        named = locale.getlocale()[0] or ""  # Windows and macOS keep it elsewhere
    return "zh" if named.lower().startswith(("zh", "chinese")) else "en"


def _language(given: str | None) -> Language | None:
    match given:
        case "en" | "zh":
            return given
        case _:
            return None


def _folder(given: str | None) -> Path:
    return Path(given).expanduser().absolute() if given else paths.default_profile()
