"""Values of every kind for fresh lines: made from a seed, valid where a checksum is part of the kind."""

from __future__ import annotations

import base64
import hashlib
import random
import string
from collections.abc import Callable
from datetime import date, timedelta

from mnemonic import Mnemonic
from stdnum import iban as iban_check
from stdnum import luhn
from stdnum.iso7064 import mod_11_2

from app.engine.redact.cn_ids import is_hong_kong_id, is_taiwan_id

DIGITS, HEX, ALNUM = string.digits, "0123456789abcdef", string.ascii_letters + string.digits
Value = tuple[str, str]  # (what is written, its type)
Random = random.Random


def some(rng: Random, letters: str, count: int) -> str:
    return "".join(rng.choice(letters) for _ in range(count))


def day(rng: Random, first: int = 1945, last: int = 2015) -> date:
    return date(first, 1, 1) + timedelta(days=rng.randrange(365 * (last - first)))


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
    import importlib

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


_B58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58check(payload: bytes) -> str:
    data = payload + hashlib.sha256(hashlib.sha256(payload).digest()).digest()[:4]
    number, out = int.from_bytes(data, "big"), ""
    while number:
        number, rest = divmod(number, 58)
        out = _B58[rest] + out
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + out


def wallet(rng: Random) -> Value:
    body = rng.randbytes(20)
    return rng.choice(
        (
            (base58check(b"\0" + body), "CRYPTO"),
            (base58check(b"\5" + body), "CRYPTO"),
            (base58check(b"\x41" + body), "CRYPTO"),
            ("0x" + body.hex(), "CRYPTO"),
            ("0x" + body.hex(), "CRYPTO"),
            (bech32(0, body), "CRYPTO"),
        )
    )


def bech32(version: int, program: bytes) -> str:
    charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
    bits = "".join(f"{b:08b}" for b in program)
    data = [version] + [int(bits[i : i + 5].ljust(5, "0"), 2) for i in range(0, len(bits), 5)]

    def polymod(values: list[int]) -> int:
        check = 1
        for v in values:
            top = check >> 25
            check = (check & 0x1FFFFFF) << 5 ^ v
            for i, g in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
                check ^= g if (top >> i) & 1 else 0
        return check

    head = [3, 3, 0, 2, 3]
    check = polymod(head + data + [0] * 6) ^ 1
    return "bc1" + "".join(charset[d] for d in data + [(check >> 5 * (5 - i)) & 31 for i in range(6)])


def seed(rng: Random) -> Value:
    lang = rng.choice(("english", "english", "english", "chinese_simplified"))
    words = Mnemonic(lang).to_mnemonic(rng.randbytes(rng.choice((16, 16, 32)))).split()
    form = rng.randrange(4)
    if form == 0:
        return ", ".join(words) if lang == "english" else " ".join(words), "MNEMONIC"
    if form == 1 and lang == "english":
        return " ".join(f"{i}. {w}" for i, w in enumerate(words, 1)), "MNEMONIC"
    if form == 2:
        return "\n".join(words), "MNEMONIC"
    return " ".join(words), "MNEMONIC"


def pem(rng: Random) -> Value:
    name = rng.choice(
        ("RSA PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY")
    )
    body = base64.b64encode(rng.randbytes(rng.choice((120, 600)))).decode()
    end = rng.choice(("\n", "\n", "\\n", " "))
    lines = end.join(body[i : i + 64] for i in range(0, len(body), 64))
    return f"-----BEGIN {name}-----{end}{lines}{end}-----END {name}-----", "PRIVATE_KEY"


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def jwt(rng: Random) -> Value:
    head = rng.choice((b'{"alg":"HS256","typ":"JWT"}', b'{"typ":"JWT","alg":"RS256"}', b'{"alg":"ES256","kid":"k1"}'))
    body = b'{"sub":"%d","exp":%d}' % (rng.randrange(10**9), rng.randrange(17 * 10**8, 18 * 10**8))
    return f"{_b64(head)}.{_b64(body)}.{_b64(rng.randbytes(rng.choice((32, 64))))}", "JWT"


def apikey(rng: Random) -> Value:
    up = string.ascii_uppercase + DIGITS
    return rng.choice(
        (
            "sk-proj-" + some(rng, ALNUM, 48),
            "sk-" + some(rng, ALNUM, 48),
            "sk-ant-api03-" + some(rng, ALNUM, 93) + "AA",
            "ghp_" + some(rng, ALNUM, 36),
            "github_pat_" + some(rng, ALNUM, 22) + "_" + some(rng, ALNUM, 59),
            "AKIA" + some(rng, up, 16),
            "AIza" + some(rng, ALNUM, 35),
            "sk_live_" + some(rng, ALNUM, 24),
            "xoxb-" + some(rng, DIGITS, 11) + "-" + some(rng, DIGITS, 12) + "-" + some(rng, ALNUM, 24),
            "hf_" + some(rng, string.ascii_letters, 34),
            "glpat-" + some(rng, ALNUM, 20),
            some(rng, "123456789", 1) + some(rng, DIGITS, 9) + ":AA" + some(rng, ALNUM, 33),
            "LTAI5t" + some(rng, ALNUM, 18),
            "AKID" + some(rng, ALNUM, 32),
            "npm_" + some(rng, ALNUM, 36),
            "SG." + some(rng, ALNUM, 22) + "." + some(rng, ALNUM, 43),
            "gsk_" + some(rng, ALNUM, 52),
            some(rng, HEX, 32) + "." + some(rng, ALNUM, 16),
            "dop_v1_" + some(rng, HEX, 64),
            "pypi-AgEIcHlwaS5vcmc" + some(rng, ALNUM, 90),
        )
    ), "API_KEY"


_WORDS = [
    "river",
    "dragon",
    "coffee",
    "tiger",
    "monkey",
    "sunshine",
    "winter",
    "admin",
    "summer",
    "banana",
    "orange",
    "garden",
    "rocket",
]
_PINYIN = ["woaini", "xiaobao", "zhangwei", "laopo", "beijing", "huahua", "mimi", "niuniu"]


def password(rng: Random) -> Value:
    word = rng.choice(_WORDS)
    return rng.choice(
        (
            word.capitalize() + some(rng, DIGITS, rng.choice((2, 4))) + rng.choice("!@#$"),
            rng.choice(_PINYIN) + some(rng, DIGITS, rng.choice((3, 6))),
            some(rng, ALNUM, 10) + "!" + some(rng, ALNUM, 3),
            word + some(rng, DIGITS, 4),
            some(rng, DIGITS, 8),
            some(rng, DIGITS, 6),
            word.capitalize() + "_" + some(rng, DIGITS, 4),
            f"P@ss{some(rng, DIGITS, 4)}",
            some(rng, ALNUM, 5) + "-" + some(rng, ALNUM, 5) + "-" + some(rng, ALNUM, 5),
            word[0].upper() + word[1:3] + "#" + some(rng, DIGITS, 3) + word[3:],
            "!" + some(rng, ALNUM, 7) + "$",
            rng.choice(_PINYIN) + "@" + some(rng, DIGITS, 4),
            some(rng, ALNUM, 12),
        )
    ), "PASSWORD"


def pin(rng: Random) -> Value:
    value = some(rng, DIGITS, rng.choice((4, 4, 6, 6)))
    return value, "PASSWORD"


def conn(rng: Random) -> tuple[str, str, str]:
    """(the whole string, type, the part that must go)."""
    secret = rng.choice(
        (some(rng, ALNUM, 12), rng.choice(_WORDS) + some(rng, DIGITS, 4), "p" + some(rng, ALNUM, 6) + "%21")
    )
    host = rng.choice(("db.internal", "10.0.0.5", "localhost", "mysql.example.com", "cluster0.ab1cd.mongodb.net"))
    form = (
        rng.choice(
            (
                "postgres://app:{}@%s:5432/main",
                "postgresql+psycopg://svc:{}@%s/db",
                "mysql://root:{}@%s:3306/shop",
                "mongodb+srv://bot:{}@%s/test",
                "redis://:{}@%s:6379/0",
                "amqp://guest:{}@%s:5672/",
                "https://deploy:{}@%s/repo.git",
                "ftp://files:{}@%s/pub",
                "jdbc:mysql://%s/shop?user=root&password={}",
                "Server=%s;Database=x;User Id=sa;Password={};",
                "socks5://u1:{}@%s:1080",
                "Driver={{SQL}};Server=%s;Uid=sa;Pwd={};",
            )
        )
        % host
    )
    return form.format(secret), "URL_CREDENTIAL", secret


MAKERS: dict[str, Callable[[Random], tuple[str, ...]]] = {
    "cn_id": cn_id,
    "hmt_id": hmt_id,
    "passport": passport,
    "card": card,
    "phone": phone,
    "email": email,
    "iban": iban,
    "natid": natid,
    "ip": ip,
    "wallet": wallet,
    "seed": seed,
    "pem": pem,
    "jwt": jwt,
    "apikey": apikey,
    "password": password,
    "pin": pin,
    "conn": conn,
}


def harmless(kind: str, rng: Random) -> str:
    """A value that only looks like a secret."""
    n = lambda least, most: str(rng.randrange(least, most))  # noqa: E731
    when = day(rng, 2010, 2027)
    pick = rng.choice
    match kind:
        case "order":
            return pick(
                (
                    f"{when:%Y%m%d}-{n(10, 999)}",
                    some(rng, "123456789", 1) + some(rng, DIGITS, pick((9, 11, 17))),
                    f"SO-{when.year}-{n(1000, 99999)}",
                    f"SF{some(rng, DIGITS, 13)}",
                    f"YT{some(rng, DIGITS, 13)}",
                    f"1Z999AA1{some(rng, DIGITS, 10)}",
                    f"#{n(10000, 999999)}",
                    f"{n(100, 999)}-{some(rng, DIGITS, 7)}-{some(rng, DIGITS, 7)}",
                )
            )
        case "isbn":
            body = "978" + pick("01379") + some(rng, DIGITS, 8)
            check = (10 - sum(int(d) * (1, 3)[i % 2] for i, d in enumerate(body)) % 10) % 10
            number = f"{body}{check}"
            return pick((number, f"{number[:3]}-{number[3]}-{number[4:8]}-{number[8:12]}-{number[12]}"))
        case "version":
            return pick(
                (
                    f"{n(0, 9)}.{n(0, 30)}.{n(0, 99)}",
                    f"v{n(1, 20)}.{n(0, 9)}",
                    f"{n(5, 7)}.{n(0, 20)}.0-{n(10, 99)}-generic",
                    f"{when.year}.{n(1, 12)}.{n(0, 9)}",
                    f"{n(1, 9)}.{n(0, 9)}.{n(0, 9)}.{n(1000, 9999)}",
                )
            )
        case "date":
            return pick(
                (
                    f"{when:%Y-%m-%d}",
                    f"{when:%Y/%m/%d}",
                    f"{when:%Y%m%d}",
                    f"{when:%Y-%m-%d} 14:30",
                    f"{when.year}年{when.month}月{when.day}日",
                    f"{when:%d.%m.%Y}",
                    f"{when:%d %b %Y}",
                )
            )
        case "amount":
            return pick(
                (
                    f"{n(1, 99)},{some(rng, DIGITS, 3)},{some(rng, DIGITS, 3)}",
                    f"¥{n(1000, 99999)}.50",
                    f"${n(100, 9999999)}",
                    f"{n(10, 900)}万",
                    f"{n(10000, 99999999)}元",
                    f"€ {n(1, 99)}.{some(rng, DIGITS, 3)},00",
                    f"{n(10000000, 99999999)} USD",
                )
            )
        case "sku":
            return pick(
                (
                    f"{some(rng, string.ascii_uppercase, 2)}-{n(1000, 99999)}-{some(rng, string.ascii_uppercase, 2)}",
                    f"00{some(rng, DIGITS, 11)}",
                    f"WH-1000XM{n(1, 9)}",
                    f"{some(rng, string.ascii_uppercase, 3)}{n(100, 9999)}",
                    f"RTX {n(3000, 5090)}",
                    f"A{n(1000, 9999)}B-{n(10, 99)}",
                )
            )
        case "student":
            return pick(
                (
                    f"{when.year}{some(rng, DIGITS, 6)}",
                    f"{when.year}{some(rng, DIGITS, 8)}",
                    f"{n(10000, 999999)}",
                    f"S{some(rng, DIGITS, 7)}",
                )
            )
        case "hash":
            return pick(
                (
                    some(rng, HEX, 7),
                    some(rng, HEX, 40),
                    some(rng, HEX, 64),
                    some(rng, HEX, 12),
                    "sha256:" + some(rng, HEX, 64),
                )
            )
        case "coord":
            return pick(
                (
                    f"{n(20, 50)}.{some(rng, DIGITS, 4)}, {n(73, 135)}.{some(rng, DIGITS, 4)}",
                    f"{n(20, 50)}.{some(rng, DIGITS, 6)},-{n(70, 120)}.{some(rng, DIGITS, 6)}",
                    f"{n(20, 50)}°{n(10, 59)}'{n(10, 59)}\"N {n(70, 120)}°{n(10, 59)}'E",
                )
            )
        case "time":
            return pick(
                (
                    n(16 * 10**8, 18 * 10**8),
                    n(16 * 10**11, 18 * 10**11),
                    f"{when:%Y-%m-%d}T08:15:{n(10, 59)}Z",
                    f"{n(10, 23)}:{n(10, 59)}:{n(10, 59)}.{n(100, 999)}",
                )
            )
        case "quantity":
            return pick((n(10**4, 10**6), n(10**7, 10**9), f"{n(1, 99)},{some(rng, DIGITS, 3)}", n(10**10, 10**11)))
        case "network":
            return pick(
                (
                    f"192.168.{n(0, 9)}.{n(1, 250)}",
                    f"10.0.{n(0, 9)}.{n(1, 250)}",
                    "127.0.0.1",
                    f"172.16.0.{n(1, 99)}",
                    "localhost",
                )
            )
        case _:
            return pick(
                (
                    f"{pick(('CA', 'MU', 'LH', 'BA'))}{n(100, 9999)}",
                    f"{n(100000, 999999)}",
                    f"10.1038/s{n(41000, 42000)}-0{n(10, 25)}-{some(rng, DIGITS, 5)}-{n(0, 9)}",
                    f"SW1A {n(1, 9)}AA",
                    f"{some(rng, HEX, 8)}-{some(rng, HEX, 4)}-4{some(rng, HEX, 3)}-a{some(rng, HEX, 3)}-{some(rng, HEX, 12)}",  # noqa: E501
                    f"{n(1, 30)}0{n(1, 9)}",
                )
            )
