"""Rules that tell what was told from what was asked, supposed, ordered or only said in passing."""
# ruff: noqa: E501 (tables of sentences)

from __future__ import annotations

import pytest

from app.engine.remember.kinds import kind_of, remember_inside, remember_payload, reminder_payload
from app.engine.remember.statements import language_of

KINDS = {
    "small_talk": ["hey", "ok thanks", "lol", "what a windy day", "bye", "sounds good", "你好呀", "好的谢谢", "哈哈", "今天好热", "拜拜"],
    "question": ["What is your name?", "any tip for better sleep?", "how do I sort a list", "现在几点了", "你叫什么名字？", "天空为什么是蓝的"],
    "hypothetical": ["What if I bought a motorbike?", "If I were rich I would move", "Would it make sense to move?", "要是中了彩票我就买个岛", "假设我搬到火星"],
    "request": ["pull the sales numbers for customer Henrike please", "print hello in bash please", "I'm looking for a recipe", "帮我改一下代码", "把这句话翻译成英文"],
    "remember": ["remember that my locker is 12", "Remember: I park on level 3", "note that I'm left-handed", "记住我的车是蓝色的", "帮我记一下生日是三月七号"],
    "forget": ["forget that", "forget what I said about Anna", "忘掉刚才的话"],
    "standing": ["from now on send me the summary by mail, don't call", "don't use emojis", "call me Captain", "以后回答简短一点", "别再用表情符号了", "以后叫我船长"],
    "statement": ["I live in Ghent", "my friend Rafa says he can't stand opera", "remember when we met in Rome, I still laugh", "saw a heron", "我住在杭州", "我不知道为什么总是失眠"],
}  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in KINDS.items() for text in texts])
def test_kind(kind: str, text: str) -> None:
    assert kind_of(text, language_of(text)) == kind


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ("remember that my passport expires in May", "my passport expires in May"),
        ("please remember: I'm left-handed", "I'm left-handed"),
        ("记住我的小名叫阿豆", "我的小名叫阿豆"),
        ("remember this", ""),
        ("记住这个", ""),
        ("do you remember me?", None),
        ("I live in Ghent", None),
    ],
)
def test_what_is_to_be_remembered(text: str, payload: str | None) -> None:
    assert remember_payload(text) == payload


def test_an_order_inside_a_sentence_parts_it() -> None:
    assert remember_inside("我在学琴，帮我记一下老师姓欧") == ("我在学琴", "老师姓欧")
    assert remember_inside("I live in Ghent") is None


def test_reminders_hold_what_is_owed() -> None:
    assert reminder_payload("remind me that I still owe Petra the draft") == "I still owe Petra the draft"
    assert reminder_payload("提醒我周五寄合同") == "周五寄合同"
    assert reminder_payload("she reminded me of it") is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("When I was a child we lived in Lima", "statement"),
        ("what I like most is tea", "statement"),
        ("May is my favourite month", "statement"),
        ("Will is my brother-in-law", "statement"),
        ("Am Montag habe ich einen Termin beim Zahnarzt", "statement"),
        ("will you help me", "question"),
        ("what time is it in Tokyo", "question"),
        ("我对将来很迷茫，不知道毕业以后干什么", "statement"),
        ("昨晚国足赢了没", "question"),
        ("17乘23等于多少", "question"),
        ("西兰花蒸好还是煮好", "question"),
        ("给王总写封邮件说明延误", "request"),
        ("校对由小马负责", "statement"),
        ("回复的时候别老用“首先”", "standing"),
        ("推荐菜谱的时候不要有酒", "standing"),
        ("when you recommend books, say why", "standing"),
        ("use metric units with me", "standing"),
        ("I'd like you to be more direct with me", "standing"),
        ("I want you to write me a poem", "request"),
        ("if I won the lottery I'd buy an island", "hypothetical"),
    ],
)
def test_a_word_that_can_ask_does_not_make_a_question_and_a_lasting_wish_is_no_task(text: str, kind: str) -> None:
    assert kind_of(text, language_of(text)) == kind
