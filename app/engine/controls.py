"""The engine's controls: which models run, what the settings are, backup and export."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from app import settings as settings_file
from app.engine.engine import Emit, Engine
from app.engine.errors import KeepsakeError
from app.engine.masked_kinds import TYPES
from app.engine.redact.policy import PolicyName, is_class
from app.engine.reembedding import Change
from app.engine.transfer import Transfer
from app.engine.types import Language
from app.models import machine, speeds
from app.models.runtime import Runtime
from app.settings import Settings

Args = dict[str, Any]
Result = dict[str, Any]


class Controls:
    """Verbs about the machine rather than the memory; `Service` mounts them beside its own."""

    def __init__(
        self,
        engine: Engine,
        runtime: Runtime,
        transfer: Transfer,
        profile: Path,
        on_change: Callable[[Settings, Settings], None] = lambda old, new: None,
        reembedding: Callable[[], Change | None] = lambda: None,
    ) -> None:
        """`on_change(old, new)`: called after every change of a setting. `reembedding`: how far a change of the
        embedding model has come."""
        self._reembedding = reembedding
        self._engine = engine
        self._transfer = transfer
        self._runtime = runtime
        self._profile = profile
        self._settings: Settings = engine.parts.settings
        self._on_change = on_change

    @property
    def settings(self) -> Settings:
        """As they are now."""
        return self._settings

    def verbs(self) -> dict[str, Callable[[Args, Emit, threading.Event], Result]]:
        return {
            "hello": lambda args, emit, cancel: self._hello(),
            "models": lambda args, emit, cancel: self._models(),
            "use_model": lambda args, emit, cancel: self._use_model(args),
            "settings": lambda args, emit, cancel: self._change(args),
            "export": lambda args, emit, cancel: self._export(args),
            "reembedding": lambda args, emit, cancel: self._change_of_model(),
            "typing": lambda args, emit, cancel: self._typing(),
            "wishes": lambda args, emit, cancel: self._wishes(args),
            "warm": lambda args, emit, cancel: self._warm(args),
        }

    def _hello(self) -> Result:
        loaded = self._runtime.loaded()
        try:
            chat: str | None = loaded.get("chat") or self._runtime.chat_entry().name
        except KeepsakeError:
            chat = None  # no chat model yet: the window offers to fetch or import one
        entry = self._runtime.embedding_entry()
        embedder = entry.name if self._runtime.catalogue.installed(entry) else None
        return {"chat_model": chat, "embedder": embedder, "loaded": loaded, **self._change_of_model()}

    def _change_of_model(self) -> Result:
        change = self._reembedding()
        return {"reembedding": {"done": change.done, "total": change.total} if change else None}

    def _models(self) -> Result:
        catalogue = self._runtime.catalogue
        in_use = self._hello()["chat_model"]
        self._runtime.note_speed()
        measured = speeds.load(catalogue.folder)
        items = [
            {
                "name": entry.name,
                "role": entry.role,
                "tier": entry.tier,
                "installed": catalogue.installed(entry),
                "bytes": entry.bytes,
                "licence": entry.licence,
                "in_use": entry.name == in_use,
                "tokens_per_s": measured[entry.name].generation if entry.name in measured else None,
            }
            for entry in catalogue.entries
        ]
        return {"items": items}

    def _use_model(self, args: Args) -> Result:
        name = str(args.get("name", ""))
        entry = self._runtime.catalogue.entry(name)
        if entry.role == "embedding":
            self._runtime.catalogue.require(entry)
            self._change({"changes": {"models.embedding": entry.name}})
            return {"embedder": entry.name, **self._change_of_model()}
        self._runtime.use(name)
        if args.get("keep", True):
            self._change({"changes": {"models.chat": name}})
        return {"chat_model": name}

    def _change(self, args: Args) -> Result:
        """All settings, after the given changes. Groups that stages read at start take effect with the next engine."""
        changes = args.get("changes")
        if changes:
            before, self._settings = self._settings, self._settings.with_changes(self._clean(changes))
            settings_file.save(self._profile, self._settings)
            self._runtime.embedding_choice = self._settings.models.embedding
            self._on_change(before, self._settings)
            effective = machine.by_hand(self._settings)
            self._runtime.configure(effective.models, effective.answer)
        return {"settings": self._settings.flat(), "defaults": Settings().flat()}

    def _clean(self, changes: Args) -> Args:
        """The settings are a plain file: words in them are masked like any others, and masking takes known names."""
        for path, known in (("privacy.masked_types", TYPES.__contains__), ("privacy.allowed", is_class)):
            if not all(known(str(entry)) for entry in changes.get(path) or ()):
                raise KeepsakeError("setting_invalid", name=path)
        if changes.get("privacy.policy", "standard") not in get_args(PolicyName):
            raise KeepsakeError("setting_invalid", name="privacy.policy")
        style = changes.get("answer.style")
        return {**changes, "answer.style": self._engine.redact(style).text} if isinstance(style, str) else changes

    def _export(self, args: Args) -> Result:
        """A readable copy, unencrypted: clients warn before they ask for it."""
        language: Language = "zh" if args.get("lang") == "zh" else "en"
        kind = "markdown" if args.get("format") == "markdown" else "json"
        return {"exported": self._transfer.export(Path(str(args["path"])), kind, language)}

    def _wishes(self, args: Args) -> Result:
        """How the person wants to be answered, in our words; with `clear` nothing of it holds any more."""
        if args.get("clear"):
            self._engine.wishes.clear()
        return {"wishes": self._engine.wishes.words("zh" if args.get("lang") == "zh" else "en")}

    def _warm(self, args: Args) -> Result:
        """Load the models before the first question, and have the conversation that is open read while idle. Where one
        is missing the others load all the same."""
        for load in (self._runtime.embedder, self._runtime.chat):
            try:
                load()
            except KeepsakeError as error:
                if error.code not in ("model_missing", "embedder_missing"):
                    raise
        language: Language = "zh" if args.get("lang") == "zh" else "en"
        if "chat" in self._runtime.loaded():
            self._engine.prepare_next(args.get("conversation"), language)
        return {"loaded": self._runtime.loaded()}

    def _typing(self) -> Result:
        """The person is about to send: background work makes room."""
        self._runtime.typing()
        return {}
