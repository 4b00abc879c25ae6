"""What recall finds, in which order, and what it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from app.engine.recall.fact_words import say
from app.engine.recall.recall import Recall
from app.engine.types import Fact, Memory, Mode, RedactedText
from app.vault.store import Store

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
Keep = Callable[..., Memory]
Talk = Callable[..., list[int]]


def contents(recall: Recall, query: str, **options: object) -> list[str]:
    return [item.content for item in recall.search(query, **options).items]  # type: ignore[arg-type]


def test_the_memory_that_answers_comes_first(recall: Recall, keep: Keep) -> None:
    keep("You live in Berlin")
    keep("You like green tea")
    assert contents(recall, "Which tea do I like?")[0] == "You like green tea"


@pytest.mark.parametrize("mode", ["hybrid", "semantic", "keyword"])
def test_every_mode_finds_and_explains(recall: Recall, keep: Keep, mode: Mode) -> None:
    keep("You like green tea")
    keep("Your sister lives in Rome")
    keep("The car is in the garage")
    item = recall.search("green tea", mode=mode).items[0]
    assert item.content == "You like green tea"
    assert (item.semantic > 0.5) == (mode != "keyword")
    assert (item.keyword == 1) == (mode != "semantic")
    assert 0 < item.score <= 1.5


def test_traditional_and_simplified_find_each_other(recall: Recall, keep: Keep) -> None:
    keep("你买了新設備")
    keep("你喜欢火锅")
    assert contents(recall, "设备")[0] == "你买了新設備"
    assert contents(recall, "火鍋")[0] == "你喜欢火锅"


@pytest.mark.parametrize("query", ["20250312-88", "where is order 20250312-88?", "订单20250312-88到哪了"])
def test_an_order_number_is_found_at_rank_one(recall: Recall, keep: Keep, query: str) -> None:
    for day in range(10, 20):
        keep(f"Order 202503{day}-88 was sent")
    assert contents(recall, query)[0] == "Order 20250312-88 was sent"


def test_nothing_relevant_is_an_empty_result(recall: Recall, keep: Keep) -> None:
    keep("You live in Berlin")
    assert contents(recall, "bicycle repair manual") == []


@pytest.mark.parametrize("query", ["", "   ", "?!", "\n", "AND", '"', "user:name", "x" * 20_000])
def test_no_question_raises(recall: Recall, keep: Keep, query: str) -> None:
    keep("You live in Berlin")
    assert recall.search(query).query == query


def test_an_empty_vault_finds_nothing(recall: Recall) -> None:
    assert contents(recall, "anything?") == []


def test_recent_use_breaks_a_tie(recall: Recall, keep: Keep) -> None:
    keep("You bought apples at the market", accessed=NOW - timedelta(days=60))
    keep("You bought pears at the market", accessed=NOW)
    assert contents(recall, "bought at the market")[0] == "You bought pears at the market"


def test_what_the_owner_marked_as_important_is_favoured(recall: Recall, keep: Keep) -> None:
    keep("You bought apples at the market")
    keep("You bought pears at the market", source="manual", importance=0.9)
    assert contents(recall, "bought at the market")[0] == "You bought pears at the market"


def test_limit_is_kept(recall: Recall, keep: Keep) -> None:
    for number in range(30):
        keep(f"You read book number {number} about tea")
    assert len(contents(recall, "book about tea", limit=4)) == 4
    assert contents(recall, "book about tea", limit=0) == []


def test_superseded_archived_and_forgotten_memories_leave_recall(recall: Recall, keep: Keep, store: Store) -> None:
    old, new = keep("You live in Berlin"), keep("You live in Rome")
    other = keep("You live by the sea in summer")
    assert len(contents(recall, "Where do I live?")) == 3
    store.supersede([old.id], new.id, reason="same_key", at=NOW)
    store.set_status(other.id, "archived")
    assert contents(recall, "Where do I live?") == ["You live in Rome"]
    store.restore(old.id)
    assert set(contents(recall, "Where do I live?")) == {"You live in Rome", "You live in Berlin"}


def test_an_edited_memory_is_found_by_its_new_words_alone(recall: Recall, keep: Keep, store: Store) -> None:
    memory = keep("You play the violin")
    contents(recall, "violin")
    store.update_memory(memory.id, content=RedactedText("You play chess"))
    assert contents(recall, "chess") == ["You play chess"]
    assert contents(recall, "violin", mode="keyword") == []


def test_users_do_not_see_each_other(recall: Recall, keep: Keep) -> None:
    keep("You like green tea", user_id="anna")
    keep("You like black coffee")
    assert contents(recall, "tea or coffee", user_id="anna") == ["You like green tea"]
    assert contents(recall, "tea or coffee") == ["You like black coffee"]


# --- the transcript, behind the memories -------------------------------------------------------------------------


def test_what_was_said_but_not_remembered_is_still_found(recall: Recall, talk: Talk) -> None:
    talk(("user", "The blue bicycle is in the cellar"), ("assistant", "Good to know."))
    item = recall.search("Where is the blue bicycle?").items[0]
    assert item.tier == "transcript"
    assert item.content == "The blue bicycle is in the cellar"


def test_an_answer_is_found_by_the_question_before_it(recall: Recall, talk: Talk) -> None:
    talk(("user", "Which Dutch painter should I look at?"), ("assistant", "Vermeer, above all."))
    talk(("user", "I bought some bread."), ("assistant", "Enjoy it."))
    assert "Vermeer, above all." in contents(recall, "Which Dutch painter did you recommend?")[:2]


def test_a_turn_whose_memory_is_shown_is_not_shown_again(recall: Recall, keep: Keep, talk: Talk) -> None:
    said, _ = talk(("user", "I live in Berlin"), ("assistant", "Nice."))
    keep("You live in Berlin", message_id=said)
    found = contents(recall, "Where do I live in Berlin?")
    assert found[0] == "You live in Berlin"
    assert "I live in Berlin" not in found


def test_a_turn_behind_a_superseded_memory_never_comes_alone(
    recall: Recall, keep: Keep, talk: Talk, store: Store
) -> None:
    (first,) = talk(("user", "I live in Berlin now"))
    (second,) = talk(("user", "I live in Rome now"))
    old = keep("You live in Berlin", message_id=first)
    new = keep("You live in Rome", message_id=second)
    store.supersede([old.id], new.id, reason="same_key", at=NOW)
    assert contents(recall, "Do I live in Berlin?", tiers=("transcript",)) == ["I live in Rome now"]
    assert contents(recall, "Where do I live?")[0] == "You live in Rome"
    assert "I live in Berlin now" in contents(recall, "Where did I live before, in Berlin?", tiers=("transcript",))


def test_turns_in_the_prompt_already_are_left_out(recall: Recall, talk: Talk) -> None:
    asked, _ = talk(("user", "Where is the blue bicycle?"), ("assistant", "In the cellar, the blue bicycle."))
    assert "Where is the blue bicycle?" not in contents(recall, "Where is the blue bicycle?", exclude_messages={asked})


def test_a_deleted_conversation_leaves_recall_and_its_neighbours_words(
    recall: Recall, talk: Talk, store: Store
) -> None:
    (first,) = talk(("user", "The zebra code is 4711"))
    assert contents(recall, "zebra code")
    store.delete_conversation(store.message(first).conversation, memories="delete")
    assert contents(recall, "zebra code") == []


def test_of_two_turns_the_newer_comes_first_when_the_present_is_asked_for(recall: Recall, talk: Talk) -> None:
    talk(("user", "We have 12 chickens in the yard"), at=NOW - timedelta(days=60))
    talk(("user", "We have 17 chickens in the yard"), at=NOW - timedelta(days=2))
    assert contents(recall, "How many chickens do we have in the yard?")[0] == "We have 17 chickens in the yard"
    assert set(contents(recall, "How many chickens did we have in the yard?")) == {
        "We have 12 chickens in the yard", "We have 17 chickens in the yard",
    }  # fmt: skip


@pytest.mark.parametrize("query", ["order A20931", "order a-20931", "A-20931?"])
def test_a_code_is_found_with_and_without_its_joint(recall: Recall, keep: Keep, query: str) -> None:
    keep("Your order A-20913 is a lamp")
    keep("Your order A-20931 is a chair")
    keep("Your order B-20931 is a pair of boots")
    assert contents(recall, query)[0] == "Your order A-20931 is a chair"


def test_words_alone_need_not_all_be_held_by_a_turn(recall: Recall, talk: Talk) -> None:
    talk(("user", "The blue bicycle is in the cellar"))
    talk(("user", "I bought bread"))
    assert contents(recall, "blue bicycle cellar bread", mode="keyword")[0] == "The blue bicycle is in the cellar"


# --- time --------------------------------------------------------------------------------------------------------


def test_a_time_in_the_question_brings_what_happened_then_to_the_front(recall: Recall, keep: Keep) -> None:
    keep("You went hiking with Tom", event_at="2026-08-03")
    keep("You went hiking with Eva", event_at="2026-11-12")
    keep("You went hiking with Max", event_at="2025-07-20")
    assert contents(recall, "Who did I go hiking with last week?")[0] == "You went hiking with Eva"
    assert contents(recall, "去年夏天 hiking")[0] == "You went hiking with Max"


def test_a_time_alone_finds_what_happened_then(recall: Recall, keep: Keep) -> None:
    keep("You signed the lease", event_at="2026-11-17")
    keep("You planted tomatoes", event_at="2026-05-01", said_at=NOW - timedelta(days=200))
    assert contents(recall, "What did I do yesterday?") == ["You signed the lease"]


def test_before_an_event_means_before_its_date(recall: Recall, keep: Keep) -> None:
    keep("You moved to Rome", event_at="2024-06-01", said_at=datetime(2024, 6, 1, tzinfo=UTC))
    keep("You met Tom at work", event_at="2023-03-01", said_at=datetime(2023, 3, 1, tzinfo=UTC))
    keep("You met Eva at work", event_at="2025-03-01", said_at=datetime(2025, 3, 1, tzinfo=UTC))
    assert contents(recall, "Who did I meet at work before I moved to Rome?")[0] == "You met Tom at work"
    assert contents(recall, "Who did I meet at work after I moved to Rome?")[0] == "You met Eva at work"


# --- facts -------------------------------------------------------------------------------------------------------


def test_a_question_about_an_attribute_is_answered_from_the_table(recall: Recall, store: Store) -> None:
    store.set_fact(Fact("me", "home", "Berlin", NOW - timedelta(days=9)))
    store.set_fact(Fact("me", "home", "Rome", NOW))
    store.set_fact(Fact("workshop", "budget", "60", NOW))
    assert [fact.value for fact in recall.search("Where do I live?").facts] == ["Rome"]
    assert [fact.value for fact in recall.search("我住在哪里？").facts] == ["Rome"]
    assert [fact.value for fact in recall.search("What is the budget of the workshop?").facts] == ["60"]
    assert {fact.value for fact in recall.search("Where did I live before?").facts} == {"Rome", "Berlin"}
    assert recall.search("What do I like to eat?").facts == ()


# --- variety, reranking ------------------------------------------------------------------------------------------


def test_ten_near_duplicates_do_not_hide_the_truth(recall: Recall, keep: Keep) -> None:
    for number in range(10):
        keep(f"The project budget is 50 thousand, said in meeting {number}", said_at=NOW - timedelta(days=40 - number))
    keep("The project budget was changed to 60 thousand", said_at=NOW)
    assert "The project budget was changed to 60 thousand" in contents(recall, "What is the project budget?", limit=5)


def test_a_cross_encoder_has_the_last_word(make_recall: Callable[..., Recall], keep: Keep) -> None:
    class Contrary:
        def scores(self, query: str, passages: Sequence[str]) -> np.ndarray:
            return np.array([float("coffee" in passage) for passage in passages], np.float32)

    keep("You like green tea")
    keep("You like coffee with milk, not tea")
    assert contents(make_recall(), "green tea")[0] == "You like green tea"
    assert contents(make_recall(reranker=Contrary()), "green tea")[0] == "You like coffee with milk, not tea"


# --- what remembering asks ---------------------------------------------------------------------------------------


def test_near_memories_come_with_their_similarity(recall: Recall, keep: Keep, embedder: object) -> None:
    keep("You like green tea")
    keep("You live in Berlin")
    vector = embedder.passages(["You like green tea"])[0]  # type: ignore[attr-defined]
    (nearest, similarity), *_ = recall.find_near(vector, 5)
    assert nearest.content == "You like green tea"
    assert similarity == pytest.approx(1, abs=0.01)


# --- the block beside the question -------------------------------------------------------------------------------


def words_in(text: str) -> int:
    return len(text.split())


def test_the_block_is_dated_and_within_its_budget(recall: Recall, keep: Keep) -> None:
    for number in range(12):
        keep(f"You read the long book number {number} about green tea and its history")
    result = recall.search("book about green tea")
    block = recall.block(result, budget_tokens=40, count_tokens=words_in, lang="en", now=NOW)
    assert 0 < block.tokens <= 40
    assert sum(map(words_in, block.lines)) == block.tokens
    assert all("(18 Nov)" in line for line in block.lines[:1])
    assert set(block.memory_ids) <= {item.id for item in result.items}


def test_the_block_tells_a_fact_once(recall: Recall, keep: Keep, store: Store) -> None:
    memory = keep("You live in Rome")
    store.set_fact(Fact("me", "home", "Rome", NOW, memory_id=memory.id))
    block = recall.block(
        recall.search("Where do I live?"), budget_tokens=100, count_tokens=words_in, lang="en", now=NOW
    )
    assert block.lines == ("You live in Rome (since 18 Nov)",)
    assert block.memory_ids == (memory.id,)


def test_a_memory_that_says_more_than_its_fact_is_told_beside_it(recall: Recall, keep: Keep, store: Store) -> None:
    memory = keep("Your husband Owen teaches chemistry at a secondary school")
    store.set_fact(Fact("me", "partner", "Owen", NOW, memory_id=memory.id))
    block = recall.block(
        recall.search("What does my husband teach?"), budget_tokens=100, count_tokens=words_in, lang="en", now=NOW
    )
    assert [line.partition(" (")[0] for line in block.lines] == [
        "Your partner is Owen",
        "Your husband Owen teaches chemistry at a secondary school",
    ]


@pytest.mark.parametrize(
    ("fact", "en", "zh"),
    [
        (Fact("me", "home", "Rome", NOW), "You live in Rome", "你住在Rome"),
        (Fact("Tess", "instrument", "cello", NOW), "Tess plays the cello", "Tess会的乐器：cello"),
        (Fact("me", "boss", "Ada", NOW), "Your boss is Ada", "你的领导是Ada"),
        (Fact("kitchen", "budget", "9,000", NOW), "The kitchen budget is 9,000", "kitchen的预算是9,000"),
        (Fact("Tess", "birthday", "3 May", NOW), "Tess's birthday is 3 May", "Tess的生日是3 May"),
    ],
)
def test_a_fact_is_said_as_a_sentence(fact: Fact, en: str, zh: str) -> None:
    assert say(fact, "en") == en
    assert say(fact, "zh") == zh


def test_an_answer_in_the_block_is_not_told_as_the_persons_words(recall: Recall, talk: Talk) -> None:
    talk(("assistant", "The blue bicycle is in the cellar"), at=datetime(2026, 5, 3, tzinfo=UTC))
    result = recall.search("Where is the blue bicycle?")
    block = recall.block(result, budget_tokens=100, count_tokens=words_in, lang="en", now=NOW)
    assert block.lines == ("Answered on 3 May, not told by the person: The blue bicycle is in the cellar",)


def test_a_turn_in_the_block_says_when_it_was_said(recall: Recall, talk: Talk) -> None:
    talk(("user", "The blue bicycle is in the cellar"), at=datetime(2026, 5, 3, tzinfo=UTC))
    result = recall.search("Where is the blue bicycle?")
    english = recall.block(result, budget_tokens=100, count_tokens=words_in, lang="en", now=NOW)
    chinese = recall.block(result, budget_tokens=100, count_tokens=words_in, lang="zh", now=NOW)
    assert english.lines == ("From your conversation of 3 May: The blue bicycle is in the cellar",)
    assert chinese.lines == ("5月3日的对话里：The blue bicycle is in the cellar",)
    assert english.memory_ids == ()


def test_no_result_is_an_empty_block(recall: Recall) -> None:
    block = recall.block(recall.search("anything"), budget_tokens=100, count_tokens=words_in, lang="en", now=NOW)
    assert block == type(block)((), (), 0)
