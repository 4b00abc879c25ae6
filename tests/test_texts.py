"""Every error code and every line of the command line has a sentence in both languages that takes the same values."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from app import texts
from app.engine.errors import CODES

TABLES = {"ERRORS": texts.ERRORS, "CLI": texts.CLI, "HELP": texts.HELP}
ROWS = [(table, name) for table, rows in TABLES.items() for name in rows]


def test_every_error_code_has_a_sentence_and_no_sentence_lacks_a_code() -> None:
    assert set(texts.ERRORS) == set(CODES)


@pytest.mark.parametrize(("table", "name"), ROWS)
def test_both_languages_say_it_with_the_same_values(table: str, name: str) -> None:
    row = TABLES[table][name]
    assert set(row) == {"en", "zh"}
    assert texts.holes(row["en"]) == texts.holes(row["zh"])
    assert all(sentence.strip() for sentence in row.values())
    assert any("\u4e00" <= letter <= "\u9fff" for letter in row["zh"])
    assert not any("\u4e00" <= letter <= "\u9fff" for letter in row["en"])


def test_a_value_that_is_not_known_leaves_no_hole_behind() -> None:
    assert texts.error_text("model_missing", "en", {"name": "tiny"}).startswith("The model tiny is")
    for code in CODES:
        for language in ("en", "zh"):
            said = texts.error_text(code, language, {})
            assert "{" not in said and "  " not in said


def test_an_unheard_of_code_is_told_as_a_fault() -> None:
    assert texts.error_text("no_such_code", "en", {}) == texts.error_text("unknown", "en", {})


def test_every_line_of_the_command_line_is_used(repository: Path) -> None:
    used = set()
    for path in (repository / "app").glob("cli*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                used.add(node.value)
    assert not set(texts.CLI) - used
