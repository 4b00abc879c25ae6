"""Finds an attitude in a statement: who likes or dislikes what."""
# ruff: noqa: E501 (patterns and tables read better one a line)

from __future__ import annotations

import re
from dataclasses import dataclass

from app.engine.remember.facts import normal


@dataclass(frozen=True, slots=True)
class Attitude:
    positive: bool
    object: str  # normalised


_EN = re.compile(
    r"\b(?:(?P<neg>(?:do not|don't|dont|does not|doesn't|did not|didn't|no longer|never|not|can't|cannot|isn't|am not|'m not|hardly)(?: really| even| much| particularly| ever| actually| that| very)*) )?"
    r"(?:really |absolutely |just |totally |also |still |now |always |actually |so |quite )*"
    r"(?<!'d )(?<!would )(?<!might )(?<!may )(?<!could )(?P<verb>loves?|likes?|enjoys?|prefers?|adores?|hates?|dislikes?|detests?|loathes?|despises?|stand|bear|fond of|into|keen on|(?:a )?(?:big )?fan of|crazy about|"
    r"sick of|tired of|fed up with|can't get enough of|obsessed with|addicted to)\s+(?P<object>[^,.;!?]+?)"
    r"(?=\s*(?:$|[,.;!?]| but\b| because\b| since\b| and (?:I|it|they|he|she)\b| anymore| any more| at all| now\b| these days| more than\b| over\b| to\b| so much| very much| a lot))",
    re.I,
)
_EN_BAD = re.compile(r"^(?:hate|dislike|detest|loathe|despise|sick of|tired of|fed up)", re.I)
_ZH = re.compile(
    r"(?P<neg>不再|不太|不怎么|不是很|并不|从不|从来不|一点也不|一点都不|不|没那么|没有那么)?(?:很|非常|特别|最|超级?|真的|挺|比较|更|也|还|都|太|越来越)*"
    r"(?P<verb>喜欢|喜爱|热爱|爱吃|爱喝|爱看|爱听|爱玩|爱(?![人情好心上])|讨厌|厌恶|反感|受不了|恨|怕吃|害怕|怕|偏爱|偏好|享受|迷上了?|烦)"
    r"(?P<object>[^，,。；;！!？?、]{1,16}?)(?=$|[，,。；;！!？?、]|了$|因为|但|可是|的样子)"
)
_ZH_BAD = ("害怕", "讨厌", "厌恶", "反感", "受不了", "恨", "怕", "烦")
_VERBING = re.compile(
    r"^(?:eating|drinking|watching|playing|having|the taste of|listening to|going to|doing|to eat|to drink|to watch|some|any|吃|喝|看|听|玩|去)\s*",
    re.I,
)


def attitudes(text: str) -> list[Attitude]:
    """In the order they are told. "can't stand" is negative; "do not hate" counts as positive."""
    found = []
    for m in _EN.finditer(text.replace("’", "'")):
        verb, negated = m["verb"].lower(), m["neg"] is not None
        if verb in ("stand", "bear"):
            if not negated:
                continue
            found.append(Attitude(False, _object(m["object"])))
            continue
        found.append(Attitude(bool(_EN_BAD.match(verb)) == negated, _object(m["object"])))
    for m in _ZH.finditer(text):
        bad = m["verb"].startswith(_ZH_BAD)
        found.append(Attitude(bad == (m["neg"] is not None), _object(m["object"])))
    return [a for a in found if a.object]


def _object(raw: str) -> str:
    return _VERBING.sub("", normal(raw)).strip()


def opposite(a: str, b: str) -> bool:
    """Whether the two statements hold opposite attitudes to the same object."""
    return any(x.positive != y.positive and same_object(x.object, y.object) for x in attitudes(a) for y in attitudes(b))


def same_object(a: str, b: str) -> bool:
    x, y = a.replace(" ", ""), b.replace(" ", "")
    return x == y or x.rstrip("s") == y.rstrip("s")
