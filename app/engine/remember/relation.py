"""Compares a new statement with a known one by exact rules: same, update, different, or not certain."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from app.engine.remember.attitude import attitudes, same_object
from app.engine.remember.facts import FactValue, extract, same_subject, same_value, subject_of
from app.engine.remember.grounding import names, negations, stem
from app.engine.remember.numerals import numbers
from app.engine.remember.plans import about_same, is_cancellation, is_done, is_plan, not_yet

Verdict = Literal["same", "update", "different", "unsure"]

_CHANGE = re.compile(
    r"\b(?:now|no longer|any ?more|instead|switched|changed|moved|became|become|stopped|started|raised|cut|increased|lowered|reduced|extended|postponed|pushed|brought forward|"
    r"actually|correction|i meant|not \w+ but|new|updated|from now on|rescheduled|turned|upgraded|replaced|went (?:up|down)|gave up|quit|grew|dropped|shrank|rose|since then|after all|used to|"
    r"given up|in fact|rather than|it's .* now|was wrong|made a mistake|misspoke|swapped|bumped|downgraded|renamed|these days)\b",
    re.I,
)
_ZH_CHANGE = re.compile(
    r"现在|不再|改[成为到在用了]|换[成到了]|变[成为了]|搬[到去回家]|调[到整]|提高|提[前到]|降[到低为]|增加|减[到少]|推迟|延[期到后]|涨到|砍到|其实|更正|纠正|说错|记错|不是.{1,12}而是|已经|开始|停了|戒了?|辞|跳槽|升级|新的?|取代|改名|不.{0,4}了|后来|如今"
)
_CORRECTION = re.compile(
    r"\b(?:actually|correction|i meant|sorry,|in fact|i was wrong|made a mistake|misspoke|not \w+ but)\b|其实|更正|纠正|说错|记错|不是.{1,12}(?:而)?是|应该是",
    re.I,
)
_STOP = frozenset(
    [
        "i",
        "you",
        "me",
        "my",
        "your",
        "we",
        "our",
        "us",
        "a",
        "an",
        "the",
        "is",
        "am",
        "are",
        "was",
        "were",
        "be",
        "been",
        "to",
        "of",
        "in",
        "on",
        "at",
        "for",
        "with",
        "and",
        "or",
        "that",
        "this",
        "it",
        "its",
        "do",
        "does",
        "did",
        "have",
        "has",
        "had",
        "will",
        "would",
        "so",
        "just",
        "really",
        "very",
        "also",
        "as",
        "by",
        "from",
        "about",
        "now",
        "please",
        "always",
        "usually",
    ]
)
_ZH_STOP = re.compile(
    r"[我你您们的了是在有也都就还很把被给呢吧啊呀嘛每]|现在|目前|一直|从来|通常|平时|习惯|一般|请|已经"
)


@dataclass(frozen=True, slots=True)
class Relation:
    """`reason` is the exact ground, a short code for the decision log."""

    verdict: Verdict
    reason: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """On the calibrated scale (mean of ordinary memory sentences subtracted), set from labelled pairs."""

    same: float = 0.70
    topic: float = 0.40


def relate(new: str, old: str, similarity: float, thresholds: Thresholds) -> Relation:
    """How `new` stands to `old`, both in the speaker's own words, `new` said later. An update needs an exact reason;
    different numbers, dates, names or negation are never the same; whatever is not certain is `unsure` or `different`."""
    if canonical(new) == canonical(old):
        return Relation("same", "identical")
    if is_cancellation(new):
        if is_plan(old) and about_same(new, old):
            return Relation("update", "plan_cancelled")
        return Relation("different", "cancellation")
    subject_new, subject_old = subject_of(new), subject_of(old)
    by_fact = _by_facts(new, old)
    if by_fact is not None:
        return by_fact
    if subject_new != subject_old:
        return Relation("different", "other_subject")
    by_plan = _by_plan(new, old, similarity, thresholds)
    if by_plan is not None:
        return by_plan
    by_attitude = _by_attitude(new, old, similarity, thresholds)
    if by_attitude is not None:
        return by_attitude
    return _by_words(new, old, similarity, thresholds)


def _by_facts(new: str, old: str) -> Relation | None:
    """Same key of the fact table."""
    if not_yet(new) != not_yet(old):
        return None
    planned = not_yet(new)
    olds = extract(old)
    others = False
    for fact in extract(new):
        for known in olds:
            if fact.attribute != known.attribute:
                continue
            if not same_subject(fact.subject, known.subject):
                others = others or not fact.loose
                continue
            if same_value(fact.value, known.value):
                if fact.loose or fact.cardinality == "many":
                    continue
                return Relation("same", "same_value", fact.attribute) if _adds_nothing(new, old) else None
            if planned:
                return Relation("update", "plan_changed", fact.attribute) if changes(new) else None
            if fact.cardinality == "many":
                continue
            if fact.loose or known.loose:
                if changes(new) and _kind_of_value(fact) == _kind_of_value(known):
                    return Relation("update", "same_key", fact.attribute)
                continue
            if fact.cardinality == "fixed" and not _CORRECTION.search(new):
                return Relation("different", "fixed_attribute", fact.attribute)
            return Relation("update", "same_key", fact.attribute)
    return Relation("different", "other_subject") if others else None


def _kind_of_value(fact: FactValue) -> bool:
    return bool(numbers(fact.value))


def _by_plan(new: str, old: str, similarity: float, thresholds: Thresholds) -> Relation | None:
    if is_plan(old) and not_yet(old) and is_done(new) and similarity >= thresholds.topic and about_same(new, old):
        return Relation("update", "plan_happened")
    return None


def _by_attitude(new: str, old: str, similarity: float, thresholds: Thresholds) -> Relation | None:
    for a in attitudes(new):
        for b in attitudes(old):
            if same_object(a.object, b.object):
                if a.positive != b.positive:
                    return Relation("update", "opposite_attitude")
                if _adds_nothing(new, old) or similarity >= thresholds.same:
                    return Relation("same", "same_attitude")
    if attitudes(new) and attitudes(old) and len(attitudes(new)) == len(attitudes(old)) == 1:
        return Relation("different", "other_object")
    return None


def _by_words(new: str, old: str, similarity: float, thresholds: Thresholds) -> Relation:
    same_numbers = numbers(new) == numbers(old)
    same_names = _names_agree(new, old)
    same_negation = bool(negations(new)) == bool(negations(old))
    if same_numbers and same_names and same_negation and _markers(new) == _markers(old):
        if similarity < _PARAPHRASE and substituted(new, old):
            return Relation("different", "other_word")
        if similarity >= thresholds.same and is_plan(new) == is_plan(old):
            return Relation("same", "near_identical")
        return (
            Relation("unsure", "same_topic") if similarity >= thresholds.topic else Relation("different", "other_topic")
        )
    if similarity >= thresholds.topic and changes(new) and frame_overlap(new, old) >= 0.75:
        return Relation("update", "word_of_change")
    what = "number" if not same_numbers else "name" if not same_names else "negation" if not same_negation else "word"
    return Relation("different", f"other_{what}")


_PARAPHRASE = 0.91  # from here on other words are other words for the same; below, they may be other things


def _names_agree(new: str, old: str) -> bool:
    """Every name of one stands in the other, at the start of a sentence or not."""
    return all(name in b.lower() for a, b in ((new, old), (old, new)) for name in names(a))


_LIGHT_EN = (
    "drink take have get eat live reside go do make use say call name start begin big large small little buy own like love enjoy "
    "hate job work profession home house phone mobile bike bicycle mom mum mother dad father kid child film movie flat apartment "
    "car every each one two three four five six seven eight nine ten only still can be"
)
_LIGHT_ZH = "喝吃用加放住在叫是有做搞当会能家车很非常特别最挺真的通般平时从来都去到说讲喜欢爱名字"
_LIGHT = frozenset([*(stem(word) for word in _LIGHT_EN.split(" ")), *_LIGHT_ZH])


def substituted(new: str, old: str) -> bool:
    """Whether the two differ by a content word standing in the place of another: roses for ferns, 签证 for 护照."""
    a, b = _tokens(new), _tokens(old)
    left = [t for t in a if t not in b and t not in _LIGHT]
    right = [t for t in b if t not in a and t not in _LIGHT]
    return bool(left and right)


def _tokens(text: str) -> list[str]:
    """English stems without stop words; Chinese characters without fillers."""
    bare = _ZH_STOP.sub("", text)
    return [
        t if "\u4e00" <= t <= "\u9fff" else stem(t)
        for t in re.findall(r"[A-Za-zÀ-ɏ][\w'’-]*|[\u4e00-\u9fff]", bare)
        if t.lower() not in _STOP
    ]


def changes(text: str) -> bool:
    """Whether the statement itself says that something changed or was wrong before."""
    return bool(_CHANGE.search(text) or _ZH_CHANGE.search(text))


def corrects(text: str) -> bool:
    return bool(_CORRECTION.search(text))


def canonical(text: str) -> str:
    """For "identical after normalisation": NFKC, case, punctuation, spaces, fillers and the person of the speaker."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    folded = re.sub(r"\b(?:i'm|i am|you're|you are)\b", "i am", folded)
    folded = re.sub(r"\b(?:you)\b", "i", re.sub(r"\byour\b", "my", folded)).replace("你", "我")
    folded = re.sub(r"^(?:please )?remember(?: that| this)?\b|^(?:请|帮我)?(?:记住|记一下|记得)", "", folded.strip())
    return re.sub(r"[\s\W_]+", "", re.sub(r"\b(?:just|really|also|well|so|please)\b", "", folded))


def words(text: str) -> set[str]:
    """Content words: English stems, Chinese pairs of characters; numbers left out."""
    latin = {stem(w) for w in re.findall(r"[A-Za-zÀ-ɏ][\w'’-]*", text) if w.lower() not in _STOP}
    chinese = re.findall(r"[\u4e00-\u9fff]+", _ZH_STOP.sub("", text))
    pairs = {run[i : i + 2] for run in chinese for i in range(max(1, len(run) - 1))}
    return latin | pairs


def frame_overlap(new: str, old: str) -> float:
    """Share of the older statement's frame (its words without values, numbers and names) that the newer one repeats."""
    drop = names(new) | names(old)
    a = {t for t in _tokens(_NUMERALS.sub("", _CHANGE.sub("", new))) if t not in drop}
    b = {t for t in _tokens(_NUMERALS.sub("", _CHANGE.sub("", old))) if t not in drop}
    b = {t for t in b if t not in _ZH_CHANGING and t not in _LIGHT}
    return len(a & b) / max(1, len(b)) if b else 0.0


_NUMERALS = re.compile(r"\d+|[零〇一二两三四五六七八九十百千万亿]+")
_ZH_CHANGING = frozenset("不没再已经改换变搬到停戒")


def _adds_nothing(new: str, old: str) -> bool:
    return (
        len(words(new) - words(old)) <= 1
        and numbers(new) == numbers(old)
        and bool(negations(new)) == bool(negations(old))
    )


_MARKERS = re.compile(
    r"\b(?:staging|production|prod|left|right|morning|evening|night|monday|tuesday|wednesday|thursday|friday|saturday|sunday|winter|summer|spring|autumn|"
    r"always|sometimes|black|green|white|red|blue|upper|lower|old|young|elder|younger|older|first|second|before|after|weekdays?|weekends?)\b|左|右|早上|晚上|周[一二三四五六日末]|工作日|春|夏|秋|冬|红|绿|黑|白|测试|生产|大|小",
    re.I,
)


def _markers(text: str) -> set[str]:
    """Small words that make two near-identical sentences speak of different things."""
    return {m.group().lower() for m in _MARKERS.finditer(text)}
