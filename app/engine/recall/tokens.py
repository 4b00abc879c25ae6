"""Text to keyword terms: English stems, Chinese characters and pairs, codes and numbers whole and in parts."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib import resources

import snowballstemmer

from app.engine.recall.figures import amount_terms, date_terms, plain_numbers

# Function words of questions and statements. Negation is kept out of this list on purpose: "not" tells memories apart.
_STOP_WORDS = """
    a about above after again all also am an and any are as at be because been before being below between both but by
    can could did do does doing down during each few for from further get got had has have having he her here hers
    herself him himself his how i if in into is it its itself just ll me more most my myself of off on once only or
    other our ours ourselves out over own re s same she should so some such t than that the their theirs them
    themselves then there these they this those through to too under until up ve very was we were what when where
    which while who whom why will with would you your yours yourself yourselves d m"""
ENGLISH_STOP_WORDS = frozenset(_STOP_WORDS.split())

# Characters that carry grammar rather than content. As single terms they only add noise; in pairs they stay.
CHINESE_STOP_CHARACTERS = frozenset(
    "的了是我你他她它们吗呢吧啊呀么这那在有和与就也都很还个着过被把给对到说要会能可以什哪谁怎之其而或及"
)

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f々〇"
_HAN_CHARACTER = re.compile(f"[{_HAN}]")
# A run of Han characters, or a run of other letters and digits with the joints that codes, names and numbers use.
_RUN = re.compile(
    rf"(?P<han>[{_HAN}]+)|(?P<word>[@#]?(?:(?![{_HAN}_])\w)+(?:['._:/@&+-](?:(?![{_HAN}_])\w)+)*(?:\+\+|#)?)"
)
_PART = re.compile(r"\d+|[^\W\d_]+")
_POSSESSIVE = re.compile(r"'s?$")
_stemmer = snowballstemmer.stemmer("english")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Snowball (Porter2) stem of one lower-case English word."""
    return str(_stemmer.stemWord(word))


def fold(text: str) -> str:
    """NFKC, lower case, straight apostrophes, Simplified characters: what two spellings of one thing share."""
    text = unicodedata.normalize("NFKC", text).replace("’", "'").replace("‘", "'").lower()
    return text.translate(_simplified()) if _HAN_CHARACTER.search(text) else text


@cache
def _simplified() -> dict[int, str]:
    """OpenCC's table, character by character; a converter of words takes 30 times as long. Questions and memories are
    folded alike, so words need no care. Lines are `old<TAB>new new…`, the commonest first."""
    table = (resources.files("opencc") / "dictionary" / "TSCharacters.txt").read_text("utf-8")
    pairs = (line.split() for line in table.splitlines() if line.strip())
    return {ord(old): new for old, new, *_ in pairs if len(old) == 1 and len(new) == 1}


def terms(text: str) -> list[str]:
    """Keyword terms in reading order, with repetitions. Never raises; text without words gives an empty list."""
    folded = plain_numbers(fold(text))
    found, rest = date_terms(folded)
    for run in _RUN.finditer(rest):
        han = run["han"]
        if han:
            found.extend(character for character in han if character not in CHINESE_STOP_CHARACTERS)
            found.extend(han[i : i + 2] for i in range(len(han) - 1))
        else:
            found.extend(_word_terms(run["word"]))
    found.extend(amount_terms(rest))
    return found


@lru_cache(maxsize=65_536)
def _word_terms(word: str) -> tuple[str, ...]:
    plain = _POSSESSIVE.sub("", word)
    if plain.isalpha():
        return () if plain in ENGLISH_STOP_WORDS else (stem(plain),)
    parts = _PART.findall(plain)
    if len(parts) == 1 and parts[0] == plain:
        return (plain,)
    if "'" in plain and plain.replace("'", "").isalpha():  # don't, o'brien: whole, and its long parts
        return (plain, *(stem(part) for part in parts if len(part) > 3 and part not in ENGLISH_STOP_WORDS))
    joined = "".join(parts)
    return (
        plain,
        *((joined,) if len(parts) > 1 and joined != plain and not joined.isdigit() and plain[-1].isalnum() else ()),
        *(stem(part) for part in parts if part.isdigit() or (len(part) > 1 and part not in ENGLISH_STOP_WORDS)),
    )
