"""Questions only the person's own life answers, told apart from every other message."""

from __future__ import annotations

import pytest

from app.engine.about_self import answers, asks_about_known, asks_about_self, mentioned, needs_date, tells


@pytest.mark.parametrize(
    "message",
    [
        "What is my dog's name?", "Where do I work?", "Do you know my birthday?", "When is my dentist appointment?",
        "Do I have any allergies?", "What's my sister called?", "Where's my office?", "Am I vegetarian?",
        "我的狗叫什么名字？", "我在哪里上班", "你知道我的生日吗？", "我们公司叫什么",
        "我喜欢喝什么？", "你还记得我妹妹吗",
    ],
)  # fmt: skip
def test_these_ask_about_the_person(message: str) -> None:
    assert asks_about_self(message)


@pytest.mark.parametrize(
    "message",
    [
        "What is the capital of France?", "How do I boil an egg?", "Can you help me write a letter?", "Hi there!",
        "Should I take the train?", "Why is the sky blue?", "Write a poem for my wife",
        "法国的首都是哪里？", "我怎么煮鸡蛋？", "帮我写一封信", "给我讲个故事", "今晚吃什么", "我该点什么咖啡？",
        "今晚我该做什么菜？",
    ],
)  # fmt: skip
def test_these_do_not(message: str) -> None:
    assert not asks_about_self(message)


@pytest.mark.parametrize(
    "message", ["I just moved to Berlin.", "My sister got married.", "今天我升职了！", "我对花生过敏。"]
)
def test_telling_is_no_question(message: str) -> None:
    assert tells(message) and not asks_about_self(message)


@pytest.mark.parametrize(
    "message", ["What did I say?", "我想知道法国首都", "Write a poem", "帮我写诗", "I wonder what to do?"]
)
def test_asking_is_not_telling(message: str) -> None:
    assert not tells(message)


def test_a_word_of_the_question_is_found_again() -> None:
    assert mentioned("What's my dog called?", ["My dog is called Rex."])
    assert mentioned("我的狗叫什么名字？", ["我的狗叫豆豆。"])
    assert not mentioned("What's my cat called?", ["My dog is called Rex."])
    assert not mentioned("我的生日是哪天？", ["我住在上海。"])


def test_time_is_noticed() -> None:
    assert needs_date("What is due on Friday?") and needs_date("下周三有什么安排？")
    assert not needs_date("What is my dog's name?")


def test_a_question_about_somebody_the_notes_name_is_about_what_was_told() -> None:
    notes = ["Your friend Lars taught you how to bake bread (17 May)", "你妹妹马琪和唐明订婚了（3月19日）"]
    assert asks_about_known("Where does Lars live?", notes) and asks_about_known("唐明做什么工作？", notes)
    assert not asks_about_known("Where does Napoleon lie?", notes)


def test_a_note_on_somebody_else_is_no_answer() -> None:
    notes = ["Owen's birthday is on 8 December (8 Dec)", "周敏的生日是12月8日（12月8日）"]
    assert answers("When is Owen's birthday?", notes) and not answers("When is Tess's birthday?", notes)
    assert answers("周敏的生日是哪天？", notes) and not answers("小满的生日是哪天？", notes)
