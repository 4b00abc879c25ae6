"""Numbers of people and machines for fresh lines, valid where a checksum is part of the kind."""

from __future__ import annotations

import importlib
import string

from chance import DIGITS, HEX, Random, Value, day, some
from stdnum import iban as iban_check
from stdnum import luhn
from stdnum.iso7064 import mod_11_2

from app.engine.redact.cn_ids import is_hong_kong_id, is_taiwan_id


def cn_id(rng: Random) -> Value:
    area = rng.choice(("110105", "310115", "440306", "330102", "510104", "320583", "610113", "420111", "650102"))
    body = area + day(rng).strftime("%Y%m%d") + some(rng, DIGITS, 3)
    number = body + mod_11_2.calc_check_digit(body)
    form = rng.randrange(8)
    if form == 0:
        number = number.lower()
    elif form == 1:
        number = f"{number[:6]} {number[6:14]} {number[14:]}"
    elif form == 2:
        number = f"{number[:6]}-{number[6:14]}-{number[14:]}"
    elif form == 3:
        number = " ".join((number[:3], number[3:6], number[6:10], number[10:14], number[14:]))
    return number, "CN_ID"


def hmt_id(rng: Random) -> Value:
    kind = rng.randrange(3)
    while True:
        if kind == 0:
            letters, digits, check = some(rng, string.ascii_uppercase, rng.choice((1, 1, 2))), some(rng, DIGITS, 6), ""
            check = rng.choice(DIGITS + "A")
            if is_hong_kong_id(letters, digits, check):
                form = rng.choice(("{}{}({})", "{}{}（{}）", "{} {}({})", "{}{}{}"))
                return form.format(letters, digits, check), "HK_ID"
        elif kind == 1:
            number = rng.choice("ABCDEFGHJKLMNPQRSTUVXY") + rng.choice("12") + some(rng, DIGITS, 8)
            if is_taiwan_id(number):
                return number, "TW_ID"
        else:
            return f"{rng.choice('157')}{some(rng, DIGITS, 6)}({rng.choice(DIGITS)})", "MO_ID"


def passport(rng: Random) -> Value:
    return rng.choice(
        (
            ("E" + some(rng, DIGITS, 8), "CN_PASSPORT"),
            ("E" + rng.choice("ABCDEFGH") + some(rng, DIGITS, 7), "CN_PASSPORT"),
            ("G" + some(rng, DIGITS, 8), "CN_PASSPORT"),
            (rng.choice("56") + some(rng, DIGITS, 8), "PASSPORT"),
            (rng.choice("ABCX") + some(rng, DIGITS, 8), "PASSPORT"),
            (
                some(rng, "CFGHJKLMNPRTVWXYZ", 1)
                + some(rng, DIGITS, 2)
                + "X"
                + some(rng, DIGITS, 2)
                + "T"
                + some(rng, DIGITS, 2),
                "PASSPORT",
            ),
            ("T" + rng.choice("RKZ") + some(rng, DIGITS, 7), "PASSPORT"),
            (some(rng, DIGITS, 2) + some(rng, string.ascii_uppercase, 2) + some(rng, DIGITS, 5), "PASSPORT"),
        )
    )


def card(rng: Random) -> Value:
    prefix, size = rng.choice(
        (
            ("4", 16),
            ("4", 16),
            ("51", 16),
            ("55", 16),
            ("2221", 16),
            ("34", 15),
            ("37", 15),
            ("6011", 16),
            ("3530", 16),
            ("6217", 19),
            ("6222", 19),
            ("6228", 19),
            ("622588", 16),
            ("625", 16),
            ("36", 14),
        )
    )
    body = prefix + some(rng, DIGITS, size - len(prefix) - 1)
    number = body + luhn.calc_check_digit(body)
    form = rng.randrange(7)
    if form < 4 and size >= 16:
        between = (" ", "-", "  ", " ")[form]
        number = between.join(number[i : i + 4] for i in range(0, size, 4))
    elif form < 3 and size == 15:
        number = f"{number[:4]} {number[4:10]} {number[10:]}"
    return number, "BANK_CARD"


_PHONES: tuple[tuple[str, str], ...] = (
    # (shape with # for any digit, language it is at home in)
    ("13#########", "zh"),
    ("15#########", "zh"),
    ("18#########", "zh"),
    ("19#########", "zh"),
    ("17#########", "zh"),
    ("138 #### ####", "zh"),
    ("159-####-####", "zh"),
    ("186 ########", "zh"),
    ("+86 13# #### ####", "zh"),
    ("+8618#########", "zh"),
    ("(+86)139########", "zh"),
    ("010-6#######", "zh"),
    ("021-5#######", "zh"),
    ("0755-8#######", "zh"),
    ("(010)8#######", "zh"),
    ("+852 9### ####", "zh"),
    ("+886 9## ### ###", "zh"),
    ("0571 8### ####", "zh"),
    ("86-136-####-####", "zh"),
    ("13#-###-#####", "zh"),
    ("1 5 9 # # # # # # # #", "zh"),
    ("(415) 555-2###", "en"),
    ("212-555-3###", "en"),
    ("+1 650 253 ####", "en"),
    ("+1-202-456-1###", "en"),
    ("+44 7700 900###", "en"),
    ("07911 12####", "en"),
    ("+44 20 7946 0###", "en"),
    ("020 7946 0###", "en"),
    ("+49 151 2345####", "en"),
    ("+33 6 12 34 5# ##", "en"),
    ("+61 412 345 ###", "en"),
    ("0412 345 ###", "en"),
    ("+91 98765 4####", "en"),
    ("+81 90-1234-5###", "en"),
    ("+65 9123 4###", "en"),
    ("415.555.2###", "en"),
    ("303 555 2###", "en"),
    ("+353 86 123 4###", "en"),
    ("0044 7911 12####", "en"),
    ("+351 912 345 ###", "en"),
)


def phone(rng: Random) -> Value:
    shape, _ = rng.choice(_PHONES)
    return "".join(rng.choice(DIGITS) if c == "#" else c for c in shape), "PHONE"


_NAMES = [
    "anna",
    "bo.li",
    "chen_wei",
    "mark7",
    "j.ortiz",
    "xiaoming",
    "wangfang88",
    "li.hua",
    "s-kaya",
    "tom+shop",
    "petra.k",
    "yuki_22",
    "info.desk",
]
_HOSTS = [
    "gmail.com",
    "qq.com",
    "163.com",
    "outlook.com",
    "mail.uni-bonn.de",
    "foxmail.com",
    "company.co.uk",
    "proton.me",
    "sina.com.cn",
    "example.org",
    "sub.dept.edu.cn",
    "icloud.com",
]


def email(rng: Random) -> Value:
    name = rng.choice((rng.choice(_NAMES), some(rng, DIGITS, 9), rng.choice(_NAMES) + some(rng, DIGITS, 3)))
    host = rng.choice(_HOSTS)
    form = rng.randrange(12)
    if form == 0:
        return f"{name}＠{host}", "EMAIL"
    if form == 1:
        return f"{name.replace('+', '')} at {host.replace('.', ' dot ')}", "EMAIL"
    if form == 2:
        return f"{name}@{host}".upper(), "EMAIL"
    if form == 3:
        return f"{name} [at] {host}", "EMAIL"
    return f"{name}@{host}", "EMAIL"


_IBANS = {
    "DE": "##################",
    "NL": "INGB##########",
    "GB": "NWBK##############",
    "FR": "#" * 23,
    "ES": "#" * 20,
    "IT": "X" + "#" * 22,
    "PL": "#" * 24,
    "CH": "#" * 17,
    "BE": "#" * 12,
    "AT": "#" * 16,
    "IE": "AIBK" + "#" * 14,
}


def iban(rng: Random) -> Value:
    for _ in range(200_000):
        country = rng.choice(list(_IBANS))
        body = "".join(rng.choice(DIGITS) if c == "#" else c for c in _IBANS[country])
        turned = "".join(str(int(c, 36)) for c in body + country + "00")
        number = f"{country}{98 - int(turned) % 97:02d}{body}"
        if iban_check.is_valid(number):
            break
    form = rng.randrange(4)
    if form == 0:
        number = " ".join(number[i : i + 4] for i in range(0, len(number), 4))
    elif form == 1:
        number = number.lower()
    return number, "IBAN"


def natid(rng: Random) -> tuple[str, str, str]:
    """(value, type, what it is called)."""
    name, module, shape = rng.choice(
        (
            ("SSN", "us.ssn", "#-"),
            ("social security number", "us.ssn", "#-"),
            ("National Insurance number", "", "nino"),
            ("CPF", "br.cpf", "#" * 11),
            ("Aadhaar", "in_.aadhaar", "#" * 12),
            ("PAN", "", "pan"),
            ("BSN", "nl.bsn", "#" * 9),
            ("DNI", "es.dni", "#" * 8 + "A"),
            ("codice fiscale", "", "cf"),
            ("PESEL", "pl.pesel", "#" * 11),
            ("SIN", "ca.sin", "#" * 9),
            ("NRIC", "", "nric"),
            ("resident registration number", "kr.rrn", "#" * 13),
            ("Steuer-ID", "de.idnr", "#" * 11),
            ("NHS number", "gb.nhs", "#" * 10),
            ("TFN", "au.tfn", "#" * 9),
            ("My Number", "jp.in_", "#" * 12),
        )
    )
    if shape == "#-":
        return (
            f"{rng.choice(('212', '318', '457', '523', '611'))}-{rng.randrange(10, 99)}-{rng.randrange(1000, 9999)}",
            "US_SSN",
            name,
        )
    if shape == "nino":
        return (
            f"{rng.choice(('AB', 'JG', 'PW'))} {rng.randrange(10, 99)} {rng.randrange(10, 99)} {rng.randrange(10, 99)} {rng.choice('ABCD')}",  # noqa: E501
            "NATIONAL_ID",
            name,
        )
    if shape == "pan":
        return (
            some(rng, string.ascii_uppercase, 3)
            + "P"
            + some(rng, string.ascii_uppercase, 1)
            + some(rng, DIGITS, 4)
            + some(rng, string.ascii_uppercase, 1),
            "NATIONAL_ID",
            name,
        )
    if shape == "cf":
        checker = importlib.import_module("stdnum.it.codicefiscale")
        body = f"{some(rng, 'BCDFGLMNPRST', 6)}{rng.randrange(10, 99)}{rng.choice('ABCDEHLMPRST')}{rng.randrange(10, 28)}{rng.choice(('H501', 'F205', 'L219'))}"  # noqa: E501
        return body + checker.calc_check_digit(body), "NATIONAL_ID", name
    if shape == "nric":
        body = some(rng, DIGITS, 7)
        total = sum(int(d) * w for d, w in zip(body, (2, 7, 6, 5, 4, 3, 2), strict=True))
        return f"S{body}{'JZIHGFEDCBA'[total % 11]}", "NATIONAL_ID", name
    checker = importlib.import_module(f"stdnum.{module}")
    while True:
        number = "".join(rng.choice(DIGITS) if c == "#" else rng.choice(string.ascii_uppercase) for c in shape)
        if module == "kr.rrn":
            number = day(rng).strftime("%y%m%d") + rng.choice("1234") + some(rng, DIGITS, 6)
        if checker.is_valid(number):
            return number, "NATIONAL_ID", name


def ip(rng: Random) -> Value:
    form = rng.randrange(4)
    if form == 0:
        return ":".join(some(rng, HEX, 2) for _ in range(6)), "MAC"
    if form == 1:
        return (
            f"2{some(rng, '46', 1)}0{rng.choice('0189')}:{some(rng, HEX, 4)}:{some(rng, '123456789', 3)}::{some(rng, '123456789abcdef', 3)}",  # noqa: E501
            "IP",
        )
    return (
        f"{rng.choice((45, 62, 81, 104, 114, 121, 139, 185, 203, 218))}.{rng.randrange(2, 250)}.{rng.randrange(2, 250)}.{rng.randrange(2, 250)}",  # noqa: E501
        "IP",
    )
