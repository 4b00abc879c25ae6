"""What goes into the frozen app: rules, dependencies on the system, licence texts, bill of materials."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
from pathlib import Path

import bundle_rules
import elf
import folder
import lock_files
import notices
import pytest
import sbom
from terminal import Trouble


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/lib/libQt6Core.so.6",
        "PySide6/Qt/lib/libQt6XcbQpa.so.6",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PySide6/Qt/translations/qtbase_zh_CN.qm",
        "PySide6/QtWidgets.abi3.so",
        "spacy/lang/zh/stop_words.py",
        "spacy/pipeline/pipe.so",
        "llama_cpp/lib/libggml-cpu-haswell.so",
        "llama_cpp/lib/libggml.so.0",
        "llama_cpp/lib/libllama.so",
        "resources/models.toml",
    ],
)
def test_this_belongs_inside(name: str) -> None:
    assert bundle_rules.wanted(name)


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/lib/libQt6Qml.so.6",
        "PySide6/Qt/lib/libQt6QuickControls2.so.6",
        "PySide6/Qt/lib/libQt6VirtualKeyboard.so.6",
        "PySide6/Qt/plugins/platforms/libqeglfs.so",
        "PySide6/Qt/plugins/platforms/libqminimalegl.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/plugins/tls/libqopensslbackend.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "spacy/lang/ja/tag_map.py",
        "spacy/tests/test_language.py",
        "thinc/backends/numpy_ops.pyx",
        "llama_cpp/lib/libmtmd.so.0",
        "libmvec.so.1",
    ],
)
def test_this_stays_out(name: str) -> None:
    assert not bundle_rules.wanted(name)


def test_sources_of_translations_and_training_lines_stay_out() -> None:
    assert not bundle_rules.resource_wanted("i18n/keepsake_zh_CN.ts")
    assert not bundle_rules.resource_wanted("salience/lines.jsonl")
    assert bundle_rules.resource_wanted("i18n/keepsake_zh_CN.qm") and bundle_rules.resource_wanted("salience/head.npz")


@pytest.mark.parametrize("package", sorted(bundle_rules.DATA))
def test_every_pattern_of_package_data_finds_something(package: str) -> None:
    spec = importlib.util.find_spec(package)
    assert spec is not None and spec.submodule_search_locations
    base = Path(spec.submodule_search_locations[0])
    assert any(list(base.glob(pattern)) for pattern in bundle_rules.DATA[package])


def test_an_elf_file_tells_what_it_needs() -> None:
    read = elf.read(Path(sys.executable).resolve())
    assert read is not None and any(name.startswith("libc.so") for name in read.needed)
    assert read.glibc is not None and read.glibc >= (2, 2)
    assert elf.read(Path(__file__)) is None


def made_up(needed: str = "", soname: str = "") -> elf.Elf:
    return elf.Elf(tuple(needed.split()), soname, (2, 17))


def test_a_library_nobody_needs_is_found_and_one_needed_through_another_is_kept(tmp_path: Path) -> None:
    files = {
        tmp_path / "app.so": made_up("libone.so.1 libc.so.6"),
        tmp_path / "lib" / "libone.so.1": made_up("libtwo.so", "libone.so.1"),
        tmp_path / "lib" / "libtwo.so.3.1": made_up("", "libtwo.so"),
        tmp_path / "lib" / "libthree.so.1": made_up("libfour.so.1", "libthree.so.1"),
        tmp_path / "lib" / "libfour.so.1": made_up("", "libfour.so.1"),
    }
    assert [path.name for path in elf.unused(files, [tmp_path / "lib"])] == ["libfour.so.1", "libthree.so.1"]
    assert list(elf.missing(files)) == ["libc.so.6"]


def test_every_dependency_has_a_licence_text_and_none_is_copyleft() -> None:
    for distribution in notices.installed():
        assert any(text.strip() for text in notices.texts(distribution)), distribution.name
        assert not notices.is_copyleft(notices.licence_name(distribution)), distribution.name


@pytest.mark.parametrize("licence", ["GPLv2+", "GPL-3.0-only", "AGPL-3.0-or-later", "GNU General Public License v3"])
def test_copyleft_is_recognised(licence: str) -> None:
    assert notices.is_copyleft(licence)


@pytest.mark.parametrize(
    "licence", ["LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", "LGPL", "MIT", "GNU Lesser General Public License v2"]
)
def test_what_leaves_a_choice_is_not_copyleft(licence: str) -> None:
    assert not notices.is_copyleft(licence)


def test_a_gap_in_the_licences_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "libnobody-knows.so.1").write_bytes(b"")
    with pytest.raises(Trouble, match=r"libnobody-knows\.so\.1"):
        notices.collect(tmp_path, [])


def test_notices_name_python_the_dependencies_and_the_models(tmp_path: Path) -> None:
    text = notices.collect(tmp_path, notices.model_entries(("multilingual-e5-small",)))
    assert "Python 3." in text and "llama.cpp and ggml" in text and "multilingual-e5-small (Q4_0) (model)" in text
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text and "UNICODE LICENSE V3" in text


def test_the_bill_of_materials_is_stable_and_complete(tmp_path: Path) -> None:
    models = notices.model_entries(("multilingual-e5-small",))
    first, second = (sbom.bill("1.0", tmp_path, models, "2026-01-01T00:00:00+00:00") for _ in range(2))
    assert json.dumps(first) == json.dumps(second)
    assert first["bomFormat"] == "CycloneDX" and first["metadata"]["component"]["name"] == "keepsake"
    parts = {part["name"]: part for part in first["components"]}
    for_other_systems = {"colorama", "pywin32-ctypes", "backports-tarfile"}
    assert set(lock_files.pins(lock_files.read("run"))) - set(parts) <= for_other_systems
    assert parts["multilingual-e5-small"]["hashes"][0]["content"] == models[0]["sha256"]
    assert len(parts["numpy"]["hashes"][0]["content"]) == 64 and parts["numpy"]["purl"].startswith("pkg:pypi/numpy@")


def test_the_size_report_names_the_largest_parts_first(tmp_path: Path) -> None:
    (tmp_path / "_internal" / "numpy").mkdir(parents=True)
    (tmp_path / "_internal" / "numpy" / "a.so").write_bytes(b"x" * 3_000_000)
    (tmp_path / "keepsake").write_bytes(b"x" * 1_000_000)
    lines = folder.report(tmp_path).splitlines()
    assert lines[0].split()[0] == "4.0" and lines[1].split() == ["3.0", "MB", "numpy"]


def test_hashes_are_those_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    assert sbom.sha256(tmp_path / "a") == hashlib.sha256(b"abc").hexdigest()
