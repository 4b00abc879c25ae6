"""The log holds codes and counts; content is refused wherever it comes from, and the file is the owner's alone."""

from __future__ import annotations

import ast
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import logs

LEVELS = ("debug", "info", "warning", "error", "exception", "critical")
SECRET = "my card is 4111 1111 1111 1111"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    before = logging.lastResort
    logs.start(tmp_path)
    yield tmp_path / "logs" / "keepsake.log"
    logs.stop()
    logging.lastResort = before


def test_an_event_is_a_name_with_codes_and_numbers(log: Path) -> None:
    logs.event("vault.open", code="vault_wrong_key", ms=12, ok=False, ratio=0.5, nothing=None)
    assert log.read_text("utf-8").endswith("vault.open code=vault_wrong_key ms=12 ok=False ratio=0.5 nothing=None\n")


@pytest.mark.parametrize("value", [SECRET, "two words", "喜欢茶", "4111111111111111", "x" * 61, "", "a@example.org"])
def test_what_looks_like_content_is_refused(log: Path, value: str) -> None:
    with pytest.raises(ValueError, match="code"):
        logs.event("vault.open", value=value)
    with pytest.raises(ValueError, match="name"):
        logs.event(value)
    assert log.read_text("utf-8") == ""


def test_a_fault_is_logged_by_type_and_place_without_its_message(log: Path) -> None:
    try:
        try:
            raise LookupError(SECRET)
        except LookupError as error:
            raise RuntimeError(SECRET) from error
    except RuntimeError as error:
        logs.exception("engine.fault", error)
    written = log.read_text("utf-8")
    assert "RuntimeError[" in written and "LookupError[" in written and "test_logs.py:" in written
    assert "4111" not in written and "card" not in written


def test_our_modules_may_log_fixed_sentences_with_numbers(log: Path) -> None:
    ours = logging.getLogger("app.models.runtime")
    ours.info("chat model loaded: context %d, threads %d, lines %s", 8192, 2, {"warning": 3})
    assert "chat model loaded: context 8192, threads 2" in log.read_text("utf-8")


def test_our_modules_cannot_log_content(log: Path) -> None:
    ours = logging.getLogger("app.engine.somewhere")
    ours.info("said %s", SECRET)
    ours.info("said %s", {"text": SECRET})
    ours.warning("用户说 %d", 3)
    try:
        raise ValueError(SECRET)
    except ValueError:
        ours.exception("chore %s failed", "scrub")
    written = log.read_text("utf-8")
    assert "4111" not in written and "card" not in written
    assert "chore scrub failed ValueError[" in written
    assert written.count("refused") == 3


def test_libraries_records_reach_neither_log_nor_screen(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    logging.getLogger("presidio-analyzer").warning("found %s", SECRET)
    assert log.read_text("utf-8") == ""
    assert capfd.readouterr() == ("", "")


def test_file_and_folder_are_private_also_after_rotation(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handler = logging.getLogger(logs.LOGGER).handlers[0]
    monkeypatch.setattr(handler, "maxBytes", 200)
    for number in range(20):
        logs.event("tick", number=number)
    files = list(log.parent.iterdir())
    assert len(files) > 1
    if os.name == "posix":  # elsewhere the profile's folder is the owner's by inheritance
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
        assert stat.S_IMODE(log.parent.stat().st_mode) == 0o700


def test_no_module_builds_the_sentence_it_logs(repository: Path) -> None:
    """The filter looks at values; a sentence put together beforehand would carry them past it."""
    built = []
    for path in (repository / "app").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
                continue
            target, method = node.func.value, node.func.attr
            ours = isinstance(target, ast.Name) and target.id in ("log", "logger", "_log", "logging")
            if ours and method in LEVELS and not isinstance(node.args[0], ast.Constant):
                built.append(f"{path.name}:{node.lineno}")
    assert not built
