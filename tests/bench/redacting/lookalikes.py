"""Harmless values that look like secrets, for fresh lines."""

from __future__ import annotations

import string

from chance import DIGITS, HEX, Random, day, some


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
