"""Words of the import pages: names of formats, how long something takes, what an import was."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QLocale

from app.ui.dates import parse, short_date
from app.ui.language import Language, translate

Data = dict[str, Any]
_NAMES = {
    "chatgpt": "ChatGPT", "claude": "Claude", "openwebui": "Open WebUI", "sillytavern": "SillyTavern",
    "telegram": "Telegram", "keepsake": "Keepsake", "keepsake-export": "Keepsake",
}  # fmt: skip


def format_name(code: str) -> str:
    """A format as people call it."""
    if code in _NAMES:
        return _NAMES[code]
    if code.startswith("qq"):
        return "QQ"
    wechat = {"memotrace": "MemoTrace", "weflow": "WeFlow", "chatlog": "chatlog", "chatlog-csv": "chatlog",
              "wechat-macos": "macOS"}  # fmt: skip
    return translate("Import", "WeChat ({tool})").format(tool=wechat.get(code, code))


def duration(seconds: float) -> str:
    """About how long, in the largest unit that says enough."""
    if seconds < 60:
        return translate("Import", "less than a minute")
    if seconds < 90 * 60:
        return translate("Import", "about %n minutes", "duration", round(seconds / 60))
    return translate("Import", "about %n hours", "duration", round(seconds / 3600))


def period(first: str, last: str, locale: QLocale) -> str:
    """From a day to a day, or the one day."""
    days = [short_date(day, locale) for day in (parse(first), parse(last)) if day is not None]
    return days[0] if len(set(days)) == 1 else " – ".join(days)


def summary(seen: Data, language: Language) -> str:
    """What is in a file, in one line."""
    talks = seen["conversations"]
    if not talks:
        return format_name(seen["format"])
    first, last = min(talk["first"] for talk in talks), max(talk["last"] for talk in talks)
    parts = [
        format_name(seen["format"]),
        translate("Import", "%n conversations", "count", len(talks)),
        translate("Import", "%n messages", "count", sum(talk["messages"] for talk in talks)),
        translate("Import", "%n of them yours", "count", sum(talk["yours"] for talk in talks)),
        period(first, last, language.locale),
    ]
    return " · ".join(parts)


def job_line(job: Data, language: Language) -> str:
    """An import of before: when, and how far it came."""
    begun = parse(job["started_at"])
    parts = [format_name(job["format"]), short_date(begun, language.locale) if begun else ""]
    if job["running"]:
        parts.append(translate("Import", "running"))
    elif job["finished_at"] is None:
        done, total = job["done"], job["total"]
        words = translate("Import", "stopped after {done} of {total}") if total else translate("Import", "not finished")
        parts.append(words.format(done=done, total=total))
    else:
        parts.append(translate("Import", "%n messages", "count", job["done"]))
    return " · ".join(part for part in parts if part)
