"""Tells plans, their cancellation and their fulfilment from what is already so."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re

from app.engine.remember.grounding import names, stem

_EN_PLAN = re.compile(
    r"\b(?:will|'ll|going to|gonna|plan(?:s|ning)? (?:to|on|a|an|for|my|our)|planned (?:to|for)|about to|intend(?:ing)? to|hope to|hoping to|want to|would like to|thinking (?:of|about)|"
    r"considering|due|scheduled|booked|supposed to|have to|need to|must|(?:am|'m|are|'re|is|'s) (?:moving|flying|travell?ing|leaving|starting|getting married|meeting|visiting|going|"
    r"having|seeing|joining|buying|selling|switching|quitting|retiring|relocating|changing|interviewing|running)\b|appointment|remind me|owe|deadline|expires?|next (?:week|month|year|spring|summer|autumn|fall|"
    r"winter|\w+day)|tomorrow|upcoming)",
    re.I,
)
_EN_NOT_YET = re.compile(
    r"\b(?:will|'ll|going to|gonna|plan(?:s|ning)? (?:to|on)|planned to|about to|intend(?:ing)? to|hope to|hoping to|want to|would like to|thinking (?:of|about)|considering|might|may|could|"
    r"(?:am|'m|are|'re|is|'s) (?:moving|relocating|joining|starting|switching|buying|getting|leaving|changing|turning)|maybe|perhaps|dream of|used to|almost|nearly)\b",
    re.I,
)
_ZH_PLAN = re.compile(
    r"打算|计划|准备(?!好|了)|将|即将|要(?=去|来|搬|买|换|结|考|见|参|开|交|飞|回|到|做|辞|出|给)|会(?=去|来|搬|到|在.{1,8}(?:举行|开始|参加))|想(?=去|要|买|换|搬|学)|预约|约了|到期|截止|提醒我|欠|还没(?:给|交|还)|"
    r"下(?:周|个?月|个?星期|礼拜)|明天|后天|明年|考虑|[周号日](?:[一二三四五六日末])?(?:飞|去|见|回|约|要|出发|走)"
)
_ZH_NOT_YET = re.compile(
    r"打算|计划|准备|将要?|即将|想(?=去|要|买|换|搬|学|跳槽)|考虑|要(?=搬|换|去|跳|买|结|改|调)|可能|也许|或许|差点|以前|曾经|会(?=搬|换|去|跳)|明年|下(?:周|个?月)"
)
_CANCEL = re.compile(
    r"\b(?:cancel(?:l?ed|s|ling)?|called off|call off|no longer (?:going|moving|planning|happening|flying|visiting|coming|attending|joining|buying|doing)|"
    r"(?:not|n't|never) (?:going|moving|happening|flying|coming|attending|travell?ing) (?:any ?more|to|after all)|(?:is|are|'s|was) off\b|fell through|changed my mind|backed out|"
    r"scrapped|won't be (?:going|moving|coming|happening|flying|attending|joining)|(?:won't|not going to) (?:go|move|fly|come|attend|join|buy|do|happen|take|travel)|dropped the (?:plan|idea))",
    re.I,
)
_ZH_CANCEL = re.compile(
    r"取消|不[去搬买办做考换来学参订报].{0,10}了|不去了|不搬了|不买了|不办了|不做了|不考了|不换了|不来了|不参加了|泡汤|作罢|算了(?=$|[，,。])|改主意|黄了|不打算|不再打算|不准备|不结了|不学了|退票|退订"
)
_DONE = re.compile(
    r"\b(?:moved|joined|started|went|bought|got married|visited|flew|finished|passed|signed|switched|quit|left|became|have been to|handed in|submitted|sent|delivered)\b|了|过(?![去来敏程])",
    re.I,
)
HABIT = re.compile(
    r"\b(?:every|each|always|usually|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b|每[周天月年个次]|总是|通常|一般|都会?(?=去|在|要)|平时|经常",
    re.I,
)
_FREE = frozenset(
    [
        "i'm",
        "i",
        "am",
        "my",
        "the",
        "a",
        "an",
        "to",
        "of",
        "in",
        "on",
        "at",
        "for",
        "with",
        "and",
        "or",
        "is",
        "are",
        "was",
        "be",
        "it",
        "that",
        "this",
        "our",
        "we",
        "has",
        "have",
        "been",
        "will",
        "going",
        "plan",
        "planning",
        "not",
        "no",
        "longer",
        "off",
        "cancel",
        "cancelled",
        "canceled",
    ]
)


def is_plan(text: str) -> bool:
    """Whether it speaks of what is still to come or still owed."""
    if HABIT.search(text):
        return False
    return bool(_EN_PLAN.search(text) or _ZH_PLAN.search(text)) and not is_cancellation(text)


def not_yet(text: str) -> bool:
    """Whether what it says of home, work and the like has not happened: it must not change the fact table."""
    return bool(_EN_NOT_YET.search(text) or _ZH_NOT_YET.search(text) or is_cancellation(text))


def is_cancellation(text: str) -> bool:
    return bool(_CANCEL.search(text) or _ZH_CANCEL.search(text))


def is_done(text: str) -> bool:
    return bool(_DONE.search(text)) and not not_yet(text)


def about_same(a: str, b: str) -> bool:
    """Whether a cancellation or fulfilment speaks of this plan: they share what is specific (a place, an object, an event)."""
    x, y = _specific(a), _specific(b)
    shared = x & y
    if names(a) and names(b) and not names(a) & names(b):
        return False  # another place, another person
    return bool(shared) and (len(shared) >= 2 or len(shared) / max(1, min(len(x), len(y))) >= 0.4)


def _specific(text: str) -> set[str]:
    words = {stem(w) for w in re.findall(r"[A-Za-zÀ-ɏ][\w'-]+", text) if w.lower() not in _FREE}
    runs = re.findall(
        r"[\u4e00-\u9fff]+",
        re.sub(
            r"取消了?|不[去搬买办做来]了|打算|计划|准备|已经|下个?[周月]|明[天年]|[周号]|旅行|行程|航班|我们?|要|想|的|了|那个|这个|[搬去到]",
            " ",
            text,
        ),
    )
    return words | {run[i : i + 2] for run in runs for i in range(len(run) - 1)}
