"""Both tiers of every user in memory, following the vault's rows: load, change, settle, catch up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from app.engine.recall.centering import Center, centered_rows, usable
from app.engine.recall.graph import Graph
from app.engine.recall.links import TurnLinks
from app.engine.recall.packed import Packed
from app.engine.recall.texts import is_chinese
from app.engine.recall.tier import TierIndex
from app.engine.recall.tokens import terms as terms_of_text
from app.engine.recall.vectors import Keys
from app.engine.types import Embedder, Language, Progress, StoreChange, Tier, Vectors
from app.settings import RecallSettings
from app.vault.store import Store

TIERS: tuple[Tier, ...] = ("memory", "transcript")
_SETTLED_AT_ONCE = 32  # texts embedded inside a search; more are left to `catch_up`
_BATCH = 64
_GRAPH_BEHIND, _GRAPH_KNOWN = 0.05, 0.9  # shares of the vectors
_TERMS_VERSION = "recall.terms_version"
TERMS_VERSION = 3  # raise when `tokens.py` changes what it finds


class UserIndex:
    """The tiers of one user."""

    def __init__(self, dimensions: int, settings: RecallSettings) -> None:
        self.dimensions = dimensions
        self.tiers: dict[Tier, TierIndex] = {
            tier: TierIndex(dimensions, k1=settings.bm25_k1, b=settings.bm25_b) for tier in TIERS
        }
        self.links = TurnLinks()


class Index:
    """Answers are as of the last commit: every search first settles what changed. Safe from any thread."""

    def __init__(self, store: Store, embedder: Embedder, calibration: Center, settings: RecallSettings) -> None:
        self._store, self._embedder, self._calibration, self._settings = store, embedder, calibration, settings
        self._users: dict[str, UserIndex] = {}
        self._changed: dict[tuple[Tier, int], None] = {}  # in order
        self._unsaved: dict[tuple[Tier, int], np.ndarray[tuple[int], np.dtype[np.float32]]] = {}
        self._lock = threading.RLock()
        self._changed_lock = threading.Lock()

    def apply(self, changes: Iterable[StoreChange]) -> None:
        """The store's listener: note what changed. Removals take effect before this returns."""
        with self._changed_lock:
            removed = []
            for change in changes:
                if change.op == "remove":
                    removed.append((change.tier, change.key))
                    self._changed.pop((change.tier, change.key), None)
                else:
                    self._changed[change.tier, change.key] = None
        if removed:
            with self._lock:
                for tier, key in removed:
                    self._forget(tier, key)

    def user(self, user_id: str) -> UserIndex:
        """The index of one user, loaded at first use and up to date."""
        with self._lock:
            self._settle()
            if user_id not in self._users:
                self._users[user_id] = self._load(user_id)
            return self._users[user_id]

    def locked(self) -> threading.RLock:
        """Held while reading, so that no other thread changes the index meanwhile."""
        return self._lock

    def rebuild(self, progress: Callable[[Progress], None] = lambda _: None) -> None:
        """As `catch_up`, then load everything anew at the next search."""
        self.catch_up(progress)
        with self._lock:
            self._users.clear()

    def catch_up(self, progress: Callable[[Progress], None] = lambda _: None) -> None:
        """Write what is missing or wrong in the vault, a batch at a time: terms (all, when the tokenizer changed) and
        vectors of the current model, which becomes the active one.

        Until a row's turn has come, searches find it by what is there: its old terms, or its words alone.
        """
        model = self._embedder.model_id
        outdated = self._store.get_setting(_TERMS_VERSION) != TERMS_VERSION
        if outdated:
            with self._store.transaction():
                for tier in TIERS:
                    self._store.clear_terms(tier)
                self._store.set_setting(_TERMS_VERSION, TERMS_VERSION)
        self._replace_unusable(model)
        work: list[tuple[Tier, list[int], bool]] = []
        for tier in TIERS:
            work.append((tier, self._store.missing_terms(tier), False))
            work.append((tier, self._store.missing_vectors(tier, model), True))
        total, done = sum(len(keys) for _, keys, _ in work), 0
        for tier, keys, vectors in work:
            for start in range(0, len(keys), _BATCH):
                batch = keys[start : start + _BATCH]
                texts = self._store.contents(tier, batch)
                if vectors:
                    self._save_vectors(tier, texts)
                else:
                    with self._store.transaction():
                        for key, text in texts.items():
                            self._store.set_terms(tier, key, terms_of_text(text))
                done += len(batch)
                progress(Progress(done, total, "indexing"))
        switched = self._store.active_model() not in (None, model)
        if switched:
            self._store.switch_model(model)
        if outdated or switched:
            with self._lock:
                for user_id in list(self._users):
                    self._users[user_id] = self._load(user_id)
        self._draw_graphs(progress)

    def _replace_unusable(self, model: str) -> None:
        """Vectors that were made anew because the stored ones could not be used."""
        with self._lock:
            made = dict(self._unsaved)
        for tier in TIERS:
            stored = self._store.vectors_of(tier, [key for of, key in made if of == tier], model)
            self._store.put_vectors(tier, [(key, made[tier, key]) for key in stored], model)
            with self._lock:
                for key in stored:
                    self._unsaved.pop((tier, key), None)

    def _draw_graphs(self, progress: Callable[[Progress], None]) -> None:
        """Above the limit of exact search: a graph where there is none, or where it has fallen behind."""
        for user in list(self._users.values()):
            for tier, index in user.tiers.items():
                beside = index.vectors.beside_graph
                if len(index.vectors) <= self._settings.exact_limit or (
                    beside is not None and beside <= _GRAPH_BEHIND * len(index.vectors)
                ):
                    continue
                generation = self._store.vector_generation(tier)
                with self._lock:
                    self._settle()
                    keys, rows = index.vectors.copy()
                graph = Graph.build(keys, rows, lambda done, total: progress(Progress(done, total, "graph")))
                self._store.put_snapshot(tier, self._embedder.model_id, generation, len(graph), graph.dump())
                with self._lock:
                    index.vectors.attach(graph, index.vectors.changed_since(keys, rows))

    def _attach_graph(self, tier: Tier, index: TierIndex, user_id: str) -> None:
        """The stored graph, if it is whole and of these keys; search is exact without."""
        model = self._embedder.model_id
        stored = self._store.snapshot(tier, model) if len(index.vectors) > self._settings.exact_limit else None
        graph = Graph.restore(stored[2], self._embedder.dimensions) if stored else None
        if stored is None or graph is None or len(graph) != stored[1]:
            return
        known = sum(key in index.vectors for key in graph.keys().tolist())
        if known >= _GRAPH_KNOWN * len(graph):
            newer, _ = self._store.vectors(tier, model, user_id, after=stored[0])
            index.vectors.attach(graph, newer.tolist())

    def _save_vectors(self, tier: Tier, texts: dict[int, str]) -> None:
        with self._lock:
            ready = {key: vector for key in texts if (vector := self._unsaved.pop((tier, key), None)) is not None}
        wanted = [key for key, text in texts.items() if key not in ready and text.strip()]
        ready.update(zip(wanted, self._embedder.passages([texts[key] for key in wanted]), strict=True))
        self._store.put_vectors(tier, list(ready.items()), self._embedder.model_id)

    def _settle(self) -> None:
        """Bring changed rows in: their stored terms and vectors, or new ones held until `catch_up` writes them."""
        with self._changed_lock:
            changed, self._changed = self._changed, {}
        left = _SETTLED_AT_ONCE
        for tier in TIERS:
            keys = [key for changed_tier, key in changed if changed_tier == tier]
            if keys:
                left = self._settle_tier(tier, keys, left)

    def _settle_tier(self, tier: Tier, keys: list[int], left: int) -> int:
        owners = self._store.owners(tier, keys)
        for key in keys:
            if key not in owners:
                self._forget(tier, key)
        shown = [key for key in keys if owners.get(key) in self._users]
        terms = self._store.terms_of(tier, shown)
        stored = self._store.vectors_of(tier, shown, self._embedder.model_id)
        vectors = {key: vector for key, vector in stored.items() if usable(vector)[0]}
        texts = self._store.contents(tier, [key for key in shown if key not in terms or key not in vectors])
        terms.update({key: terms_of_text(text) for key, text in texts.items() if key not in terms})
        fresh = [key for key in reversed(shown) if key not in vectors and texts[key].strip()][:left]
        if fresh:
            made = self._embedder.passages([texts[key] for key in fresh])
            self._unsaved.update({(tier, key): row for key, row in zip(fresh, made, strict=True)})
            vectors.update(zip(fresh, made, strict=True))
        parents = self._store.turn_parents(keys=shown) if tier == "transcript" else {}
        for key in shown:
            user = self._users[owners[key]]
            if tier == "transcript":
                for touched in user.links.put(key, parents.get(key), terms[key]):
                    user.tiers[tier].keywords.add(touched, user.links.context_terms(touched))
            else:
                user.tiers[tier].keywords.add(key, terms[key])
            if key in vectors:
                user.tiers[tier].vectors.add(key, self._centered([vectors[key]], [terms[key]])[0])
        return left - len(fresh)

    def _centered(self, vectors: npt.ArrayLike, terms: Sequence[Sequence[str]]) -> Vectors:
        langs: list[Language] = ["zh" if is_chinese(found) else "en" for found in terms]
        return self._calibration.center(np.asarray(vectors, np.float32), langs)

    def _forget(self, tier: Tier, key: int) -> None:
        self._unsaved.pop((tier, key), None)
        for user in self._users.values():
            user.tiers[tier].remove(key)
            if tier == "transcript":
                for touched in user.links.remove(key):
                    user.tiers[tier].keywords.add(touched, user.links.context_terms(touched))

    def _load(self, user_id: str) -> UserIndex:
        user = UserIndex(self._embedder.dimensions, self._settings)
        for tier in TIERS:
            rows = self._store.term_rows(tier, user_id)
            documents = Packed.of_rows(rows)
            keys, vectors = self._store.vectors(tier, self._embedder.model_id, user_id)
            keys, vectors = centered_rows(self._calibration, keys, vectors, documents)
            if tier == "transcript":
                parents = self._store.turn_parents(user_id)
                user.links.load(parents, rows)
                documents = documents.with_context({key: parent for key, parent in parents.items() if parent})
            user.tiers[tier].load(keys, vectors, documents)
            self._attach_graph(tier, user.tiers[tier], user_id)
            self._note_missing(tier, user_id, rows, keys)
        self._users[user_id] = user
        self._settle()
        return user

    def _note_missing(self, tier: Tier, user_id: str, rows: Collection[int], with_vectors: Keys) -> None:
        """Rows written while no index followed them (before this start, by a restored backup)."""
        visible = self._store.visible_keys(tier, user_id)
        with_terms = np.fromiter(rows, np.int64, len(rows))
        known = np.isin(visible, with_terms) & np.isin(visible, with_vectors)
        with self._changed_lock:
            self._changed.update(((tier, key), None) for key in visible[~known].tolist())
