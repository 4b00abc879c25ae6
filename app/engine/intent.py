"""What a message asks of the memory itself: remember, forget, show. Rules only; everything else is conversation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from app.engine.intent_forget import ForgetKind, order_to_forget

Kind = Literal["talk", "remember", "remember_answer", "about_me", "confirm", "refuse"] | ForgetKind


@dataclass(frozen=True, slots=True)
class Intent:
    """`texts`: what to remember, one entry each. `topic`: what to forget, or the words of a period."""

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
    rf"^{_POLITE_ZH}(?:记住|记下来?|记一下|记着|记得|记好|牢记|(?:千万|可)?(?:别|不要)忘(?:了|记)?)(?:一下)?(?:这件事|这个|这点|一点|以下)?"
    r"\s*[:：，,]?\s*(?P<what>.+)$",
    _F,
)
_REMEMBER_ZH_NOT = re.compile(
    r"^(?:这(?:个|条|句|句话|一点)?|那(?:个|条|句)?|它|了|吗|我(?:吗|么)?|什么|哪|谁|来)[。！!.\s]*$"
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
_ABOUT_ME = re.compile(
    r"^(?:so|ok|okay|hey|and|please|tell me|can you tell me)?[,，]?\s*"
    r"(?:what(?: all| else)? (?:do|can|did) you (?:actually )?"
    r"(?:know|remember|recall|have) (?:about|of|on) me(?: so far| now| already)?"
    r"|what have you (?:remembered|learn(?:ed|t)|stored)(?: (?:about|of) me)?(?: so far)?"
    r"|(?:show|list|give)(?: me)? (?:all )?(?:my|your|the) memories(?: (?:of|about) me)?"
    r"|(?:tell|remind|show) me (?:again )?(?:everything|what|all) you (?:know|remember|have (?:stored|saved))"
    r" (?:about|on) me"
    r"|what(?:'s| is| do you have)? (?:stored |saved )?in your memory (?:about|of|on) me"
    r"|everything you know about me)\s*[?？.!]*$",
    _F,
)
_ABOUT_ME_ZH = re.compile(
    r"^(?:那|好的?|嗯)?[，,]?(?:请|告诉我|说说|讲讲|说一下)?你(?:都|还|现在|到底)*(?:记得|知道|记住了?|了解)(?:了)?(?:关于)?我(?:的)?(?:什么|哪些(?:事情?)?|些什么|多少)(?:事情?)?[？?。\s]*$"
    r"|^你(?:对|都?对)我(?:有(?:什么|多少))?(?:了解|知道|记得)(?:多少|什么|哪些|吗)?[？?。\s]*$"
    r"|^(?:给我)?(?:看看|显示|列出|查看|展示)(?:一下)?(?:我的|你的|所有|全部)*(?:记忆|你记得的)(?:列表)?[？?。！\s]*$"
    r"|^我的记忆(?:有哪些|有什么|呢)[？?。\s]*$|^你记得(?:关于)?我(?:的)?(?:什么|哪些)[？?。\s]*$"
)
_YES = re.compile(  # nothing but a yes: "ok but keep the first", 对了…, 可以先不删吗 are none
    r"^(?:(?:yes|yep|yeah|yup|sure|ok|okay|confirm(?:ed)?|do it|do that|go ahead|please|forget|delete|remove|erase"
    r"|them|it|all|everything|now|for good|of course|certainly|definitely|that's right|right|i'm sure|i am sure|thanks"
    r"|thank you|those|these|both)[\s,.!]*)+$"
    r"|^(?:(?:是的?|对的?|好的?|好吧|确认|确定|我确定|我确认|可以|嗯+|行|没错|删|忘|都|全部?|吧|掉|了|删掉|删除|忘掉|它们?|这些|请|谢谢|啊|呀|哈)"
    r"[\s，,。.！!]*)+$",
    re.IGNORECASE,
)
_YES_NOT = re.compile(  # words that only go with a yes
    r"^(?:please|forget|delete|them|it|all|everything|now|thanks|thank you|those|these|both"
    r"|对了|都|全|吧|了|它们?|这些|请|谢谢|啊|呀|哈)[\s,.!，。！]*$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^(?:no|nope|nah|don'?t|do not|stop|cancel|keep|wait|not (?:yet|now)|never ?mind|leave)\b.{0,40}$"
    r"|^(?:不|别|算了|取消|保留|先不|等等|等一下|留着).{0,12}$",
    re.IGNORECASE | re.DOTALL,
)
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
    if found := order_to_forget(text):
        return Intent(found[0], topic=found[1])
    texts = tuple(what for part in _parts(text) if (what := _to_remember(part)))
    return Intent("remember", texts=texts) if texts else TALK


def answer_to_confirmation(text: str) -> Intent:
    """How a person replies to "shall I forget these?"; anything but a clear yes keeps them."""
    text = text.strip()
    if _NO.match(text):
        return Intent("refuse")
    return Intent("confirm") if _YES.match(text) and not _YES_NOT.match(text) else TALK


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
)
