"""Chores run in quiet moments, one fault stops none of the others, and what must be done is done at the end."""

from __future__ import annotations

import threading

import pytest

from app.engine import housekeeping
from app.engine.errors import KeepsakeError
from app.engine.housekeeping import Chore, Housekeeper


class Work:
    def __init__(self, *, fails: bool = False) -> None:
        self.runs = 0
        self.open = True
        self.fails = fails

    def due(self) -> bool:
        return self.open

    def run(self, enough: threading.Event) -> None:
        self.runs += 1
        if self.fails:
            raise KeepsakeError("disk_full")
        self.open = False


def chore(work: Work, idle: float = 10.0, *, at_close: bool = True) -> Chore:
    return Chore("work", idle, work.due, work.run, at_close)


def test_a_chore_waits_for_its_quiet_time_and_runs_once() -> None:
    work = Work()
    keeper = Housekeeper([chore(work)])
    assert keeper.do_due(9.0) == []
    assert keeper.do_due(10.0) == ["work"]
    assert keeper.do_due(100.0) == []
    assert work.runs == 1


def test_a_fault_the_person_must_mend_stops_no_other_chore_and_is_tried_again() -> None:
    broken, fine = Work(fails=True), Work()
    keeper = Housekeeper([chore(broken), chore(fine)])
    assert keeper.do_due(10.0) == ["work"]
    keeper.do_due(10.0)
    assert (broken.runs, fine.runs) == (2, 1)


def test_closing_does_what_is_due_but_prepares_nothing() -> None:
    scrub, prepare = Work(), Work()
    keeper = Housekeeper([chore(scrub), chore(prepare, at_close=False)])
    keeper.start()
    keeper.close()
    assert (scrub.runs, prepare.runs) == (1, 0)


def test_long_work_at_the_end_is_told_when_it_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "CLOSE_SECONDS", 0.05)
    told: list[bool] = []
    keeper = Housekeeper([Chore("remember", 0.0, lambda: not told, lambda enough: told.append(enough.wait(30)))])
    keeper.close()
    assert told == [True]


def test_no_chore_begins_while_a_request_runs() -> None:
    work = Work()
    keeper = Housekeeper([chore(work, idle=0.0)], tick_seconds=0.01)
    keeper.request_began()
    assert keeper.quiet_seconds() == 0.0
    keeper.request_ended()
    assert keeper.quiet_seconds() >= 0.0


def test_idle_work_waits_until_it_is_welcome_but_what_must_be_done_is_done() -> None:
    distil, scrub = Work(), Work()
    welcome = threading.Event()
    keeper = Housekeeper(
        [chore(distil), Chore("scrub", 10.0, scrub.due, scrub.run, needed=True)], welcome=welcome.is_set
    )
    assert keeper.do_due(20.0) == ["scrub"]
    assert (distil.runs, scrub.runs) == (0, 1)
    welcome.set()
    assert keeper.do_due(20.0) == ["work"]


def test_on_a_low_battery_closing_leaves_the_rest_for_the_next_start() -> None:
    remember = Work()
    keeper = Housekeeper([chore(remember)], welcome=lambda: False)
    keeper.close()
    assert remember.runs == 0
