"""What a person sees and decides of masking: a preview, counts, pattern classes, and the check of what is stored."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from app.engine.engine import Emit, Engine
from app.engine.errors import KeepsakeError
from app.engine.redact.policy import Policy, chosen, is_class
from app.settings import PrivacySettings, Settings

Args = dict[str, Any]
Result = dict[str, Any]
_DUE = "recheck_due"  # setting of the vault: a stricter policy was chosen and what is stored has not been checked yet


def policy_of(privacy: PrivacySettings) -> Policy:
    """The policy these settings ask for."""
    return chosen(privacy.policy, privacy.masked_types, filter(is_class, privacy.allowed))


class Masking:
    """Verbs about masking; `Service` mounts them beside its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._redactor = engine.parts.redactor
        self._store = engine.parts.store
        self._checking = threading.Lock()

    def verbs(self) -> dict[str, Callable[[Args, Emit, threading.Event], Result]]:
        return {
            "mask_preview": lambda args, emit, cancel: self._preview(args),
            "masking": lambda args, emit, cancel: self._masking(),
            "recheck": lambda args, emit, cancel: self._recheck(emit, cancel),
            "recheck_later": lambda args, emit, cancel: self._later(),
        }

    def settings_changed(self, old: Settings, new: Settings) -> None:
        """A change of what is masked holds from the next text on; a stricter one makes the check of old texts due."""
        before, after = policy_of(old.privacy), policy_of(new.privacy)
        if before == after:
            return
        self._redactor.use(after)
        threading.Thread(target=self._redactor.warm, name="warm-redactor", daemon=True).start()
        if after.stricter_than(before) and self._has_texts():
            self._store.set_setting(_DUE, True)

    def _has_texts(self) -> bool:
        return self._store.texts_to_check() > 0

    def _preview(self, args: Args) -> Result:
        """What would be masked in a text, in its order: `allow` is the pattern class to permit, None where there is
        none. Nothing of it is kept."""
        text = args.get("text")
        if not isinstance(text, str):
            raise KeepsakeError("usage", name="text")
        found = self._redactor.find(text)
        items = [{"type": f.type, "start": f.start, "end": f.end, "allow": f.allowable(text)} for f in found]
        return {"items": items}

    def _masking(self) -> Result:
        """How often each type was masked, as counts; whether stored texts wait for a check under a stricter policy."""
        return {
            "counts": self._store.mask_counts(),
            "types": sorted(self._redactor.policy.types),
            "due": bool(self._store.get_setting(_DUE, False)),
            "texts": self._store.texts_to_check(),
        }

    def _later(self) -> Result:
        self._store.set_setting(_DUE, None)
        return {}

    def _recheck(self, emit: Emit, cancel: threading.Event) -> Result:
        """Mask under the present policy what is stored. Stopped half-way it stays due; running it again ends it."""
        if not self._checking.acquire(blocking=False):
            raise KeepsakeError("engine_busy")
        try:
            total = self._store.texts_to_check()
            found: dict[str, int] = {}
            done = changed = 0
            keep = self._store.kept_words()
            with self._store.rechecking() as recheck:
                while not cancel.is_set():
                    with self._redactor.keeping(keep):
                        step = recheck.step(self._redactor.redact)
                    if step is None:
                        self._store.set_setting(_DUE, None)
                        break
                    done, changed = done + step.texts, changed + step.changed
                    for kind, count in step.found.items():
                        found[kind] = found.get(kind, 0) + count
                    emit("progress", {"done": min(done, total), "total": total, "stage": "masking", "changed": changed})
        finally:
            self._checking.release()
        if changed:
            self._engine.parts.forgetter.forget_in_models()
        return {"texts": done, "changed": changed, "found": found, "finished": not cancel.is_set()}


def spans_of(given: object) -> tuple[tuple[int, int], ...]:
    """Spans as a client sends them, [[start, end], …]."""
    if not isinstance(given, (list, tuple)):
        raise KeepsakeError("usage", name="keep")
    spans = []
    for span in given:
        if not (isinstance(span, (list, tuple)) and len(span) == 2 and all(type(at) is int for at in span)):
            raise KeepsakeError("usage", name="keep")
        spans.append((span[0], span[1]))
    return tuple(spans)
