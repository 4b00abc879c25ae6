"""The lock files: they agree with pyproject.toml, pin everything by hash and name no host."""

from __future__ import annotations

import re
from pathlib import Path

import lock_files
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = sorted(lock_files.EXTRAS)
SAMPLE = """# first line
alpha==1.0 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
beta-two==2.0 ; python_full_version < '3.12' \\
    --hash=sha256:cc
beta-two==2.1 ; python_full_version >= '3.12' \\
    --hash=sha256:dd
"""


@pytest.mark.parametrize("name", LOCKS)
def test_lock_was_made_from_todays_pyproject(name: str) -> None:
    first = lock_files.read(name).splitlines()[0]
    assert first == lock_files.fingerprint(name), "run `python3 packaging/dev.py lock`"


@pytest.mark.parametrize("name", LOCKS)
def test_every_requirement_of_pyproject_is_pinned_to_a_version_it_allows(name: str) -> None:
    pins: dict[str, list[str]] = {}
    for each in lock_files.chain(name):
        for package, versions in lock_files.pins(lock_files.read(each)).items():
            pins.setdefault(package, []).extend(versions)
    for text in lock_files.wanted(name):
        wanted = Requirement(text)
        versions = pins.get(canonicalize_name(wanted.name), [])
        assert versions, f"{wanted.name} is not pinned"
        assert all(wanted.specifier.contains(version) for version in versions), text


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_carries_hashes_and_no_file_names_a_host(name: str) -> None:
    text = lock_files.read(name)
    assert "://" not in text and "--index-url" not in text
    for key, block in lock_files.blocks(text).items():
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), key


@pytest.mark.parametrize("name", LOCKS)
def test_no_pin_is_written_twice(name: str) -> None:
    own = set(lock_files.blocks(lock_files.read(name)).values())
    below = [lock_files.blocks(lock_files.read(base)).values() for base in lock_files.BASES[name]]
    assert all(own.isdisjoint(blocks) for blocks in below)


def test_versions_of_one_package_agree_between_the_files_that_are_installed_together() -> None:
    """A file may widen a marker of one below it, never name another version."""
    for name in LOCKS:
        seen: dict[str, set[str]] = {}
        for each in lock_files.chain(name):
            for package, versions in lock_files.pins(lock_files.read(each)).items():
                assert set(versions) <= seen.setdefault(package, set(versions)), (name, package)


def test_blocks_keep_marker_variants_apart() -> None:
    assert list(lock_files.blocks(SAMPLE)) == [
        "alpha==1.0",
        "beta-two==2.0 ; python_full_version < '3.12'",
        "beta-two==2.1 ; python_full_version >= '3.12'",
    ]
    assert lock_files.pins(SAMPLE) == {"alpha": ["1.0"], "beta-two": ["2.0", "2.1"]}


def test_one_package_can_be_taken_out_and_taken_alone() -> None:
    assert "alpha" not in lock_files.without(SAMPLE, "alpha")
    assert lock_files.without(SAMPLE, "alpha").count("beta-two") == 2
    assert lock_files.only(SAMPLE, "alpha") == "alpha==1.0 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n"
    with pytest.raises(KeyError):
        lock_files.only(SAMPLE, "gamma")


def test_fingerprint_changes_with_the_requirements_and_with_nothing_else(tmp_path: Path) -> None:
    original = (lock_files.REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    changed = tmp_path / "pyproject.toml"
    changed.write_text(original.replace("[project]\n", "[project]\nclassifiers = []\n"), encoding="utf-8")
    assert lock_files.fingerprint("run", changed) == lock_files.fingerprint("run")
    changed.write_text(original.replace('"numpy>=', '"numpy>1,>='), encoding="utf-8")
    assert lock_files.fingerprint("run", changed) != lock_files.fingerprint("run")
