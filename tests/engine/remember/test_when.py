"""Times in both languages, counted from the moment something was said and kept in its own zone."""
# ruff: noqa: E501 (tables of sentences)

from __future__ import annotations

from datetime import datetime

import pytest

from app.engine.remember.when import resolve

THURSDAY = "2026-03-05T09:00:00+08:00"


@pytest.mark.parametrize(
    ("text", "said", "event"),
    [
        ("yesterday I signed the lease", "2024-02-20T10:00:00+00:00", "2024-02-19"),
        ("yesterday we left", "2024-03-01T00:30:00+00:00", "2024-02-29"),
        ("下周三我要去牙医那里", THURSDAY, "2026-03-11"),
        ("下下周一开会", THURSDAY, "2026-03-16"),
        ("上周五我们搬家了", THURSDAY, "2026-02-27"),
        ("这周日去爬山", THURSDAY, "2026-03-08"),
        ("周五下午三点半开会", THURSDAY, "2026-03-06T15:30+08:00"),
        ("前天卖了车", THURSDAY, "2026-03-03"),
        ("我周日终于说了，比我想的要顺利", THURSDAY, "2026-03-01"),
        ("大后天出发", THURSDAY, "2026-03-08"),
        ("我上周搬到合肥了", THURSDAY, "2026-02-26"),
        ("两个月后毕业", "2026-12-31T09:00:00+08:00", "2027-02-28"),
        ("月底交报告", "2026-02-02T09:00:00+08:00", "2026-02-28"),
        ("我的考试在六月十二号", THURSDAY, "2026-06-12"),
        ("我明年春天去日本", THURSDAY, "2027-03-01"),
        ("2025年10月3日我入职了", THURSDAY, "2025-10-03"),
        ("next Wednesday at 3pm I see the dentist", THURSDAY, "2026-03-11T15:00+08:00"),
        ("last Friday we moved", THURSDAY, "2026-02-27"),
        ("it should arrive on Friday", "2026-03-02T09:00:00+00:00", "2026-03-06"),
        ("on Friday I signed", "2026-03-02T09:00:00+00:00", "2026-02-27"),
        ("my exam is on June 12", THURSDAY, "2026-06-12"),
        ("the visa expires on 12 October 2027", THURSDAY, "2027-10-12"),
        ("three weeks ago I quit", THURSDAY, "2026-02-12"),
        ("I fly in two weeks", THURSDAY, "2026-03-19"),
        ("my passport expires in May", THURSDAY, "2026-05-01"),
        ("I leave the day after tomorrow", THURSDAY, "2026-03-07"),
        ("the meeting is on 12.10.2026", THURSDAY, "2026-10-12"),
        ("three days from now", THURSDAY, "2026-03-08"),
    ],
)
def test_resolved(text: str, said: str, event: str) -> None:
    found = resolve(text, datetime.fromisoformat(said))
    assert found is not None
    assert found.event_at == event


@pytest.mark.parametrize(
    "text",
    [
        "I live in Ghent", "I usually work late on Tuesdays", "每周三我去游泳", "I may sell the house", "the sun is out", "on 29 February",
        "I march every day", "我十分喜欢", "the version is 3.5.2",
    ],
)  # fmt: skip
def test_no_time_is_read_into_what_names_none(text: str) -> None:
    assert resolve(text, datetime.fromisoformat(THURSDAY)) is None
