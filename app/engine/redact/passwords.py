"""Passwords said in prose: "my password is …", "密码是…", "… 是我的密码"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from app.engine.redact.password_words import CHINESE_TALK, DESCRIBING, FUNCTION_WORDS, PRODUCTS
from app.engine.redact.placeholders import is_placeholder, kinds
from app.engine.redact.spans import Span, before

_NOUN = (
    r"(?P<noun>(?<![A-Za-z0-9_\-./@])(?:pass[ \-]?words?|passwd|pass[ \-]?codes?|pass[ \-]?phrases?|pwd|pw|psw"
    r"|passwort|kennwort|contraseña|mot de passe|mdp|mima)(?![A-Za-z]|\]@)|密[码碼](?!\]@|学|學|锁|鎖|本|子"
    r"|箱|员|管理|保护"
    r"|保護|破解|强度|強度|长度|長度|策略|框|栏|规则|要求|格式|类型|位数|提示|找回|输入|错误|不对|忘|泄|洩|保存"
    r"|功能|登录|登錄|验证|学院|机|机制|法|货币|朋克|器|盘|问题|复杂|重置)|口令(?!卡)|密语|通行碼|通行码)"
)
# Words between the noun and what it is: "for the NAS", "(wifi)", "已经改", "现在".
_MIDDLE = (
    r"(?:[ ]?\([^()\n]{1,24}\)|[ ](?:for|to|of|on|at|in)[ ](?:[A-Za-z0-9'’.\-]{1,20}[ ]?){1,6}?|[ ]on[ ]it"
    r"|[ ](?:that[ ])?(?:I|we)[ ](?:always[ ])?(?:use|used|have|chose|set|picked)(?:[ ][a-z]{2,12}){0,3}?"
    r"|[ ](?:hint)?)?"
)
_JOIN_EN = (
    r"[ ]*(?:(?:'s|[ ]is|[ ]was|[ ]are|[ ]will be|[ ](?:has been|was|got|is being)[ ](?:re)?(?:set"
    r"|changed)[ ]to|[ ]changed to|[ ]is set to|[ ]set to|[ ]to"
    r"|[ ]as|[ ]would be|[ ]became|[ ]=|=>?|:=?|->|→)(?:[ ](?:now|still|just|simply|actually|currently|always"
    r"|probably|again))?[ ]*:?)[ ]*"
)
_JOIN_ZH = (
    r"(?P<mid>[^\n，。！？；,.!?;:=是为為成\d\"'“「]{0,10}?)(?:就是|係|还是|還是|都是|一直是|现在是|是|为|為|改成了?"
    r"|改为了?|換成了?|换成了?|设成了?|设为了?|设置成了?|变成了?|成了?|叫做?|:|=|->|→)(?:了)?[ ]*:?[ ]*"
)
_SAID = re.compile(
    rf"{_NOUN}(?:{_MIDDLE}(?P<en>{_JOIN_EN})|(?P<zh>{_JOIN_ZH})|(?P<bare>(?:[ \t]+|(?<=[\u4e00-\u9fff]))))",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"'“‘「『`《【](?P<value>[^\"'”’」』`》】\n]{2,64})[\"'”’」』`》】]")
_TOKEN = re.compile(r"[!-~]{1,128}")
_UNIT = re.compile(
    r"[ ]?(?:位|个|個|年|月|日|天|次|分|秒|小时|元|块|字符|字元|种|條|条|遍|人|岁|-?(?:character|char|digit|letter"
    r"|symbol|word|day|month|year|time|hour|minute|attempt|bit|step)s?\b)",
    re.IGNORECASE,
)
_DATE = re.compile(r"(?:19|20)\d\d[-/.年]\d{1,2}(?:[-/.月]\d{1,2})?日?$|\d{1,2}[:/.]\d{2}(?:[:/.]\d{2,4})?$")
_WORDS = re.compile(r"(?:[A-Za-z][A-Za-z'’\-]*)(?:[ ]+[A-Za-z][A-Za-z'’\-]*){0,11}")
_TAILS = "on for at and but so in because which if when until since please ok okay"
_TAIL_WORDS = frozenset(_TAILS.split())


def find_passwords(text: str) -> Iterator[Span]:
    """Type PASSWORD: the value that is named a password, in either order and in both languages."""
    for match in _SAID.finditer(text):
        joined, at = match["bare"] is None, match.end()
        if match["zh"] is not None and re.search(
            r"时间|日期|次数|有效|期限|原因|位置|地方|格式|长度|规则|问题|提示|不对|错|忘|必须|不能|不要|是否|至少"
            r"|最少|应该|要求",
            match["mid"] or "",
        ):
            continue
        if match["zh"] is not None and match["noun"].isascii() and re.search(r"[A-Za-z\[\]/]", match["mid"] or ""):
            continue
        if not joined and match["noun"].lower() in ("passwords", "passwort"):
            continue
        span = _value(
            text,
            at,
            joined,
            colon=text[:at].rstrip().endswith((":", "=")),
            chinese=not match["noun"].isascii() or match["zh"] is not None,
        )
        if span:
            yield Span("PASSWORD", *span, 0.8, "said/password")
    for match in _PAIR.finditer(text):
        if kinds(match["value"]) > 1 and not is_placeholder(match["value"], code=True):
            yield Span("PASSWORD", match.start("value"), match.end("value"), 0.75, "said/pair")
    for match in _WIFI.finditer(text):
        yield Span("PASSWORD", match.start("value"), match.end("value"), 0.9, "said/wifi")
    yield from _apart(text)
    yield from _reversed(text)


# On a line of its own under the word, behind a comma, or before it in brackets: only what no word looks like.
_BELOW = re.compile(rf"{_NOUN}[ ]*[:：]?[ \t]*\n[ \t]*(?P<value>[!-~]{{4,64}})[ \t]*(?=\n|$)", re.IGNORECASE)
_BEHIND = re.compile(
    rf"{_NOUN}[ ]?[,，][ ]?(?:(?:type|enter|use|try|it's|it[ ]is|namely|就是|是"
    rf"|输入)[ ]?)?(?P<value>[!-~]{{5,64}}?)(?=$|[\s，。；！？]|[.,;!?](?:\s|$))",
    re.IGNORECASE,
)
# "密码忘了，好像是 …", "I forgot my password, I think it's …"
_GUESSED = re.compile(
    r"(?:密[码碼]|口令|pass[ ]?word|passcode|pwd)[^\d\n。！？!?]{0,12}?(?:好像是|应该是|應該是|可能是|大概是"
    r"|貌似是|就用|用的是|还是用|用|填|输入"
    r"|I think it's|I think it is|maybe"
    r"|probably|might be|should be)[ ]?(?P<value>[!-~]{4,64})",
    re.IGNORECASE,
)
_BRACKETED = re.compile(
    r"(?<![!-~])(?P<value>[!-~]{4,64}?)[ ]?\((?:[A-Za-z0-9'\-]{1,14}[ ]){0,4}(?:password|passcode|pw)\)"
    r"|(?<![!-~])(?P<zh>[!-~]{4,64}?)[ ]?\([A-Za-z\u4e00-\u9fff]{0,8}(?:密[码碼]|口令)\)",
    re.IGNORECASE,
)


# What a QR code of a wireless network holds: WIFI:S:name;T:WPA;P:password;;
_WIFI = re.compile(r"(?<![A-Za-z])WIFI:[^\n]{0,120}?(?<=[:;])P:(?P<value>(?:[^;\\\n]|\\.){1,64});", re.IGNORECASE)


def _apart(text: str) -> Iterator[Span]:
    for pattern in (_BELOW, _BEHIND, _GUESSED, _BRACKETED):
        for match in pattern.finditer(text):
            name = "zh" if pattern is _BRACKETED and match["value"] is None else "value"
            value = match[name]
            digits = sum(map(str.isdigit, value))
            strong = digits >= 6 if value.isdigit() else kinds(value) > (1 if digits else 2)
            if strong and not is_placeholder(value, code=True) and not _DATE.match(value) and "://" not in value:
                yield Span("PASSWORD", match.start(name), match.end(name), 0.7, "said/apart")


# "login: bob / hunter22!"
_PAIR = re.compile(
    r"(?:(?<![A-Za-z])(?:log[ ]?in|credentials?|creds|user(?:name)?[ ]?/[ ]?pass(?:word)?)"
    r"|账号密码|用户名密码|登录信息)[ ]*"
    r"(?:is|are|was|with|as|[:=]|是|为)[ ]*[A-Za-z0-9_.@\-]{1,40}[ ]*/[ ]*(?P<value>[^\s/，。；]{4,64})",
    re.IGNORECASE,
)


def _value(text: str, at: int, joined: bool, *, colon: bool, chinese: bool) -> tuple[int, int] | None:
    quoted = _QUOTED.match(text, at)
    if quoted and (is_placeholder(quoted["value"]) or _describes(quoted["value"])):
        return None
    if quoted:
        return quoted.span("value")
    token = _TOKEN.match(text, at)
    if token:
        start, end = _trim(text, token.start(), token.end())
        value = text[start:end]
        if _acceptable(value, text, end, joined, colon, chinese):
            return start, end
        if joined and (not chinese or colon):
            return _phrase(text, at, colon)
        return None
    return _chinese_phrase(text, at, colon) if chinese and joined else None


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the punctuation of the sentence around it."""
    while end > start and (
        text[end - 1] in ",;:?\"'>|" or (text[end - 1] == "." and not text[start : end - 1].endswith("."))
    ):
        end -= 1
    for opening, closing in ("()", "[]", "{}"):
        if end > start and text[end - 1] == closing and opening not in text[start:end]:
            end -= 1
    cut = re.search(r",(?=[A-Za-z\"'{])|\",|',|\"}|[;&](?=[A-Za-z]{3,12}=)|\\n|</", text[start:end])
    return start, start + cut.start() if cut and cut.start() >= 3 else end


def _acceptable(value: str, text: str, end: int, joined: bool, colon: bool, chinese: bool) -> bool:
    """A token that can only be the secret itself: digits, symbols or capitals where no English word has them."""
    if (
        len(value) < 3
        or is_placeholder(value, code=True)
        or value.lower() in PRODUCTS
        or re.match(r"https?://|www\.", value, re.IGNORECASE)
    ):
        return False
    if (
        _DATE.match(value)
        or (_UNIT.match(text, end) and re.fullmatch(r"[\d~\-]+", value))
        or re.fullmatch(
            r"\d{1,2}(?:st|nd|rd|th|-\w+)",
            value,
        )
    ):
        return False
    if re.fullmatch(r"[A-Za-z]+(?:['’](?:s|t|ll|re|ve|d|m))?", value) and not (chinese and joined):
        inner = value[1:]
        mixed = inner != inner.lower() and inner != inner.upper() and value.lower() not in DESCRIBING
        return mixed and (joined or sum(a.islower() != b.islower() for a, b in pairwise(value)) > 3)
    if value.isdigit():
        return len(value) >= 4
    if value.isalpha():  # a plain word after 密码是
        return len(value) >= 4 and value.lower() not in DESCRIBING and value.lower() not in FUNCTION_WORDS
    if re.fullmatch(r"[A-Za-z]+(?:[-'’][A-Za-z]+)+[.!]?", value):  # hyphenated words
        mixed = any(c.isupper() for part in re.split(r"[-'’]", value) for c in part[1:]) and not value.isupper()
        return (joined and colon) or (chinese and joined) or mixed
    if re.fullmatch(r"[A-Za-z]+[!.?,)]*", value) or (re.fullmatch(r"[^A-Za-z0-9]+", value) and len(value) < 6):
        return joined and chinese and value.rstrip("!.?,)").lower() not in DESCRIBING and len(value) > 4
    if re.fullmatch(r"[A-Za-z]+[/&+][A-Za-z]+", value):
        return joined and chinese
    return len(value) >= 4 or kinds(value) > 1


def _phrase(text: str, at: int, colon: bool) -> tuple[int, int] | None:
    """Plain words: a passphrase when none of them is a word one talks about passwords with."""
    match = _WORDS.match(text, at)
    if (
        match is None
        or text[match.end() : match.end() + 1] in ("(", "=", "@", "/", "_")
        or re.match(r"[.:]\w", text[match.end() : match.end() + 2])
    ):
        return None
    words = match.group().split()
    for i, word in enumerate(words):
        if i and word.lower() in _TAIL_WORDS:
            words = words[:i]
            break
    lower = [w.lower() for w in words]
    if any(w in FUNCTION_WORDS for w in lower):
        return None
    talk = sum(_describes(w) for w in lower)
    if (
        talk > (1 if len(words) >= 3 else 0)
        or (len(words) == 1 and len(words[0]) < (3 if colon else 4))
        or (is_placeholder(words[0], code=True) and len(words) == 1)
    ):
        return None
    end = at
    for word in words:
        end = text.index(word, end) + len(word)
    return at, end


def _describes(word: str) -> bool:
    word = word.lower()
    return word in DESCRIBING or word.endswith(("ed", "ing", "able", "ible", "ly"))


_HAN_PHRASE = re.compile(r"[\u4e00-\u9fff]{4,16}(?=$|[，。！？；,.!?;\n\"”」 ])")


def _chinese_phrase(text: str, at: int, colon: bool) -> tuple[int, int] | None:
    match = _HAN_PHRASE.match(text, at)
    if match is None or CHINESE_TALK.search(match.group()):
        return None
    return match.span()


_REVERSED = re.compile(
    r"(?<![!-~])(?P<value>[!-~]{4,64}?)[\"'”」]?[ ]?(?:就是|这个|這個|这组|那个|是|作为|作為|当作|当做|当|做"
    r"|设为|[ ]?is|[ ]?as|[ ]?was"
    r"|[ ]?for)[ ]?(?:我们?家?的?|你的?|他的?|她的?|家里的?|公司的?|our|my|the|his|her|its|your"
    r"|a)?[ ]?(?:[A-Za-z]{2,12}[ ]|[\u4e00-\u9fff]{1,5}?的?)?(?:新)?(?:密码|密碼|口令|pass[ ]?word|passcode"
    r"|passphrase|pin(?![A-Za-z]))(?!学|锁|器|[ ]manager|[ ]reset)",
    re.IGNORECASE,
)


def _reversed(text: str) -> Iterator[Span]:
    """ "hunter2 is my password", "用 abc123 当密码"."""
    if not re.search(r"密[码碼]|口令|pass|pin", text, re.IGNORECASE):
        return
    for match in _REVERSED.finditer(text):
        start, end = match.span("value")
        value = text[start:end].strip("\"'`“「(")
        start = text.index(value, start) if value else start
        end = start + len(value)
        strong = any(c.isdigit() for c in value) and (kinds(value) > 1 or len(value) >= 4)
        if (
            strong
            and not is_placeholder(value, code=True)
            and value.lower() not in PRODUCTS
            and not _DATE.match(value)
            and before(text, start, 1) not in ("/",)
        ):
            yield Span("PASSWORD", start, end, 0.75, "said/reversed")
