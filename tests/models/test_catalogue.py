"""The catalogue: what is shipped, what was imported, what is on disk."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from app import paths
from app.engine.errors import KeepsakeError
from app.models.catalogue import Catalogue, ModelEntry

IMPORT = ModelEntry("my-model", "我的 模型.gguf", "chat", "imported", 3, "aa", "", title="My model")


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return Catalogue.load(tmp_path / "models")


def test_the_shipped_list_has_the_models_of_every_job(catalogue: Catalogue) -> None:
    assert [entry.tier for entry in catalogue.for_role("chat")] == ["default", "small", "tests"]
    (embedding,) = catalogue.for_role("embedding")
    assert (embedding.dimensions, embedding.query_prefix, embedding.passage_prefix) == (384, "query: ", "passage: ")


def test_every_shipped_model_can_be_checked_and_has_a_source(catalogue: Catalogue) -> None:
    for entry in catalogue.entries:
        assert len(entry.sha256) == 64 and entry.bytes > 10**7 and entry.licence in ("Apache-2.0", "MIT")
        assert entry.sources[0].kind == "folder", "a local folder comes first"
        assert entry.file.endswith(".gguf") and entry.context > 0
        if entry.calibration:
            assert (paths.resources() / entry.calibration).is_file()


def test_parts_are_joined_in_numeric_order(catalogue: Catalogue) -> None:
    wheels = catalogue.entry("default").sources[1].requirements()
    assert wheels[1].endswith("part2==0.2.0") and wheels[-1].endswith("part22==0.2.0") and len(wheels) == 22


@pytest.mark.parametrize("name", ["qwen2.5-coder-0.5b-instruct", "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf", "small"])
def test_a_model_is_found_by_name_file_or_tier(catalogue: Catalogue, name: str) -> None:
    assert catalogue.entry(name).bytes == 491400064


def test_an_unknown_name_is_said(catalogue: Catalogue) -> None:
    with pytest.raises(KeepsakeError) as caught:
        catalogue.entry("gpt-17")
    assert (caught.value.code, caught.value.detail) == ("model_unknown", {"name": "gpt-17"})


def test_missing_and_cut_files_are_told_apart(catalogue: Catalogue) -> None:
    entry = dataclasses.replace(catalogue.entry("tests"), bytes=4)
    catalogue.folder.mkdir()
    with pytest.raises(KeepsakeError, match="model_missing"):
        catalogue.require(entry)
    catalogue.path(entry).write_bytes(b"GG")
    assert not catalogue.installed(entry)
    with pytest.raises(KeepsakeError, match="model_damaged"):
        catalogue.require(entry)
    catalogue.path(entry).write_bytes(b"GGUF")
    assert catalogue.installed(entry) and catalogue.require(entry) == catalogue.path(entry)


def test_an_import_survives_a_restart_and_can_be_removed(catalogue: Catalogue) -> None:
    catalogue.with_import(IMPORT)
    (catalogue.folder / IMPORT.file).write_bytes(b"abc")
    again = Catalogue.load(catalogue.folder)
    assert again.entry("my-model") == IMPORT and again.installed(IMPORT)
    again.without(IMPORT)
    assert not (catalogue.folder / IMPORT.file).exists()
    with pytest.raises(KeepsakeError, match="model_unknown"):
        Catalogue.load(catalogue.folder).entry("my-model")


def test_a_second_import_of_a_name_replaces_the_first_and_never_a_shipped_model(catalogue: Catalogue) -> None:
    newer = dataclasses.replace(IMPORT, sha256="bb")
    assert catalogue.with_import(IMPORT).with_import(newer).entry("my-model").sha256 == "bb"
    with pytest.raises(KeepsakeError, match="file_bad_entry"):
        catalogue.with_import(dataclasses.replace(IMPORT, name="multilingual-e5-small"))


def test_removing_a_shipped_model_keeps_it_on_the_list(catalogue: Catalogue) -> None:
    entry = catalogue.entry("tests")
    with pytest.raises(KeepsakeError, match="model_missing"):
        catalogue.without(entry)
    catalogue.folder.mkdir()
    catalogue.path(entry).write_bytes(b"x")
    assert catalogue.without(entry).entry("tests") == entry and not catalogue.path(entry).exists()


def test_a_model_of_the_installation_is_used_until_the_person_has_an_own_copy(catalogue: Catalogue) -> None:
    entry = dataclasses.replace(catalogue.entry("tests"), bytes=4)
    installation = catalogue.folder.parent / "program" / "models"
    installation.mkdir(parents=True)
    (installation / entry.file).write_bytes(b"GGUF")
    installed = Catalogue(catalogue.entries, catalogue.folder, installation)
    assert installed.require(entry) == installation / entry.file
    with pytest.raises(KeepsakeError, match="model_shipped"):
        installed.without(entry)
    catalogue.folder.mkdir()
    (catalogue.folder / entry.file).write_bytes(b"mine")
    assert installed.require(entry) == catalogue.folder / entry.file
    installed.without(entry)
    assert installed.require(entry) == installation / entry.file


@pytest.mark.parametrize("damage", ["{", '[{"name": "x"}]', "[1]", '{"a": 1}'])
def test_an_unreadable_list_of_imports_is_one_clear_error(catalogue: Catalogue, damage: str) -> None:
    catalogue.folder.mkdir()
    (catalogue.folder / "imported.json").write_text(damage, encoding="utf-8")
    with pytest.raises(KeepsakeError, match="file_bad_entry"):
        Catalogue.load(catalogue.folder)
