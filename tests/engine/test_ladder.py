"""The ladder from fresh to fading to archived and back, whatever the clock does, and nothing in it deletes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.engine.browse import Browser
from app.engine.forget import Forgetter
from app.engine.types import Fact, Memory, MemoryDraft, RedactedText
from app.settings import Settings
from app.vault.database import Database
from app.vault.store import Store
from tests.engine.conftest import MovingClock

Keep = Callable[..., Memory]


@pytest.fixture
def clock() -> MovingClock:
    return MovingClock()


@pytest.fixture
def store(tmp_path: Path, clock: MovingClock) -> Store:
    return Store(Database(tmp_path / "vault.db", bytes(range(32)), create=True), clock)


@pytest.fixture
def forgetter(store: Store, clock: MovingClock) -> Forgetter:
    return Forgetter(store, Settings(), clock, find_about=lambda topic, user: [])


@pytest.fixture
def browser(store: Store, forgetter: Forgetter, clock: MovingClock) -> Browser:
    return Browser(store, forgetter, Settings(), clock)


@pytest.fixture
def keep(store: Store, clock: MovingClock) -> Keep:
    def keep(text: str, importance: float = 0.5, label: Any = "fact", **more: Any) -> Memory:
        words = RedactedText(text)
        draft = MemoryDraft(words, words, "fact", label, importance, 0.9, "automatic", clock(), **more)
        return store.add_memory(draft, at=clock())

    return keep


def status(store: Store, memory: Memory) -> str:
    return store.memory(memory.id).status


def test_months_of_absence_are_caught_up_at_once_and_summed_up(
    store: Store, forgetter: Forgetter, browser: Browser, keep: Keep, clock: MovingClock
) -> None:
    for number in range(14):
        keep(f"You saw heron {number}.", 0.4)
    pinned = keep("You love herons.", 0.4, pinned=True)
    clock.forward(days=150)
    review = browser.review({"days": 150, "sweep": True})
    assert len(review["faded"]) == 14
    assert status(store, pinned) == "active"
    assert forgetter.sweep() == []  # once is enough
    assert store.count_memories() == 15  # nothing is deleted


@pytest.mark.parametrize("back", [1, 40, 4000])
def test_a_clock_set_back_archives_nothing_and_weakens_nothing(
    store: Store, forgetter: Forgetter, keep: Keep, clock: MovingClock, back: int
) -> None:
    memory = keep("You saw a heron.", 0.4)
    clock.forward(days=-back)
    assert forgetter.strengths([memory]) == [pytest.approx(0.4)]
    assert forgetter.sweep() == []
    clock.forward(days=back + 10)
    assert forgetter.sweep() == []
    assert status(store, memory) == "active"


def test_what_was_archived_comes_back_and_stays(
    store: Store, forgetter: Forgetter, keep: Keep, clock: MovingClock
) -> None:
    memory = keep("You saw a heron.", 0.4)
    clock.forward(days=100)
    forgetter.sweep()
    assert status(store, memory) == "archived"
    store.restore(memory.id)
    assert forgetter.sweep() == []
    clock.forward(days=29)
    assert forgetter.sweep() == []
    assert status(store, memory) == "active"


def test_a_future_date_holds_until_it_has_passed(
    store: Store, forgetter: Forgetter, keep: Keep, clock: MovingClock
) -> None:
    event = (clock() + timedelta(days=300)).date().isoformat()
    memory = keep("Your exam is next winter.", 0.4, event_at=event)
    clock.forward(days=299)
    assert forgetter.sweep() == []
    assert forgetter.strengths([memory]) == [pytest.approx(0.4)]
    clock.forward(days=60)
    assert [faded.id for faded in forgetter.sweep()] == [memory.id]


def test_a_fact_that_holds_does_not_fade_and_shows_no_day_for_the_archive(
    store: Store, forgetter: Forgetter, browser: Browser, keep: Keep, clock: MovingClock
) -> None:
    memory = keep("You live in Ghent.", 0.4)
    store.set_fact(Fact("me", "home", "Ghent", clock(), memory_id=memory.id))
    clock.forward(days=700)
    assert forgetter.sweep() == []
    shown = browser.memory(memory.id)
    assert shown["archives_at"] is None
    assert min(shown["curve"]["strength"]) == pytest.approx(0.4)


def test_the_curve_meets_the_line_on_the_day_named(browser: Browser, keep: Keep, clock: MovingClock) -> None:
    memory = keep("You like rye bread.", 0.6)
    shown = browser.memory(memory.id)
    curve = shown["curve"]
    assert shown["archives_at"] is not None
    assert curve["strength"][0] == pytest.approx(0.6)
    assert curve["strength"][-1] < curve["archive_below"]  # a fortnight after that day


@pytest.mark.parametrize(("days", "due"), [(-20, False), (-3, True), (0, True), (1, True), (9, False)])
def test_follow_ups_come_up_around_their_day(
    browser: Browser, keep: Keep, clock: MovingClock, days: int, due: bool
) -> None:
    day = (clock() + timedelta(days=days)).date().isoformat()
    keep("You owe Petra the draft.", label="follow_up", event_at=day)
    assert bool(browser.review({})["due"]) is due


def test_recalls_count_once_in_a_conversation(store: Store, keep: Keep, clock: MovingClock) -> None:
    memory = keep("You like rye bread.")
    first = store.create_conversation(RedactedText("one"), at=clock()).id
    second = store.create_conversation(RedactedText("two"), at=clock()).id
    for talk in (first, first, second, first):
        clock.forward(minutes=5)
        store.record_accesses([memory.id], clock(), talk)
    assert store.memory(memory.id).access_count == 2


def test_the_newest_truth_wins_the_old_stays_with_its_dates_and_can_come_back(
    store: Store, browser: Browser, keep: Keep, clock: MovingClock
) -> None:
    old = keep("You live in Ghent.")
    clock.forward(days=30)
    new = keep("You live in Bruges.")
    store.supersede([old.id], new.id, reason="same_key", at=clock())
    shown = browser.memory(new.id)
    assert [item["content"] for item in shown["supersedes"]] == ["You live in Ghent."]
    assert shown["supersedes"][0]["said_at"] < shown["memory"]["said_at"]
    assert browser.memory(old.id)["superseded_by"]["id"] == new.id
    assert [item["content"] for item in browser.review({})["replaced"]] == ["You live in Ghent."]
    store.restore(old.id)
    assert browser.memory(old.id)["superseded_by"] is None
    assert status(store, old) == "active"
