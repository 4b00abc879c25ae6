"""The remembering stage: messages in, one transaction per batch out, every decision in the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import islice

from app.engine.errors import KeepsakeError
from app.engine.remember.applying import Applier
from app.engine.remember.background import Background
from app.engine.remember.candidate import Candidate, Origin, Refusal
from app.engine.remember.consolidation import Choice, Consolidation, Doubt
from app.engine.remember.distil import Distiller
from app.engine.remember.extraction import Extractor
from app.engine.remember.judging import Judge
from app.engine.remember.knowledge import Center, FindNear, Knowledge
from app.engine.remember.relation import Thresholds
from app.engine.remember.salience import SalienceHead
from app.engine.remember.screening import Screening
from app.engine.remember.writing import Writer
from app.engine.types import (
    Cancel,
    Clock,
    ConsolidationModel,
    Embedder,
    Memory,
    Message,
    Progress,
    RedactedText,
    RememberReport,
    Source,
)
from app.paths import resources
from app.settings import RememberSettings
from app.vault.store import Store

Redact = Callable[[str], RedactedText]


class Rememberer:
    """`redactor` needs `redact(text)`. Without a chat model (`model=None`, or one that is not installed) rules and the
    person's own words do all the work."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        calibration: Center,
        redactor: object,
        settings: RememberSettings,
        *,
        clock: Clock,
        model: ConsolidationModel | None,
        find_near: FindNear,
        head: SalienceHead | None = None,
    ) -> None:
        redact: Redact = redactor.redact  # type: ignore[attr-defined]
        prompts = resources() / "prompts"
        self._store = store
        self._settings = settings
        self._background = Background(model)
        extractor = Extractor(self._background, prompts) if model is not None else None
        self._screening = Screening(redact)
        self._judge = Judge(
            embedder,
            head or SalienceHead.load(resources() / "salience" / "head.npz"),
            Writer(redact, extractor),
            redact,
            settings,
            self._background,
            {lang: (prompts / f"salience.{lang}.txt").read_text("utf-8").strip() for lang in ("en", "zh")},
        )
        self._knowledge = Knowledge(store, embedder, calibration, find_near, settings)
        self._consolidation = Consolidation(
            Thresholds(settings.same_similarity, settings.topic_similarity),
            self._background,
            {lang: (prompts / f"consolidation.{lang}.txt").read_text("utf-8").strip() for lang in ("en", "zh")},
        )
        self._distiller = Distiller(
            store,
            embedder,
            calibration,
            redact,
            self._background,
            {lang: (prompts / f"distil.{lang}.txt").read_text("utf-8").strip() for lang in ("en", "zh")},
            clock,
        )
        self._applier = Applier(store, embedder, redact, settings, clock)

    def consolidate(
        self,
        messages: Sequence[Message],
        *,
        source: Source = "automatic",
        progress: Callable[[Progress], None] | None = None,
        cancel: Cancel | None = None,
        dry_run: bool = False,
    ) -> RememberReport:
        """Remember what the messages tell, at most 10 a batch, each batch all or nothing. A batch that a crash cut off
        is simply still waiting. `dry_run`: the report says what would happen, nothing is written."""
        report = RememberReport()
        waiting = iter(messages)
        done = 0
        while batch := list(islice(waiting, self._settings.batch)):
            if cancel is not None and cancel.is_set():
                break
            report += self._batch(batch, source, dry_run=dry_run)
            done += len(batch)
            if progress is not None:
                progress(Progress(done, len(messages), "remembering"))
        return report

    def remember(
        self,
        text: RedactedText,
        *,
        source: Source = "manual",
        said_at: datetime,
        conversation: str | None = None,
        message_id: int | None = None,
        index: int | None = None,
        endorsed: bool = False,
        user_id: str = "me",
    ) -> RememberReport:
        """Keep the text as it is, at once and without a model call. Raises empty_text."""
        if not any(c.isalnum() for c in text.text):
            raise KeepsakeError("empty_text")
        origin = Origin(said_at, conversation, message_id, index, user_id)
        told = self._screening.explicit(text, origin, source, endorsed=endorsed)
        candidates, _ = self._judge.judge([told], model=False)
        choices = self._choices(candidates, model=False)
        with self._store.transaction():
            return self._applier.apply(candidates, choices, [], messages=0)

    def distil(self, user_id: str = "me") -> list[Memory]:
        """Background work: rules that several memories agree on, and the end of those whose evidence has gone."""
        return self._distiller.run(user_id)

    def _batch(self, batch: list[Message], source: Source, *, dry_run: bool) -> RememberReport:
        told, refused = self._screening.screen(batch, source)
        candidates, dull = self._judge.judge(told, model=not dry_run)
        refused = _in_order([*refused, *dull])
        choices = self._choices(candidates, model=not dry_run)
        if dry_run:
            return self._applier.preview(candidates, choices, refused, messages=len(batch))
        with self._store.transaction():
            report = self._applier.apply(candidates, choices, refused, messages=len(batch))
            self._store.mark_remembered([message.id for message in batch])
        return report

    def _choices(self, candidates: Sequence[Candidate], *, model: bool) -> list[Choice]:
        """The decision list: one choice a candidate, in order. Later ones are compared with what earlier ones add."""
        choices: list[Choice] = []
        doubts: list[Doubt] = []
        decided: list[tuple[str, Candidate]] = []
        gone: set[str] = set()
        for number, candidate in enumerate(candidates):
            known = [] if candidate.endorsed else self._knowledge.near(candidate, decided, gone)
            choice, doubtful = self._consolidation.decide(number, candidate, known)
            if choice.action != "skip" and not choice.older:
                decided.append((f"new:{number}", candidate))
            if choice.action == "overwrite":
                gone.update(choice.existing)
            choices.append(choice)
            doubts.extend(doubtful)
        if model:
            for number, answer in self._consolidation.ask(doubts).items():
                if not set(answer.existing) & gone and _depends_on_kept(answer, choices):
                    choices[number] = answer
        return choices


def _depends_on_kept(answer: Choice, choices: Sequence[Choice]) -> bool:
    """An answer that points at another statement of the batch counts only while that one is itself stored."""
    return all(not ref.startswith("new:") or choices[int(ref[4:])].action != "skip" for ref in answer.existing)


def _in_order(refused: Sequence[Refusal]) -> list[Refusal]:
    return sorted(refused, key=lambda r: (r.origin.said_at, r.origin.message_id or 0))
