"""Presidio's own recognizers for papers of other countries, believed where the words beside the number name them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from presidio_analyzer import PatternRecognizer
from presidio_analyzer import predefined_recognizers as own

from app.engine.redact.spans import Span, before

# (recognizer, our type, words that must stand before the number). Their own context words are lemmas of English only.
_OWN: list[tuple[type[PatternRecognizer], str, str]] = [
    (own.UkDrivingLicenceRecognizer, "DRIVER_LICENSE", r"driv|licen[cs]e|dvla|驾"),
    (own.UsMbiRecognizer, "NATIONAL_ID", r"medicare|\bmbi\b"),
    (own.AuMedicareRecognizer, "NATIONAL_ID", r"medicare"),
    (own.DeHealthInsuranceRecognizer, "NATIONAL_ID", r"krankenvers|health insurance|kvnr|versicherten"),
    (own.DeSocialSecurityRecognizer, "NATIONAL_ID", r"sozialvers|rentenvers|social security|svnr"),
    (own.DeIdCardRecognizer, "NATIONAL_ID", r"ausweis|id card|identity card"),
    (own.ItIdentityCardRecognizer, "NATIONAL_ID", r"carta d|identit|id card"),
    (own.ItDriverLicenseRecognizer, "DRIVER_LICENSE", r"patente|licen[cs]e"),
    (own.InVoterRecognizer, "NATIONAL_ID", r"voter|epic"),
    (own.NgNinRecognizer, "NATIONAL_ID", r"\bnin\b|national identification"),
    (own.PhUmidRecognizer, "NATIONAL_ID", r"umid|unified multi"),
    (own.KrDriverLicenseRecognizer, "DRIVER_LICENSE", r"driv|licen[cs]e|운전"),
    (own.TrNationalIdRecognizer, "NATIONAL_ID", r"kimlik|turkish"),
    (own.MedicalLicenseRecognizer, "NATIONAL_ID", r"\bdea\b|medical licen"),
]


def _build() -> list[tuple[PatternRecognizer, str, re.Pattern[str]]]:
    return [(recognizer(), kind, re.compile(words, re.IGNORECASE)) for recognizer, kind, words in _OWN]


_RECOGNIZERS = _build()
_ANY_WORD = re.compile("|".join(words for _, _, words in _OWN), re.IGNORECASE)


def find_by_presidio(text: str) -> Iterator[Span]:
    """What their checksums and patterns accept, with the name of the paper within 40 characters before it."""
    if not _ANY_WORD.search(text):
        return
    for recognizer, kind, words in _RECOGNIZERS:
        if not words.search(text):
            continue
        for result in recognizer.analyze(text, recognizer.supported_entities, None):
            number = text[result.start : result.end]
            if words.search(before(text, result.start, 40)) and sum(map(str.isdigit, number)) >= 4:
                yield Span(kind, result.start, result.end, 0.7, f"presidio/{result.entity_type.lower()}")
