"""An import can be looked at first, paused, taken up after a crash, repeated without effect, and taken back whole."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.engine.errors import KeepsakeError
from tests.engine.conftest import Bench

DAY = "2024-03-0{}T10:00:00+00:00"


def lines(path: Path, *said: tuple[str, str], role: str = "user") -> Path:
    """A file of Keepsake's own format: (conversation, text), a day apart."""
    entries = [
        {"conversation": talk, "role": role, "content": text, "at": DAY.format(1 + n % 9)}
        for n, (talk, text) in enumerate(said)
    ]
    path.write_text("\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries), "utf-8")
    return path


@pytest.fixture
def export(tmp_path: Path) -> Path:
    return lines(
        tmp_path / "talk.jsonl",
        ("home", "I live in Ghent."),
        ("home", "My dog is called Rex, and my card is 4111 1111 1111 1111."),
        ("食物", "我对花生过敏。"),
        ("食物", "我早餐喜欢喝豆浆。"),
    )


class After:
    """Set once it was asked `times` times: a pause somewhere in the middle."""

    def __init__(self, times: int) -> None:
        self.left = times

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def long_export(path: Path, count: int = 90) -> Path:
    return lines(path, *[("t", f"My locker number {n} is in the blue hall.") for n in range(count)])


def test_the_preview_says_what_is_in_a_file_and_writes_nothing(bench: Bench, export: Path) -> None:
    seen = bench.call("import_preview", path=str(export))
    assert seen["format"] == "keepsake"
    assert [(talk["title"], talk["messages"], talk["yours"], talk["new"]) for talk in seen["conversations"]] == [
        ("home", 2, 2, 2),
        ("食物", 2, 2, 2),
    ]
    assert seen["conversations"][0]["first"].startswith("2024-03-01")
    assert seen["masks"] == {"BANK_CARD": 1}
    assert "4111" not in json.dumps(seen)
    assert bench.store.count_messages() == 0
    assert bench.call("import_estimate", path=str(export))["seconds_a_message"] > 0
    assert bench.store.count_memories() == 0


def test_the_preview_asks_who_the_person_is(bench: Bench, tmp_path: Path) -> None:
    table = tmp_path / "log.csv"
    table.write_text("Time,SenderName,Sender,TalkerName,Talker,Content\n2024-01-01 10:00:00,老王,w,老王,w,我住在西安\n")
    seen = bench.call("import_preview", path=str(table))
    assert seen["speakers"] == [{"id": "w", "name": "老王"}]
    assert seen["conversations"] == []
    assert bench.call("import_preview", path=str(table), owner="w")["conversations"][0]["yours"] == 1


def test_only_the_chosen_conversations_come_in(bench: Bench, export: Path) -> None:
    done = bench.call("import", path=str(export), chosen=[1])
    assert done["messages"] == 2
    assert [talk.title for talk in bench.store.conversations()] == ["食物"]


def test_the_same_file_again_adds_nothing_and_leaves_no_job(bench: Bench, export: Path) -> None:
    bench.call("import", path=str(export))
    before = (bench.store.count_messages(), bench.store.count_memories())
    again = bench.call("import", path=str(export))
    assert (again["messages"], again["job"], again["finished"]) == (0, None, True)
    assert (bench.store.count_messages(), bench.store.count_memories()) == before
    assert len(bench.call("imports")["items"]) == 1
    assert bench.call("import_preview", path=str(export))["conversations"][0]["new"] == 0


def run(bench: Bench, verb: str, cancel: Any, **args: Any) -> dict[str, Any]:
    return bench.service.handle(verb, args, bench.emit, cancel)


def test_a_paused_import_goes_on_where_it_stopped(bench: Bench, tmp_path: Path) -> None:
    export = long_export(tmp_path / "long.jsonl")
    first = run(bench, "import", After(14), path=str(export), total=90)
    assert not first["finished"]
    (job,) = bench.call("imports")["items"]
    assert (job["finished_at"], job["name"], job["total"]) == (None, "long.jsonl", 90)
    assert 0 < bench.store.count_messages() < 90
    assert run(bench, "import_resume", threading.Event(), job=job["id"], brief=True)["finished"]
    assert bench.store.count_messages() == 90
    assert bench.store.waiting_messages() == []
    assert bench.call("imports")["items"][0]["finished_at"] is not None
    with pytest.raises(KeepsakeError, match="import_unknown"):
        bench.call("import_resume", job=job["id"])


def test_an_import_cut_off_by_a_crash_is_known_after_the_restart(
    make_bench: Callable[[], Bench], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export, bench = long_export(tmp_path / "long.jsonl"), make_bench()
    seen: list[int] = []

    def crash(progress: Any) -> None:
        seen.append(progress.done)
        if progress.done > 60:
            raise MemoryError

    monkeypatch.setattr("app.engine.imports._progress", lambda emit: crash)
    with pytest.raises(MemoryError):
        bench.call("import", path=str(export))
    monkeypatch.undo()
    bench = make_bench()
    (job,) = bench.call("imports")["items"]
    assert (job["finished_at"], job["running"]) == (None, False)
    assert bench.call("import_resume", job=job["id"])["finished"]
    assert bench.store.count_messages() == 90
    assert {memory.source for memory in bench.store.memories()} == {"imported"}


def test_a_file_that_has_moved_is_named_anew(bench: Bench, tmp_path: Path) -> None:
    export = long_export(tmp_path / "long.jsonl")
    job = run(bench, "import", After(14), path=str(export))["job"]
    moved = export.rename(tmp_path / "elsewhere.jsonl")
    with pytest.raises(KeepsakeError, match="file_unreadable"):
        bench.call("import_resume", job=job)
    assert bench.call("import_resume", job=job, path=str(moved))["finished"]
    assert bench.store.count_messages() == 90


def test_an_import_taken_back_leaves_the_memory_as_it_was(
    bench: Bench, tmp_path_factory: pytest.TempPathFactory
) -> None:
    bench.call("remember", text="I live in Ghent.")
    bench.call("remember", text="我对花生过敏。")
    facts = [(f.attribute, f.value, f.valid_to) for f in bench.store.facts(current_only=False)]
    before = [(m.id, m.status) for m in bench.store.memories(statuses=("active", "archived", "superseded"))]
    bench.clock.forward(days=900)  # so that the file's words are the newer ones
    path = tmp_path_factory.mktemp("elsewhere") / "new.jsonl"  # beside the vault the byte check would find it
    at = bench.clock().isoformat()
    said = ["I moved to Lisbon, I live in Lisbon now.", "我对花生过敏。", "My sister Anna plays the harp."]
    path.write_text("\n".join(json.dumps({"conversation": "n", "role": "user", "content": t, "at": at}) for t in said))
    done = bench.call("import", path=str(path))
    assert done["superseded"], "the case needs an import that replaces something"
    receipt = bench.call("import_undo", job=done["job"], wait=True)["receipt"]
    assert receipt["state"] == "verified"
    assert receipt["removed"]["messages"] == 3
    assert [(m.id, m.status) for m in bench.store.memories(statuses=("active", "archived", "superseded"))] == before
    assert [(f.attribute, f.value, f.valid_to) for f in bench.store.facts(current_only=False)] == facts
    assert bench.store.conversations() == []
    assert bench.call("imports")["items"] == []
    assert bench.store.settings() == {}
    assert all(e.message_id is None and "harp" not in e.quote for m, _ in before for e in bench.store.evidence(m))
    with pytest.raises(KeepsakeError, match="import_unknown"):
        bench.call("import_undo", job=done["job"])


def test_taking_back_a_second_import_into_one_conversation_leaves_the_first(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    bench.call("import", path=str(lines(path, ("a", "My bicycle is green."))))
    second = bench.call(
        "import", path=str(lines(path, ("a", "My bicycle is green."), ("a", "My boat is called Tern.")))
    )
    assert second["messages"] == 1
    bench.call("import_undo", job=second["job"])
    left = " ".join(memory.content for memory in bench.store.memories())
    assert "bicycle" in left
    assert "Tern" not in left
    assert bench.store.count_messages() == 1


def test_one_import_runs_at_a_time(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    export = long_export(tmp_path / "long.jsonl", 3)
    found: list[str] = []

    def second(progress: Any) -> None:
        monkeypatch.undo()
        with pytest.raises(KeepsakeError) as caught:
            bench.call("import", path=str(export))
        found.append(caught.value.code)

    monkeypatch.setattr("app.engine.imports._progress", lambda emit: second)
    bench.call("import", path=str(export))
    assert set(found) == {"import_running"}


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("import", {}),
        ("import", {"path": "x", "chosen": "all"}),
        ("import", {"path": "x", "total": -1}),
        ("import_preview", {"path": "x", "owner": 3}),
        ("import_resume", {"job": "1"}),
        ("import_undo", {}),
    ],
)
def test_wrong_arguments_are_refused(bench: Bench, verb: str, args: dict[str, Any]) -> None:
    with pytest.raises(KeepsakeError, match="usage"):
        bench.call(verb, **args)
