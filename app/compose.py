"""Builds every part of an engine and puts them together; the only place that does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from app import clock, settings
from app.doctor import EngineDoctor
from app.engine.answer import Answerer
from app.engine.browse import Browser
from app.engine.controls import Controls
from app.engine.engine import Engine, Parts
from app.engine.errors import KeepsakeError
from app.engine.forget import Forgetter
from app.engine.guests import Guests
from app.engine.housekeeping import Chore, Housekeeper, usual_chores
from app.engine.imports import Imports
from app.engine.intake import Intake
from app.engine.intake_preview import Preview
from app.engine.keeping import Keeping
from app.engine.language import language_of
from app.engine.masking import Masking, policy_of
from app.engine.recall.recall import Recall
from app.engine.redact.redactor import Redactor
from app.engine.reembedding import Reembedding
from app.engine.remember.rememberer import Rememberer
from app.engine.service import Service
from app.engine.transfer import Transfer
from app.engine.types import Language, Memory, Vectors
from app.link.host import Orders
from app.link.messages import Data
from app.link.server import Emit, Handler
from app.models import machine
from app.models.calibration import Calibration
from app.models.catalogue import Catalogue, ModelEntry
from app.models.runtime import Runtime, versions
from app.session import Session
from app.settings import Settings
from app.vault import backup
from app.vault.database import Database
from app.vault.keyslots import SlotKind
from app.vault.vault import Vault, VaultDoor

ABOUT_TOPIC = 0.55  # calibrated similarity from which a memory is about a topic; the person confirms the list
_TOPIC_NEAREST = 30
_LOOK_AGAIN_SECONDS = 0.2


class EmbedderOnDemand:
    """One embedding model of the runtime, loaded when the first text needs a vector. Raises embedder_missing where it
    is not installed."""

    def __init__(self, runtime: Runtime, entry: ModelEntry) -> None:
        self._runtime, self._entry = runtime, entry

    @property
    def model_id(self) -> str:
        if not self._runtime.catalogue.installed(self._entry):
            raise KeepsakeError("embedder_missing")
        return self._entry.vectors_id

    @property
    def dimensions(self) -> int:
        return self._runtime.embedder(self._entry).dimensions

    def queries(self, texts: list[str]) -> Vectors:
        return self._runtime.embedder(self._entry).queries(texts)

    def passages(self, texts: list[str]) -> Vectors:
        return self._runtime.embedder(self._entry).passages(texts)


class BackgroundOnDemand:
    """The consolidation model, loaded when first needed."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    @property
    def name(self) -> str:
        return self._runtime.background().name

    @property
    def tier(self) -> str:
        return self._runtime.background().tier

    def complete(self, system: str, prompt: str, grammar: str | None = None) -> str:
        """Raises model_resting on a low battery: what was said is then remembered in the person's own words."""
        if self._runtime.on_low_battery():
            raise KeepsakeError("model_resting")
        return self._runtime.background().complete(system, prompt, grammar)


class RunningEngine:
    """An engine with its vault, models and chores; what the link's server serves."""

    def __init__(self, vault: Vault, runtime: Runtime, chosen: Settings) -> None:
        self._vault = vault
        self._runtime = runtime
        self._rebuilding = threading.Lock()
        self._closing = threading.Event()
        self._begin(chosen)

    def _begin(self, chosen: Settings) -> None:
        self._vault.store.forget_listeners()
        self._service, self._housekeeper = build(self._vault, self._runtime, chosen, self._embedding_changed)
        self._housekeeper.start()

    def _embedding_changed(self) -> None:
        """Every row has a vector of the new model and the old ones are gone. Requests under way finish with what they
        began with. On a thread of its own: it is the housekeeper's that calls."""
        threading.Thread(target=self._begin_again, name="new-embedding", daemon=True).start()

    def _begin_again(self) -> None:
        with self._rebuilding:
            if self._closing.is_set():
                return
            before = self._housekeeper
            before.stop()
            self._begin(settings.load(self._vault.profile))
            while not before.wait_for_requests(_LOOK_AGAIN_SECONDS):  # they still search by the old model
                if self._closing.is_set():
                    return
            self._runtime.keep_embedder(self._runtime.embedding_entry())

    def handle(self, verb: str, args: Data, emit: Emit, cancel: threading.Event) -> Data:
        if verb == "reembedding":  # asked again and again while it goes on: no reason for chores to wait
            return self._service.handle(verb, args, emit, cancel)
        housekeeper = self._housekeeper
        housekeeper.request_began()
        try:
            if verb == "restore_backup":
                return self._restore(Path(str(args["path"])), str(args["passphrase"]))
            return self._service.handle(verb, args, emit, cancel)
        finally:
            housekeeper.request_ended()

    def _restore(self, file: Path, passphrase: str) -> Data:
        """Put a backup's content in the place of what is here, and build every part anew over it."""
        with backup.unpacked(file, passphrase, self._vault.profile) as content, self._rebuilding:
            self._housekeeper.stop()
            try:
                self._vault.restore(*content)
            finally:
                self._runtime.forget()
                self._begin(settings.load(self._vault.profile))
        return self._service.handle("vault_state", {}, lambda kind, data: None, threading.Event())

    def close(self) -> None:
        self._closing.set()
        with self._rebuilding:  # nothing is built anew from here on
            pass
        try:
            self._housekeeper.close()
            self._runtime.close()
        finally:
            self._vault.close()


class ProfileVaults:
    """The ways into one profile's vault, each leading to a running engine (`app.session.Vaults`)."""

    def __init__(self, door: VaultDoor, runtime: Runtime, chosen: Settings) -> None:
        self._door = door
        self._runtime = runtime
        self._settings = chosen

    def exists(self) -> bool:
        return self._door.exists()

    def ways(self) -> list[str]:
        return list(self._door.ways())

    def check_key(self, key: bytes) -> None:
        self._door.check_key(key)

    def open_with_key(self, key: bytes) -> Handler:
        return self._run(self._door.open_with_key(key))

    def open_with_keyring(self, *, repair: bool = False) -> Handler | None:
        return self._run(self._door.open_with_keyring(repair=repair)) if "keyring" in self._door.ways() else None

    def open_with_passphrase(self, passphrase: str, *, repair: bool = False) -> Handler:
        return self._run(self._door.open_with_passphrase(passphrase, repair=repair))

    def open_with_recovery(self, words: str, *, repair: bool = False) -> Handler:
        return self._run(self._door.open_with_recovery(words, repair=repair))

    def create(self, way: str, passphrase: str | None, lang: str | None = None) -> tuple[Handler, str]:
        vault, words = self._door.create(_way(way), passphrase, lang=self._language(lang))
        return self._run(vault), words

    def restore(
        self, file: Path, passphrase: str, way: str, own: str | None, lang: str | None, *, instead: bool
    ) -> tuple[Handler, str]:
        with backup.unpacked(file, passphrase, self._door.profile) as content:
            vault, words = self._door.create(
                _way(way), own, lang=self._language(lang), content=content, instead=instead
            )
        return self._run(vault), words

    def _language(self, lang: str | None) -> Language:
        return "zh" if (lang or self._settings.general.language) == "zh" else "en"

    def _run(self, vault: Vault) -> RunningEngine:
        return RunningEngine(vault, self._runtime, self._settings)


def _way(name: str) -> SlotKind:
    if name not in {"keyring", "passphrase"}:
        raise KeepsakeError("usage", name="way")
    return "keyring" if name == "keyring" else "passphrase"


def build(
    vault: Vault, runtime: Runtime, chosen: Settings, embedding_changed: Callable[[], None]
) -> tuple[Service, Housekeeper]:
    """Every stage over one open vault. Search goes by the model that made the vectors, as long as it is installed."""
    store = vault.store
    searching = runtime.embedding_of(store.active_model()) or runtime.embedding_entry()
    embedder, model = EmbedderOnDemand(runtime, searching), BackgroundOnDemand(runtime)
    calibration = Calibration.load(searching)

    def wanted() -> EmbedderOnDemand | None:
        entry = runtime.embedding_entry()
        return EmbedderOnDemand(runtime, entry) if runtime.catalogue.installed(entry) else None

    reembedding = Reembedding(store, wanted, embedding_changed)
    redactor = Redactor(policy_of(chosen.privacy), language="zh" if chosen.general.language == "zh" else "en")
    threading.Thread(target=redactor.warm, name="warm-redactor", daemon=True).start()
    recall = Recall(store, embedder, calibration, chosen.recall, clock=clock.now, reranker=runtime.reranker())

    def about(topic: str, user_id: str) -> list[Memory]:
        vector = embedder.queries([topic])[0]
        near = recall.find_near(vector, _TOPIC_NEAREST, user_id=user_id, lang=language_of(topic))
        return [memory for memory, similarity in near if similarity >= ABOUT_TOPIC]

    forgetter = Forgetter(store, chosen, clock.now, find_about=about, reset_models=runtime.forget)
    rememberer = Rememberer(
        store, embedder, calibration, redactor, chosen.remember,
        clock=clock.now, model=model, find_near=recall.find_near,
    )  # fmt: skip
    engine = Engine(
        Parts(
            store=store,
            redactor=redactor,
            recall=recall,
            rememberer=rememberer,
            forgetter=forgetter,
            answering=lambda: Answerer(runtime.chat(), chosen.answer),
            settings=chosen,
            clock=clock.now,
        )
    )
    browser = Browser(store, forgetter, chosen, clock.now)
    transfer = Transfer(store, redactor.redact, clock.now)
    masking = Masking(engine)
    controls = Controls(engine, runtime, transfer, vault.profile, masking.settings_changed, reembedding.change)
    guests = Guests(engine, lambda: controls.settings)
    imports = Imports(engine, Intake(engine, transfer), Preview(engine))
    more = {**controls.verbs(), **guests.verbs(), **masking.verbs(), **Keeping(vault).verbs(), **imports.verbs()}
    service = Service(engine, browser, more)
    reembed = Chore("reembed", 1.0, reembedding.due, reembedding.run, at_close=False)
    return service, Housekeeper([*usual_chores(engine), reembed], welcome=runtime.background_welcome)


def open_engine(orders: Orders) -> Handler:
    """The handler of one profile's engine process, its vault opened as far as that needs nobody."""
    chosen = settings.load(orders.profile)
    effective = machine.by_hand(chosen.with_changes({"models.chat": orders.model}) if orders.model else chosen)
    runtime = Runtime(Catalogue.load(), effective.models, effective.answer)
    door = VaultDoor(orders.profile)
    session = Session(orders.profile, ProfileVaults(door, runtime, chosen), doctor=_doctor(door, runtime))
    session.start(orders.key, unlock=orders.unlock)
    return session


def _doctor(door: VaultDoor, runtime: Runtime) -> Callable[[Handler, Emit], Data]:
    return EngineDoctor(
        door.path,
        reopen=lambda key: Database(door.path, key).close(),
        embed=lambda texts: runtime.embedder().passages(texts),
        rerank=runtime.rerank_named,
        versions=versions,
    ).examine
