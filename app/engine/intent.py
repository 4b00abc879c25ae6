"""What a message asks of the memory itself: remember, forget, show. Rules only; everything else is conversation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "talk", "remember", "remember_answer", "forget_last", "forget_topic", "forget_all", "about_me", "confirm", "refuse"
]


@dataclass(frozen=True, slots=True)
class Intent:
    """`texts`: what to remember, one entry each. `topic`: what to forget."""

    kind: Kind
    texts: tuple[str, ...] = ()
    topic: str = ""


TALK = Intent("talk")
_F = re.IGNORECASE | re.DOTALL
_POLITE = r"(?:(?:please|pls|ok|okay|hey|so|and|also|then)[,，]?\s+)*(?:(?:can|could|would|will) you\s+)?(?:please\s+)?"
_POLITE_ZH = (
    r"(?:(?:好的?|嗯|那|对了|另外|还有|顺便|也)[，,、\s]*)?(?:请|麻烦|拜托)?(?:你|您)?(?:帮我|给我|替我)?(?:再|也|先)?"
)

_REMEMBER = re.compile(
    rf"^{_POLITE}(?:remember|memori[sz]e|note down|make a note|take note|keep in mind|bear in mind|don'?t forget"
    r"|note)\b(?:\s*(?:this|the following)?\s*[:：]\s*|\s+(?:that|of the fact that)\s+|\s*[,，]\s*|\s+)(?P<what>.+)$",
    _F,
)
_REMEMBER_NOT = re.compile(
    r"^(?:when|how|the time|the days?|last (?:time|week|year)|if|whether|what|who|where|why|me\b|us\b|him\b|her\b"
    r"|you\b|(?:this|that|it)\W*$)",
    _F,
)
_REMEMBER_ZH = re.compile(
    rf"^{_POLITE_ZH}(?:记住|记下来?|记一下|记着|记得|记好|牢记|别忘了|不要忘了|别忘记)(?:一下)?(?:这件事|这个|这点|一点|以下)?"
    r"\s*[:：，,]?\s*(?P<what>.+)$",
    _F,
)
_REMEMBER_ZH_NOT = re.compile(
    r"^(?:这(?:个|条|句|句话|一点)?|那(?:个|条|句)?|它|了|吗|我(?:吗|么)|什么|哪|谁|来)[。！!.\s]*$"
)
_REMEMBER_ANSWER = re.compile(
    rf"^{_POLITE}(?:remember|save|keep|note|memori[sz]e)\s+(?:this|that|it|your answer|that answer|this answer)"
    r"(?:\s+(?:one|for me|please|answer|down))*\s*[.!]*$",
    _F,
)
_REMEMBER_ANSWER_ZH = re.compile(
    rf"^{_POLITE_ZH}(?:把(?:这个|这条|这句话?|它|上面的?|你(?:刚才)?说的))?(?:记住|记下来?|记一下|存下来|保存)"
    r"(?:这个|这条|这句话?|这个回答|你的回答|它|吧)*[。！!.\s]*$"
)
_FORGET_LAST = re.compile(
    rf"^{_POLITE}(?:forget|delete|erase|remove|undo)\s+(?:that|this|"
    r"(?:the )?(?:last|latest|most recent)(?: (?:one|thing|memory|note|item))?|that (?:one|memory|last one)|"
    r"this (?:one|memory)|what i (?:just )?(?:said|told you))(?: (?:please|again|i said))?\s*[.!]*$",
    _F,
)
_FORGET_LAST_ZH = re.compile(
    rf"^(?=.*(?:刚|这|那|上一|最后|最近|它)){_POLITE_ZH}(?:把)?(?:刚才|刚刚)?(?:这个|那个|这条|那条|这件事|那件事|这句话?|上一条|最后一条|最近一条|它)?(?:记忆|记录)?"
    r"(?:忘了|忘掉|忘记|删掉|删除|删了|撤销)(?:刚才|刚刚)?(?:我?(?:说|讲)的)?(?:这个|那个|这条|那条|这件事|那件事|这句话?|那句话?|上一条|最后一条|最近一条|它)?"
    r"(?:记忆|记录|话|事)?(?:吧|掉|了)*[。！!.\s]*$"
)
_FORGET_ALL = re.compile(
    rf"^{_POLITE}(?:forget|delete|erase|wipe|remove|clear)\s+(?:everything|all(?: of)?(?: (?:my|the|your))? memories|"
    r"all(?: (?:that )?you (?:know|remember))?(?: about me)?|everything (?:that )?you (?:know|remember)(?: about me)?|"
    r"everything about me)\s*[.!]*$",
    _F,
)
_FORGET_ALL_ZH = re.compile(
    rf"^(?=.*(?:忘|删|清空)){_POLITE_ZH}(?:把)?(?:忘掉|忘记|忘了|删掉|删除|清空)?(?:关于我的|你记得的|我的|你知道的)?(?:一切|所有(?:的)?|全部(?:的)?)(?:记忆|事情?|东西|内容)?"
    r"(?:都)?(?:忘掉|忘记|忘了|删掉|删除|清空)?(?:吧|了|掉)*[。！!.\s]*$"
)
_FORGET_TOPIC = re.compile(
    rf"^{_POLITE}(?:forget|delete|erase|remove)\s+(?:(?:everything|all|anything|what)\s+)?"
    r"(?:(?:that )?you (?:know|remember)\s+)?"
    r"(?:(?:the |my )?(?:memor(?:y|ies)|notes?)\s+)?(?:about|regarding|concerning|on)\s+(?P<topic>.+?)\s*[.!]*$",
    _F,
)
_FORGET_CLAUSE = re.compile(rf"^{_POLITE}forget\s+that\s+(?P<topic>(?:i|i'm|my|we|our)\b.+?)\s*[.!]*$", _F)
_FORGET_TOPIC_ZH = re.compile(
    rf"^{_POLITE_ZH}(?:忘掉|忘记|忘了|删掉|删除)(?:所有|一切|全部)?(?:关于|有关|跟|和)(?P<topic>.+?)(?:有关)?(?:的)?"
    r"(?:一切|所有|全部|事情?|记忆|内容|东西)*(?:吧|了)*[。！!.\s]*$"
)
_FORGET_TOPIC_BA_ZH = re.compile(
    rf"^{_POLITE_ZH}把(?:关于|有关)?(?P<topic>.+?)(?:的)?(?:一切|所有|全部|事情?|记忆|内容)*(?:都|全)*(?:忘了|忘掉|忘记|删掉|删了|删除)(?:吧)?[。！!.\s]*$"
)
_FORGET_CLAUSE_ZH = re.compile(rf"^{_POLITE_ZH}(?:忘掉|忘记)(?P<topic>我.+?)(?:这件事|的事)?(?:吧)?[。！!.\s]*$")
_ABOUT_ME = re.compile(
    r"^(?:so|ok|okay|hey|and|please|tell me|can you tell me)?[,，]?\s*"
    r"(?:what(?: all| else)? (?:do|can|did) you (?:actually )?"
    r"(?:know|remember|recall|have) (?:about|of|on) me(?: so far| now| already)?"
    r"|what have you (?:remembered|learn(?:ed|t)|stored)(?: (?:about|of) me)?(?: so far)?"
    r"|(?:show|list|give)(?: me)? (?:all )?(?:my|your|the) memories(?: (?:of|about) me)?"
    r"|everything you know about me|tell me (?:everything|what) you (?:know|remember) about me)\s*[?？.!]*$",
    _F,
)
_ABOUT_ME_ZH = re.compile(
    r"^(?:那|好的?|嗯)?[，,]?(?:请|告诉我)?你(?:都|还|现在|到底)*(?:记得|知道|记住了?|了解)(?:了)?(?:关于)?我(?:的)?(?:什么|哪些(?:事情?)?|些什么|多少)(?:事情?)?[？?。\s]*$"
    r"|^你(?:对|都?对)我(?:有(?:什么|多少))?(?:了解|知道|记得)(?:多少|什么|哪些|吗)?[？?。\s]*$"
    r"|^(?:给我)?(?:看看|显示|列出|查看|展示)(?:一下)?(?:我的|你的|所有|全部)*(?:记忆|你记得的)(?:列表)?[？?。！\s]*$"
    r"|^我的记忆(?:有哪些|有什么|呢)[？?。\s]*$|^你记得(?:关于)?我(?:的)?(?:什么|哪些)[？?。\s]*$"
)
_YES = re.compile(
    r"^(?:yes|yep|yeah|sure|ok|okay|do it|confirm|go ahead)\b.{0,30}$"
    r"|^(?:是的?|对|好的?|确认|确定|删吧|可以|嗯).{0,8}$",
    _F,
)
_NO = re.compile(r"^(?:no|nope|don'?t|stop|cancel|keep)\b.{0,30}$|^(?:不|别|算了|取消|保留).{0,8}$", _F)
_SENTENCE = re.compile(r"(?<=[.!?。！？;；\n])\s*(?=\S)")
_CLAUSE_ZH = re.compile(
    r"[，,；;](?=\s*(?:请|麻烦)?(?:你|您)?(?:帮我|给我|替我)?(?:再|也)?(?:记住|记一下|记下|别忘了))"
)


def parse(text: str) -> Intent:
    """The intent of one typed message. A question about remembering ("do you remember when …?") is talk."""
    text = text.strip()
    if len(text) > 4000:
        return TALK  # pasted text gives no orders
    for pattern, kind in _WHOLE:
        if pattern.match(text):
            return Intent(kind)
    for pattern in (_FORGET_TOPIC, _FORGET_CLAUSE, _FORGET_TOPIC_ZH, _FORGET_TOPIC_BA_ZH, _FORGET_CLAUSE_ZH):
        if (
            (match := pattern.match(text))
            and (topic := match["topic"].strip(" \t，,。."))
            and topic not in {"it", "它"}
        ):
            return Intent("forget_topic", topic=topic)
    texts = tuple(what for part in _parts(text) if (what := _to_remember(part)))
    return Intent("remember", texts=texts) if texts else TALK


def answer_to_confirmation(text: str) -> Intent:
    """How a person replies to "shall I forget these?"; anything but a clear yes keeps them."""
    text = text.strip()
    if _NO.match(text):
        return Intent("refuse")
    return Intent("confirm") if _YES.match(text) else TALK


def _parts(text: str) -> list[str]:
    return [piece for sentence in _SENTENCE.split(text) for piece in _CLAUSE_ZH.split(sentence) if piece.strip()]


def _to_remember(part: str) -> str:
    part = part.strip()
    if part.endswith(("?", "？", "吗", "么")):
        return ""
    match = _REMEMBER.match(part)
    if match:
        what = match["what"].strip()
        return "" if _REMEMBER_NOT.match(what) else what
    match = _REMEMBER_ZH.match(part)
    if match:
        what = match["what"].strip()
        return "" if _REMEMBER_ZH_NOT.match(what) else what
    return ""


_WHOLE: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (_ABOUT_ME, "about_me"),
    (_ABOUT_ME_ZH, "about_me"),
    (_REMEMBER_ANSWER, "remember_answer"),
    (_REMEMBER_ANSWER_ZH, "remember_answer"),
    (_FORGET_ALL, "forget_all"),
    (_FORGET_ALL_ZH, "forget_all"),
    (_FORGET_LAST, "forget_last"),
    (_FORGET_LAST_ZH, "forget_last"),
)
