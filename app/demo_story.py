"""The story of `keepsake --demo`, once in English and once in Chinese, as data."""

from __future__ import annotations

from dataclasses import dataclass

from app.engine.types import Language


@dataclass(frozen=True, slots=True)
class Story:
    """What is said, and the words that tell whether it was understood."""

    lang: Language
    introduction: str
    first_home: str
    small_talk: str
    small_talk_word: str
    secret: str
    secret_digits: str
    update: str
    second_home: str
    question: str
    keep: str
    keep_word: str
    forget: str
    titles: tuple[str, str, str, str, str, str, str]  # of the seven steps, for the transcript


STORIES = (
    Story(
        lang="en",
        introduction="Hello, I am Anna. I live in Bruges and I work as a florist.",
        first_home="Bruges",
        small_talk="Haha, what lovely weather today!",
        small_talk_word="weather",
        secret="My card number is 4111 1111 1111 1111, please keep it.",
        secret_digits="4111",
        update="I moved to Ghent last week.",
        second_home="Ghent",
        question="Where do I live now?",
        keep="Remember that my bicycle is blue.",
        keep_word="bicycle",
        forget="Forget that.",
        titles=(
            "She introduces herself", "Small talk", "A secret", "A fact changes", "Window and engine start anew",
            "A question answered from memory", "Forgetting",
        ),
    ),
    Story(
        lang="zh",
        introduction="你好，我叫小林。我住在杭州，在医院当护士。",
        first_home="杭州",
        small_talk="哈哈，今天天气真不错！",
        small_talk_word="天气",
        secret="我的身份证号是11010519491231002X，帮我存一下。",
        secret_digits="11010519491231002",
        update="我上周搬到苏州了。",
        second_home="苏州",
        question="我现在住在哪个城市？",
        keep="记住我的自行车是蓝色的。",
        keep_word="自行车",
        forget="忘了刚才那条。",
        titles=("自我介绍", "闲聊", "一个秘密", "事实变了", "窗口和引擎重新启动", "根据记忆回答", "忘掉"),
    ),
)  # fmt: skip
