"""Wallets, keys, tokens, passwords, codes and connection strings for fresh lines."""

from __future__ import annotations

import base64
import hashlib
import string

from chance import ALNUM, DIGITS, HEX, Random, Value, some
from mnemonic import Mnemonic

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
