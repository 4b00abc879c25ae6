"""Looking at what is known touches nothing, and the review list names what is worth a look."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from app.engine.browse import Browser
from app.engine.forget import Forgetter
from app.engine.types import Memory, MemoryDraft, RedactedText
from app.settings import Settings
from app.vault.database import Database
from app.vault.store import Store
from tests.engine.conftest import MovingClock


def words(text: str) -> RedactedText:
    return RedactedText(text)


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
def keep(store: Store, clock: MovingClock) -> Callable[..., Memory]:
    def keep(text: str, **more: Any) -> Memory:
        values = {"memory_type": "fact", "label": "fact", "importance": 0.6, "confidence": 0.9, "source": "automatic"}
        draft = MemoryDraft(words(text), words(text), said_at=clock(), **(values | more))  # type: ignore[arg-type]
        return store.add_memory(draft, at=clock())

    return keep


def contents(views: list[dict[str, Any]]) -> list[str]:
    return [view["content"] for view in views]


def test_the_review_list(
    store: Store, forgetter: Forgetter, browser: Browser, keep: Callable[..., Memory], clock: MovingClock
) -> None:
    keep("You saw a heron.", importance=0.35)
    keep("You like rye bread.", importance=0.6)
    clock.forward(days=45)
    forgetter.sweep()
    due = (clock() + timedelta(days=1)).date().isoformat()
    later = (clock() + timedelta(days=30)).date().isoformat()
    keep("You owe Petra the draft.", label="follow_up", event_at=due)
    keep("You have an exam.", label="follow_up", event_at=later)
    review = browser.review({})
    assert contents(review["faded"]) == ["You saw a heron."]
    assert contents(review["fading"]) == ["You like rye bread."]
    assert contents(review["due"]) == ["You owe Petra the draft."]
    assert set(contents(review["new"])) == {"You owe Petra the draft.", "You have an exam."}


def test_one_memory_shows_its_past_and_the_day_it_will_be_archived(
    store: Store, browser: Browser, keep: Callable[..., Memory], clock: MovingClock
) -> None:
    memory = keep("You like rye bread.")
    talk = store.create_conversation(words("Bread"), at=clock())
    clock.forward(days=20)
    store.record_accesses([memory.id], clock(), talk.id)
    shown = browser.memory(memory.id)
    assert shown["archives_at"] > (clock() + timedelta(days=30)).isoformat()
    assert shown["curve"]["recalls"] == [clock().isoformat()]
    strengths = shown["curve"]["strength"]
    assert len(strengths) == 120
    jump = max(later - earlier for earlier, later in pairwise(strengths))
    assert jump > 0.05  # the recall


def test_looking_is_no_access(store: Store, browser: Browser, keep: Callable[..., Memory], clock: MovingClock) -> None:
    memory = keep("You like rye bread.")
    clock.forward(days=3)
    browser.memories({"all": True})
    browser.memory(memory.id)
    browser.timeline()
    browser.about()
    browser.review({})
    assert store.memory(memory.id) == memory


def test_what_is_known_is_grouped_by_whom_it_is_about(browser: Browser, keep: Callable[..., Memory]) -> None:
    keep("You live in Ghent.")
    keep("Rafa can't stand opera.", subject="Rafa")
    groups = browser.about()["groups"]
    assert [group["subject"] for group in groups] == ["me", "Rafa"]


def test_conversations_are_found_by_their_words(store: Store, browser: Browser, clock: MovingClock) -> None:
    talk = store.create_conversation(words("周末"), at=clock())
    store.add_message(talk.id, "user", words("我们去吃火锅"), clock())
    other = store.create_conversation(words("Budget"), at=clock())
    assert [item["id"] for item in browser.conversations("火锅")["items"]] == [talk.id]
    assert [item["id"] for item in browser.conversations("BUDGET")["items"]] == [other.id]
    assert browser.conversations("nothing like it")["items"] == []


def test_messages_come_in_pages(store: Store, browser: Browser, clock: MovingClock) -> None:
    talk = store.create_conversation(words("Long"), at=clock())
    for number in range(7):
        store.add_message(talk.id, "user", words(f"line {number}"), clock())
    page = browser.messages({"conversation": talk.id, "limit": 3})
    assert ([item["content"] for item in page["items"]], page["more"]) == (["line 4", "line 5", "line 6"], True)
    page = browser.messages({"conversation": talk.id, "limit": 4, "before": page["items"][0]["id"]})
    assert ([item["content"] for item in page["items"]], page["more"]) == ([f"line {n}" for n in range(4)], False)
