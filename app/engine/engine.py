"""Table of contents of the pipeline: redact, recall, answer, store, remember, forget. Only it knows the order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.engine import intent, views
from app.engine.answer import Answerer
from app.engine.dialogue import AskRequest, Dialogue, Turn
from app.engine.errors import KeepsakeError
from app.engine.forget import Forgetter
from app.engine.language import language_of
from app.engine.orders import Orders
from app.engine.recall.recall import Recall
from app.engine.recall.when_asked import period_of
from app.engine.redact.redactor import Redactor
from app.engine.remember.rememberer import Rememberer
from app.engine.replies import Reply
from app.engine.types import (
    Cancel,
    Clock,
    Dropped,
    DropReason,
    Language,
    Memory,
    MemoryBlock,
    Message,
    Mode,
    Progress,
    RecallResult,
    RedactedText,
    RememberReport,
    Source,
    Tier,
)
from app.engine.wishes import Wishes
from app.settings import Settings
from app.vault.store import Store

Emit = Callable[[str, dict[str, Any]], None]
_NEVER = threading.Event()


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything the engine is built from; `app/compose.py` makes one."""

    store: Store
    redactor: Redactor
    recall: Recall
    rememberer: Rememberer
    forgetter: Forgetter
    answering: Callable[[], Answerer]  # loads the chat model at first use; raises model_missing without one
    settings: Settings
    clock: Clock


class Engine:
    """One message through all stages. Safe to call from several threads: the store, the models and remembering
    each let one caller in at a time, so listing memories never waits for an answer."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.wishes = Wishes(parts.store, parts.redactor.redact, parts.settings.answer.style)
        self._dialogue = Dialogue(parts.store, parts.clock)
        self._remembering = threading.Lock()
        self._to_prepare: tuple[str | None, Language] | None = None  # conversation whose next prompt is worth reading
        self._orders = Orders(
            parts.store,
            parts.forgetter,
            remember=lambda messages, source: self.consolidate(_NEVER, messages=messages, source=source),
            endorse=self.remember_message,
            find_period=lambda words: period_of(words, parts.clock()),
        )

    def ask(self, request: AskRequest, emit: Emit, cancel: Cancel) -> dict[str, Any]:
        """Answer one message and remember what it says. Emits started, recalled, token, answered, remembered."""
        text = self.parts.redactor.redact(request.text, keep=request.keep)
        if not text.text.strip():
            raise KeepsakeError("empty_text")
        turn = self._dialogue.begin(request, text)
        masks = [views.mask_view(mask) for mask in turn.question.masks]
        started = {"conversation": turn.conversation, "message_id": turn.question.id, "text": turn.question.content}
        emit("started", {**started, "masks": masks})
        if not turn.private:
            self.wishes.note(turn.raw)
        try:
            reply = self._orders.carry_out(turn) or self._converse(turn, emit, cancel)
        except KeepsakeError:
            self._remember_turn(turn, emit)  # no answer, but what was said is not lost
            raise
        if reply.gone:
            turn = replace(turn, private=True)  # there is no conversation left to write to
        with self.parts.redactor.keeping(turn.kept_words()):
            said = self.parts.redactor.redact(reply.text)
        answer = self._dialogue.end(turn, said, memories=reply.memories, stopped=reply.usage.stopped)
        shown = f"{answer.content}\n{reply.listing}".strip()
        figures = {**_figures(reply, turn), "gone": reply.gone}
        emit("answered", {**figures, "message_id": answer.id, "text": shown})
        if not turn.private and not reply.listing:  # a memory in a list was looked at, not recalled
            self.parts.store.record_accesses(list(reply.memories), self.parts.clock(), turn.conversation)
        report = self._remember_turn(turn, emit, reply.remembered)
        self._to_prepare = None if turn.private else (turn.conversation, language_of(turn.question.content))
        return {**figures, "answer": shown, "message_id": answer.id, "remembered": len(report.added)}

    def recall(
        self,
        query: str,
        *,
        limit: int = 10,
        mode: Mode = "hybrid",
        user_id: str = "me",
        tiers: Sequence[Tier] = ("memory", "transcript"),
        session_id: str | None = None,
    ) -> RecallResult:
        """Ranked memories and matching facts; of one session alone where one is given. Looking is not an access."""
        return self.parts.recall.search(
            self.parts.redactor.redact(query).text, user_id=user_id, limit=limit, mode=mode, now=self.parts.clock(),
            tiers=tiers, session_id=session_id,
        )  # fmt: skip

    def remember(self, text: str, *, source: Source = "manual", user_id: str = "me") -> RememberReport:
        """Keep the text as the person's own words, without a model."""
        redacted = self.parts.redactor.redact(text)
        if not redacted.text.strip():
            raise KeepsakeError("empty_text")
        self.parts.store.count_masks(redacted.masks)
        with self._remembering:
            return self.parts.rememberer.remember(redacted, source=source, said_at=self.parts.clock(), user_id=user_id)

    def hear(self, put: Callable[[], Message]) -> RememberReport:
        """What another program passes on goes the way of typed text: stored by `put`, then remembered. No order in it
        is carried out but "remember"."""
        with self._remembering:
            message = put()
            return self._remember_run([message], "api", _NEVER, dry_run=False)

    def remember_message(self, message_id: int) -> RememberReport:
        """Keep one message as it stands. The assistant's words are marked as endorsed and never become facts."""
        message = self.parts.store.message(message_id)
        with self._remembering, self.parts.redactor.keeping(message.kept_words()):
            return self.parts.rememberer.remember(
                self.parts.redactor.redact(message.content),
                source="manual",
                said_at=message.said_at,
                conversation=message.conversation,
                message_id=message.id,
                index=message.index,
                endorsed=message.role == "assistant",
                user_id=message.user_id,
            )

    def consolidate(
        self,
        cancel: Cancel,
        progress: Callable[[Progress], None] = lambda _: None,
        *,
        messages: Iterable[Message] | None = None,
        source: Source = "automatic",
        dry_run: bool = False,
    ) -> RememberReport:
        """Remember what is waiting (or the given messages), in the order it was said, a batch at a time."""
        report = RememberReport()
        with self._remembering:
            waiting = list(messages) if messages is not None else self.parts.store.waiting_messages()
            done = 0
            for run in _runs(waiting, self.parts.settings.remember.batch):
                if cancel.is_set():
                    break
                report += self._remember_run(run, source, cancel, dry_run=dry_run)
                done += len(run)
                progress(Progress(done, len(waiting), "remembering"))
        return report

    def _converse(self, turn: Turn, emit: Emit, cancel: Cancel) -> Reply:
        """Recall beside the question, then the model's answer, token by token."""
        now = self.parts.clock()
        language = language_of(turn.question.content)
        result = self.parts.recall.search(
            turn.question.content, user_id=turn.question.user_id, now=now, exclude_messages=_ids(turn)
        )
        answering = self.parts.answering()
        block: MemoryBlock = self.parts.recall.block(
            result, budget_tokens=answering.memory_budget(), count_tokens=answering.count_tokens, lang=language, now=now
        )
        used = [self.parts.store.memory(memory_id) for memory_id in block.memory_ids]
        facts = [views.fact_view(fact) for fact in result.facts]
        emit("recalled", {"memories": self.views(used), "facts": facts})
        pieces: list[str] = []
        style = self.wishes.during(turn.private, turn.history)
        for piece in answering.answer(
            turn.raw, turn.history, block, lang=language, now=now, style=style, cancel=cancel
        ):
            pieces.append(piece)
            emit("token", {"text": piece})
        return Reply("".join(pieces), memories=block.memory_ids, memory_tokens=block.tokens, usage=answering.usage)

    def _remember_turn(self, turn: Turn, emit: Emit, done: RememberReport | None = None) -> RememberReport:
        """Remember what waits in this conversation; a stopped answer does not stop remembering. `done`: what an order
        has kept already. The clients hear of both together."""
        if turn.private:
            return RememberReport()
        waiting = self.consolidate(_NEVER)
        self._orders.note(turn, waiting)
        report = waiting if done is None else done + waiting
        emit("remembered", views.report_view(report, self.views))
        return report

    def _remember_run(self, run: list[Message], source: Source, cancel: Cancel, *, dry_run: bool) -> RememberReport:
        """Talk goes through the stage together, explicit "remember …" included; other orders leave nothing to keep."""
        order = intent.parse(run[0].content)
        if order.kind in {"talk", "remember"}:
            with self.parts.redactor.keeping([word for message in run for word in message.kept_words()]):
                return self.parts.rememberer.consolidate(run, source=source, cancel=cancel, dry_run=dry_run)
        if not dry_run:
            self.parts.store.mark_remembered([message.id for message in run])
        reason: DropReason = "question" if order.kind == "about_me" else "command"
        return RememberReport(len(run), dropped=tuple(Dropped(m.index, reason, m.id) for m in run))

    def distil(self) -> list[Memory]:
        """Rules that several memories agree on, made or withdrawn as those came and went."""
        with self._remembering:
            return self.parts.rememberer.distil()

    def prepare_next(self, conversation: str | None, lang: Language) -> None:
        """The next question will belong to this conversation; None: to a new one, begun in `lang`."""
        self._to_prepare = (conversation, lang)

    def has_to_prepare(self) -> bool:
        return self._to_prepare is not None

    def prepare(self, cancel: Cancel) -> None:
        """While idle: let the model read the conversation as the next prompt will begin, without its memory block. The
        summary of turns that have left is made here too."""
        wanted, self._to_prepare = self._to_prepare, None
        if wanted is not None:
            conversation, lang = wanted
            history = self.parts.store.messages(conversation) if conversation else []
            self.parts.answering().prepare(history, cancel, lang=lang)

    def views(self, memories: Sequence[Memory]) -> list[dict[str, Any]]:
        """The memories as clients see them, with their strength of this moment."""
        strengths = self.parts.forgetter.strengths(memories)
        return [views.memory_view(memory, left) for memory, left in zip(memories, strengths, strict=True)]

    def redact(self, text: str) -> RedactedText:
        return self.parts.redactor.redact(text)


def _figures(reply: Reply, turn: Turn) -> dict[str, Any]:
    return {
        "conversation": turn.conversation,
        "memories": list(reply.memories),
        "prompt_tokens": reply.usage.prompt_tokens,
        "memory_tokens": reply.memory_tokens,
        "first_token_ms": round(reply.usage.first_token_ms, 1),
        "tokens_per_s": round(reply.usage.tokens_per_s, 2),
        "stopped": reply.usage.stopped,
    }


def _ids(turn: Turn) -> frozenset[int]:
    """The running conversation is in the prompt already; finding it again would only cost tokens."""
    return frozenset({turn.question.id, *(message.id for message in turn.history)})


def _runs(messages: list[Message], size: int) -> Iterable[list[Message]]:
    """Neighbouring plain messages of one person in batches of at most `size`; each order stands alone."""
    run: list[Message] = []
    for message in messages:
        alone = intent.parse(message.content).kind not in {"talk", "remember"}
        if run and (alone or len(run) >= size or run[0].user_id != message.user_id):
            yield run
            run = []
        if alone:
            yield [message]
        else:
            run.append(message)
    if run:
        yield run
