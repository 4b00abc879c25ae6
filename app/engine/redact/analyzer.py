"""Builds Presidio's analyzer around the recognizers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator

import tldextract
from presidio_analyzer import AnalyzerEngine, EntityRecognizer, RecognizerRegistry, RecognizerResult
from presidio_analyzer.context_aware_enhancers import ContextAwareEnhancer
from presidio_analyzer.nlp_engine import NlpArtifacts, NlpEngine

from app.engine.redact import (
    addresses,
    assignments,
    cards,
    cn_ids,
    codes,
    crypto,
    national_ids,
    network,
    passwords,
    phones,
    presidio_own,
    said_keys,
    secrets,
)
from app.engine.redact.spans import Span

Find = Callable[[str], Iterable[Span]]

# Presidio's e-mail and URL recognizers ask tldextract, which would fetch and cache the public suffix list on first use.
tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)

SECRETS: tuple[tuple[str, Find], ...] = (
    ("private keys", secrets.find_private_keys),
    ("keys", secrets.find_keys),
    ("signed tokens", secrets.find_jwts),
    ("AWS secrets", secrets.find_aws_secrets),
    ("logins in links", network.find_url_logins),
    ("assigned secrets", assignments.find_assignments),
    ("named keys", said_keys.find_said_keys),
    ("passwords", passwords.find_passwords),
    ("one-time codes", codes.find_one_time_codes),
    ("PINs", codes.find_pins),
    ("mails", network.find_mails),
    ("wallets", crypto.find_wallets),
    ("recovery phrases", crypto.find_mnemonics),
    ("named papers", cn_ids.find_named_papers),
)
IDENTIFIERS: tuple[tuple[str, Find], ...] = (
    ("cards", cards.find_cards),
    ("card codes", cards.find_card_codes),
    ("bank accounts", cards.find_accounts),
    ("IBANs", cards.find_ibans),
    ("phones", phones.find_phones),
    ("spelled phones", phones.find_spelled_phones),
    ("spoken phones", phones.find_spoken_phones),
    ("resident IDs", cn_ids.find_resident_ids),
    ("Hong Kong IDs", cn_ids.find_hong_kong_ids),
    ("Taiwan IDs", cn_ids.find_taiwan_ids),
    ("Macau IDs", cn_ids.find_macau_ids),
    ("named IDs", cn_ids.find_any_ids),
    ("plates", cn_ids.find_plates),
    ("addresses", addresses.find_addresses),
    ("US IDs", national_ids.find_us_ids),
    ("national IDs", national_ids.find_national_ids),
    ("papers Presidio knows", presidio_own.find_by_presidio),
    ("IP addresses", network.find_ips),
    ("MAC addresses", network.find_macs),
)


class FamilyRecognizer(EntityRecognizer):  # type: ignore[misc]
    """Several families behind one Presidio recognizer.

    Its one result carries all spans: the engine compares every result with every other, quadratic in a long text.
    """

    def __init__(self, name: str, families: Iterable[tuple[str, Find]]) -> None:
        self._families = tuple(find for _, find in families)
        super().__init__(supported_entities=[name], name=name, supported_language="en")

    def load(self) -> None:
        """Nothing to load: patterns are compiled on import."""

    def analyze(self, text: str, entities: list[str], nlp_artifacts: NlpArtifacts) -> list[RecognizerResult]:
        spans = tuple(span for find in self._families for span in find(text))
        if not spans:
            return []
        result = RecognizerResult(
            self.name, 0, len(text), 1.0, recognition_metadata={"spans": spans, **self._metadata()}
        )
        return [result]

    def _metadata(self) -> dict[str, str]:
        return {RecognizerResult.RECOGNIZER_NAME_KEY: self.name, RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: self.id}


class _NoPipeline(NlpEngine):  # type: ignore[misc]
    """No spaCy model and no tokens: the recognizers read context from the text itself, in both languages."""

    def __init__(self) -> None:
        self.empty = NlpArtifacts([], [], [], [], None, "en")

    def load(self) -> None:
        """There is nothing to load."""

    def is_loaded(self) -> bool:
        return True

    def process_text(self, text: str, language: str) -> NlpArtifacts:
        return self.empty

    def process_batch(
        self, texts: Iterable[str], language: str, **kwargs: object
    ) -> Iterator[tuple[str, NlpArtifacts]]:
        for text in texts:
            yield text, self.empty

    def is_stopword(self, word: str, language: str) -> bool:
        return False

    def is_punct(self, word: str, language: str) -> bool:
        return False

    def get_supported_entities(self) -> list[str]:
        return []

    def get_supported_languages(self) -> list[str]:
        return ["en"]


class _NoEnhancer(ContextAwareEnhancer):  # type: ignore[misc]
    """Context is part of each recognizer here; the lemma-based one knows no Chinese."""

    def __init__(self) -> None:
        super().__init__(0.0, 0.0, 0, 0)

    def enhance_using_context(
        self,
        text: str,
        raw_results: list[RecognizerResult],
        nlp_artifacts: NlpArtifacts,
        recognizers: list[EntityRecognizer],
        context: list[str] | None = None,
    ) -> list[RecognizerResult]:
        return raw_results


class Analyzer:
    """Presidio's engine over our recognizers. Thread-safe: it holds no state between calls."""

    def __init__(self, *, names: bool = False) -> None:
        """`names` adds the slower recognizers of the strict policy."""
        recognizers = [FamilyRecognizer("SECRETS", SECRETS), FamilyRecognizer("IDENTIFIERS", IDENTIFIERS)]
        if names:
            from app.engine.redact.names import Names, find_birth_dates

            recognizers.append(
                FamilyRecognizer("NAMES", [("names", Names().find), ("dates of birth", find_birth_dates)])
            )
        registry = RecognizerRegistry(recognizers=recognizers, supported_languages=["en"])
        self._nlp = _NoPipeline()
        self._engine = AnalyzerEngine(
            registry=registry, nlp_engine=self._nlp, supported_languages=["en"], context_aware_enhancer=_NoEnhancer()
        )
        self._entities = [r.name for r in recognizers]

    def analyze(self, text: str) -> list[Span]:
        """Every finding in `text`; they may overlap."""
        results = self._engine.analyze(text=text, language="en", entities=self._entities, nlp_artifacts=self._nlp.empty)
        return [span for result in results for span in result.recognition_metadata["spans"]]
