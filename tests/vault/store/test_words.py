"""Where words can get into the vault: every column of text is known here, and each door takes RedactedText only."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.engine.types import Fact
from app.vault.database import Database
from app.vault.store import Store
from tests.vault.making import NOON, draft, said, words

# Every text column that can hold the person's words, and the methods that write it.
WORDS = {
    "conversations.title": ["create_conversation", "rename_conversation"],
    "messages.content": ["add_message"],
    "memories.content": ["add_memory", "update_memory"],
    "memories.quote": ["add_memory"],
    "memories.tags": ["add_memory", "update_memory"],
    "evidence.quote": ["add_memory", "reinforce"],
    "facts.value": ["set_fact"],
    "decisions.text": ["add_decision"],
    "drafts.text": ["set_draft"],
    "settings.value": ["set_setting"],
    "memory_terms.terms": ["set_terms"],
    "message_terms.terms": ["set_terms"],
}
# Names, codes, times, counts and ids: never a sentence. Subjects and attributes come from redacted text like values.
NOT_WORDS = {
    "meta.name", "meta.value", "import_jobs.user_id", "import_jobs.format", "import_jobs.started_at",
    "import_jobs.finished_at", "conversations.id", "conversations.user_id", "conversations.source",
    "conversations.source_id", "conversations.created_at", "conversations.updated_at", "messages.conversation",
    "messages.user_id", "messages.role", "messages.masks", "messages.said_at", "messages.source_id", "memories.id",
    "memories.user_id", "memories.session_id", "memories.memory_type", "memories.label", "memories.source",
    "memories.subject", "memories.event_at", "memories.conversation", "memories.status", "memories.created_at",
    "memories.said_at", "memories.last_access_at", "evidence.said_at", "evidence.conversation", "supersessions.reason",
    "supersessions.at", "facts.user_id", "facts.subject", "facts.attribute", "facts.valid_from", "facts.valid_to",
    "decisions.at", "decisions.action", "decisions.reason", "accesses.conversation", "accesses.at", "models.name",
    "index_snapshots.tier", "settings.name", "drafts.conversation", "receipts.at", "receipts.state",
    "receipts.removed", "receipts.out_of_reach",
}  # fmt: skip


def test_every_text_column_is_known(database: Database) -> None:
    columns = set()
    for (table,) in database.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"):
        for column in database.all(f"PRAGMA table_info({table})"):
            if column[2] == "TEXT":
                columns.add(f"{table}.{column[1]}")
    assert columns == WORDS.keys() | NOT_WORDS


RAW = "a raw sentence"
ATTEMPTS: dict[str, Callable[[Store], object]] = {
    "create_conversation": lambda s: s.create_conversation(RAW, at=NOON),  # type: ignore[arg-type]
    "rename_conversation": lambda s: s.rename_conversation(s.conversations()[0].id, RAW),  # type: ignore[arg-type]
    "add_message": lambda s: s.add_message(s.conversations()[0].id, "user", RAW, NOON),  # type: ignore[arg-type]
    "add_memory": lambda s: s.add_memory(draft("a", tags=(RAW,)), at=NOON),
    "update_memory": lambda s: s.update_memory(s.memories()[0].id, content=RAW),  # type: ignore[arg-type]
    "reinforce": lambda s: s.reinforce(s.memories()[0].id, RAW, NOON, at=NOON),  # type: ignore[arg-type]
    "add_decision": lambda s: s.add_decision("added", "salient", RAW, at=NOON),  # type: ignore[arg-type]
    "set_draft": lambda s: s.set_draft(None, RAW),  # type: ignore[arg-type]
    "set_setting": lambda s: s.set_setting("style", RAW),
}


@pytest.mark.parametrize("method", ATTEMPTS)
def test_raw_text_is_refused(store: Store, method: str) -> None:
    said(store, "something")
    with pytest.raises((TypeError, ValueError)) as caught:
        ATTEMPTS[method](store)
    assert RAW not in str(caught.value)


def test_every_door_is_tried() -> None:
    doors = {method for methods in WORDS.values() for method in methods}
    assert doors - ATTEMPTS.keys() == {"set_fact", "set_terms"}  # made of redacted text by their callers


def test_text_that_cannot_be_stored_is_refused_without_being_repeated(store: Store) -> None:
    for attempt in (
        lambda: store.set_fact(Fact("me", "home", "secret \ud800", NOON)),
        lambda: store.set_terms("memory", 1, ["secret", "\ud800"]),
        lambda: store.add_memory(draft("secret \ud800"), at=NOON),
    ):
        with pytest.raises(ValueError, match="surrogates") as caught:
            attempt()
        assert "secret" not in str(caught.value) and caught.value.__suppress_context__


def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="zone"):
        store.create_conversation(words("a"), at=NOON.replace(tzinfo=None) + timedelta(days=1))


# --- every statement that writes to a table of words, read from the source --------------------------------------------

# Functions that put words in, each through `rows.text` or its like.
GUARDED = {
    "conversations.create_conversation", "conversations.rename_conversation", "conversations.set_draft",
    "messages.add_message", "messages.count_masks", "memories.add_memory", "memories.update_memory",
    "facts.set_fact", "facts.add_decision", "adopting.adopt_memory", "adopting.adopt_fact", "settings.set_setting",
    "rechecking._remask_message",
}  # fmt: skip
_GUARDS = ("rows.text(", "rows.tags_column(", "rows.setting_column(", "rows._storable(")


def _statements(function: ast.AST) -> Iterator[str]:
    """Every string of a function, formatted ones with {} for what is filled in."""
    inside = {id(part) for node in ast.walk(function) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(function):
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)  # type: ignore[misc]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value


def _writes(repository: Path) -> dict[str, set[str]]:
    """Module and function -> the columns of words it writes; "*" where the statement does not name them."""
    of_table: dict[str, set[str]] = {}
    for column in WORDS:
        of_table.setdefault(column.split(".")[0], set()).add(column.split(".")[1])
    found: dict[str, set[str]] = {}
    for path in sorted((repository / "app" / "vault" / "store").glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for sql in _statements(function):
                for verb, table in re.findall(r"\b(INSERT(?: OR \w+)? INTO|UPDATE)\s+([\w{}]+)", sql):
                    columns = of_table.get(table, set()) if "{}" not in table else {"*"}
                    if verb == "UPDATE":
                        set_clause = sql.split(" SET ", 1)[1].split(" WHERE ")[0] if " SET " in sql else ""
                        named = {name for name in columns if name == "*" or re.search(rf"\b{name} = ", set_clause)}
                        columns = named | ({"*"} if "{}" in set_clause and columns else set())
                    if columns:
                        found.setdefault(f"{path.stem}.{function.name}", set()).update(columns)
    return found


# Functions that write no words of anybody's: marks in place of deleted ones, links, numbers.
UNGUARDED = {
    "removal._blank_spans": "what is left of stored text, with neutral marks",
    "removal._retitle": "a neutral mark",
    "deletion.delete_person": "a neutral mark",
    "memories._overwrite_wording": "a neutral mark in the log",
    "memories._add_evidence": "a quote its callers passed through rows.text",
    "rechecking._put": "what `_remasked` passed through rows.text",
    "adopting.adopt_history": "the number of a message",
    "vectors.put_vectors": "vectors",
    "vectors.set_terms": "terms of stored words",
}


def test_every_statement_that_writes_words_is_known_and_guarded(repository: Path) -> None:
    written = _writes(repository)
    sources = {}
    for path in (repository / "app" / "vault" / "store").glob("*.py"):
        text = path.read_text("utf-8")
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, ast.FunctionDef):
                sources[f"{path.stem}.{function.name}"] = ast.get_source_segment(text, function) or ""
    assert written.keys() == GUARDED | UNGUARDED.keys()
    for name in GUARDED:
        assert any(guard in sources[name] for guard in _GUARDS), name
    for caller in ("memories.add_memory", "memories.reinforce", "adopting.adopt_memory"):  # of _add_evidence
        assert "rows.text(" in sources[caller], caller
    assert "rows.text(" in sources["rechecking._remasked"]


def test_facts_are_written_from_redacted_text_alone(repository: Path) -> None:
    """A Fact holds plain strings, so its two writers outside the store are looked at: each masks what it passes."""
    callers = set()
    for path in (repository / "app").rglob("*.py"):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("set_fact", "adopt_fact"):
                callers.add(str(path.relative_to(repository / "app")))
                assert re.search(r"self\._(redact|clean)\(", ast.get_source_segment(text, node) or ""), path
    assert callers == {"engine/remember/applying.py", "engine/transfer.py"}
