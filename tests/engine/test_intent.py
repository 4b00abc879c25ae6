"""Orders to the memory are understood in both languages; talk that resembles them is left alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.intent import answer_to_confirmation, parse


def lines(repository: Path, name: str) -> Iterator[tuple[str, set[str]]]:
    for line in (repository / "tests" / "data" / "orders" / name).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            text, _, kinds = line.partition("\t")
            yield text, set(kinds.split())


@pytest.mark.parametrize("name", ["first.tsv", "second.tsv", "third.tsv", "fourth.tsv"])
def test_no_talk_is_taken_for_an_order_to_forget(repository: Path, name: str) -> None:
    """Of the labelled messages: what is none stays none, and of what is one nearly all is understood."""
    read = [(text, kinds, parse(text).kind) for text, kinds in lines(repository, name)]
    wrong = [text for text, kinds, got in read if got.startswith("forget") and got not in kinds]
    missed = [text for text, kinds, got in read if got not in kinds]
    assert wrong == []
    assert len(missed) <= 0.02 * len(read)


def test_only_what_is_nothing_but_a_yes_confirms(repository: Path) -> None:
    wrong = [
        text for text, kinds in lines(repository, "confirming.tsv") if answer_to_confirmation(text).kind not in kinds
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("remember that my passport expires in May", ("my passport expires in May",)),
        ("Remember: I park on level 3", ("I park on level 3",)),
        ("please remember my locker is on the left", ("my locker is on the left",)),
        ("Can you remember that I prefer window seats", ("I prefer window seats",)),
        ("Keep in mind that I don't eat pork.", ("I don't eat pork.",)),
        ("Remember this: the spare key is with Ana", ("the spare key is with Ana",)),
        ("记住我的小名叫阿豆", ("我的小名叫阿豆",)),
        ("请记住，我对花生过敏", ("我对花生过敏",)),
        ("帮我记一下：周五交房租", ("周五交房租",)),
        ("别忘了我下周二要复查", ("我下周二要复查",)),
        ("我刚搬家了，帮我记一下门牌是三楼左手", ("门牌是三楼左手",)),
        (
            "Remember my nickname is Bo. Remember my car is blue. Remember my desk is on floor 3.",
            ("my nickname is Bo.", "my car is blue.", "my desk is on floor 3."),
        ),
        ("记住我的车是蓝色的。记住我的工位在三楼。", ("我的车是蓝色的。", "我的工位在三楼。")),
    ],
)
def test_what_is_to_be_remembered_is_taken_out_of_the_order(text: str, what: tuple[str, ...]) -> None:
    intent = parse(text)
    assert (intent.kind, intent.texts) == ("remember", what)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("remember this", "remember_answer"),
        ("Please remember that.", "remember_answer"),
        ("记住这个", "remember_answer"),
        ("记下来吧", "remember_answer"),
        ("forget that", "forget_this"),
        ("Forget the last one.", "forget_last"),
        ("please delete the last memory", "forget_last"),
        ("忘了刚才那条", "forget_this"),
        ("忘掉这个", "forget_this"),
        ("把刚才那条删掉", "forget_this"),
        ("forget everything", "forget_all"),
        ("Delete all my memories", "forget_all"),
        ("忘掉一切", "forget_all"),
        ("删除所有记忆", "forget_all"),
        ("what do you know about me?", "about_me"),
        ("What do you remember about me", "about_me"),
        ("show my memories", "about_me"),
        ("你记得我什么", "about_me"),
        ("你知道我什么？", "about_me"),
        ("你都记得我哪些事？", "about_me"),
        ("你对我了解多少", "about_me"),
    ],
)
def test_orders_about_the_memory_itself(text: str, kind: str) -> None:
    assert parse(text).kind == kind


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("forget everything about my ex-job", "my ex-job"),
        ("Forget about Marco.", "Marco"),
        ("forget that I live in Ghent", "I live in Ghent"),
        ("delete all memories about the workshop", "the workshop"),
        ("忘掉关于前公司的一切", "前公司"),
        ("把关于小王的事都忘了", "小王"),
        ("忘记我住在南京这件事", "我住在南京"),
    ],
)
def test_a_topic_to_forget(text: str, topic: str) -> None:
    assert (parse(text).kind, parse(text).topic) == ("forget_topic", topic)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "forget it",
        "forget about it",
        "I forgot my keys again",
        "忘了带钥匙",
        "忘了",
        "所有",
        "全部都要",
        "我忘了他的名字",
        "do you remember when we met?",
        "remember when we went to Ghent?",
        "do you remember my name?",
        "你记得我的生日吗",
        "I can't remember that word",
        "what do you know about penguins?",
        "I remember that summer well",
        "我记得小时候常去那里",
        "unforgettable!",
        "the note that he left was short",
    ],
)
def test_ordinary_talk_is_no_order(text: str) -> None:
    assert parse(text).kind == "talk"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("yes, forget them", "confirm"),
        ("确定", "confirm"),
        ("no, keep them", "refuse"),
        ("算了", "refuse"),
        ("what?", "talk"),
    ],
)
def test_only_a_clear_yes_confirms(text: str, kind: str) -> None:
    assert answer_to_confirmation(text).kind == kind
