"""Loading and using the analyzer opens no connection and writes no file; importing the package loads nothing heavy."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

_GUARDED = """
import json, os, socket, sys
attempts = []
def refuse(*args, **kwargs):
    attempts.append(repr(args[:2]))
    raise OSError("no network")
socket.socket.connect = refuse
socket.socket.connect_ex = refuse
socket.create_connection = refuse
socket.getaddrinfo = refuse
written = []
real_open = open
def audit(event, args):
    if event == "open" and isinstance(args[1], str) and any(c in args[1] for c in "wax+"):
        written.append(str(args[0]))
    if event in ("os.mkdir", "os.rename"):
        written.append(str(args[0]))
sys.dont_write_bytecode = True
sys.addaudithook(audit)
from app.engine.redact import STRICT, Redactor
for redactor in (Redactor(), Redactor(STRICT)):
    out = redactor.redact("mail a@example.co.uk, see https://example.com/x, 电话13812345678, my name is Alice Johnson")
    assert "a@example.co.uk" not in out.text and "13812345678" not in out.text, out.text
print(json.dumps({"attempts": attempts, "written": written}))
"""


@pytest.mark.real
def test_nothing_is_sent_and_nothing_is_cached(repository: Path, tmp_path: Path) -> None:
    environment = {
        "HOME": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path),
        "TMPDIR": str(tmp_path),
        "PYTHONPATH": str(repository),
        "PATH": "",
    }
    done = subprocess.run(
        [sys.executable, "-c", _GUARDED], capture_output=True, text=True, check=True, cwd=tmp_path, env=environment
    )
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["attempts"] == []
    assert [path for path in seen["written"] if path != "/dev/null"] == []
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.real
def test_importing_the_package_does_not_load_the_analyzer(repository: Path) -> None:
    heavy = "presidio_analyzer spacy phonenumbers tldextract detect_secrets"
    code = f"import sys, app.engine.redact; print([m for m in {heavy!r}.split() if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=repository)
    assert done.stdout.strip() == "[]"
