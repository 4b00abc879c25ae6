"""English and Chinese are complete, keep their placeholders, and are switched live."""

from __future__ import annotations

import importlib
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit

from app.ui import start

HOLE = re.compile(r"\{\w+\}|%n")
FILES = ("keepsake_zh_CN", "keepsake_en")


def messages(path: Path) -> list[tuple[str, list[str], bool]]:
    """(source, translations, finished) of a .ts file."""
    found = []
    for message in ET.parse(path).getroot().iter("message"):
        made = message.find("translation")
        assert made is not None
        forms = [form.text or "" for form in made.findall("numerusform")] or [made.text or ""]
        found.append((message.findtext("source", ""), forms, made.get("type") is None))
    return found


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_untranslated(repository: Path, name: str) -> None:
    for source, forms, finished in messages(repository / "resources" / "i18n" / f"{name}.ts"):
        assert finished, source
        assert all(form.strip() for form in forms), source


@pytest.mark.parametrize("name", FILES)
def test_placeholders_survive(repository: Path, name: str) -> None:
    for source, forms, _ in messages(repository / "resources" / "i18n" / f"{name}.ts"):
        wanted = set(HOLE.findall(source))
        for number, form in enumerate(forms):
            spelled_out = name == "keepsake_en" and number == 0  # "One memory was …"
            assert set(HOLE.findall(form)) == wanted or (spelled_out and set(HOLE.findall(form)) == wanted - {"%n"}), (
                source
            )


@pytest.fixture
def tools(repository: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """packaging/translations.py, which is run by path."""
    monkeypatch.syspath_prepend(str(repository / "packaging"))
    return importlib.import_module("translations")


def test_the_translation_files_know_every_string_of_the_program(repository: Path, tools: ModuleType) -> None:
    """Fails when a string was added or changed without running packaging/translations.py."""
    known = tools.translations(repository / "resources" / "i18n" / "keepsake_zh_CN.ts")
    assert {(text.context, text.source) for text in tools.texts()} == set(known)


def test_the_files_compile(tools: ModuleType, tmp_path: Path) -> None:
    tools.release(tmp_path)
    assert {path.stem for path in tmp_path.glob("*.qm")} == set(FILES)


def words(opened: start.Opened) -> list[str]:
    window = opened.window
    found = [w.text() for kind in (QLabel, QAbstractButton) for w in window.findChildren(kind) if w.isVisible()]
    return found + [field.placeholderText() for field in window.findChildren(QLineEdit) if field.isVisible()]


def test_the_language_is_switched_live_everywhere(talk: start.Opened, qtbot) -> None:
    talk.window.open_timeline()
    qtbot.waitUntil(lambda: talk.window._made["timeline"].marks is not None)  # type: ignore[attr-defined]
    talk.language.set("zh")
    qtbot.waitUntil(lambda: "时间线" in words(talk))
    assert "搜索记忆" in words(talk)
    talk.window.show_chat()
    qtbot.waitUntil(lambda: "新对话" in words(talk))
    assert any("离线" in text for text in words(talk))
    assert talk.window.chat.composer.words.placeholderText() == "说点什么……"
    talk.language.set("en")
    qtbot.waitUntil(lambda: "New conversation" in words(talk))


def test_plurals_are_english(talk: start.Opened) -> None:
    from app.ui.language import translate

    assert translate("Message", "Remembered %n things", "count", 1) == "Remembered 1 thing"
    assert translate("Message", "Remembered %n things", "count", 2) == "Remembered 2 things"
