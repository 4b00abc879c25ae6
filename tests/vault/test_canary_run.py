"""A whole day with Keepsake leaves no word of it readable: not in the profile, runtime, temp, configuration or logs."""

from __future__ import annotations

import base64
import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app import paths
from tests.vault.canary import canary, in_clear, in_pages

pytestmark = [pytest.mark.real, pytest.mark.timeout(900)]
SAID = (
    "chat", "question", "title", "remember", "edit", "tag", "import", "recall", "fault", "file", "draft", "crash",
)  # fmt: skip
# The real demo, with a word of ours in what is said first; killed where the second step begins.
DEMO = """
import dataclasses, sys
from app import demo
from app.cli_options import read

word = sys.stdin.readline().strip()
story = demo.STORIES[0]
said = f"Hello, I live in {word} and I work as a florist."
demo.STORIES = (dataclasses.replace(story, introduction=said, first_home=word),)
raise SystemExit(demo.run(read(["--demo", "--model", "smollm2-135m-instruct", "--lang", "en"])))
"""


class Machine:
    """Every folder a program of this user writes to."""

    def __init__(self, folder: Path) -> None:
        self.home, self.given = folder / "h", folder / "given"
        self.run, self.temp, self.out = folder / "r", folder / "t", folder / "out"
        for made in (self.home, self.given, self.run, self.temp, self.out):
            made.mkdir(mode=0o700)
        self.profile = self.home / "p"
        places = {f"XDG_{name}_HOME": str(self.home / name.lower()) for name in ("CONFIG", "CACHE", "DATA", "STATE")}
        self.environment = {
            **os.environ, **places, "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.run), "TMPDIR": str(self.temp),
            "QT_QPA_PLATFORM": "offscreen", "KEEPSAKE_MODELS": str(paths.models_folder()),
        }  # fmt: skip

    def readable(self, words: list[str]) -> list[str]:
        return in_clear([self.home, self.run, self.temp, self.out], words)


@pytest.fixture
def machine() -> Iterator[Machine]:
    with tempfile.TemporaryDirectory(prefix="k") as folder:
        yield Machine(Path(folder))


def test_nothing_of_a_day_with_it_is_readable_anywhere(machine: Machine, model_path: Callable[[str], Path]) -> None:
    assert model_path("tests").is_file()
    words = {name: canary() for name in SAID} | {"key": secrets.token_hex(32), "passphrase": canary()}
    life = Path(__file__).with_name("life.py")
    folders = [str(folder) for folder in (machine.profile, machine.out, machine.given)]
    done = subprocess.run(
        [sys.executable, str(life), *folders],
        env=machine.environment,
        cwd=life.parents[2],
        input=json.dumps(words) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    key = bytes.fromhex(words["key"])
    written = [words[name].encode() for name in ("chat", "question", "title", "edit", "tag", "draft")]
    assert in_pages(machine.profile / "vault.db", key, written) == written, "it is there to be found"
    assert (machine.profile / "window.json").is_file() and (machine.profile / "logs" / "crash.log").stat().st_size > 0
    assert (machine.out / "keepsake.backup").stat().st_size > 4096
    assert machine.readable(list(words.values())) == []
    assert not [word for word in words.values() if word in done.stdout + done.stderr]


def test_a_demo_that_is_killed_leaves_nothing_readable(machine: Machine, model_path: Callable[[str], Path]) -> None:
    assert model_path("tests").is_file()
    word = canary()
    with subprocess.Popen(
        [sys.executable, "-c", DEMO],
        env=machine.environment,
        cwd=Path(__file__).resolve().parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(word + "\n")
        process.stdin.close()
        told = []
        for line in process.stdout:
            told.append(line)
            if "Small talk" in line:
                process.kill()
                break
        process.stdout.read()
    assert word in "".join(told), "the demo shows on its output what is said"
    (profile,) = machine.temp.glob("keepsake-demo-*")
    assert (profile / "vault.db").stat().st_size > 4096
    assert machine.readable([word]) == []


def test_the_search_finds_what_it_is_looking_for_in_every_disguise(machine: Machine) -> None:
    word = canary()
    raw, wide = word.encode(), word.encode("utf-16-le")
    packed = (base64.b64encode(b"ab" + raw + b"c"), base64.urlsafe_b64encode(b"a" + wide), raw.hex().encode())
    for number, content in enumerate((raw, b"x" + wide, *packed)):
        path = machine.temp / str(number)
        path.write_bytes(content)
        assert machine.readable([word]) == [f"{number}: {word}"]
        path.unlink()
