"""Wallet addresses by checksum, wallet keys, and recovery phrases (BIP-39)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256

from mnemonic import Mnemonic
from stdnum import bitcoin

from app.engine.redact.spans import Span, before

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BASE58 = re.compile(r"(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{25,112}(?![A-Za-z0-9])")
# Version bytes of base58check: address or key (SLIP-0132, chain parameters).
_ADDRESS_VERSIONS = frozenset({0x00, 0x05, 0x6F, 0xC4, 0x41, 0x1E, 0x30, 0x32, 0x4C, 0x16, 0x17, 0x3C})
_KEY_VERSIONS = frozenset({0x80, 0xEF, 0xB0, 0x9E})
_BECH32 = re.compile(r"(?<![A-Za-z0-9])(?:bc1|BC1|tb1)[A-Za-z0-9]{11,87}(?![A-Za-z0-9])")
_ETHEREUM = re.compile(r"(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])")
_OTHER = re.compile(
    r"(?<![A-Za-z0-9])(?:ltc1[a-z0-9]{39,59}|(?:bitcoincash:)?[qp][a-z0-9]{41}|addr1[a-z0-9]{50,110}"
    r"|cosmos1[a-z0-9]{38}|[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}|[UE]Q[A-Za-z0-9_\-]{46})(?![A-Za-z0-9])"
)
_WALLET_WORD = re.compile(
    r"wallet|btc|bitcoin|eth\b|ethereum|solana|\bsol\b|crypto|xrp|ripple|doge|litecoin|\bltc\b|usdt|tron|\bton\b"
    r"|monero|address|钱包|錢包|地址|比特币|比特幣|以太|转币|打币|波场|收款",
    re.IGNORECASE,
)
_KEY_WORD = re.compile(
    r"private[ _-]?key|secret[ _-]?key|\bpriv(?:ate)?\b|私钥|私鑰|密钥|密鑰|wallet key",
    re.IGNORECASE,
)
_HEX64 = re.compile(r"(?<![A-Za-z0-9])(?:0x)?[0-9a-fA-F]{64}(?![A-Za-z0-9])")


def _base58(value: str) -> bytes:
    number = 0
    for c in value:
        number = number * 58 + _ALPHABET.index(c)
    body = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return b"\0" * (len(value) - len(value.lstrip("1"))) + body


def _checked(value: str) -> bytes | None:
    """Payload of a base58check string, None when the four check bytes are wrong."""
    raw = _base58(value)
    if len(raw) < 21 or sha256(sha256(raw[:-4]).digest()).digest()[:4] != raw[-4:]:
        return None
    return raw[:-4]


def find_wallets(text: str) -> Iterator[Span]:
    """Addresses (type CRYPTO) and keys (type PRIVATE_KEY) of the usual chains."""
    for match in _BASE58.finditer(text):
        value = match.group()
        if value.isdigit() or not any(c.isdigit() for c in value):
            continue
        payload = _checked(value)
        if payload is None:
            ripple = value[0] == "r" and len(value) <= 35
            if (32 <= len(value) <= 44 and value[0] not in "13") or ripple:
                near = before(text, match.start(), 40)
                if (
                    _WALLET_WORD.search(near)
                    and not re.fullmatch(r"[0-9a-f]+", value)
                    and (ripple or any(c.isupper() for c in value))
                ):
                    yield Span("CRYPTO", match.start(), match.end(), 0.7, "wallet/named")
            continue
        if len(payload) >= 70 and value[1:4] in ("prv", "pub"):
            yield Span(
                "PRIVATE_KEY" if value[1:4] == "prv" else "CRYPTO", match.start(), match.end(), 0.97, "wallet/extended"
            )
        elif payload[0] in _KEY_VERSIONS and len(payload) in (33, 34):
            yield Span("PRIVATE_KEY", match.start(), match.end(), 0.97, "wallet/wif")
        elif payload[0] in _ADDRESS_VERSIONS and len(payload) == 21:
            yield Span("CRYPTO", match.start(), match.end(), 0.95, "wallet/base58")
    for match in _BECH32.finditer(text):
        if bitcoin.is_valid(match.group()) or match.group().startswith("tb1") or _segwit(match.group()):
            yield Span("CRYPTO", match.start(), match.end(), 0.95, "wallet/bech32")
    for pattern, rule in ((_ETHEREUM, "wallet/ethereum"), (_OTHER, "wallet/other")):
        for match in pattern.finditer(text):
            if (
                rule == "wallet/ethereum"
                or _WALLET_WORD.search(before(text, match.start(), 40))
                or match.group()[:4] in ("ltc1", "addr", "bitc")
            ):
                yield Span("CRYPTO", match.start(), match.end(), 0.85, rule)
    for match in _HEX64.finditer(text):
        if _KEY_WORD.search(before(text, match.start(), 40)) or _KEY_WORD.search(text[match.end() : match.end() + 24]):
            yield Span("PRIVATE_KEY", match.start(), match.end(), 0.85, "wallet/hex")


def _segwit(value: str) -> bool:
    """Bech32m checksum (BIP-350), which the library does not know."""
    charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
    lower = value.lower()
    if value not in (lower, value.upper()) or any(c not in charset for c in lower[3:]):
        return False
    values = (
        [ord(c) >> 5 for c in lower[:2]]
        + [0]
        + [ord(c) & 31 for c in lower[:2]]
        + [charset.index(c) for c in lower[3:]]
    )
    check = 1
    for v in values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ v
        for i, g in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= g if (top >> i) & 1 else 0
    return check == 0x2BC830A3


_PHRASE_WORD = re.compile(
    r"seed|mnemonic|recovery (?:phrase|words)|secret phrase|backup phrase|wallet|助记词|助記詞|恢复词|恢復詞"
    r"|助记短语|种子短语",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[A-Za-z]{3,8}(?![A-Za-z])")
_LINK = re.compile(r"(?:[\s,;、，.:|/\-\"'\[\]()]|\d{1,2}[.):、]?|\\n){1,12}")
_HEADINGS = frozenset(("seed", "phrase", "word", "secret", "wallet", "this"))  # listed words that also announce a list
_SIZES = (24, 21, 18, 15, 12)


@cache
def _words(language: str) -> frozenset[str]:
    return frozenset(Mnemonic(language).wordlist)


@cache
def _checker(language: str) -> Mnemonic:
    return Mnemonic(language)


def find_mnemonics(text: str) -> Iterator[Span]:
    """Runs of 12 or more words of the BIP-39 list whose checksum fits, or that are called a phrase."""
    yield from _english(text)
    yield from _chinese(text)


def _english(text: str) -> Iterator[Span]:
    if len(text) < 47:
        return
    listed = _words("english")
    run: list[tuple[int, int, str]] = []
    for match in _TOKEN.finditer(text):
        word = match.group().lower()
        if match.start() and text[match.start() - 1].isascii() and text[match.start() - 1].isalpha():
            word = ""
        if word in listed and (not run or _LINK.fullmatch(text, run[-1][1], match.start())):
            run.append((match.start(), match.end(), word))
            continue
        yield from _phrase(text, run, "english")
        run = [(match.start(), match.end(), word)] if word in listed else []
    yield from _phrase(text, run, "english")


def _phrase(text: str, run: list[tuple[int, int, str]], language: str) -> Iterator[Span]:
    while run and run[0][2] in _HEADINGS and len(run) > 12:
        run = run[1:]
    if len(run) < 11:
        return
    checker = _checker(language)
    fits = [
        (first, first + size)
        for size in _SIZES
        for first in range(min(len(run) - size + 1, 64))
        if checker.check(" ".join(w for _, _, w in run[first : first + size]))
    ]
    if fits:
        first, last = min(f for f, _ in fits), max(e for _, e in fits)
        rest = run[last:] if len(run) - last > 3 else []  # a longer list of words is masked to its end
        yield Span("MNEMONIC", _ordinal(text, run[first][0]), (rest or run[:last])[-1][1], 0.97, "mnemonic/bip39")
    elif _PHRASE_WORD.search(before(text, run[0][0], 80) + text[run[0][0] : run[min(2, len(run) - 1)][1]]):
        yield Span("MNEMONIC", _ordinal(text, run[0][0]), run[-1][1], 0.9, "mnemonic/named")


def _ordinal(text: str, start: int) -> int:
    """From the number of a numbered list on: "1. river"."""
    number = re.search(r"(?<!\d)\d{1,2}[.):、]?[ ]?$", before(text, start, 5))
    return start - len(number.group()) if number else start


_HAN_RUN = re.compile(r"[\u4e00-\u9fff](?:[ \t\n、,，]{0,2}[\u4e00-\u9fff]){11,23}(?![\u4e00-\u9fff])")
_HAN_APART = re.compile(
    r"(?<![\u4e00-\u9fff])[\u4e00-\u9fff](?:[ \n、,，]{1,2}[\u4e00-\u9fff]){11,23}(?![\u4e00-\u9fff])"
)
_HAN_NAMED = re.compile(
    r"(?:助记词|助記詞|恢复词|恢復詞|助记短语|种子短语|seed(?: phrase| words)?|mnemonic|recovery (?:phrase|words))"
    r"[^\u4e00-\u9fff]{0,6}(?:是|为|為)?[^\u4e00-\u9fff]{0,3}",
    re.IGNORECASE,
)


def _listed(characters: list[str]) -> str | None:
    """The Chinese list of BIP-39 that holds all of them."""
    for language in ("chinese_simplified", "chinese_traditional"):
        if all(c in _words(language) for c in characters):
            return language
    return None


def _chinese(text: str) -> Iterator[Span]:
    """Characters of a list after its name, or standing apart with a checksum that fits."""
    named = _PHRASE_WORD.search(text) is not None
    for match in _HAN_APART.finditer(text):
        characters = re.findall(r"[\u4e00-\u9fff]", match.group())
        language = _listed(characters) if len(characters) in _SIZES else None
        if language and (named or _checker(language).check(" ".join(characters))):
            yield Span("MNEMONIC", match.start(), match.end(), 0.95, "mnemonic/chinese")
    for match in _HAN_NAMED.finditer(text):
        run = _HAN_RUN.match(text, match.end())
        if run and _listed(re.findall(r"[\u4e00-\u9fff]", run.group())):
            yield Span("MNEMONIC", run.start(), run.end(), 0.9, "mnemonic/chinese")
