"""The prompt of an answer always fits, keeps the question, and begins the same way from one question to the next."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.prompt import Prompt, PromptBuilder, Question
from app.engine.style import Style
from app.engine.types import ChatTurn
from app.settings import AnswerSettings

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


class Letters:
    """Every four characters are a token; a turn costs five more."""

    def __init__(self, n_ctx: int) -> None:
        self.n_ctx = n_ctx

    def count_tokens(self, text: str) -> int:
        return -(-len(text) // 4)

    def count_turns(self, turns: list[ChatTurn]) -> int:
        return sum(self.count_tokens(turn.content) + 5 for turn in turns) + 3


def question(text: str, *notes: str) -> Question:
    return Question(text, notes, "en", Style(), NOW)


def build(
    n_ctx: int, asked: Question, history: list[ChatTurn] | None = None, choices: AnswerSettings | None = None
) -> Prompt:
    prompt = PromptBuilder(Letters(n_ctx), choices or AnswerSettings()).build(asked, history or [])
    assert Letters(n_ctx).count_turns(prompt.turns) + prompt.reply_tokens < n_ctx
    return prompt


def talk(exchanges: int, length: int = 200) -> list[ChatTurn]:
    turns = []
    for number in range(exchanges):
        turns += [
            ChatTurn("user", f"This is turn number {number}. ".ljust(length, "u")),
            ChatTurn("assistant", f"{number}".ljust(length, "a")),
        ]
    return turns


def test_memories_stand_fenced_beside_the_question_and_the_question_comes_last() -> None:
    last = build(4096, question("What coffee do I like?", "You like Americano (2 Nov 2026)")).turns[-1]
    assert last.role == "user"
    fence, rest = last.content.split("</notes>")
    assert "- You like Americano (2 Nov 2026)" in fence and fence.startswith("<notes>")
    assert rest.endswith("What coffee do I like?")


def test_a_question_of_exactly_the_window_is_answered() -> None:
    window = 2048
    exact = "x" * (window * 4)
    prompt = build(window, question(exact))
    assert prompt.turns[-1].content.count("x") > 1000
    assert "characters left out in the middle" in prompt.turns[-1].content


def test_fifty_thousand_characters_keep_their_beginning_and_their_end() -> None:
    text = "First words. " + "字" * 50_000 + " Last words?"
    prompt = build(8192, question(text))
    assert "First words." in prompt.turns[-1].content and prompt.turns[-1].content.endswith("Last words?")


def test_memories_leave_before_turns_and_turns_before_the_question() -> None:
    history = talk(1, length=400)
    roomy = build(2048, question("And now?", *["You like tea."] * 3), history)
    assert roomy.notes == 3 and len(roomy.turns) == 4
    tight = build(1024, question("z" * 1000, *["You like tea." * 20] * 3), history)
    assert tight.notes < 3 and len(tight.turns) == 4
    tightest = build(1024, question("z" * 2000, "You like tea."), history)
    assert len(tightest.turns) == 2 and tightest.turns[-1].content.count("z") == 2000


@settings(max_examples=30, deadline=None)
@given(st.integers(512, 4096), st.integers(1, 30_000), st.integers(0, 40), st.integers(1, 3000), st.integers(0, 12))
def test_the_prompt_fits_whatever_comes(n_ctx: int, asked: int, exchanges: int, length: int, notes: int) -> None:
    choices = AnswerSettings(reply_tokens=128, summary_tokens=60)
    prompt = build(n_ctx, question("q" * asked, *["You like tea."] * notes), talk(exchanges, length), choices)
    assert prompt.turns[0].role == "system" and prompt.turns[-1].role == "user"
    assert "q" in prompt.turns[-1].content


def test_old_turns_make_room_for_a_summary_of_what_was_said() -> None:
    choices = AnswerSettings(history_tokens=400)
    prompt = build(4096, question("And now?"), talk(12), choices)
    assert prompt.dropped_turns > 0
    assert "Earlier in this conversation:" in prompt.turns[0].content
    assert "This is turn number 0." in prompt.turns[0].content
    assert prompt.turns[1].role == "user"
    assert sum(len(turn.content) for turn in prompt.turns[1:-1]) < 400 * 4


def test_the_prefix_stays_the_same_for_many_questions() -> None:
    builder = PromptBuilder(Letters(8192), AnswerSettings(history_tokens=1000))
    starts = [builder.prefix(talk(count))[1] for count in range(1, 40)]
    assert len(set(starts)) <= 12, "turns leave in big steps, not one by one"
    for count in range(1, 39):
        if starts[count] == starts[count - 1]:
            shorter, longer = builder.prefix(talk(count))[0], builder.prefix(talk(count + 1))[0]
            assert longer[: len(shorter)] == shorter


def test_the_last_exchange_stays_however_long_it_is() -> None:
    history = [*talk(3), ChatTurn("user", "long " * 1000), ChatTurn("assistant", "ok")]
    prompt = build(8192, question("Shorter?"), history, AnswerSettings(history_tokens=300))
    assert [turn.content[:4] for turn in prompt.turns[1:-1]] == ["long", "ok"]


def test_nothing_known_is_said_plainly_only_where_the_person_asks_about_themselves() -> None:
    about_self = build(4096, question("What is my dog's name?")).turns[-1].content
    assert "You were told nothing that fits" in about_self and "I don't know that about you yet" in about_self
    assert "told nothing" not in build(4096, question("What is the capital of France?")).turns[-1].content
    chinese = Question("我的狗叫什么名字？", (), "zh", Style(), NOW)
    assert "什么都没有告诉过你" in build(4096, chinese).turns[-1].content


def test_what_the_conversation_may_hold_is_not_called_unknown() -> None:
    history = [ChatTurn("user", "My dog is called Rex."), ChatTurn("assistant", "Nice!")]
    assert "told nothing" not in build(4096, question("What's my dog called?"), history).turns[-1].content


def test_the_answer_is_asked_for_in_its_language() -> None:
    beside_english = Question("我喜欢什么？", ("You like tea (2 Nov)",), "zh", Style(), NOW)
    assert "请用中文回答" in build(4096, beside_english).turns[-1].content
    alone = Question("天空为什么是蓝色的？", (), "zh", Style(), NOW)
    assert build(4096, alone).turns[-1].content == alone.text
    assert "Answer in English." in build(4096, question("Hello")).turns[-1].content
    assert "in Chinese" in build(4096, Question("Hello", (), "zh", Style(), NOW)).turns[-1].content


@pytest.mark.parametrize(("asked", "dated"), [("What is due tomorrow?", True), ("What is a lemma?", False)])
def test_the_date_is_told_where_it_matters(asked: str, dated: bool) -> None:
    assert ("Monday, 30 November 2026" in build(4096, question(asked)).turns[-1].content) is dated


def test_of_somebody_else_only_what_names_them_is_told_when_no_note_answers() -> None:
    notes = ("You have a daughter, Tess (18 Feb 2026)", "Owen's birthday is on 8 December (8 Dec 2026)")
    unknown = build(4096, question("When is Tess's birthday?", *notes)).turns[-1].content
    assert "daughter, Tess" in unknown and "Owen" not in unknown
    assert "I don't know that yet" in unknown
    known = build(4096, question("When is Owen's birthday?", *notes)).turns[-1].content
    assert "8 December" in known and "I don't know" not in known
