"""Loads llama.cpp and owns the loaded models: who is loaded, switched, unloaded, and with how many threads.

The only importer of llama_cpp.
"""

from __future__ import annotations

import ctypes
import functools
import logging
import os
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil

from app.engine.errors import KeepsakeError
from app.models import machine, speeds
from app.models.catalogue import Catalogue, ModelEntry
from app.models.chat import BackgroundModel, ChatInfo, ChatModel
from app.models.embedder import LlamaEmbedder
from app.models.gate import Gate
from app.models.gguf_check import GgufInfo, check
from app.models.machine import SMALLEST_CONTEXT, Chosen
from app.models.native import TYPE_F16, TYPE_Q8_0, NativeContext, NativeModel
from app.models.reranker import LlamaReranker
from app.models.session import Session
from app.models.speeds import Speed
from app.models.template import FORMATS, ChatTemplate
from app.settings import AnswerSettings, ModelSettings

log = logging.getLogger(__name__)

BACKGROUND_CONTEXT = 4096  # tokens: 20 known facts, 10 new ones, examples, an answer
_CACHES = {"f16": TYPE_F16, "q8_0": TYPE_Q8_0}
_TYPING_SECONDS = 2.5
_CARD, _CARD_IN_PROCESSOR = 1, 2  # ggml's kinds of devices
_GGML_NAMES = ("libggml.so.0", "libggml.so", "libggml.0.dylib", "libggml.dylib", "ggml.dll", "libggml.dll")
_LEVELS = {1: "info", 2: "warning", 3: "error"}
native_lines: Counter[str] = Counter()  # how many lines llama.cpp wrote, by level; never what they said


@functools.cache
def library() -> Any:
    """llama.cpp's C interface, ready: its log counted instead of printed, its processor variants registered."""
    # Waiting threads sleep instead of spinning: beside other busy programs that is 5 to 10 times faster (measured).
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from llama_cpp import llama_cpp  # here: the window's process and the command line never need it

    llama_cpp.llama_log_set(_LOG_CALLBACK, None)
    folder = Path(llama_cpp.__file__).parent / "lib"
    ggml = _ggml()
    if not ggml.ggml_backend_dev_count():  # a build for one processor has its backend inside
        ggml.ggml_backend_load_all_from_path(os.fsencode(folder))
    if not ggml.ggml_backend_dev_count():
        raise KeepsakeError("model_unsupported", name="llama.cpp", architecture="processor")
    llama_cpp.llama_backend_init()
    return llama_cpp


@functools.cache
def _ggml() -> Any:
    """The library of llama.cpp that knows the devices, its functions typed."""
    import llama_cpp

    folder = Path(llama_cpp.__file__).parent / "lib"
    # A wheel can hold copies of libggml under several names, each with a registry of its own. The first name is the
    # one libllama itself is linked to; only its registry counts.
    ggml = ctypes.CDLL(str(next(folder / name for name in _GGML_NAMES if (folder / name).exists())))
    ggml.ggml_backend_dev_count.restype = ctypes.c_size_t
    ggml.ggml_backend_load_all_from_path.argtypes = [ctypes.c_char_p]
    ggml.ggml_backend_dev_get.restype = ctypes.c_void_p
    ggml.ggml_backend_dev_get.argtypes = [ctypes.c_size_t]
    ggml.ggml_backend_dev_type.argtypes = [ctypes.c_void_p]
    size = ctypes.POINTER(ctypes.c_size_t)
    ggml.ggml_backend_dev_memory.argtypes = [ctypes.c_void_p, size, size]
    return ggml


def card_bytes() -> int:
    """Free memory of the graphics cards llama.cpp can use here; 0 without one."""
    if not library().llama_supports_gpu_offload():
        return 0
    ggml, most = _ggml(), 0
    for number in range(ggml.ggml_backend_dev_count()):
        device = ggml.ggml_backend_dev_get(number)
        if ggml.ggml_backend_dev_type(device) in (_CARD, _CARD_IN_PROCESSOR):
            free, total = ctypes.c_size_t(), ctypes.c_size_t()
            ggml.ggml_backend_dev_memory(device, ctypes.byref(free), ctypes.byref(total))
            most += free.value
    return most


def _count_line(level: int, _text: bytes, _data: int | None) -> None:
    """Prompts and paths can be in these lines, so only their number is kept."""
    if level in _LEVELS:
        native_lines[_LEVELS[level]] += 1


_LOG_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)(_count_line)


def json_schema_to_gbnf(schema: str) -> str:
    from llama_cpp.llama_grammar import json_schema_to_gbnf as convert

    return str(convert(schema))


def versions() -> dict[str, str]:
    """For the doctor: version of the bindings, processor variants shipped, the one in use and what it can do."""
    import llama_cpp

    features = library().llama_print_system_info().decode()
    shipped = sorted(_variant(path.name) for path in (Path(llama_cpp.__file__).parent / "lib").glob("*ggml-cpu-*"))
    found = {"llama_cpp": str(llama_cpp.__version__), "cpu variants": " ".join(shipped) or "one, built in"}
    if hasattr(psutil.Process, "memory_maps"):  # not on macOS, which has one variant only
        loaded = {Path(each.path).name for each in psutil.Process().memory_maps()}
        in_use = sorted(_variant(name) for name in loaded if "ggml-cpu-" in name)
        found["in use"] = " ".join(in_use) or "the built-in one"
    return found | {"features": features}


def _variant(file_name: str) -> str:
    """`libggml-cpu-haswell.so` is `haswell`."""
    return file_name.partition("ggml-cpu-")[2].partition(".")[0]


class Runtime:
    """Every loaded model of the engine. Models load when first asked for; `load` does it ahead of time."""

    def __init__(self, catalogue: Catalogue, settings: ModelSettings, answer: AnswerSettings | None = None) -> None:
        self.catalogue = catalogue
        self.gate = Gate()
        self._settings = settings
        self._answer = answer or AnswerSettings()
        self.embedding_choice = settings.embedding
        self._lock = threading.RLock()
        self._chat: ChatModel | None = None
        self._background: BackgroundModel | None = None
        self._native: NativeModel | None = None
        self._embedders: dict[str, LlamaEmbedder] = {}  # two while one takes the place of the other
        self._chosen: Chosen | None = None
        self._noted = Speed()
        self._reranker: LlamaReranker | None = None

    # which model

    def chat_entry(self) -> ModelEntry:
        """The chosen chat model, or the first installed one in the catalogue's order (those of the tests last).

        Raises KeepsakeError "model_unknown" or "model_missing".
        """
        if self._settings.chat:
            entry = self.catalogue.entry(self._settings.chat)
            if entry.role != "chat":
                raise KeepsakeError("model_wrong_role", name=entry.name, role=entry.role, wanted="chat")
            return entry
        entries = sorted(self.catalogue.for_role("chat"), key=lambda entry: entry.tier == "tests")
        for entry in entries:
            if self.catalogue.installed(entry):
                return entry
        raise KeepsakeError("model_missing", name=entries[0].name if entries else "chat")

    def embedding_entry(self) -> ModelEntry:
        """The chosen embedding model, else the first installed one, else the first known one, which is then what is
        missing."""
        chosen = self.embedding_choice
        for entry in self.catalogue.for_role("embedding"):
            if chosen and entry.name == chosen and self.catalogue.installed(entry):
                return entry
        return self._first_installed("embedding") or self.catalogue.for_role("embedding")[0]

    def embedding_of(self, vectors_id: str | None) -> ModelEntry | None:
        """The installed embedding model that made vectors of this id."""
        entries = self.catalogue.for_role("embedding")
        return next((e for e in entries if e.vectors_id == vectors_id and self.catalogue.installed(e)), None)

    # loaded models

    def chat(self) -> ChatModel:
        with self._lock:
            if self._chat is None:
                self._load_chat(self.chat_entry())
            assert self._chat is not None
            return self._chat

    def background(self) -> BackgroundModel:
        with self._lock:
            self.chat()
            assert self._background is not None
            return self._background

    def embedder(self, entry: ModelEntry | None = None) -> LlamaEmbedder:
        """Of the given embedding model (default: the chosen one). Raises KeepsakeError("embedder_missing") without."""
        with self._lock:
            entry = entry or self.embedding_entry()
            if entry.name not in self._embedders:
                if not self.catalogue.installed(entry):
                    raise KeepsakeError("embedder_missing")
                path = self.catalogue.require(entry)
                check(path, "embedding")
                self._embedders[entry.name] = LlamaEmbedder(path, entry, threads=self._threads(), gate=self.gate)
            return self._embedders[entry.name]

    def keep_embedder(self, entry: ModelEntry) -> None:
        """Let go of every other embedding model."""
        with self._lock:
            for name in [name for name in self._embedders if name != entry.name]:
                self._embedders.pop(name).close()

    def reranker(self) -> LlamaReranker | None:
        """The installed cross-encoder, if there is one."""
        with self._lock:
            entry = self._first_installed("rerank")
            if self._reranker is None and entry is not None:
                path = self.catalogue.require(entry)
                check(path, "rerank")
                self._reranker = LlamaReranker(path, threads=self._threads())
            return self._reranker

    def rerank_named(self, query: str, passages: list[str]) -> tuple[str, list[float]] | None:
        """The installed cross-encoder's name and its scores; None where there is none."""
        model, entry = self.reranker(), self._first_installed("rerank")
        return (entry.name, model.scores(query, passages).tolist()) if model is not None and entry is not None else None

    def use(self, name: str) -> ChatModel:
        """Switch the chat model while running. The old one stays when the new one is refused (see gguf_check.check)."""
        entry = self.catalogue.entry(name)
        with self._lock:
            if self._chat is not None and self._chat.name == entry.name:
                return self._chat
            self._load_chat(entry)
            assert self._chat is not None
            return self._chat

    @property
    def chosen(self) -> Chosen | None:
        """How the loaded chat model was loaded; None without one."""
        return self._chosen if self._chat is not None else None

    def configure(self, settings: ModelSettings, answer: AnswerSettings) -> None:
        """Take over changed settings. What a loaded chat model was loaded with makes it load anew at the next use."""
        with self._lock:
            if not settings.chat and self._installed_name(self._settings.chat):  # chosen for this run alone
                settings = replace(settings, chat=self._settings.chat)
            before = (replace(self._settings, chat="", embedding="", battery_percent=0), self._answer.context_window)
            self._settings, self._answer = settings, answer
            if (replace(settings, chat="", embedding="", battery_percent=0), answer.context_window) != before:
                self.unload_chat()

    def loaded(self) -> dict[str, str]:
        """Names of what is loaded, by role."""
        names = {
            "chat": self._chat.name if self._chat else "",
            "embedding": next((each.model_id for each in self._embedders.values()), ""),
            "rerank": "loaded" if self._reranker else "",
        }
        return {role: name for role, name in names.items() if name}

    def unload_chat(self) -> None:
        with self._lock, self.gate.chat():
            self.note_speed()
            if self._native is not None:
                self._native.close()
            self._chat = self._background = self._native = None
            self.gate.forget()

    def note_speed(self) -> None:
        """Write down how fast the loaded chat model is here, where that is news."""
        with self._lock:
            if self._chat is not None and self._chat.speed != self._noted and self._chat.speed.generation:
                self._noted = self._chat.speed
                speeds.keep(self.catalogue.folder, self._chat.name, self._noted)

    def forget(self) -> None:
        """Drop everything read from the person's words: KV caches, tokenized contents, remembered queries."""
        with self._lock:
            if self._chat is not None and self._background is not None:
                self._chat.reset()
                self._background.reset()
            for embedder in self._embedders.values():
                embedder.forget()

    def close(self) -> None:
        with self._lock:
            self.unload_chat()
            for embedder in self._embedders.values():
                embedder.close()
            if self._reranker is not None:
                self._reranker.close()
            self._embedders, self._reranker = {}, None

    # when background work is welcome

    def typing(self) -> None:
        """The person is typing: background steps hold off for some seconds. The window says so every second."""
        self.gate.quiet(_TYPING_SECONDS)

    def background_welcome(self) -> bool:
        """Whether idle work should begin: not while a chat computes or the person types, not on a low battery."""
        return not self.gate.chat_active and not self.gate.hushed and not self.on_low_battery()

    def on_low_battery(self) -> bool:
        return machine.on_low_battery(self._settings.battery_percent)

    # inside

    def _threads(self) -> int:
        return self._settings.threads or machine.default_threads()

    def _choose(self, path: Path, info: GgufInfo) -> Chosen:
        """How to load a chat model on this machine, as far as the person did not say."""
        flash = self._settings.flash
        cache = self._settings.cache if flash and self._settings.cache in _CACHES else "f16"  # 8 bits need it
        fitted = machine.smaller_cache(info) if cache == "q8_0" else info
        window = machine.context_tokens(fitted, self._answer.context_window)
        layers = machine.gpu_layers(fitted, self._settings.gpu_layers, window, card_bytes())
        return Chosen(self._threads(), window, layers, cache, flash)

    def _installed_name(self, name: str) -> bool:
        return any(entry.name == name and self.catalogue.installed(entry) for entry in self.catalogue.entries)

    def _first_installed(self, role: Any) -> ModelEntry | None:
        return next((entry for entry in self.catalogue.for_role(role) if self.catalogue.installed(entry)), None)

    def _load_chat(self, entry: ModelEntry) -> None:
        path = self.catalogue.require(entry)
        info = check(path, "chat", tokens=SMALLEST_CONTEXT, prompt_format=entry.prompt_format)
        chosen = self._choose(path, info)
        background = min(chosen.window, BACKGROUND_CONTEXT)
        check(path, "chat", tokens=chosen.window + background, prompt_format=entry.prompt_format)
        self.unload_chat()
        native = NativeModel(path, gpu_layers=chosen.gpu_layers)
        try:
            template = FORMATS.get(entry.prompt_format) or info.chat_template
            about = ChatInfo(entry.name, entry.tier)

            def session(tokens: int) -> Session:
                return Session(
                    NativeContext(
                        native, n_ctx=tokens, threads=chosen.threads, cache_type=_CACHES[chosen.cache],
                        flash=chosen.flash,
                    )
                )  # fmt: skip

            for_chat, for_work = session(chosen.window), session(background)
            known = self._noted = speeds.load(self.catalogue.folder).get(entry.name, Speed())
            self._chat = ChatModel(about, native, ChatTemplate(native, template), for_chat, self.gate, known=known)
            self._background = BackgroundModel(about, native, ChatTemplate(native, template), for_work, self.gate)
        except BaseException:
            native.close()
            self._chat = self._background = None
            self.gate.forget()
            raise
        self._native, self._chosen = native, chosen
        log.info("chat model loaded: %s, native lines %s", chosen, dict(native_lines))
