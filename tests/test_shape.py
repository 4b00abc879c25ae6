"""The shape of the house: what may stand where, who may import what, and what no file may say."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from app import texts
from app.engine import errors

REPOSITORY = Path(__file__).resolve().parent.parent
TOP_LEVEL = {"pyproject.toml", "README.md", "main.py", "LICENSE", "app", "resources", "tests", "packaging"}
LONGEST_FILE = 400
WITHOUT_QT = ("engine", "vault", "models", "interop", "link")
STAGES = ("redact", "recall", "answer", "remember", "forget")
# library: the files under app/ that may import it
SINGLE_IMPORTERS = {
    "presidio_analyzer": ("engine/redact/",),
    "sqlcipher3": ("vault/database.py",),
    "keyring": ("vault/keyslots",),
    "llama_cpp": ("models/runtime.py",),
    "PySide6": ("ui/", "demo.py"),
    "socket": ("offline.py", "link/", "doctor", "interop/api/listener.py"),
}


@cache
def tracked() -> tuple[str, ...]:
    """Files of the repository, as git knows them; new ones that are not ignored count too."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=True).stdout.decode().split("\0")
    return tuple(sorted(name for name in set(listed) if name and (REPOSITORY / name).is_file()))


def python_files(*folders: str) -> list[str]:
    return [name for name in tracked() if name.endswith(".py") and (not folders or name.startswith(folders))]


def imports(name: str) -> Iterator[str]:
    """Every module a file names in an import, at the top or inside a function, as a dotted path."""
    package = list(Path(name).parent.parts)
    for node in ast.walk(ast.parse((REPOSITORY / name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def imports_any(name: str, *prefixes: str) -> list[str]:
    below = tuple(f"{prefix}." for prefix in prefixes)
    return [module for module in imports(name) if module in prefixes or module.startswith(below)]


def test_top_level_holds_only_what_was_agreed() -> None:
    top = {name.split("/")[0] for name in tracked()}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL


def test_packaging_is_no_package() -> None:
    """With an `__init__.py` it would shadow the library of that name, which others import."""
    assert "packaging/__init__.py" not in tracked()
    import packaging.version

    assert REPOSITORY not in Path(packaging.version.__file__).parents or ".venv" in packaging.version.__file__


def test_test_folders_are_no_packages() -> None:
    assert [name for name in tracked() if name.startswith("tests/") and name.endswith("__init__.py")] == []


@pytest.mark.parametrize("name", python_files())
def test_a_file_is_short_and_says_what_it_does(name: str) -> None:
    text = (REPOSITORY / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_FILE
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring and len(docstring.splitlines()[0]) >= 15, "the first docstring line says what the file does"


@pytest.mark.parametrize("library", sorted(SINGLE_IMPORTERS))
def test_a_library_is_imported_in_one_place_only(library: str) -> None:
    allowed = tuple(f"app/{place}" for place in SINGLE_IMPORTERS[library])
    others = [name for name in python_files("app/") if not name.startswith(allowed) and imports_any(name, library)]
    assert others == []


def test_the_engine_side_names_no_qt() -> None:
    folders = tuple(f"app/{folder}/" for folder in WITHOUT_QT)
    assert [name for name in python_files(*folders) if imports_any(name, "PySide6", "shiboken6", "app.ui")] == []


@pytest.mark.real
def test_the_engine_loads_no_qt() -> None:
    code = "import sys, app.engine.engine; print([name for name in sys.modules if 'PySide6' in name])"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_stages_do_not_know_each_other() -> None:
    """Only engine.py knows the order."""
    found = []
    for stage in STAGES:
        others = [f"app.engine.{other}" for other in (*STAGES, "engine") if other != stage]
        files = python_files(f"app/engine/{stage}/", f"app/engine/{stage}.py")
        found += [(name, module) for name in files for module in imports_any(name, *others)]
    assert found == []


def test_the_window_holds_no_part_of_the_engine() -> None:
    """It speaks over the link, and may know the shared vocabulary."""
    parts = [f"app.engine.{stage}" for stage in (*STAGES, "engine")] + ["app.vault", "app.models.runtime"]
    assert [(name, module) for name in python_files("app/ui/") for module in imports_any(name, *parts)] == []


def test_packaging_scripts_that_prepare_the_environment_need_the_standard_library_only() -> None:
    own = {Path(name).stem for name in python_files("packaging/")}
    allowed = set(sys.stdlib_module_names) | own
    reached, waiting = set(), ["dev"]
    while waiting:
        stem = waiting.pop()
        if stem not in reached:
            reached.add(stem)
            used = {module.split(".")[0] for module in imports(f"packaging/{stem}.py")}
            assert used <= allowed, (stem, used - allowed)
            waiting += used & own
    assert "dev" in reached and "environment" in reached


@pytest.mark.parametrize("code", sorted(errors.CODES))
def test_every_error_has_a_sentence_in_both_languages(code: str) -> None:
    sentences = texts.ERRORS[code]
    assert set(sentences) == {"en", "zh"} and all(sentence.strip() for sentence in sentences.values())
    assert re.search(r"[\u4e00-\u9fff]", sentences["zh"])


def test_every_error_that_is_raised_is_a_known_one() -> None:
    unknown = []
    for name in python_files("app/"):
        for node in ast.walk(ast.parse((REPOSITORY / name).read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "KeepsakeError" and node.args):
                continue
            first = node.args[0]
            branches = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
            codes = [each.value for each in branches if isinstance(each, ast.Constant)]
            unknown += [(name, code) for code in codes if isinstance(code, str) and code not in errors.CODES]
    assert unknown == []


# Written in pieces, so that this file does not hold what it looks for.
FORBIDDEN = {
    "a package index's host": r"py" + r"pi\.org|pythonhost" + r"ed\.|npm" + r"js\.(org|com)|deb\.debi" + r"an\.",
    "a path of one machine": r"(^|[^a-zA-Z0-9_.])/(wo" + r"rk|ro" + r"ot|fa" + r"rm)/",
    "work left open": r"\b(TO" + r"DO|FIX" + r"ME|NotImplemented" + r"Error)\b",
    "a test that does not run": r"pytest\.sk" + r"ip|mark\.sk" + r"ip|xf" + r"ail",
}  # fmt: skip


@pytest.mark.parametrize("what", sorted(FORBIDDEN))
def test_no_file_says(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what], re.IGNORECASE if "host" in what else 0)
    found = []
    for name in tracked():
        data = (REPOSITORY / name).read_bytes()
        if b"\0" in data[:8000] or name.endswith(".jsonl"):  # lines people might write, not words of ours
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{name}:{number}: {line.strip()[:100]}")
    assert found == []
