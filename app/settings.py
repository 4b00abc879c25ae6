"""Every default a person can change, by stage. The file holds choices only, never content."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

from app.engine.errors import KeepsakeError

AUTOMATIC = -1  # for numbers that the machine can choose by itself


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """Defaults of DESIGN section 3 "Recall". Weights of a tier are shares: their sum is divided out."""

    vector_candidates: int = 50
    keyword_candidates: int = 30
    shortlist: int = 40  # candidates whose rows are read
    bm25_k1: float = 1.5
    bm25_b: float = 0.75
    weight_semantic: float = 0.55
    weight_keyword: float = 0.30
    weight_recency: float = 0.15
    recency_days: float = 7.0
    pinned_bonus: float = 0.1
    time_bonus: float = 0.35  # for what happened or was said in the time asked about
    turn_vector_candidates: int = 100
    turn_keyword_candidates: int = 100
    turn_shortlist: int = 120
    turn_semantic: float = 0.20
    turn_semantic_after: float = 0.07  # of the turn after, which often answers
    turn_keyword: float = 0.20
    turn_talk_semantic: float = 0.14  # best turn of the same conversation
    turn_talk_keyword: float = 0.14
    turn_speaker: float = 0.12  # said by whom the question names
    turn_length: float = 0.18  # long turns hold more
    turn_question: float = 0.04  # taken off turns that ask
    turn_newest: float = 0.22  # for the newest turn found, when a question asks how things stand; a share for others
    turn_newest_share: float = 0.75  # of the best similarity; only turns as near as that can be the newest word
    turn_share: float = 0.9  # of a memory's score, for a turn that fits as well
    rerank_weight: float = 0.6
    mmr_trade: float = 0.85  # 1: relevance alone
    cut_share: float = 0.35  # of the best score; what is below does not go into a prompt
    cut_drop: float = 0.30  # a step down this large ends the list
    abstain_semantic: float = 0.40  # calibrated similarity under which nothing counts as known ...
    abstain_semantic_across: float = 0.20  # ... between languages, where similarities are lower ...
    abstain_keyword: float = 0.70  # ... unless this share of the question's terms is held
    abstain_beside: float = 0.40  # share of that evidence which is enough beside a result that has it
    turn_abstain_en: float = 0.54  # as above for turns, of which some are always a little alike: an English question
    turn_abstain_zh: float = 0.40  # ... a Chinese one, whose similarities are lower ...
    turn_abstain_en_across: float = 0.27  # ... an English question among Chinese turns ...
    turn_abstain_zh_across: float = 0.20  # ... a Chinese one among English turns ...
    turn_abstain_keyword: float = 1.0  # ... unless all of the question's terms are held
    overfetch: int = 20
    keep: int = 10
    condense_characters: int = 500
    exact_limit: int = 200_000  # above it the vector index is approximate


@dataclass(frozen=True, slots=True)
class RememberSettings:
    pause_minutes: float = 5.0
    batch: int = 10
    keep_confidence: float = 0.5
    unsure_from: float = 0.4  # between these two a chat model, where there is one, is asked
    unsure_to: float = 0.6
    same_similarity: float = 0.7  # calibrated cosine, set from labelled pairs
    topic_similarity: float = 0.4
    reinforce_step: float = 0.05
    nearest: int = 20
    known: int = 100


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    context_window: int = 8192
    reply_tokens: int = 768
    temperature: float = 0.3
    memory_share: float = 0.10  # of the context window
    memory_seconds: float = 1.0  # of prefill, measured on this machine
    memory_least: int = 100  # tokens a slow machine still gets
    history_tokens: int = 1200  # of turns kept whole; older ones leave in steps of half of it
    summary_tokens: int = 150  # of the summary of those that left
    style: str = ""  # lasting wishes in the owner's words; only known ones have an effect


@dataclass(frozen=True, slots=True)
class ModelSettings:
    chat: str = ""  # catalogue name; empty: the best installed one
    embedding: str = ""  # catalogue name; empty: the first installed one
    threads: int = 0  # 0: physical cores
    gpu_layers: int = field(default=AUTOMATIC, metadata={"least": AUTOMATIC})  # -1: as many as fit; 0: none
    cache: str = "f16"  # f16 | q8_0: the KV cache
    flash: bool = True  # flash attention
    battery_percent: int = 20  # below it, unplugged, background work waits; 0: it never waits


@dataclass(frozen=True, slots=True)
class DecaySettings:
    """Constants of `engine/decay.py`; days are days of 86,400 seconds."""

    half_life_days: float = 30.0
    importance_stretch: float = 2.0
    recall_stretch: float = 0.6
    pinned_floor: float = 0.9
    archive_below: float = 0.3
    archive_after_days: float = 30.0
    fading_below: float = 0.45


@dataclass(frozen=True, slots=True)
class PrivacySettings:
    policy: str = "standard"  # standard | strict | custom
    masked_types: tuple[str, ...] = ()  # custom policy only
    allowed: tuple[str, ...] = ()  # pattern classes never masked (engine/redact/policy.py)
    lock_after_minutes: float = 15.0
    scrub_idle_seconds: float = 20.0


@dataclass(frozen=True, slots=True)
class GeneralSettings:
    language: str = ""  # en | zh; empty: the system's
    theme: str = "system"  # system | light | dark
    tray: bool = False
    text_scale: float = 1.0
    weekly_review: bool = False


@dataclass(frozen=True, slots=True)
class InteropSettings:
    """Doors for other programs; all closed unless the owner opens one."""

    api: bool = False
    api_port: int = 8765
    mcp_writers: tuple[str, ...] = ()  # names of MCP clients that may change memories


@dataclass(frozen=True, slots=True)
class Settings:
    general: GeneralSettings = field(default_factory=GeneralSettings)
    models: ModelSettings = field(default_factory=ModelSettings)
    answer: AnswerSettings = field(default_factory=AnswerSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)
    remember: RememberSettings = field(default_factory=RememberSettings)
    decay: DecaySettings = field(default_factory=DecaySettings)
    privacy: PrivacySettings = field(default_factory=PrivacySettings)
    interop: InteropSettings = field(default_factory=InteropSettings)

    def with_changes(self, changes: Mapping[str, Any]) -> Settings:
        """Apply `{"group.name": value}`. Unknown names and wrong kinds raise KeepsakeError("setting_invalid")."""
        result = self
        for path, value in changes.items():
            group_name, _, name = path.partition(".")
            group = getattr(result, group_name, None)
            if not is_dataclass(group) or isinstance(group, type) or name not in {f.name for f in fields(group)}:
                raise KeepsakeError("setting_invalid", name=path)
            changed: Any = replace(group, **{name: _checked(group, name, value, path)})
            result = replace(result, **{group_name: changed})
        return result

    def flat(self) -> dict[str, Any]:
        return {f"{group}.{name}": value for group, values in asdict(self).items() for name, value in values.items()}


def _checked(group: Any, name: str, value: Any, path: str) -> Any:
    kind = get_type_hints(type(group))[name]
    least = next(each for each in fields(group) if each.name == name).metadata.get("least", 0)
    if kind is float and isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e6:
        return float(value)
    if kind is int and isinstance(value, int) and not isinstance(value, bool) and least <= value < 10**7:
        return value
    if kind is bool and isinstance(value, bool):
        return value
    if kind is str and isinstance(value, str) and len(value) <= 200:
        return value
    if get_args(kind) and isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise KeepsakeError("setting_invalid", name=path)


def load(profile: Path) -> Settings:
    """Settings of a profile. A damaged file costs the choices it held, not the start: defaults fill the gaps."""
    path = profile / "settings.json"
    try:
        stored = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, json.JSONDecodeError, UnicodeDecodeError):
        return Settings()
    result = Settings()
    for name, value in stored.items() if isinstance(stored, dict) else ():
        try:
            result = result.with_changes({name: value})
        except KeepsakeError:
            continue  # a setting of another version
    return result


def save(profile: Path, settings: Settings) -> None:
    """Write what differs from the defaults, atomically, readable by the owner only."""
    default = Settings().flat()
    changed = {name: value for name, value in settings.flat().items() if value != default[name]}
    path, draft = profile / "settings.json", profile / "settings.json.new"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(changed, file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
