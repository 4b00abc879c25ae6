"""One-time codes, PINs, door codes and safe combinations."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.engine.redact.placeholders import is_placeholder
from app.engine.redact.spans import Span

_IS = (
    r"[ ]*(?:(?:code|number|no\.?)[ ]*)?(?:is|was|are|=|:|-|–|是|係|为|為|改成了?|改为|换成了?|变成了?)?[ ]*(?:now[ ]+"
    r"|still[ ]+|:)?[ ]*[\"'“「]?"
)
_OTP = re.compile(
    r"(?:验证码|驗證碼|动态码|動態碼|动态密码|动态口令|短信码|短信校验码|短信密码|一次性(?:密码|口令|验证码)|登录码"
    r"|二次验证码|令牌码|(?<![A-Za-z])(?:(?:verification|authentication|auth|login|log-in|sign-in|signin|2fa|mfa"
    r"|two-factor|two-step|one[ \-]time|otp|sms|totp|authenticator|whatsapp|google|apple id|paypal"
    r"|microsoft)[ ]+(?:verification[ ]+|security[ ]+|login[ ]+)?(?:pass[ ]?code|code|pin|password)|otp"
    r"|totp))(?![A-Za-z])"
    rf"{_IS}(?P<value>(?<!\d)(?:G-)?\d{{4,8}}|\d{{3}}[ \-]\d{{3}}|(?=[A-Z]*\d)[A-Z0-9]{{6,8}})(?![\dA-Za-z%]"
    rf"|[.,:]\d|[ ]?(?:位|个|次|秒|分钟|元|digits?\b|seconds?\b|minutes?\b))",
    re.IGNORECASE,
)
_OTP_FIRST = re.compile(
    r"(?<![\dA-Za-z\-])(?P<value>(?:G-)?\d{4,8}|\d{3}[ \-]\d{3})[ ]?(?:is|as|为|是|作为|作為)[ ]?(?:your|my|the"
    r"|您的|你的|我的)?[ ]?(?:[A-Za-z]{1,16}[ ]){0,3}?[\u4e00-\u9fff]{0,6}?(?:(?:verification|security|login"
    r"|sign-in|one-time|access|confirmation|auth(?:entication)?)[ ](?:pass)?code|passcode|otp|验证码|驗證碼|校验码"
    r"|动态码)(?![A-Za-z])",
    re.IGNORECASE,
)


_OTP_YOURS = re.compile(
    r"(?<![A-Za-z])your (?:[A-Za-z]{1,16} )?code(?: is|:) ?(?P<value>\d{4,8}|\d{3}[ \-]\d{3})"
    r"(?![\dA-Za-z%]|[.,:]\d| [a-z]{4,})",
    re.IGNORECASE,
)


_OTP_NEAR = re.compile(
    r"(?<![A-Za-z])code:?[ ](?P<value>\d{4,8})(?![\dA-Za-z%]|[.,:]\d)"
    r"(?=[^\d\n]{1,60}?(?:sign[ -]?in|log[ -]?in|verification|security|one-time|authentication)[ ]code"
    r"|[ ]to[ ](?:sign|log)[ ]in|[ ]to[ ](?:verify|confirm|unlock|continue))",
    re.IGNORECASE,
)


def find_one_time_codes(text: str) -> Iterator[Span]:
    for pattern in (_OTP, _OTP_FIRST, _OTP_YOURS, _OTP_NEAR):
        for match in pattern.finditer(text):
            yield Span("OTP", match.start("value"), match.end("value"), 0.85, "code/one_time")


_PLACES = (
    r"front[ ]?door|door|gate|entry|entrance|access|alarm|padlock|lock|safe|garage|unlock|building|key[ ]?pad"
    r"|lock[ ]?box|locker|key[ ]?box|vault|lobby|apartment|flat|suitcase|luggage|intercom|buzzer|backup|recovery"
    r"|pairing|screen(?:[ -]?lock)?|voicemail|parental|sim|puk|puk[12]|house|office|bike(?:[ ]lock)?|elevator|lift"
    r"|gym|card|atm|debit card|bank card|phone|ipad|tablet|device|wifi|wi-fi|shed|mailbox|airbnb"
)
_FOR = r"(?:[ ](?:for|to|of|on)[ ](?:the|my|our|his|her|your|their)?[ ]?(?:[A-Za-z'’\-]{1,16}[ ]?){1,4}?)?"
_CODE_EN = re.compile(
    rf"(?<![A-Za-z])(?:(?:(?:{_PLACES})[ ]+(?:pass[ ]?code|code|combination|combo|pin|number combination)s?"
    rf"|pin(?:[ ]?code|[ ]number)?|puk|combination|combo|pass[ ]?code)(?![A-Za-z])(?P<for>{_FOR})"
    rf"|code(?P<to>[ ](?:for|to)[ ](?:the|my|our|his|her|your"
    rf"|their)?[ ]?(?:[A-Za-z'’\-]{{1,16}}[ ])?(?:{_PLACES}))(?![A-Za-z]))(?:'s)?{_IS}(?P<value>[#*]?(?:\d{{3,12}}"
    rf"|\d{{1,3}}(?:[ ]?-[ ]?\d{{1,3}}){{2,4}}|\d{{1,2}}(?:[ ,]+\d{{1,2}}){{2,4}}"
    rf"|(?=[A-Za-z]{{0,7}}\d)(?=\d{{0,7}}[A-Za-z])[A-Za-z0-9]{{4,10}})[#*]?)(?![\dA-Za-z%]|[.,:/]\d|[ ]?(?:digits?"
    rf"|characters?|years?|times?|am|pm|minutes?)\b)",
    re.IGNORECASE,
)
_CODE_ZH = re.compile(
    r"(?:(?:门禁|門禁|门锁|門鎖|大门|大門|开门|開門|房门|保险箱|保險箱|保险柜|密码箱|行李箱|车库|車庫|闸机|储物柜"
    r"|更衣柜|柜子|单元门|解锁|解鎖|开机|锁屏|安全|配对|恢复|备用|授权|通行|入户|电梯|智能锁|U盾|邮箱授权"
    r"|客户端授权)(?:的)?(?:密[码碼]|代[码碼]|[码碼]|口令|pin)|PIN[ ]?[码碼]?|PUK[ ]?[码碼]?|(?:锁|鎖|箱子?|柜子?"
    r"|门)的(?:密[码碼]|[码碼])|密[码碼]锁(?:的)?(?:密[码碼]|号[码碼]?)?)"
    rf"{_IS}(?P<value>[#*]?(?:\d{{3,12}}|\d{{1,3}}(?:-\d{{1,3}}){{2,4}}"
    rf"|(?=[A-Za-z]{{0,19}}\d?)[A-Za-z0-9]{{6,20}})[#*]?)(?![\dA-Za-z%]|[.,:]\d|[ ]?(?:位|个|次|年|月|日|元"
    rf"|分钟|天|把|台|块|款|版|号线))",
    re.IGNORECASE,
)
_OPENS = re.compile(
    rf"(?<![A-Za-z])(?:{_PLACES})(?:[ ][a-z]{{1,12}}){{0,2}}[ ](?:opens?|unlocks?|disarms?)[ ](?:with|by"
    rf"|on)[ ](?:code[ ])?"
    r"(?P<value>[#*]?\d{3,10}[#*]?)(?![\dA-Za-z%]|[.,:/]\d|[ ]?(?:am|pm|%|o'clock))",
    re.IGNORECASE,
)
# "front door: 3501 then hash"
_DOOR = re.compile(
    rf"(?<![A-Za-z])(?:{_PLACES})[ ]?[:=][ ]?(?P<value>[#*]?\d{{3,10}}[#*]?)"
    r"(?=[ ,]{1,2}(?:then|and|followed by|press)[ ](?:press[ ])?(?:the[ ])?(?:hash|pound|star|enter|#|\*|arm))",
    re.IGNORECASE,
)
_BARE_LOCK = re.compile(
    r"(?:门锁|門鎖|门禁|門禁|密码锁|保险箱|保險箱|保险柜)[ ]?(?P<value>[#*]?\d{4,10}[#*]?)(?![\dA-Za-z%\-/]|[.,:]\d"
    r"|[ ]?(?:位|个|次|年|月|日|元|块|天|把|台|款|版|号|路|斤|kg))"
)
# Lists of single-use codes, and codes spelled in words.
_CODE_LIST = re.compile(
    r"(?:(?<![A-Za-z])(?:backup|recovery|emergency|scratch|single-use|one-time|2fa)[ ](?:pass)?codes?"
    r"|(?:备用|恢复|恢復|备份|救援)(?:验证)?(?:代码|代碼|码|碼))[^\dA-Za-z\n]{0,6}(?:are|is|是|为|如下)?[^\dA-Za-z]{0,4}"
    r"(?P<value>[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{2,10}){0,4}"
    r"(?:[ ,;、，\n]{1,3}[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{2,10}){0,4}){0,19})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_DIGIT_WORD = "zero|oh|one|two|three|four|five|six|seven|eight|nine"
_SPELLED = re.compile(
    rf"(?<![A-Za-z])(?:pin|pass[ ]?code|password|code|combination)(?:[ ](?:for|to"
    rf"|of)[ ][a-z' ]{{1,24}}?)?[ ]?(?:is|=|:)[ ]?"
    rf"(?P<value>(?:{_DIGIT_WORD})(?:[ ,\-]{{1,2}}(?:{_DIGIT_WORD})){{2,11}})(?![A-Za-z])",
    re.IGNORECASE,
)
_CALLED = re.compile(r"is|was|are|[:=]|是|为|為|改|换|成")


def find_pins(text: str) -> Iterator[Span]:
    for match in _CODE_EN.finditer(text):
        value = match["value"]
        said = _CALLED.search(match.group()[: -len(value)].lower()[-12:]) is not None
        dial = re.fullmatch(r"\d{1,2}-\d{1,2}-\d{1,2}", value) is not None
        plain = value.strip("#*").isdigit() and sum(map(str.isdigit, value)) >= 4
        named = re.match(r"pin|puk|pass", match.group(), re.IGNORECASE) is not None
        if not (said or dial or plain or named) or is_placeholder(value):
            continue
        if re.fullmatch(r"(?:19|20)\d\d-\d{1,2}-\d{1,2}", value):
            continue
        yield Span("PASSWORD", match.start("value"), match.end("value"), 0.75, "code/pin")
    yield from _listed_codes(text)
    for match in _SPELLED.finditer(text):
        yield Span("PASSWORD", match.start("value"), match.end("value"), 0.7, "code/spelled")
    for match in _DOOR.finditer(text):
        yield Span("PASSWORD", match.start("value"), match.end("value"), 0.7, "code/pin")
    for match in _OPENS.finditer(text):
        yield Span("PASSWORD", match.start("value"), match.end("value"), 0.7, "code/pin")
    for match in _BARE_LOCK.finditer(text):
        if not re.fullmatch(r"(?:19|20)\d\d(?:[01]\d[0-3]\d)?", match["value"]):
            yield Span("PASSWORD", match.start("value"), match.end("value"), 0.7, "code/pin")
    for match in _CODE_ZH.finditer(text):
        value = match["value"]
        if any(c.isdigit() for c in value) or "授权" in match.group():
            yield Span("PASSWORD", match.start("value"), match.end("value"), 0.75, "code/pin")


def _listed_codes(text: str) -> Iterator[Span]:
    """From the first code to the last that holds a digit; a year alone is none."""
    for match in _CODE_LIST.finditer(text):
        end = match.start("value")
        for code in re.finditer(r"[A-Za-z0-9\-]+", match["value"]):
            if not any(map(str.isdigit, code.group())) or re.fullmatch(r"(?:19|20)\d\d", code.group()):
                break
            end = match.start("value") + code.end()
        if end > match.start("value"):
            yield Span("PASSWORD", match.start("value"), end, 0.75, "code/list")
