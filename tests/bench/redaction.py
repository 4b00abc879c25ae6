"""Redaction: precision and recall by type and language, harmless lines changed, plain Presidio beside it, speed."""

from __future__ import annotations

import json
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redacting.names import named_lines
from report import Figure, at_least, at_most, left_out, main, shared_folder

Found = tuple[int, int, str]  # start, end, type
Find = Callable[[str], list[Found]]  # text -> what would be masked
SAMPLE = 8  # of the fresh batches every eighth line: plain Presidio takes a minute for all of them

DATA = Path(__file__).resolve().parents[1] / "data"


@dataclass(frozen=True, slots=True)
class Case:
    """One text: the spans that must go, or none when it must stay as it is."""

    text: str
    spans: tuple[tuple[int, int, str], ...]
    lang: str = "en"
    binding: bool = True


@dataclass(slots=True)
class Score:
    covered: Counter[str]
    wanted: Counter[str]
    changed: int = 0
    harmless: int = 0
    exact: int = 0
    masked: int = 0
    found: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)

    @property
    def recall(self) -> float:
        return sum(self.covered.values()) / max(1, sum(self.wanted.values()))

    @property
    def precision(self) -> float:
        """Masked code points that belong to a span, over all masked ones."""
        return self.exact / max(1, self.masked)

    def precision_of(self, key: str) -> float:
        """Findings of a type (or in a language) that touch a span, over all of them."""
        return self.right[key] / max(1, self.found[key])


def score(cases: Iterable[Case], find: Find) -> Score:
    result = Score(Counter(), Counter())
    for case in cases:
        findings = find(case.text)
        hidden = {i for start, end, _ in findings for i in range(start, end)}
        inside = {i for start, end, _ in case.spans for i in range(start, end)}
        result.masked += len(hidden)
        result.exact += len(hidden & inside)
        for start, end, kind in findings:
            touches = not inside.isdisjoint(range(start, end))
            for key in (kind, f"lang:{case.lang}"):
                result.found[key] += 1
                result.right[key] += touches
        if not case.spans:
            result.harmless += 1
            result.changed += bool(hidden)
        for start, end, kind in case.spans:
            for key in (kind, f"lang:{case.lang}"):
                result.wanted[key] += 1
                result.covered[key] += all(i in hidden for i in range(start, end))
    return result


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def keepsake_lines(path: Path, policy: str | None = None) -> list[Case]:
    return [
        Case(row["text"], tuple((e["start"], e["end"], e["type"]) for e in row["entities"]), row["lang"])
        for row in _rows(path)
        if policy in (None, row.get("policy"))
    ]


# Not secrets under our policy: links, dates, and addresses of the home network.
_NOT_OURS = {"URL", "DATE_TIME"}
_HOME = re.compile(
    r"^(?:::(?:ffff:)?(?:0{1,4}:)?)?(?:192\.168|10\.|127\.|172\.16|169\.254|0\.0\.0\.0|255\.255)|^::?|^f[ef]|^2001:db8.*:\d+\.\d+"
)


def presidio_fixtures(folder: Path) -> list[Case]:
    cases = []
    for row in _rows(folder / "presidio_recognizer_cases.jsonl"):
        if row["entity"] in _NOT_OURS or not row["text"]:
            continue
        spans = [(s, e) for s, e in row["positions"] or ([[0, len(row["text"])]] if row["expected_len"] else [])]
        ours = [(s, e, row["entity"]) for s, e in spans if not _HOME.match(row["text"][s:e])]
        if ours or not spans:
            cases.append(Case(row["text"], tuple(ours)))
    return cases


def detect_secrets_fixtures(folder: Path) -> list[Case]:
    """Only "flagged or not" is known: the span is the longest unbroken piece of the line."""
    cases = []
    for row in _rows(folder / "detect_secrets_fixtures.jsonl"):
        pieces = re.findall(r"[^\s\"'=:/@,;]+", row["text"])
        longest = max(pieces, key=len) if pieces else row["text"]
        at = row["text"].find(longest)
        cases.append(Case(row["text"], ((at, at + len(longest), row["plugin"]),) if row["should_flag"] else ()))
    return cases


_IN_LINK = re.compile(r"://[^:/@\s]*:([^/\s\"']+)@")


def secretlint_fixtures(folder: Path) -> list[Case]:
    """Ranges that hold a whole link or assignment are narrowed to the secret in it; rules with options are left out."""
    cases = []
    for row in _rows(folder / "secretlint_fixtures.jsonl"):
        if row["has_options"]:
            continue
        spans = []
        for part in row["ranges"]:
            text = row["text"][part["start"] : part["end"]]
            link = _IN_LINK.search(text)
            token = (
                link.span(1)
                if link
                else max((m.span() for m in re.finditer(r"[A-Za-z0-9+/=_~.\-\n ]+", text)), key=lambda s: s[1] - s[0])
            )
            if row["rule"] == "privatekey":
                token = (0, len(text))
            elif not link:
                words = [m.span() for m in re.finditer(r"[A-Za-z0-9+/=_~.\-]{8,}", text)]
                token = max(words, key=lambda s: s[1] - s[0]) if words else token
            spans.append((part["start"] + token[0], part["start"] + token[1], row["rule"]))
        cases.append(Case(row["text"], tuple(spans)))
    return cases


def plain_presidio() -> Find:
    """Presidio as it comes, on a blank pipeline: its default recognizers, every entity, every score."""
    import spacy
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    class Blank(SpacyNlpEngine):
        def load(self) -> None:
            self.nlp = {"en": spacy.blank("en")}

        def is_loaded(self) -> bool:
            return bool(self.nlp)

    blank = Blank(models=[{"lang_code": "en", "model_name": "blank"}])
    blank.load()
    engine = AnalyzerEngine(nlp_engine=blank, supported_languages=["en"])
    skipped = {"URL", "DATE_TIME", "NRP", "PERSON", "LOCATION"}

    def find(text: str) -> list[Found]:
        found = engine.analyze(text=text, language="en")
        return [(r.start, r.end, r.entity_type) for r in found if r.entity_type not in skipped]

    return find


def finding(redactor: Any) -> Find:
    return lambda text: [(f.start, f.end, f.type) for f in redactor.find(text)]


def strict_lines() -> dict[str, list[Case]]:
    """Lines of the strict policy: those that were looked at, and the part that never was."""
    read = named_lines(DATA / "redaction_names.txt")
    parts = {"looked at": "t", "held out": "h"}
    return {name: [Case(n.text, n.spans, n.lang) for n in read if n.part == part] for name, part in parts.items()}


def figures() -> Iterator[Figure]:
    from app.engine.redact import Redactor

    began = time.perf_counter()
    redactor = Redactor()
    redactor.warm()
    loading = time.perf_counter() - began

    ours, theirs = finding(redactor), plain_presidio()
    held_out = keepsake_lines(DATA / "redaction_lines.jsonl")
    batches = [keepsake_lines(DATA / f"redaction_fresh_{name}.jsonl") for name in "abcd"]
    sets: list[tuple[str, list[Case]]] = [("held-out lines", held_out)]
    sets += [(f"fresh batch {name}", batch[::SAMPLE]) for name, batch in zip("abcd", batches, strict=True)]
    shared = shared_folder()
    if shared:
        cases, public = shared / "cases" / "pii.jsonl", shared / "eval" / "pii_public"
        sets += [
            ("cases, must", keepsake_lines(cases, "must")),
            ("cases, should", keepsake_lines(cases, "should")),
            ("Presidio's fixtures", presidio_fixtures(public)),
            ("detect-secrets' fixtures", detect_secrets_fixtures(public)),
            ("secretlint's fixtures", secretlint_fixtures(public)),
        ]
    else:
        yield left_out("cases and public fixtures", "no shared folder beside the repository")
    public_cases = [case for name, these in sets if "fixtures" in name for case in these]
    for name, these in [*sets, *([("public fixtures together", public_cases)] if public_cases else [])]:
        yield from _compared(name, these, ours, theirs)
    yield from _by_type(
        "fresh batches, all lines", [case for batch in batches for case in batch], ours, held_out, theirs
    )
    yield from _strict(Redactor)
    yield from _speed(redactor, [c.text for c in held_out], theirs, loading)


def _compared(name: str, cases: list[Case], ours: Find, theirs: Find) -> Iterator[Figure]:
    mine, plain = score(cases, ours), score(cases, theirs)
    total = sum(count for key, count in mine.wanted.items() if not key.startswith("lang:"))
    covered, changed = f"{name}: spans covered of {total}", f"{name}: harmless lines changed of {mine.harmless}"
    recall, beside = round(100 * mine.recall, 1), f"plain Presidio {plain.recall:.1%}"
    if name == "cases, must":
        yield at_least(covered, recall, 100, "%", beside)
        yield at_most(changed, mine.changed, 2, "lines", f"plain Presidio {plain.changed}")
    elif name == "public fixtures together":
        yield Figure(covered, recall, "%", "> Presidio", mine.recall > plain.recall, beside)
        yield Figure(
            changed,
            mine.changed,
            "lines",
            "< Presidio",
            mine.changed < plain.changed,
            f"plain Presidio {plain.changed}",
        )
    else:
        yield Figure(covered, recall, "%", None, None, beside)
        yield Figure(changed, mine.changed, "lines", None, None, f"plain Presidio {plain.changed}")
    precision = round(100 * mine.precision, 1)
    yield Figure(
        f"{name}: masked characters in spans", precision, "%", None, None, f"plain Presidio {plain.precision:.1%}"
    )


def _by_type(name: str, cases: list[Case], ours: Find, other: list[Case], theirs: Find) -> Iterator[Figure]:
    """Ours on all the lines together; plain Presidio on the lines of the test set, as long as it takes."""
    mine, plain = score([*cases, *other], ours), score(other, theirs)
    for key in sorted(mine.wanted.keys() - {"lang:de", "lang:mixed"}):
        label = {"lang:en": "English", "lang:zh": "Chinese"}.get(key, key)
        beside = f"plain Presidio {plain.covered[key] / plain.wanted[key]:.1%}" if plain.wanted[key] else None
        recall, precision = 100 * mine.covered[key] / mine.wanted[key], 100 * mine.precision_of(key)
        yield Figure(f"  recall {label}", round(recall, 1), f"% of {mine.wanted[key]}", None, None, beside)
        yield Figure(f"  precision {label}", round(precision, 1), f"% of {mine.found[key]}", None, None)
    yield Figure(f"{name}: harmless lines changed of {mine.harmless}", mine.changed, "lines", None, None)


def _strict(make: Any) -> Iterator[Figure]:
    """Names, places, organisations and birthdays alone, so that nothing else helps."""
    from app.engine.masked_kinds import STRICT_ONLY
    from app.engine.redact import STRICT, custom

    find = finding(make(custom(frozenset(STRICT_ONLY))))
    whole = make(STRICT)
    whole.warm()
    texts = [case.text for cases in strict_lines().values() for case in cases]
    yield Figure("strict: median time of a chat message", round(_median(whole.redact, texts), 2), "ms", None, None)
    for part, cases in strict_lines().items():
        result = score(cases, find)
        for key, label in (("lang:en", "English"), ("lang:zh", "Chinese")):
            recall, right = 100 * result.covered[key] / result.wanted[key], 100 * result.precision_of(key)
            yield Figure(f"strict, {part}, {label}: recall", round(recall, 1), f"% of {result.wanted[key]}", None, None)
            yield Figure(
                f"strict, {part}, {label}: precision", round(right, 1), f"% of {result.found[key]}", None, None
            )
        plain = f"strict, {part}: lines without a name changed of {result.harmless}"
        yield Figure(plain, result.changed, "lines", None, None)
        for kind in sorted(k for k in result.wanted if not k.startswith("lang:")):
            share = 100 * result.covered[kind] / result.wanted[kind]
            yield Figure(f"  strict, {part}: recall {kind}", round(share, 1), f"% of {result.wanted[kind]}", None, None)


def _median(call: Callable[[str], object], texts: list[str]) -> float:
    """Milliseconds."""
    times = []
    for text in texts:
        began = time.perf_counter()
        call(text)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def _speed(redactor: Any, texts: list[str], theirs: Find, loading: float) -> Iterator[Figure]:
    yield at_most(
        "median time of a chat message",
        round(_median(redactor.redact, texts), 3),
        2,
        "ms",
        f"plain Presidio {_median(theirs, texts):.2f} ms",
    )
    long = "I told him about the trip. 我们周三去北京出差，电话13812345678。 " * 2200
    times = []
    for size in (25_000, 100_000):
        began = time.perf_counter()
        redactor.redact(long[:size])
        times.append(time.perf_counter() - began)
    yield Figure("100,000 characters with 2,000 findings", round(times[1], 2), "s")
    yield at_most("100,000 characters against 25,000", round(times[1] / times[0], 1), 6, "times")
    yield Figure("loading the analyzer (in the background)", round(loading, 2), "s")


if __name__ == "__main__":
    main("redaction", figures)
