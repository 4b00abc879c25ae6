"""A vault with a rememberer over it, for tests: with a stand-in embedder, or with the real models."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from app.engine.remember.rememberer import Rememberer
from app.engine.remember.salience import LABELS, SalienceHead
from app.engine.remember.statements import language_of
from app.engine.remember.surface import NAMES
from app.engine.types import ConsolidationModel, Embedder, Language, Memory, Message, RedactedText, RememberReport
from app.settings import RememberSettings
from app.vault.store import Store
from app.vault.vault import Vault, open_vault

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DATA = Path(__file__).parents[2] / "data"


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


class Plain:
    """Masks nothing: for tests that are not about secrets."""

    def redact(self, text: str) -> RedactedText:
        return RedactedText(text)


class Uncentered:
    """A calibration that changes nothing."""

    def center(self, vectors: Any, langs: Sequence[str]) -> Any:
        return vectors


@dataclass
class Scripted:
    """A background model that gives prepared replies and keeps what it was asked."""

    replies: list[str]
    name: str = "scripted"
    asked: list[str] | None = None

    def complete(self, system: str, prompt: str, grammar: str | None = None) -> str:
        self.asked = [*(self.asked or []), prompt]
        return self.replies.pop(0) if self.replies else ""


def keeps_everything(dimensions: int) -> SalienceHead:
    """A head that finds every statement worth keeping, so that a test is about what follows."""
    inputs = dimensions + len(NAMES)
    arrays = {
        "mean": np.zeros(inputs, np.float32),
        "scale": np.zeros(inputs, np.float32),
        "support": np.zeros((1, inputs), np.float32),
        "keep": np.ones(1, np.float32),
        "label": np.eye(1, len(LABELS), dtype=np.float32),
        "gamma": np.float32(1.0),
        "platt": np.array([[3.0, 0.0], [3.0, 0.0]], np.float32),
    }
    return SalienceHead(arrays, "fake")


class World:
    """One fresh vault, one rememberer. `say` stores messages an hour apart and remembers them as an import does."""

    def __init__(
        self,
        folder: Path,
        embedder: Embedder,
        *,
        calibration: Any = None,
        redactor: Any = None,
        head: SalienceHead | None = None,
        model: ConsolidationModel | None = None,
        settings: RememberSettings | None = None,
    ) -> None:
        self.vault: Vault = open_vault(folder / "profile", raw_key=bytes(range(32)))
        self.store: Store = self.vault.store
        self.calibration = calibration or Uncentered()
        self.redactor = redactor or Plain()
        self.embedder = embedder
        self.now = NOW
        self.rememberer = Rememberer(
            self.store,
            embedder,
            self.calibration,
            self.redactor,
            settings or RememberSettings(),
            clock=lambda: self.now,
            model=model,
            find_near=self.near,
            head=head,
        )
        self._count = 0

    def near(
        self, vector: Any, limit: int, user_id: str = "me", session_id: str | None = None, lang: Language = "en"
    ) -> list[tuple[Memory, float]]:
        keys, matrix = self.store.vectors("memory", self.embedder.model_id, user_id)
        if not len(keys):
            return []
        rows = self.store.memories_by_key(keys.tolist())
        langs = [language_of(rows[key].content) for key in keys.tolist()]
        scores = (
            self.calibration.center(matrix.astype(np.float32), langs) @ self.calibration.center(vector[None], [lang])[0]
        )
        found = [(rows[int(keys[i])], float(scores[i])) for i in np.argsort(-scores)]
        return [(m, score) for m, score in found if session_id in (None, m.session_id)][:limit]

    def put(self, *turns: str | tuple[str, str], at: datetime | None = None) -> list[Message]:
        start = at or self.now
        name = f"c{self._count}"
        conversation = self.store.create_conversation(RedactedText(name), at=start)
        found = []
        for i, turn in enumerate(turns):
            role, text = turn if isinstance(turn, tuple) else ("user", turn)
            said = start + timedelta(hours=i)
            found.append(
                self.store.add_message(conversation.id, role, self.redactor.redact(text), said, index=i)  # type: ignore[arg-type]
            )
        self._count += 1
        return found

    def say(self, *turns: str | tuple[str, str], at: datetime | None = None) -> RememberReport:
        return self.rememberer.consolidate(self.put(*turns, at=at))

    def play(self, case: dict[str, Any]) -> RememberReport:
        """The messages of a behaviour case, as an import would bring them."""
        messages: list[Message] = []
        conversations: dict[str, str] = {}
        for i, turn in enumerate(case["messages"]):
            at = datetime.fromisoformat(turn["at"])
            if turn["conversation"] not in conversations:
                made = self.store.create_conversation(RedactedText(turn["conversation"]), at=at)
                conversations[turn["conversation"]] = made.id
            text = self.redactor.redact(turn["content"])
            messages.append(
                self.store.add_message(conversations[turn["conversation"]], turn["role"], text, at, index=i)
            )
        return self.rememberer.consolidate(messages, source="imported")

    @property
    def contents(self) -> list[str]:
        return [memory.content for memory in self.store.memories()]

    def close(self) -> None:
        self.vault.close()


def faults(case: dict[str, Any], active: Sequence[Memory]) -> list[str]:
    """What a behaviour case asks for and the active memories do not hold."""
    found = []
    for strings in case.get("must", []):
        if not any(all(s.lower() in f"{m.content}\n{m.quote}".lower() for s in strings) for m in active):
            found.append(f"nothing holds {strings}")
    found += [f"holds {s!r}" for s in case.get("must_not", []) if any(s.lower() in m.content.lower() for m in active)]
    if len(active) < case.get("min", 0):
        found.append(f"only {len(active)} memories")
    if len(active) > case.get("max", 10**6):
        found.append(f"{len(active)} memories")
    if "event_at" in case and not any(m.event_at == case["event_at"] for m in active):
        found.append(f"no event at {case['event_at']}: {[m.event_at for m in active]}")
    return found
