"""Payment cards, their security codes, bank accounts and IBANs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import iban, luhn

from app.engine.redact.spans import Span, before, digit_runs, glued_to_word, joined, names_a_thing, separators, windows

# Digit groups as printed on cards; 13 to 19 digits (ISO/IEC 7812).
_PRINTED = [
    *[(n,) for n in range(13, 20)],
    (4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 4, 3), (4, 4, 4, 4, 2), (4, 4, 4, 4, 1), (6, 13), (6, 10),
    (8, 8), (4, 4, 5), (4, 4, 4, 1), (4, 12), (12, 4), (4, 4, 8), (8, 4, 4), (4, 8, 4), (6, 4, 5), (6, 4, 4, 5),
    (6, 4, 6), (5, 5, 6), (4, 4, 4, 7), (6, 5, 5), (6, 6, 4), (6, 6, 7),
]  # fmt: skip
_CARD_WORD = re.compile(
    r"card|visa|master|amex|american express|discover|jcb|unionpay|diners|maestro|debit|credit|\bcc\b|charged|付款"
    r"|支付|刷卡|卡号|卡號|银行卡|銀行卡|信用卡|借记卡|储蓄卡|工资卡|银联|銀聯|卡是|卡为|尾号|绑卡|的卡|张卡|張卡",
    re.IGNORECASE | re.ASCII,
)
_CARD_PREFIX = re.compile(
    r"(?<![A-Za-z0-9])(?:visa|mastercard|master|amex|unionpay|jcb|discover|diners|maestro|card|cc|no|credit|debit"
    r"|pan)$",
    re.IGNORECASE,
)


def _network(digits: str, in_context: bool) -> str | None:
    """Card network by leading digits and length (ISO/IEC 7812 ranges as published by the networks), or None."""
    size, two, three, four = len(digits), int(digits[:2]), int(digits[:3]), int(digits[:4])
    if digits[0] == "4" and (size in (16, 19) or (size == 13 and in_context)):
        return "visa"
    if size == 16 and (51 <= two <= 55 or 2221 <= four <= 2720):
        return "mastercard"
    if size == 15 and two in (34, 37):
        return "amex"
    if 16 <= size <= 19 and (two in (62, 81) or four in range(6200, 6300)):
        return "unionpay"
    if 16 <= size <= 19 and (four == 6011 or two == 65 or 644 <= three <= 649):
        return "discover"
    if (size == 14 and two in (36, 38, 39)) or (size in (14, 16) and (300 <= three <= 305 or three == 309)):
        return "diners"
    if 16 <= size <= 19 and 3528 <= four <= 3589:
        return "jcb"
    if size == 16 and (2200 <= four <= 2204 or three == 508 or two in (60,)):
        return "mir"
    if (size == 16 or (in_context and size >= 12)) and (two in (50, *range(56, 60), 61, 63, 64, 66, 67, 68, 69)):
        return "maestro"
    if size == 15 and ((digits[0] == "1" and digits[:3] in ("122", "135", "137")) or four in (1800, 2131)):
        return "uatp"
    # Domestic debit cards of Chinese banks from before the 62 range.
    if in_context and 16 <= size <= 19 and digits[0] in "9" and two in (90, 94, 95, 98):
        return "domestic"
    return None


def find_cards(text: str) -> Iterator[Span]:
    """Card numbers that pass Luhn and lie in a network's range, alone or grouped as printed."""
    for run in digit_runs(text, at_least=13):
        done = -1
        for cut in windows(run, _PRINTED):
            start, end, digits = cut[0].start, cut[-1].end, joined(cut)
            if start < done or not 13 <= len(digits) <= 19:
                continue
            in_context = _CARD_WORD.search(before(text, start, 60)) is not None
            marks = separators(text, cut)
            if not in_context and (sum("\n" in m for m in marks) > 1 or len({m.strip() for m in marks}) > 1):
                continue
            if any("." in m and len(m) > 1 for m in marks) or _decimal(text, start, end):
                continue
            network = _network(digits, in_context)
            if network is None or not luhn.is_valid(digits) or len(set(digits)) < 2:
                continue
            if glued_to_word(text, start, end, _CARD_PREFIX) or (len(cut) == 1 and names_a_thing(text, start, end)):
                continue
            done = end
            yield Span("BANK_CARD", start, end, 0.95, f"card/{network}")


def _decimal(text: str, start: int, end: int) -> bool:
    """True inside a decimal, an amount, or a longer hyphenated number."""
    left, right = text[max(0, start - 2) : start], text[end : end + 2]
    return bool(
        re.fullmatch(r"\d[.,\-_/]", left) or re.match(r"[.,\-_/]\d", right) or left[-1:] in ("$", "¥", "€", "£")
    )


_CVV = re.compile(
    r"(?<![A-Za-z])(?:cvv2?|cvc2?|cvn2?|card security code|card verification (?:code|value)|security code|安全码"
    r"|安全碼|驗證碼\(背面\)|(?:卡片?|信用卡)?背面(?:的)?(?:后|後)?(?:三|3|四|4)(?:位|个)?(?:数字|數字|数|码|碼"
    r"|号)?|(?:后|後)三位安全[码碼]?)[ \t]*(?:code|number|码|碼|号|no\.?)?[\"']?[ \t]*(?:is|was|are|是|为|為"
    r"|[:=#])?[ \t\"']{0,3}(?<!\d)(\d{3,4})(?![\dA-Za-z]|[.,]\d)",
    re.IGNORECASE,
)


def find_card_codes(text: str) -> Iterator[Span]:
    for match in _CVV.finditer(text):
        yield Span("CVV", match.start(1), match.end(1), 0.9, "card/cvv")


_ACCOUNT = re.compile(
    r"(?:(?P<sure>银行[账帐]号|銀行[帳賬]號|银行账户|銀行[帳賬]戶|对公[账帐][号户]|收款[账帐][号户]|汇款[账帐]号"
    r"|结算[账帐][号户]|存折号?|[账帐]户号码|(?<![A-Za-z])bank (?:account|acct|a/c)|account number|acct\.?(?: no\.?"
    r"| number)?|a/c(?: no\.?)?|routing(?: number)?|aba(?: number)?|sort code|bsb|account no\.?|checking account"
    r"|savings account|iban number)|(?P<maybe>[账帐][号户]|[帳賬][號戶]|(?<![A-Za-z])account))[ \t]*(?:number|no\.?"
    r"|#|号码|號碼)?[ \t]*(?:is|was|是|为|為|[:=])?[ \t\"']{0,3}(?P<value>\d[\d \-]{4,34}\d)(?![\dA-Za-z])",
    re.IGNORECASE,
)
_BANK = re.compile(
    r"bank|transfer|deposit|wire|routing|payee|swift|银行|銀行|开户|開戶|户名|戶名|对公|收款|汇款|匯款|转账|轉帳"
    r"|转帐|打款|工行|建行|农行|中行|招行|交行|支行|分行|工资|报销|ICBC|\bBOC\b|\bCCB\b|\bABC\b",
    re.IGNORECASE | re.ASCII,
)


def find_accounts(text: str) -> Iterator[Span]:
    """Bank account, routing and sort numbers that are called so."""
    for match in _ACCOUNT.finditer(text):
        digits = re.sub(r"\D", "", match["value"])
        if not 6 <= len(digits) <= 30 or re.fullmatch(r"(?:19|20)\d\d-\d\d?-\d\d?", match["value"]):
            continue
        if match["sure"] or _BANK.search(before(text, match.start(), 40) + " " + text[match.end() : match.end() + 30]):
            yield Span("BANK_ACCOUNT", match.start("value"), match.end("value"), 0.8, "account/labelled")


_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ \-]?[A-Za-z0-9]){11,30}")
_IBAN_SIZES = range(34, 14, -1)


def find_ibans(text: str) -> Iterator[Span]:
    """IBANs with a valid country structure and checksum (ISO 13616)."""
    for match in _IBAN.finditer(text):
        value = match.group()
        ends = [i + 1 for i, c in enumerate(value) if c.isalnum()]
        for size in _IBAN_SIZES:
            if size > len(ends):
                continue
            end = ends[size - 1]
            if value[end : end + 1].isalnum() or (
                end == len(value)
                and text[match.end() : match.end() + 1].isascii()
                and text[match.end() : match.end() + 1].isalnum()
            ):
                continue
            if iban.is_valid(value[:end].replace("-", "")):
                yield Span("IBAN", match.start(), match.start() + end, 0.95, "iban")
                break
