"""What fades goes to the archive and no further; what a person forgets is found by words, width and case aside."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.engine.errors import KeepsakeError
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
def keep(store: Store, clock: MovingClock) -> Keep:
    def keep(text: str, importance: float = 0.6, **more: Any) -> Memory:
        words = RedactedText(text)
        draft = MemoryDraft(words, words, "fact", "fact", importance, 0.9, "automatic", clock(), **more)
        return store.add_memory(draft, at=clock())

    return keep


def test_what_is_unused_and_weak_is_archived_and_stays_restorable(
    store: Store, forgetter: Forgetter, keep: Keep, clock: MovingClock
) -> None:
    weak = keep("You saw a heron.", 0.35)
    strong = keep("You teach chemistry.", 0.9)
    clock.forward(days=60)
    assert [memory.id for memory in forgetter.sweep()] == [weak.id]
    assert [memory.id for memory in store.memories()] == [strong.id]
    assert store.memory(weak.id).status == "archived"
    assert forgetter.sweep() == []
    assert store.restore(weak.id).status == "active"
    assert forgetter.sweep() == []  # brought back counts as used


def test_nothing_is_archived_before_thirty_unused_days(forgetter: Forgetter, keep: Keep, clock: MovingClock) -> None:
    keep("You saw a heron.", 0.2)
    clock.forward(days=29)
    assert forgetter.sweep() == []


def test_pinned_future_and_current_facts_do_not_fade(
    store: Store, forgetter: Forgetter, keep: Keep, clock: MovingClock
) -> None:
    keep("You want this kept.", 0.3, pinned=True)
    event = (clock() + timedelta(days=400)).date().isoformat()
    keep("Your exam is far away.", 0.3, event_at=event)
    home = keep("You live in Ghent.", 0.3)
    store.set_fact(Fact("me", "home", "Ghent", clock(), memory_id=home.id))
    clock.forward(days=390)
    assert forgetter.sweep() == []


def test_after_its_date_a_plan_fades_like_the_rest(forgetter: Forgetter, keep: Keep, clock: MovingClock) -> None:
    plan = keep("Your exam is soon.", 0.35, event_at=(clock() + timedelta(days=5)).date().isoformat())
    clock.forward(days=120)
    assert [memory.id for memory in forgetter.sweep()] == [plan.id]


def test_a_clock_set_back_archives_nothing(forgetter: Forgetter, keep: Keep, clock: MovingClock) -> None:
    keep("You saw a heron.", 0.2)
    clock.forward(days=-400)
    assert forgetter.sweep() == []


def test_matching_ignores_case_width_and_spacing(forgetter: Forgetter, keep: Keep) -> None:
    found = keep("You bought ＡＢＣ  Tea.")
    keep("You live in Ghent.")
    assert [memory.id for memory in forgetter.matching("abc tea")] == [found.id]
    with pytest.raises(KeepsakeError, match="empty_text"):
        forgetter.matching("  ")


def test_the_last_one_is_this_conversations_own_where_it_still_lives(forgetter: Forgetter, keep: Keep) -> None:
    first, second = keep("You live in Ghent."), keep("You play the cello.")
    assert forgetter.last() == [second.id]
    assert forgetter.last(prefer=first.id) == [first.id]
    assert forgetter.last(prefer="gone") == [second.id]


def test_forgetting_nothing_is_said_so(forgetter: Forgetter) -> None:
    with pytest.raises(KeepsakeError, match="nothing_to_forget"):
        forgetter.forget([])


def test_a_receipt_says_what_went_and_when_it_is_verified(forgetter: Forgetter, keep: Keep) -> None:
    receipt = forgetter.forget([keep("You live in Ghent.").id])
    assert (receipt.state, receipt.removed["memories"]) == ("removed", 1)
    receipt = forgetter.forget([keep("You play the cello.").id], wait=True)
    assert receipt.state == "verified"
    assert receipt.checked_bytes > 0


def test_models_drop_what_they_still_hold_of_a_forgotten_text(store: Store, keep: Keep, clock: MovingClock) -> None:
    told: list[str] = []
    forgetter = Forgetter(
        store, Settings(), clock, find_about=lambda t, u: [], reset_models=lambda: told.append("reset")
    )
    forgetter.forget([keep("You live in Ghent.").id])
    assert told == ["reset"]
