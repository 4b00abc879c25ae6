"""Dates as people say them: "2 min ago", "12 Oct", groups of a conversation list."""

from __future__ import annotations

from datetime import datetime, timedelta

from PySide6.QtCore import QDate, QLocale, QTime

from app.ui.language import translate


def parse(text: str | None) -> datetime | None:
    """An ISO 8601 date-time of the engine in local time; None for nothing."""
    if not text:
        return None
    value = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return value.astimezone()


def now() -> datetime:
    return datetime.now().astimezone()


def short_date(value: datetime, locale: QLocale, today: datetime | None = None) -> str:
    """`12 Oct`, with the year when it is not this one; 10月12日 in Chinese."""
    today = today or now()
    date = QDate(value.year, value.month, value.day)
    chinese = locale.language() == QLocale.Language.Chinese
    if value.year == today.year:
        return locale.toString(date, "M月d日" if chinese else "d MMM")
    return locale.toString(date, "yyyy年M月d日" if chinese else "d MMM yyyy")


def clock_time(value: datetime, locale: QLocale) -> str:
    return locale.toString(QTime(value.hour, value.minute), QLocale.FormatType.ShortFormat)


def ago(value: datetime, locale: QLocale, today: datetime | None = None) -> str:
    """How long ago, coarser as it gets older: now, seconds, minutes, the time today, the date."""
    today = today or now()
    seconds = int((today - value).total_seconds())
    if seconds < 2:
        return translate("Dates", "now")
    if seconds < 60:
        return translate("Dates", "%n s ago", "seconds", seconds)
    if seconds < 3600:
        return translate("Dates", "%n min ago", "minutes", seconds // 60)
    if value.date() == today.date():
        return clock_time(value, locale)
    return f"{short_date(value, locale, today)}, {clock_time(value, locale)}"


def full(value: datetime, locale: QLocale) -> str:
    date = locale.toString(QDate(value.year, value.month, value.day), QLocale.FormatType.LongFormat)
    return f"{date}, {clock_time(value, locale)}"


def group(value: datetime, locale: QLocale, today: datetime | None = None) -> str:
    """The heading a conversation stands under."""
    today = today or now()
    days = (today.date() - value.date()).days
    if days <= 0:
        return translate("Dates", "Today")
    if days == 1:
        return translate("Dates", "Yesterday")
    if value.date() > (today - timedelta(days=7)).date():
        return translate("Dates", "This week")
    if days < 31:
        return translate("Dates", "This month")
    chinese = locale.language() == QLocale.Language.Chinese
    return locale.toString(QDate(value.year, value.month, 1), "yyyy年M月" if chinese else "MMMM yyyy")
