"""The command line for real: processes, vault, models, an engine that others use too, and kills in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.link.client import EngineClient
from tests.cli_harness import KEY
from tests.test_cli import MEMORY_KEYS

pytestmark = [pytest.mark.real, pytest.mark.timeout(900)]

MODEL = "smollm2-135m-instruct"
SAID = "I moved to Lisbon in March and I like Keemun tea best."


@dataclass(frozen=True)
class Ran:
    status: int
    out: bytes
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


class Command:
    """Runs `python main.py …` on one profile."""

    def __init__(self, repository: Path, folder: Path) -> None:
        self.folder = folder
        self.profile = folder / "p"
        self._main = str(repository / "main.py")

    def start(self, *arguments: str | bytes, key: str | None = KEY, **environment: str) -> subprocess.Popen[bytes]:
        unset = ("KEEPSAKE_KEY", "KEEPSAKE_NOW", "LC_", "LANG")
        base = {name: value for name, value in os.environ.items() if not name.startswith(unset)}
        base |= {"XDG_RUNTIME_DIR": str(self.folder), "LC_ALL": "C", **environment}
        if key is not None:
            base["KEEPSAKE_KEY"] = key
        command = [sys.executable, self._main, *arguments, "--profile", str(self.profile)]
        pipe = subprocess.PIPE
        # A shell that runs the tests in the background has Ctrl-C ignored, and children would inherit that.
        return subprocess.Popen(
            command, env=base, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, preexec_fn=_heed_ctrl_c
        )

    def __call__(self, *arguments: str | bytes, key: str | None = KEY, **environment: str) -> Ran:
        with self.start(*arguments, key=key, **environment) as process:
            try:
                out, err = process.communicate(timeout=800)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        text = err.decode("utf-8")
        assert "Traceback" not in text
        return Ran(process.returncode, out, text)

    def json(self, *arguments: str | bytes, **environment: str) -> Any:
        ran = self(*arguments, "--json", "--model", MODEL, **environment)
        assert ran.status == 0, ran.err
        return ran.document

    def code(self, *arguments: str | bytes, key: str | None = KEY, **environment: str) -> str:
        ran = self(*arguments, "--json", key=key, **environment)
        assert ran.status == 1
        assert ran.err.count("\n") == 1
        return str(ran.document["error"]["code"])


@pytest.fixture(scope="module")
def keepsake(repository: Path) -> Iterator[Command]:
    with tempfile.TemporaryDirectory(prefix="k") as folder:
        yield Command(repository, Path(folder))


@pytest.fixture
def fresh(repository: Path) -> Iterator[Command]:
    with tempfile.TemporaryDirectory(prefix="k") as folder:
        yield Command(repository, Path(folder))


@pytest.fixture
def other(keepsake: Command, monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineClient]:
    """Somebody who uses the same profile meanwhile, as an open window would."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(keepsake.folder))
    client = EngineClient.connect_or_start(keepsake.profile, bytes.fromhex(KEY), model=MODEL)
    yield client
    client.close(wait=True)


def test_what_is_remembered_is_listed_found_used_and_forgotten_for_good(fresh: Command) -> None:
    memory = fresh.json("remember", SAID)
    assert set(memory) >= MEMORY_KEYS
    assert memory["source"] == "manual" and "Lisbon" in memory["quote"]
    assert memory["id"] in {item["id"] for item in fresh.json("memories")}
    found = fresh.json("recall", "Which tea do I like best?", "--limit", "3")
    assert {"query", "items", "facts", "took_ms"} <= set(found)
    assert found["items"][0]["id"] == memory["id"]
    answer = fresh.json("ask", "Which tea do I like best?")
    assert {"answer", "memories", "prompt_tokens", "memory_tokens", "first_token_ms", "tokens_per_s"} <= set(answer)
    assert answer["answer"].strip() and answer["conversation"]
    gone = fresh.json("forget", "--all")
    assert memory["id"] in gone["forgotten"]
    assert gone["receipt"]["state"] == "verified" and gone["receipt"]["checked_bytes"] > 0
    assert fresh.json("memories", "--all") == []
    assert fresh.json("recall", "Lisbon")["items"] == []


def test_no_file_of_the_profile_holds_a_word_in_the_clear(fresh: Command) -> None:
    fresh.json("remember", SAID)
    fresh.json("ask", "What about Keemun?", "--private")
    for path in fresh.profile.rglob("*"):
        if path.is_file():
            assert b"Keemun" not in path.read_bytes(), path.name
            assert path.stat().st_mode & 0o077 == 0, path.name


def test_a_secret_is_masked_before_it_is_kept(keepsake: Command) -> None:
    memory = keepsake.json("remember", "My card is 4111 1111 1111 1111, keep it in mind")
    assert "4111" not in json.dumps(memory) and "[card number]" in memory["quote"]


def test_another_key_opens_nothing_and_changes_nothing(fresh: Command) -> None:
    fresh.json("remember", SAID)
    before = (fresh.profile / "vault.db").read_bytes()
    assert fresh.code("memories", key="ee" * 32) == "vault_wrong_key"
    assert (fresh.profile / "vault.db").read_bytes() == before
    assert len(fresh.json("memories")) >= 1


def test_without_a_key_a_fresh_profile_gets_no_vault(fresh: Command) -> None:
    assert fresh.code("memories", key=None) == "vault_missing"
    assert not (fresh.profile / "vault.db").exists()
    assert fresh.code("memories", key="12") == "key_format"


def test_without_a_key_a_vault_stays_closed(fresh: Command) -> None:
    fresh.json("remember", SAID)
    assert fresh.code("memories", key=None) in ("vault_locked", "vault_no_way_in")


def test_the_clock_can_be_set(fresh: Command) -> None:
    memory = fresh.json("remember", "I paint on Sundays", KEEPSAKE_NOW="2031-02-03T04:05:06+08:00")
    assert memory["created_at"].startswith(("2031-02-03T04:05:06+08:00", "2031-02-02T20:05:06+00:00"))
    assert fresh.code("memories", KEEPSAKE_NOW="tomorrow") == "setting_invalid"


def test_import_runs_the_whole_pipeline_and_returns_when_it_is_done(fresh: Command) -> None:
    file = fresh.folder / "对话.jsonl"
    lines = [
        {"conversation": "a", "role": "user", "content": "I live in Porto and work as a carpenter."},
        {"conversation": "a", "role": "assistant", "content": "Nice!"},
        {"conversation": "a", "role": "user", "content": "haha ok"},
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    report = fresh.json("import", str(file), "--format", "keepsake")
    assert {"messages", "added", "updated", "superseded", "dropped"} <= set(report)
    assert any("Porto" in memory["quote"] for memory in report["added"])
    assert {"index": 1, "reason": "assistant"}.items() <= next(d for d in report["dropped"] if d["index"] == 1).items()
    assert {memory["id"] for memory in report["added"]} <= {memory["id"] for memory in fresh.json("memories")}
    assert fresh.json("import", str(file), "--format", "keepsake")["added"] == []


@pytest.mark.parametrize(
    ("text", "code"), [("", "empty_text"), ("  \n ", "empty_text"), (b"\xed\xa0\xbd", "empty_text")]
)
def test_a_text_without_a_word_is_refused(keepsake: Command, text: str | bytes, code: str) -> None:
    for verb in ("remember", "ask"):
        assert keepsake.code(verb, text) == code


def test_a_long_text_is_taken(keepsake: Command) -> None:
    text = "The workshop in Bergen keeps its own calendar. " * 1100
    assert len(text) > 50_000
    assert keepsake.json("ask", text, "--private")["answer"] is not None


def test_bytes_that_are_no_utf8_are_taken_as_far_as_they_go(keepsake: Command) -> None:
    memory = keepsake.json("remember", b"I like \xff Darjeeling \xed\xa0\xbd tea")
    assert "Darjeeling" in memory["quote"]


def test_it_works_beside_another_client_of_the_same_profile(keepsake: Command, other: EngineClient) -> None:
    news: list[str] = []
    heard = threading.Event()

    def listen(kind: str, data: dict[str, Any]) -> None:
        news.append(data["verb"])
        heard.set()

    other.on_news(listen)
    memory = keepsake.json("remember", "I keep bees behind the house.")
    assert heard.wait(10) and "remember" in news
    assert memory["id"] in {item["id"] for item in other.call("memories", {})["items"]}
    assert keepsake.code("memories", key="ee" * 32) == "vault_wrong_key"
    assert other.call("hello")["vault"] == "ready"
    assert other.call("hello")["network_attempts"] == 0


def test_an_open_engine_needs_no_key_again(keepsake: Command, other: EngineClient) -> None:
    assert keepsake("memories", "--json", key=None).status == 0


def test_an_engine_killed_under_a_question_is_one_clear_line_and_costs_nothing_stored(fresh: Command) -> None:
    memory = fresh.json("remember", SAID)
    with fresh.start("ask", "Tell me a very long story about tea.", "--json", "--model", MODEL) as process:
        engine = _engine_of(process)
        engine.send_signal(signal.SIGKILL)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert json.loads(out)["error"]["code"] == "engine_gone"
    assert err.decode().count("\n") == 1
    assert memory["id"] in {item["id"] for item in fresh.json("memories")}


def test_ctrl_c_stops_the_question_in_one_line(fresh: Command) -> None:
    fresh.json("remember", SAID)
    with fresh.start("ask", "Tell me a very long story about tea.", "--json", "--model", MODEL) as process:
        _engine_of(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert json.loads(out)["error"]["code"] == "stopped"
    assert b"Traceback" not in err


def test_no_engine_is_left_when_the_last_command_has_returned(keepsake: Command) -> None:
    keepsake.json("memories")
    running = [p for p in psutil.process_iter(["cmdline"]) if "--engine" in (p.info["cmdline"] or [])]
    assert not any(_uses(process, keepsake.folder) for process in running)


def test_the_doctor_tries_everything_and_says_so(keepsake: Command) -> None:
    ran = keepsake("doctor", "--json", "--model", MODEL)
    checks = {check["name"]: check for check in ran.document["checks"]}
    assert set(checks) >= {"vault", "wrong key", "redaction", "embedding", "search", "generation", "deletion", "qt"}
    assert all(set(check) == {"name", "ok", "detail", "ms"} for check in checks.values())
    assert [check for check in checks.values() if not check["ok"]] == []
    assert (ran.status, ran.document["ok"]) == (0, True)


def _heed_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _engine_of(process: subprocess.Popen[bytes]) -> psutil.Process:
    """The engine that this command has started, once it works on the request."""
    parent = psutil.Process(process.pid)
    while process.poll() is None:
        for child in parent.children():
            if "--engine" in child.cmdline() and child.cpu_times().user > 1.0:
                return child
    raise AssertionError("the command ended before its engine was seen")


def _uses(process: psutil.Process, folder: Path) -> bool:
    try:
        return process.environ().get("XDG_RUNTIME_DIR") == str(folder)
    except psutil.Error:
        return False
