"""Asks the background model to put long or tangled statements into one short second-person note, under a grammar."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.engine.remember import llm_json
from app.engine.remember.background import Background
from app.engine.remember.statements import language_of
from app.engine.types import Language

log = logging.getLogger(__name__)

BATCH = 10
_LONGEST = 600  # characters of a statement that is worth rewriting; longer ones stay the person's words
GRAMMAR = r"""root ::= "[" item (", " item)* "]"
item ::= "{\"line\": " number ", \"note\": " string ", \"tags\": [" string (", " string){1,4} "]}"
number ::= [1-9] [0-9]?
string ::= "\"" char{1,200} "\""
char ::= [^"\\\x00-\x1f] | "\\" ["\\]
"""


@dataclass(frozen=True, slots=True)
class Rewrite:
    note: str
    tags: tuple[str, ...]


class Extractor:
    """One prompt file per language, with examples in that language only: examples of both leak the wrong one."""

    def __init__(self, model: Background, prompts: Path) -> None:
        self._model = model
        self._systems: dict[Language, str] = {
            "en": (prompts / "extraction.en.txt").read_text("utf-8").strip(),
            "zh": (prompts / "extraction.zh.txt").read_text("utf-8").strip(),
        }

    def rewrite(self, statements: Sequence[str]) -> list[Rewrite | None]:
        """One rewrite a statement, None where the model's answer could not be used."""
        found: list[Rewrite | None] = [None] * len(statements)
        langs: tuple[Language, ...] = ("en", "zh")
        for lang in langs:
            places = [i for i, s in enumerate(statements) if language_of(s) == lang and len(s) <= _LONGEST]
            for start in range(0, len(places), BATCH):
                batch = places[start : start + BATCH]
                for i, rewrite in zip(batch, self._batch([statements[i] for i in batch], lang), strict=True):
                    found[i] = rewrite
        return found

    def _batch(self, statements: list[str], lang: Language) -> list[Rewrite | None]:
        prompt = "\n".join(f"{n}. {' '.join(s.split())}" for n, s in enumerate(statements, 1))
        found: list[Rewrite | None] = [None] * len(statements)
        reply = self._model.complete(self._systems[lang], prompt, GRAMMAR)
        if reply is None:
            return found
        items = llm_json.objects(reply, "note")
        for item in items:
            line, note, tags = item.get("line"), item.get("note"), item.get("tags")
            if isinstance(line, int) and 1 <= line <= len(statements) and isinstance(note, str) and note.strip():
                words = (
                    tuple(str(t).strip() for t in tags if isinstance(t, str) and t.strip())
                    if isinstance(tags, list)
                    else ()
                )
                if found[line - 1] is None and not self._from_examples(note, statements[line - 1], lang):
                    found[line - 1] = Rewrite(llm_json.clean(note).strip(), words[:5])
        if any(f is None for f in found):
            log.warning(
                "extraction: %d of %d statements without a usable rewrite", sum(f is None for f in found), len(found)
            )
        return found

    def _from_examples(self, note: str, statement: str, lang: Language) -> bool:
        """A note that stands in the prompt itself was copied from its examples, not made from the statement."""
        return note.strip(" .。") in self._systems[lang] and note.strip(" .。") not in statement
