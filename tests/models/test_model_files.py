"""Model files from disk, by command and in a running engine: imported, used, shown, removed, or refused."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.link.client import EngineClient
from tests.models.test_gguf_check import write

pytestmark = [pytest.mark.real, pytest.mark.timeout(600)]
KEY = bytes(range(32))


@dataclass(frozen=True)
class Place:
    """A folder of models, a profile, and the command over both."""

    folder: Path
    main: str

    @property
    def models(self) -> Path:
        return self.folder / "models"

    @property
    def profile(self) -> Path:
        return self.folder / "p"

    def run(self, *arguments: str) -> tuple[int, Any]:
        command = [sys.executable, self.main, "models", *arguments, "--json", "--profile", str(self.profile)]
        done = subprocess.run(command, capture_output=True, env=os.environ | {"LC_ALL": "C"}, timeout=300)
        return done.returncode, json.loads(done.stdout)

    def row(self, name: str) -> dict[str, Any] | None:
        return next((row for row in self.run("list")[1] if row["name"] == name), None)


@pytest.fixture
def place(
    repository: Path, model_path: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Place]:
    with tempfile.TemporaryDirectory(prefix="k") as name:
        folder = Path(name)
        (folder / "models").mkdir()
        for each in ("tests", "multilingual-e5-small"):
            shutil.copy(model_path(each), folder / "models")
        (folder / "p").mkdir(mode=0o700)
        (folder / "p" / "settings.json").write_text('{"answer.reply_tokens": 40}', "utf-8")
        monkeypatch.setenv("KEEPSAKE_MODELS", str(folder / "models"))
        monkeypatch.setenv("XDG_RUNTIME_DIR", name)
        yield Place(folder, str(repository / "main.py"))


def renamed(source: Path, target: Path, title: str) -> Path:
    """A copy that calls itself differently: another file, the same model. The title keeps its length."""
    data = bytearray(source.read_bytes())
    at = data.index(b"general.name") + len(b"general.name") + 4
    length = struct.unpack_from("<Q", data, at)[0]
    data[at + 8 : at + 8 + length] = title.ljust(length, "x").encode()[:length]
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    return target


def test_a_file_is_imported_used_without_a_restart_measured_and_removed(
    place: Place, model_path: Callable[[str], Path]
) -> None:
    deep = place.folder / "模型 張庭綱" / "/".join(["d" * 100] * 8) / "mein modèle.gguf"
    status, rows = place.run("import", str(renamed(model_path("tests"), deep, "Own")))
    assert status == 0, rows
    (own,) = [row for row in rows if row["tier"] == "imported"]
    assert own["installed"] and own["role"] == "chat" and own["memory_bytes"] > own["bytes"]
    assert own["tokens_per_s"] is None

    client = EngineClient.connect_or_start(place.profile, KEY, model="smollm2-135m-instruct")
    try:
        assert client.call("hello")["chat_model"] == "smollm2-135m-instruct"
        client.call("ask", {"text": "Say hello.", "private": True})
        assert place.run("use", own["name"])[0] == 0
        assert client.call("hello")["loaded"]["chat"] == own["name"]
        story = "Tell me a long story about a lighthouse keeper, the sea and the two cats that live with him."
        assert client.call("ask", {"text": story, "private": True})["answer"]
        shown = {row["name"]: row for row in client.call("models")["items"]}
        assert shown[own["name"]]["in_use"] and shown[own["name"]]["tokens_per_s"] > 0
        listed = place.row(own["name"])
        assert listed is not None and listed["tokens_per_s"] == shown[own["name"]]["tokens_per_s"]
        assert place.run("remove", own["name"])[0] == 0
        assert client.call("settings")["settings"]["models.chat"] == ""
    finally:
        client.close(wait=True)
    assert place.row(own["name"]) is None
    assert json.loads((place.profile / "settings.json").read_text("utf-8")).get("models.chat", "") == ""


def test_what_cannot_work_is_refused_with_its_reason_before_it_is_copied(
    place: Place, model_path: Callable[[str], Path]
) -> None:
    whole = model_path("tests").read_bytes()
    cut, huge = place.folder / "cut.gguf", place.folder / "huge.gguf"
    cut.write_bytes(whole[: len(whole) // 2])
    write(huge, layers=20_000_000)
    before = sorted(path.name for path in place.models.iterdir())
    for code, arguments in {
        "model_damaged": [str(cut)],
        "model_unsupported": [str(write(place.folder / "new.gguf", "somethingnew"))],
        "model_wrong_role": [str(model_path("multilingual-e5-small")), "--role", "chat"],
        "model_no_template": [str(write(place.folder / "plain.gguf", template=""))],
        "model_too_large": [str(huge)],
    }.items():
        status, document = place.run("import", *arguments)
        assert (status, document["error"]["code"]) == (1, code)
        assert sorted(path.name for path in place.models.iterdir()) == before
    status, rows = place.run("import", str(place.folder / "plain.gguf"), "--template", "chatml")
    assert status == 0 and any(row["tier"] == "imported" for row in rows)


def test_a_file_that_was_damaged_after_its_import_is_found_before_it_is_used(place: Place) -> None:
    file = place.models / "smollm2-135m-instruct-q4_1.gguf"
    data = bytearray(file.read_bytes())
    data[:4] = b"OOPS"
    file.write_bytes(data)
    status, document = place.run("use", "smollm2-135m-instruct")
    assert (status, document["error"]["code"]) == (1, "model_damaged")
    assert "models.chat" not in json.loads((place.profile / "settings.json").read_text("utf-8"))
