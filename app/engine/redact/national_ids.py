"""National identity, tax and insurance numbers of other countries, checked with python-stdnum."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from typing import cast

from app.engine.redact.spans import Span, after, before, glued_to_word, names_a_thing

_SSN = re.compile(r"(?<![\d.\-/])\d{3}([ .\-]?)\d{2}([ .\-]?)\d{4}(?![\d\-/]|\.\d)")
_SSN_WORD = re.compile(
    r"\bssn\b|social security|社会安全号|社會安全號|社安号|\bitin\b|tax(?:payer)? id", re.IGNORECASE | re.ASCII
)
_SOCIAL = re.compile(r"\bssn\b|social security|社会安全号|社安号", re.IGNORECASE | re.ASCII)
_ITIN_WORD = re.compile(r"\bitin\b|individual taxpayer", re.IGNORECASE | re.ASCII)


def find_us_ids(text: str) -> Iterator[Span]:
    """Social security numbers as printed, or named in any form; ITINs (9xx, group 50-65, 70-88, 90-92, 94-99)."""
    for match in _SSN.finditer(text):
        start, end = match.span()
        digits = re.sub(r"\D", "", match.group())
        area, group, serial = digits[:3], digits[3:5], digits[5:]
        named = _SSN_WORD.search(before(text, start, 40)) is not None
        if group == "00" or serial == "0000" or area in ("000", "666") or glued_to_word(text, start, end):
            continue
        if not named and (match[1] != match[2] or not match[1] or names_a_thing(text, start, end)):
            continue
        if area >= "900":
            itin = 50 <= int(group) <= 65 or 70 <= int(group) <= 88 or 90 <= int(group) <= 92 or 94 <= int(group) <= 99
            named = _SOCIAL.search(before(text, start, 40)) is not None
            if _ITIN_WORD.search(before(text, start, 40)) or (itin and not named and match[1] == "-"):
                yield Span("US_ITIN", start, end, 0.7, "us_itin")
            elif named:
                yield Span("US_SSN", start, end, 0.7, "us_ssn/labelled")
            continue
        if named or match[1]:
            yield Span("US_SSN", start, end, 0.85, "us_ssn")


# (rule, number, python-stdnum module, words that must stand near it; None: form and checksum are proof enough)
_TABLE: list[tuple[str, str, str, str | None]] = [
    ("gb_nino", r"(?i:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D])", "", None),
    ("gb_nhs", r"\d{3}[ -]?\d{3}[ -]?\d{4}", "stdnum.gb.nhs", r"\bnhs\b"),
    ("in_aadhaar", r"[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}", "stdnum.in_.aadhaar", r"aadha+r|uidai|आधार"),
    ("in_pan", r"[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]", "stdnum.in_.pan", None),
    ("sg_nric", r"[STFGMstfgm]\d{7}[A-Za-z]", "", None),
    ("kr_rrn", r"\d{6}-[1-8]\d{6}", "stdnum.kr.rrn", None),
    ("kr_rrn", r"\d{6}-?[1-8]\d{6}", "", r"주민등록|resident registration|\brrn\b"),
    ("jp_my_number", r"\d{4}[ -]?\d{4}[ -]?\d{4}", "stdnum.jp.in_", r"my ?number|マイナンバー|個人番号"),
    ("fr_nir", r"[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}", "stdnum.fr.nir", None),
    ("de_idnr", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", "stdnum.de.idnr", r"steuer|tax|idnr|\btin\b"),
    (
        "it_codice_fiscale",
        r"[A-Za-z]{6}\d{2}[A-EHLMPR-Ta-ehlmpr-t]\d{2}[A-Za-z]\d{3}[A-Za-z]",
        "stdnum.it.codicefiscale",
        None,
    ),
    ("es_dni", r"\d{8}[- ]?[A-HJ-NP-TV-Z]", "stdnum.es.dni", None),
    ("es_nie", r"[XYZ][- ]?\d{7}[- ]?[A-HJ-NP-TV-Z]", "stdnum.es.nie", None),
    ("pt_nif", r"\d{3} ?\d{3} ?\d{3}", "stdnum.pt.nif", r"\bnif\b|contribuinte"),
    ("nl_bsn", r"\d{4}\.?\d{2}\.?\d{3}", "stdnum.nl.bsn", r"\bbsn\b|burgerservice"),
    ("be_nn", r"\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}", "stdnum.be.nn", None),
    ("pl_pesel", r"\d{11}", "stdnum.pl.pesel", r"pesel"),
    ("cz_rc", r"\d{6}/\d{3,4}", "stdnum.cz.rc", r"rodn|birth number"),
    ("se_personnummer", r"(?:\d{2})?\d{6}[-+]\d{4}", "stdnum.se.personnummer", None),
    ("fi_hetu", r"\d{6}[-+A]\d{3}[0-9A-FHJK-NPR-Y]", "stdnum.fi.hetu", None),
    ("dk_cpr", r"\d{6}-?\d{4}", "stdnum.dk.cpr", r"\bcpr\b|personnummer"),
    ("no_fodselsnummer", r"\d{6} ?\d{5}", "stdnum.no.fodselsnummer", r"f[øo]dselsnummer|personnummer|national id"),
    ("ch_ahv", r"756\.?\d{4}\.?\d{4}\.?\d{2}", "stdnum.ch.ssn", None),
    ("at_vnr", r"\d{4} ?\d{6}", "stdnum.at.vnr", r"sozialversicherung|svnr|\bvnr\b"),
    ("ie_pps", r"\d{7}[A-W][A-I]?", "stdnum.ie.pps", r"\bpps"),
    ("br_cpf", r"\d{3}\.\d{3}\.\d{3}-\d{2}", "stdnum.br.cpf", None),
    ("br_cpf", r"\d{11}", "stdnum.br.cpf", r"\bcpf\b"),
    ("ca_sin", r"\d{3}[- ]?\d{3}[- ]?\d{3}", "stdnum.ca.sin", r"\bsin\b|social insurance"),
    ("au_tfn", r"\d{3} ?\d{3} ?\d{2,3}", "stdnum.au.tfn", r"\btfn\b|tax file"),
    ("au_medicare", r"[2-6]\d{3} ?\d{5} ?\d", "", r"medicare"),
    ("nz_ird", r"\d{2,3}-?\d{3}-?\d{3}", "stdnum.nz.ird", r"\bird\b"),
    ("za_id", r"\d{6} ?\d{4} ?\d{2} ?\d", "stdnum.za.idnr", r"south africa|\bid\b|identity"),
    ("th_pin", r"\d-?\d{4}-?\d{5}-?\d{2}-?\d", "stdnum.th.pin", r"thai|บัตรประชาชน|\bid\b|national"),
    ("tr_tckimlik", r"[1-9]\d{10}", "stdnum.tr.tckimlik", r"kimlik|\btc\b|turkish"),
    ("my_nric", r"\d{6}-\d{2}-\d{4}", "stdnum.my.nric", None),
    ("mx_curp", r"[A-Z]{4}\d{6}[HM][A-Z]{5}[0-9A-Z]\d", "stdnum.mx.curp", None),
    ("ru_snils", r"\d{3}-\d{3}-\d{3}[ -]\d{2}", "", None),
    ("il_idnr", r"\d{9}", "stdnum.il.idnr", r"israel|teudat|\bid\b"),
]
_ID_PREFIX = re.compile(r"(?<![A-Za-z0-9])(?:id|no|nr|number|is)$", re.IGNORECASE)
_SG_WEIGHTS = (2, 7, 6, 5, 4, 3, 2)


def is_singapore_nric(number: str) -> bool:
    """Check letter of the Singaporean NRIC and FIN (weights 2 7 6 5 4 3 2, offset by series, mod 11)."""
    series, last = number[0].upper(), number[-1].upper()
    total = sum(int(d) * w for d, w in zip(number[1:8], _SG_WEIGHTS, strict=True)) + {"T": 4, "G": 4, "M": 3}.get(
        series, 0
    )
    letters = {"S": "JZIHGFEDCBA", "T": "JZIHGFEDCBA", "F": "XWUTRQPNMLK", "G": "XWUTRQPNMLK", "M": "KLJNPQRTUWX"}[
        series
    ]
    return letters[10 - total % 11 if series == "M" else total % 11] == last


def _is_snils(number: str) -> bool:
    digits = re.sub(r"\D", "", number)
    return sum(int(d) * (9 - i) for i, d in enumerate(digits[:9])) % 101 % 100 == int(digits[9:])


_NINO_UNUSED = frozenset(("BG", "GB", "NK", "KN", "TN", "NT", "ZZ"))
_OWN_CHECKS: dict[str, Callable[[str], bool]] = {
    "sg_nric": is_singapore_nric,
    "ru_snils": _is_snils,
    "gb_nino": lambda n: n[:2].upper() not in _NINO_UNUSED,
}


def _load() -> list[tuple[str, re.Pattern[str], Callable[[str], bool] | None, re.Pattern[str] | None]]:
    rules = []
    for rule, number, module, words in _TABLE:
        check = (
            cast(Callable[[str], bool], importlib.import_module(module).is_valid) if module else _OWN_CHECKS.get(rule)
        )
        pattern = re.compile(rf"(?<![0-9A-Za-z])(?<![\d][.\-/]){number}(?![0-9A-Za-z]|[.\-/]\d)")
        rules.append((rule, pattern, check, re.compile(words, re.IGNORECASE | re.ASCII) if words else None))
    return rules


_RULES = _load()


def find_national_ids(text: str) -> Iterator[Span]:
    """Numbers of form, checksum and, where those are weak, name; `rule` says which country's."""
    for rule, pattern, check, words in _RULES:
        if words and not words.search(text):
            continue
        for match in pattern.finditer(text):
            start, end = match.span()
            if words and not words.search(before(text, start, 40) + "|" + after(text, end, 12)):
                continue
            if (check is None or check(match.group())) and not names_a_thing(text, start, end):
                yield Span("NATIONAL_ID", start, end, 0.8, f"national_id/{rule}")
