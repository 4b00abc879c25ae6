"""What an order to forget means: the last one, a topic, a period, this conversation, everything; or no order at all.

A message is taken for an order only when all of it is one. People forget keys, tell each other to forget it, and write
poems about forgetting; what is left in doubt is talk, or a question with a list (`orders.py`).
"""

from __future__ import annotations

import re
from typing import Literal

ForgetKind = Literal["forget_last", "forget_this", "forget_topic", "forget_period", "forget_conversation", "forget_all"]
Found = tuple[ForgetKind, str]  # what is meant, and its words: the topic, the period, a "this" that may be no memory

_F = re.IGNORECASE | re.DOTALL
_OF_MEMORY = frozenset({"forget", "stop remembering", "unremember"})  # verbs that can mean nothing else
_LONGEST = 160  # characters of an order
_BEFORE = (
    r"(?:(?:please|pls|ok|okay|hey|so|and|also|then|oh|no|well|alright|right|actually|sorry|wait|listen|keepsake"
    r"|start over|never mind|nevermind|on second thoughts?|thanks|thank you)[,，.!…]*\s+)*"
    r"(?:(?:can|could|would|will) you\s+|you (?:can|should|may|must)\s+"
    r"|i(?:'d like| want| would like| need) you to\s+)?(?:please\s+|just\s+|now\s+)*"
)
_AFTER = r"(?:[,，]?\s+(?:please|now|again|for me|for good|right away|thanks|thank you|ok|okay|completely))*\s*[.!?]*"
_ENGLISH = re.compile(
    rf"^{_BEFORE}(?P<verb>forget|delete|erase|remove|wipe|clear|scrap|drop|undo|stop remembering|unremember)"
    rf"\s+(?P<what>\S.*?){_AFTER}$",
    _F,
)
_SECOND_CLAUSE = re.compile(
    r"[,;:]\s|[,;]$|\bbut\b|\bbecause\b|\bor (?:it|you|we|i|they|he|she)\b|[.!?]\s", re.IGNORECASE
)
_ELSEWHERE = re.compile(  # things that are no memories
    r"\b(?:e-?mails?|drafts?|files?|folders?|documents?|docs?|letters?|lists?|table|row|column|code|function|line"
    r"|paragraph|sentence|app|account|photos?|pictures?|spreadsheet|slides?|essay|text|branch|database|cache|cookies"
    r"|instructions?|prompt|rules?|poems?|story|password)\b|邮件|文件|文档|文章|段落|代码|照片|图片|账号|账户|表格"
    r"|草稿|短信|软件|缓存|作文|指令|提示|规则",
    re.IGNORECASE,
)
_MEMORY = re.compile(
    r"\b(?:memor(?:y|ies)|remember|know|told you|said|mentioned)\b|记忆|记得|记住|知道|说|讲", re.IGNORECASE
)

_LAST = re.compile(
    r"(?:the |that |my )?(?:very )?(?:last|latest|most recent|newest|previous)(?: (?:one|thing|memory|note|item|fact))?"
    r"(?: (?:that )?(?:i (?:just )?(?:said|told you|mentioned)|you (?:saved|stored|remembered|learned|learnt)))?"
    r"(?: (?:about me))?",
    _F,
)
_THIS = re.compile(
    r"(?:that|this)(?: (?:one|memory|fact|last one))?|what (?:i|you) (?:have )?just (?:said|told you|saved|remembered)"
    r"|what i said|what i told you|(?:that|this) again",
    _F,
)
_CONVERSATION = re.compile(
    r"(?:all of |everything (?:in|from|about) )?(?:this|the|our|the (?:whole|entire|current)|this (?:whole|entire))"
    r" (?:conversation|chat|talk|discussion|dialogue)(?: history)?",
    _F,
)
_ALL = re.compile(
    r"(?:absolutely )?(?:everything|it all|all of (?:it|that|them)|all(?: (?:my|the|your))? memories|(?:my|your|the)"
    r" (?:whole |entire )?memor(?:y|ies)|all of (?:my|the|your) memories|all you (?:know|remember)(?: about me)?"
    r"|everything (?:that )?(?:you(?:'ve| have)? (?:know|knew|remember|remembered|learned|learnt|stored|saved|got|have)"
    r"|you have|you(?:'ve| have) got)(?: (?:about|on|of) me)?|everything (?:about|on) me"
    r"|everything i(?:'ve| have)? (?:ever )?(?:said|told you))",
    _F,
)
_MONTHS = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
)
_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_TIME = (
    rf"(?:the )?(?:day before yesterday|yesterday|today|tonight|this (?:morning|afternoon|evening)"
    rf"|(?:last|this|past) (?:week(?:end)?|month|year|night|summer|winter|spring|autumn|fall|{_DAYS}|{_MONTHS})"
    rf"|(?:last|past) (?:few |couple of |\w+ )?(?:days?|weeks?|months?|years?|hours?)"
    rf"|\w+ (?:days?|weeks?|months?|years?) ago|{_DAYS}|(?:\d{{1,2}}(?:st|nd|rd|th)? )?(?:of )?{_MONTHS}"
    rf"(?: \d{{1,2}}(?:st|nd|rd|th)?)?(?:,? (?:19|20)\d\d)?|(?:19|20)\d\d|\d{{4}}-\d\d(?:-\d\d)?)"
)
_PERIOD = re.compile(
    rf"(?:(?:everything|all|anything|what|whatever|the things?|all the things|(?:all |my |the )*memories)\s*"
    rf"(?:(?:that )?(?:i|we)(?:'ve| have)? (?:said|told you|talked about|discussed|mentioned|spoke about))?\s*)?"
    rf"(?:(?:from|of|in|on|during|since|about)\s+)?(?P<time>{_TIME})(?:'s (?:memories|conversations?|talks?|chats?))?",
    _F,
)
_ABOUT = re.compile(
    r"(?:(?:everything|all|anything|what|whatever|the things|the thing|stuff|things)\s+)?"
    r"(?:(?:that )?(?:you|we|i)(?:'ve| have| just| ever)*\s+(?:know|remember|said|say|told you|tell you|talked|saved"
    r"|stored|heard|mentioned|learned|learnt|have)\s+)?"
    r"(?:(?:the |my |all |any |all my |that |your )*(?:memor(?:y|ies)|notes?|facts?|things?|stuff)\s+)?"
    r"(?:(?:that (?:are|is)\s+)?(?:about|regarding|concerning|on|related to|to do with|of)\s+)(?P<topic>.+)",
    _F,
)
_CLAUSE = re.compile(r"that\s+(?P<topic>(?:i|i'm|i've|my|we|we're|our|there|he|she|they)\b.+)", _F)
_BARE = re.compile(
    r"(?P<topic>(?:(?:my|our)\s+.+|the\s+.+?(?=\s+(?:thing|stuff|business|story|affair)$)"
    r"|[A-ZÀ-Þ][\w'’-]+(?:\s+[A-ZÀ-Þ][\w'’-]+){0,2}))(?:\s+(?:thing|stuff|business|story|affair))?",
    re.DOTALL,
)
_NO_TOPIC = re.compile(
    r"^(?:it|that|this|them|him|her|me|you|us|everyone|work|dinner|lunch|breakfast|money|today|tonight|yesterday"
    r"|the past|the rest|all that|all this|everything)$|^(?:it|that|this|me|you|us)\b[,;]|^它$|^这$|^那$",
    re.IGNORECASE,
)

_BEFORE_ZH = (
    r"(?:(?:好的?|嗯|那|对了|另外|还有|顺便|也|算了|不|不用了|重新来|等等)[，,、。！!\s]*)*"
    r"(?:我(?:想|要|希望)(?:让|叫|请)?你)?(?:请|麻烦|拜托)?(?:你|您)?(?:可以|能不能|能|可不可以|应该)?"
    r"(?:请|麻烦)?(?:帮我|给我|替我)?(?:再|也|先|就)?"
)
_AFTER_ZH = r"(?:吧|了|掉|好吗|行吗|可以吗|好不好|啦|呗|，?谢谢(?:你)?|，?好吗)*[。！!？?.\s]*"
_VERB_ZH = r"(?:忘掉|忘记|忘了|忘|删掉|删除|删了|删|清掉|清除|清空|抹掉|抹去|撤销|撤回|去掉)"
_STRONG_ZH = r"(?:忘掉|删掉|删除|删了|清掉|清除|清空|抹掉|抹去|撤销|撤回)"  # no one loses keys with these
_BA_ZH = re.compile(
    rf"^{_BEFORE_ZH}(?:把|将)(?P<what>.+?)(?P<all>(?:都|全部?|通通|统统|彻底|也|给)*)"
    rf"(?P<verb>{_VERB_ZH})(?P<end>{_AFTER_ZH})$",
    _F,
)
_FIRST_ZH = re.compile(rf"^{_BEFORE_ZH}(?P<verb>{_VERB_ZH})(?P<what>.+?)(?P<end>{_AFTER_ZH})$", _F)
_LATER_ZH = re.compile(
    rf"^{_BEFORE_ZH}(?P<what>.+?)(?P<you>你)?(?:可以|就|请|能)?(?P<all>都|全部?|通通|统统)*(?:给我)?(?P<verb>{_VERB_ZH}){_AFTER_ZH}$",
    _F,
)
_LAST_ZH = re.compile(
    r"(?:我的?)?(?:上|最后|最近|最新)(?:的)?(?:那|这)?(?:一)?(?:条|个|件)(?:的)?(?:记忆|记录|事|话|内容)?"
)
_THIS_ZH = re.compile(
    r"(?:刚才|刚刚)?(?:这|那)(?:个|条|件|句|一条|一个|件事|句话|条记忆|条记录|个记忆|段话|些)(?:事|话|记忆)?"
    r"|(?:我)?(?:刚才|刚刚)(?:我)?(?:说|讲|告诉你)?(?:过)?(?:的)?(?:那|这)?(?:些|个|条|件|句)?(?:话|事|内容|东西|记忆|一条|一句)?"
)
_CONVERSATION_ZH = re.compile(
    r"(?:我们的?)?(?:这|这个|这次|这段|这场|本次|当前|整个|我们的?)(?:的)?"
    r"(?:对话|聊天|谈话|会话)(?:记录|内容|历史)?(?:的内容)?"
)
_ALL_ZH = re.compile(
    r"(?:关于我的?|你记得的?|你知道的?|你记住的?|你存的?|我的?|你的?|我说过的?|我告诉你的?|你知道的?关于我的?|你记得的?关于我的?)*"
    r"(?:一切|所有(?:的)?|全部(?:的)?)(?:记忆|记录|事情?|东西|内容|话)*|(?:你|我)的(?:全部|所有|整个)?记忆|关于我的(?:记忆|事情?|一切)"
    r"|你(?:所)?(?:记得|知道|记住)的(?:一切|所有|全部|东西|事情?)?"
    r"|(?:你)?(?:记得|知道|记住)的(?:关于)?我的(?:一切|所有|全部|事情?)|我(?:说过|告诉你)的(?:一切|所有|全部)?(?:话|事情?)?"
)
_NUMBER_ZH = r"(?:\d{1,4}|[零〇一二两三四五六七八九十几]{1,4})"
_TIME_ZH = (
    rf"(?:大?前天|昨[天晚日]|今[天早晚日]|(?:上+|这|本)(?:个)?(?:周|星期|礼拜|月)(?:末|[一二三四五六日天])?"
    rf"|(?:最近|过去|前|近|这|上)(?:的)?(?:这)?{_NUMBER_ZH}(?:个)?(?:天|周|星期|礼拜|月|年|小时)(?:里|内)?|{_NUMBER_ZH}(?:个)?(?:天|周|星期|礼拜|月|年)(?:以)?前"
    rf"|(?:{_NUMBER_ZH}年|今年|去年|前年)?(?:{_NUMBER_ZH}月(?:份)?(?:{_NUMBER_ZH}[日号])?|的?[春夏秋冬][天季])|去年|今年|前年|{_NUMBER_ZH}年)"
)
_PERIOD_ZH = re.compile(
    rf"(?:我|我们|咱们)?(?:在)?(?P<time>{_TIME_ZH})(?:我|我们|咱们)?(?:里|内|这段时间)?(?:的|(?:说|讲|聊|谈|提|记)(?:过|到|住)?的?)?"
    r"(?:那些|所有|一切|全部)?(?:的)?(?:记忆|记录|话|事情?|内容|东西|对话|聊天(?:记录)?|一切|所有|全部)*"
)
_ABOUT_ZH = re.compile(
    r"(?:你)?(?:所有|一切|全部)?(?:知道|记得|记住)?(?:的)?(?:我)?(?:跟你|对你)?(?:说过?|讲过?|提过?)?(?:的)?"
    r"(?:关于|有关)(?:于)?(?P<topic>.+?)(?:有关)?(?:的)?(?:一切|所有|全部|事情?|记忆|记录|内容|东西|话|信息)*"
)
_TAIL_ZH = re.compile(r"(?:这件|那件|的)?(?:一切|所有|全部|事情?|记忆|记录|内容|东西)+$|的$")
_NO_TOPIC_ZH = re.compile(
    r"^(?:我|你|他|她|它|他们|她们|它们|我们|自己|这|那|这些|那些|一切|过去|烦恼|不快|不开心|痛苦|这一切|所有)(?:的)?$"
)
_LOST_ZH = re.compile(
    r"^(?:带|拿|关|锁|买|吃|说|告诉|问|回|做|写|去|给|交|打|还|跟|和|是|在|怎么|密码|自己|了|怎|哪|什么|谁)"
)
_ASKS_ZH = re.compile(r"怎么|如何|怎样|为什么|是不是|有没有|能否|吗[？?]?$|什么|哪")


def order_to_forget(text: str) -> Found | None:
    """What a whole message orders to forget; None when it orders no such thing. The words of a topic are as typed."""
    text = text.strip()
    if not text or len(text) > _LONGEST or "\n" in text:
        return None
    return _english(text) or _chinese(text)


def _english(text: str) -> Found | None:
    match = _ENGLISH.match(text)
    if match is None:
        return None
    verb, what = match["verb"].lower(), match["what"].strip(" \t.!")
    if _THIS.fullmatch(what):
        return ("forget_this", "" if verb in _OF_MEMORY or _MEMORY.search(what) else what)
    for pattern, kind in _ENGLISH_WHOLE:
        if pattern.fullmatch(what):
            return (kind, "")
    if period := _PERIOD.fullmatch(what):
        return ("forget_period", period["time"])
    if _SECOND_CLAUSE.search(what):
        return None
    remembers = verb in _OF_MEMORY
    if _ELSEWHERE.search(what) and not (remembers or _MEMORY.search(what)):
        return None
    for pattern in (_ABOUT, _CLAUSE) if remembers or _MEMORY.search(what) or "about" in what else ():
        if (found := pattern.fullmatch(what)) and not _NO_TOPIC.match(found["topic"].strip()):
            return ("forget_topic", found["topic"].strip(" \t,.!"))
    if remembers and (bare := _BARE.fullmatch(what)) and not _NO_TOPIC.match(bare["topic"]):
        return ("forget_topic", bare["topic"])
    return None


_ENGLISH_WHOLE: tuple[tuple[re.Pattern[str], ForgetKind], ...] = (
    (_LAST, "forget_last"),
    (_CONVERSATION, "forget_conversation"),
    (_ALL, "forget_all"),
)


def _chinese(text: str) -> Found | None:
    if _ASKS_ZH.search(text) and not re.search(r"(?:好|行|可以)吗[？?]?$|能不能|可不可以|什么都", text):
        return None
    found = _read_zh(text)
    if found is None or found[0] != "forget_this":
        return found
    named = re.search(r"忘|刚", text) or _MEMORY.search(text)
    return found if named else ("forget_this", text)  # 删掉这个: this what?


def _read_zh(text: str) -> Found | None:
    if match := _BA_ZH.match(text):
        lost = match["verb"] in {"忘了", "忘记", "忘"} and not (match["all"] or "吧" in match["end"])
        return _object_zh(match["what"], named=match["verb"].startswith("忘") and not lost, plain=not lost)
    if match := _FIRST_ZH.match(text):
        what, lost = match["what"], match["verb"] in {"忘了", "忘记", "忘"}
        if lost and (_LOST_ZH.match(what) or match["end"].startswith("了")):
            return None  # somebody has forgotten something
        asked = not lost or "吧" in match["end"] or match["verb"] == "忘记"
        return _object_zh(what, named=False, plain=asked)
    if match := _LATER_ZH.match(text):
        strong = re.fullmatch(_STRONG_ZH, match["verb"]) is not None
        if strong or match["you"] or re.match(r"关于|有关", match["what"]):
            found = _object_zh(match["what"], named=False, plain=False)
            return found if found is None or found[0] != "forget_this" or strong else None
    return None


def _object_zh(what: str, *, named: bool, plain: bool = True) -> Found | None:
    """`named`: 把… with a verb of forgetting, which takes any object. `plain`: it may stand without 关于."""
    what = what.strip(" \t，,。.！!：:")
    if _LAST_ZH.fullmatch(what):
        return ("forget_last", "")
    if _THIS_ZH.fullmatch(what):
        return ("forget_this", "")
    for pattern, kind in _CHINESE_WHOLE:
        if pattern.fullmatch(what):
            return (kind, "")
    if period := _PERIOD_ZH.fullmatch(what):
        return ("forget_period", period["time"])
    if re.search(r"[，,。；;]", what) or (_ELSEWHERE.search(what) and not _MEMORY.search(what)):
        return None
    if about := _ABOUT_ZH.fullmatch(what):
        return None if _NO_TOPIC_ZH.match(about["topic"]) else ("forget_topic", about["topic"])
    topic = _TAIL_ZH.sub("", what)
    if not topic or _NO_TOPIC_ZH.match(topic) or _NO_TOPIC_ZH.match(what):
        return None
    said = topic != what or topic.startswith(("我", "跟", "和"))  # …这件事, …的事, 我…
    if named or (plain and said):
        return ("forget_topic", topic)
    return None


_CHINESE_WHOLE: tuple[tuple[re.Pattern[str], ForgetKind], ...] = (
    (_CONVERSATION_ZH, "forget_conversation"),
    (_ALL_ZH, "forget_all"),
)
