"""The command line as a contract: verbs, shapes, options before and after, exit codes, errors as documents."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import cli, cli_options
from app.engine.errors import CODES
from tests.cli_harness import ANSWER, DECISION, KEY, MEMORY, RECEIPT, REPORT, CannedEngine, Harness

MEMORY_KEYS = {
    "id", "content", "memory_type", "label", "importance", "strength", "confidence", "tags", "source", "user_id",
    "session_id", "created_at", "event_at", "last_access_at", "access_count", "status", "supersedes", "superseded_by",
    "quote", "conversation", "index", "token_count", "pinned",
}  # fmt: skip


@pytest.fixture
def keepsake(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Harness]:
    for name in ("LC_ALL", "LC_MESSAGES", "KEEPSAKE_NOW"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    with tempfile.TemporaryDirectory(prefix="k") as folder:
        harness = Harness(Path(folder) / "p", capsys, monkeypatch)
        yield harness
        harness.close()


# Shapes


def test_remember_prints_the_memory(keepsake: Harness) -> None:
    engine = keepsake.serve()
    done = keepsake("remember", "I like", "Keemun tea", "--json")
    assert (done.status, done.document) == (0, MEMORY)
    assert set(done.document) >= MEMORY_KEYS
    assert engine.args_of("remember")["text"] == "I like Keemun tea"


def test_memories_is_a_list_and_all_is_passed_on(keepsake: Harness) -> None:
    engine = keepsake.serve()
    assert keepsake("memories", "--json", "--all").document == [MEMORY]
    assert engine.args_of("memories") == {"all": True}


def test_decisions_are_one_sentence_each_in_the_readers_language(keepsake: Harness) -> None:
    engine = keepsake.serve()
    assert keepsake("decisions", "--limit", "5").out == "Dropped (small talk): hello!\n"
    assert engine.args_of("decisions") == {"limit": 5}
    keepsake.serve()
    assert keepsake("decisions", "--lang", "zh").out == "未保存（闲聊）：hello!\n"
    keepsake.serve()
    assert keepsake("decisions", "--json").document == [DECISION]


def test_recall_prints_query_items_facts_and_time(keepsake: Harness) -> None:
    engine = keepsake.serve()
    done = keepsake("recall", "tea?", "--limit", "3", "--mode", "keyword", "--json")
    assert set(done.document) == {"query", "items", "facts", "took_ms"}
    assert engine.args_of("recall") == {"query": "tea?", "limit": 3, "mode": "keyword"}


def test_ask_streams_for_people_and_is_one_document_with_json(keepsake: Harness) -> None:
    keepsake.serve()
    assert keepsake("ask", "which tea?", "--json").document == ANSWER
    engine = keepsake.serve()
    done = keepsake("ask", "which tea?", "--private", "--conversation", "c1")
    assert done.out.startswith("Keemun.\n")
    assert engine.args_of("ask") == {"text": "which tea?", "private": True, "conversation": "c1"}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["m1", "m2"], {"ids": ["m1", "m2"]}),
        (["--last"], {"last": True}),
        (["--matching", "tea"], {"matching": "tea"}),
        (["--all"], {"all": True}),
        (["--conversation", "c1"], {"conversation": "c1"}),
        (["--since", "2026-03-01", "--until", "2026-04-01"], {"since": "2026-03-01", "until": "2026-04-01"}),
        (["m1", "--keep-messages"], {"ids": ["m1"], "keep_messages": True}),
    ],
)
def test_forget_waits_for_the_scrub(keepsake: Harness, arguments: list[str], expected: dict[str, object]) -> None:
    engine = keepsake.serve()
    done = keepsake("forget", *arguments, "--json")
    assert done.document == {"forgotten": ["m1"], "receipt": RECEIPT}
    assert engine.args_of("forget") == {"keep_messages": False, "wait": True, **expected}


@pytest.mark.parametrize("arguments", [[], ["m1", "--last"], ["--all", "--matching", "x"], ["--since", "2026-03-01"]])
def test_forget_wants_exactly_one_way_to_choose(keepsake: Harness, arguments: list[str]) -> None:
    assert keepsake("forget", *arguments, "--json").status == 2


def test_import_and_consolidate_print_the_report(keepsake: Harness, tmp_path: Path) -> None:
    file = tmp_path / "对话.jsonl"
    file.write_text("{}\n")
    engine = keepsake.serve()
    assert keepsake("import", str(file), "--format", "keepsake", "--dry-run", "--json").document == REPORT
    assert engine.args_of("import") == {"path": str(file), "format": "keepsake", "dry_run": True}
    keepsake.serve()
    assert keepsake("consolidate", "--json").document == REPORT


def test_export_hands_over_an_absolute_path_and_a_known_format(keepsake: Harness) -> None:
    engine = keepsake.serve()
    assert keepsake("export", "all.json", "--json").document == {"exported": {"memories": 1}}
    assert engine.args_of("export") == {"path": str(Path.cwd() / "all.json"), "format": "json", "lang": "en"}
    assert keepsake("export", "x", "--format", "pdf", "--json").status == 2


def test_a_file_that_is_not_there_needs_no_engine(keepsake: Harness) -> None:
    done = keepsake("import", "nowhere.jsonl", "--json")
    assert (done.status, done.document["error"]["code"]) == (1, "file_unreadable")


def test_models_list_needs_no_engine_and_no_key(keepsake: Harness) -> None:
    for arguments in (["models", "list"], ["models"]):
        models = keepsake(*arguments, "--json").document
        assert {"name", "role", "tier", "installed", "bytes", "licence"} <= set(models[0])
        assert {model["role"] for model in models} >= {"chat", "embedding"}
    assert not keepsake.profile.exists()


def test_people_get_lines_not_json(keepsake: Harness) -> None:
    keepsake.serve()
    assert "You like Keemun tea" in keepsake("memories").out
    keepsake.serve()
    assert keepsake("remember", "x", "--lang", "zh").out == "已记住：You like Keemun tea\n"


# Options


@pytest.mark.parametrize(
    "arguments",
    [
        ["--json", "--lang", "zh", "--model", "smollm2-135m-instruct", "memories"],
        ["memories", "--json", "--lang", "zh", "--model", "smollm2-135m-instruct"],
        ["--lang=zh", "memories", "--model=smollm2-135m-instruct", "--json"],
    ],
)
def test_global_options_stand_before_or_after_the_verb(keepsake: Harness, arguments: list[str]) -> None:
    engine = keepsake.serve()
    assert keepsake(*arguments).document == [MEMORY]
    assert not any(verb == "use_model" for verb, _ in engine.asked)


def test_another_model_than_the_running_one_is_switched_to_for_the_session(keepsake: Harness) -> None:
    engine = keepsake.serve()
    keepsake("memories", "--json", "--model", "small")
    assert engine.args_of("use_model") == {"name": "qwen2.5-coder-0.5b-instruct", "keep": False}


def test_after_a_lone_double_dash_everything_is_text(keepsake: Harness) -> None:
    engine = keepsake.serve()
    options = ["--profile", str(keepsake.profile), "--json"]
    assert cli.run(cli_options.read([*options, "remember", "--", "--json", "--lang"]), None) == 0
    assert engine.args_of("remember")["text"] == "--json --lang"


# Errors and exit codes


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-verb"], ["remember"], ["recall", "x", "--limit", "0"], ["recall", "x", "--limit", "many"],
        ["recall", "x", "--mode", "psychic"], ["memories", "--no-such-option"], ["memories", "extra"],
        ["models", "nope"], ["memories", "--lang", "fr"], ["memories", "--model="], ["memories", "--screenshots", "x"],
        [],
    ],
)  # fmt: skip
def test_wrong_usage_is_2_and_a_document(keepsake: Harness, arguments: list[str]) -> None:
    done = keepsake("--json", *arguments)
    assert done.status == 2
    assert done.document["error"]["code"] == "usage"
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("code", sorted(CODES - {"usage"}))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_error_is_1_one_line_and_a_document(keepsake: Harness, code: str, language: str) -> None:
    keepsake.serve(CannedEngine(fails_with=code))
    done = keepsake("memories", "--json", "--lang", language)
    assert done.status == 1
    assert set(done.document) == {"error"}
    assert done.document["error"]["code"] == code
    assert done.err == f"keepsake: {done.document['error']['message']}\n"
    assert "Traceback" not in done.err


def test_without_json_stdout_stays_empty_on_an_error(keepsake: Harness) -> None:
    keepsake.serve(CannedEngine(fails_with="memory_unknown"))
    done = keepsake("memories")
    assert (done.status, done.out) == (1, "")
    assert done.err.count("\n") == 1


def test_a_bug_is_one_line_and_its_place_goes_to_the_log(keepsake: Harness) -> None:
    class Broken(CannedEngine):
        def handle(self, verb: str, *rest: object) -> object:  # type: ignore[override]
            return {"items": [{"my card is": "4111 1111 1111 1111"}]} if verb == "memories" else {"vault": "ready"}

    keepsake.serve(Broken())
    done = keepsake("memories")
    assert (done.status, done.err.count("\n"), "Traceback" in done.err) == (1, 1, False)
    log = (keepsake.profile / "logs" / "keepsake.log").read_text("utf-8")
    assert "KeyError[" in log and "4111" not in log


# Keys and prompts


@pytest.mark.parametrize("key", ["", "12", "zz" * 32, "0f" * 33, " " + "0f" * 32, "0f " * 22])
def test_a_malformed_key_is_told_before_anything_starts(keepsake: Harness, key: str) -> None:
    done = keepsake("memories", "--json", key=key)
    assert done.document["error"]["code"] == "key_format"
    assert key not in done.err or len(key) < 3
    assert not keepsake.profile.exists()


@pytest.mark.parametrize(("vault", "code"), [("locked", "vault_locked"), ("setup", "vault_missing")])
def test_nothing_prompts_with_json_or_without_a_terminal(keepsake: Harness, vault: str, code: str) -> None:
    for arguments in (["--json"], []):
        keepsake.serve(CannedEngine(vault=vault))
        done = keepsake("memories", *arguments)
        assert done.status == 1
        if arguments:
            assert done.document["error"]["code"] == code


def test_the_key_opens_a_locked_engine_and_is_checked_against_an_open_one(keepsake: Harness) -> None:
    for vault in ("locked", "ready"):
        engine = keepsake.serve(CannedEngine(vault=vault))
        assert keepsake("memories", "--json", key=KEY).status == 0
        assert engine.args_of("unlock") == {"key": KEY}


# Redaction needs neither vault nor engine


def test_redact_reads_lines_and_writes_one_document_a_line(keepsake: Harness) -> None:
    text = "my card is 4111 1111 1111 1111\n卡号4111111111111111\r\nplain\n\nlast"
    done = keepsake("redact", stdin=text.encode())
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [line["text"] for line in lines][2:] == ["plain", "", "last"]
    assert lines[0]["found"] == [{"type": lines[0]["found"][0]["type"], "start": 11, "end": 30}]
    assert lines[1]["found"][0] | {"start": 2, "end": 18} == lines[1]["found"][0]
    assert not keepsake.profile.exists()


def test_redact_jsonl_texts_may_hold_line_breaks_and_lone_surrogates(keepsake: Harness) -> None:
    rows = [{"text": "one\ntwo 4111 1111 1111 1111"}, {"text": "half \ud83d smile"}]
    done = keepsake("redact", "--jsonl", stdin="".join(json.dumps(row) + "\n" for row in rows).encode())
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert len(lines) == 2
    assert lines[0]["text"].startswith("one\ntwo ") and "4111" not in lines[0]["text"]


@pytest.mark.parametrize("line", [b"not json\n", b'{"no": "text"}\n', b'{"text": 3}\n', b"[]\n"])
def test_redact_jsonl_names_the_line_it_cannot_read(keepsake: Harness, line: bytes) -> None:
    done = keepsake("redact", "--jsonl", stdin=b'{"text": "fine"}\n' + line)
    assert done.status == 1
    assert "2" in done.err


def passed(text: str) -> str:
    """A file descriptor one can read the text from."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as stream:
        stream.write(text)
    return str(reading)


def test_a_backup_takes_its_passphrase_from_a_descriptor(keepsake: Harness, tmp_path: Path) -> None:
    engine = keepsake.serve()
    file = tmp_path / "备份 1"
    done = keepsake("backup", str(file), "--json", "--passphrase-fd", passed("正确的 horse\nmore"))
    assert (done.status, done.document) == (0, {"file": str(file), "bytes": 4096})
    assert engine.args_of("backup") == {"path": str(file), "passphrase": "正确的 horse"}


def test_a_restore_says_what_it_brought(keepsake: Harness, tmp_path: Path) -> None:
    engine = keepsake.serve()
    (tmp_path / "b").write_bytes(b"x")
    done = keepsake("restore", str(tmp_path / "b"), "--json", "--passphrase-fd", passed("horse\r\n"))
    assert (done.status, done.document) == (0, {"memories": 3, "messages": 4})
    assert engine.args_of("restore_backup")["passphrase"] == "horse"


@pytest.mark.parametrize("more", [[], ["--passphrase-fd", "987"]])
@pytest.mark.parametrize("verb", ["backup", "restore"])
def test_nothing_prompts_for_a_passphrase_where_nobody_is(
    keepsake: Harness, tmp_path: Path, verb: str, more: list[str]
) -> None:
    (tmp_path / "b").write_bytes(b"x")
    done = keepsake(verb, str(tmp_path / "b"), "--json", *more)
    assert (done.status, done.document["error"]["code"]) == (1, "passphrase_needed")


def test_a_backup_that_is_not_there_is_told_before_anything_is_asked(keepsake: Harness, tmp_path: Path) -> None:
    done = keepsake("restore", str(tmp_path / "none"), "--json")
    assert (done.status, done.document["error"]["code"]) == (1, "file_unreadable")
