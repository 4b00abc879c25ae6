"""Keeps the window's translations in step: reads its strings into resources/i18n/*.ts and compiles those to .qm.

The strings are read here and not by lupdate, whose Python reader leaves out plurals in some versions. The .ts files are
Qt Linguist's all the same: edit them with it, or by hand.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "i18n"
FILES = {"keepsake_zh_CN": "zh_CN", "keepsake_en": "en_GB"}
FORMS = {"zh_CN": 1, "en_GB": 2}  # plural forms


@dataclass(frozen=True, slots=True, order=True)
class Text:
    """One call of `translate(context, source[, comment[, n]])`."""

    context: str
    source: str
    comment: str = ""
    plural: bool = False


def tool(name: str) -> str:
    """A Qt tool of the environment this runs in."""
    folder = Path(sys.executable).parent
    return str(folder / (f"{name}.exe" if sys.platform == "win32" else name))


def texts(folder: Path = ROOT / "app") -> list[Text]:
    """Every translatable string of the program, sorted. A call whose words are not literal is a fault."""
    found: set[Text] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "translate":
                words = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args[:3]]
                if len(words) < 2 or not all(isinstance(word, str) for word in words):
                    raise SystemExit(f"{path.name}:{node.lineno}: translate() wants literal words")
                found.add(Text(str(words[0]), str(words[1]), *map(str, words[2:3]), plural=len(node.args) > 3))
    return sorted(found)


def update() -> None:
    """Bring new strings into the .ts files, drop old ones, keep translations. English holds only what has a plural."""
    for name, language in FILES.items():
        path = FOLDER / f"{name}.ts"
        known = translations(path) if path.exists() else {}
        root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en_GB")
        context, last = root, ""
        for text in texts():
            if language == "en_GB" and not text.plural:
                continue
            if text.context != last:
                context, last = ET.SubElement(root, "context"), text.context
                ET.SubElement(context, "name").text = text.context
            _message(context, text, known.get((text.context, text.source), []), FORMS[language])
        ET.indent(root, " " * 4)
        body = ET.tostring(root, encoding="unicode")
        path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', "utf-8")


def _message(context: ET.Element, text: Text, forms: list[str], count: int) -> None:
    message = ET.SubElement(context, "message", {"numerus": "yes"} if text.plural else {})
    ET.SubElement(message, "source").text = text.source
    if text.comment:
        ET.SubElement(message, "comment").text = text.comment
    wanted = count if text.plural else 1
    done = len(forms) == wanted and all(forms)
    made = ET.SubElement(message, "translation", {} if done else {"type": "unfinished"})
    if text.plural:
        for number in range(wanted):
            ET.SubElement(made, "numerusform").text = forms[number] if number < len(forms) else ""
    else:
        made.text = forms[0] if forms else ""


def translations(path: Path) -> dict[tuple[str, str], list[str]]:
    """(context, source) -> its translation, or its plural forms, of a .ts file."""
    found: dict[tuple[str, str], list[str]] = {}
    for context in ET.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            made = message.find("translation")
            assert made is not None
            forms = [form.text or "" for form in made.findall("numerusform")] or [made.text or ""]
            found[context.findtext("name", ""), message.findtext("source", "")] = forms
    return found


def release(folder: Path = FOLDER) -> None:
    """Compile the .ts files into `folder`; Qt reads only these."""
    for name in FILES:
        source, target = FOLDER / f"{name}.ts", folder / f"{name}.qm"
        draft = folder / f"{name}.qm.new"  # a running window reads the old file through a memory map
        command = [tool("pyside6-lrelease"), "-silent", str(source), "-qm", str(draft)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        draft.replace(target)


if __name__ == "__main__":
    if "--release" not in sys.argv:
        update()
    release()
