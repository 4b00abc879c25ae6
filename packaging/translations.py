"""Keeps the window's translations in step: reads its strings into resources/i18n/*.ts and compiles those to .qm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "i18n"
FILES = {"keepsake_zh_CN": "zh_CN", "keepsake_en": "en_GB"}


def tool(name: str) -> str:
    """A Qt tool of the environment this runs in."""
    folder = Path(sys.executable).parent
    return str(folder / (f"{name}.exe" if sys.platform == "win32" else name))


def update() -> None:
    """Bring new and changed strings into the .ts files; English holds only what has a plural."""
    sources = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "app").rglob("*.py"))]
    for name, language in FILES.items():
        plural = ["-pluralonly"] if name == "keepsake_en" else []
        target = str((FOLDER / f"{name}.ts").relative_to(ROOT))
        command = [tool("pyside6-lupdate"), *sources, *plural, "-no-obsolete", "-locations", "none",
                   "-source-language", "en_GB", "-target-language", language, "-ts", target]  # fmt: skip
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def release(folder: Path = FOLDER) -> None:
    """Compile the .ts files into `folder`; Qt reads only these."""
    for name in FILES:
        source, target = FOLDER / f"{name}.ts", folder / f"{name}.qm"
        command = [tool("pyside6-lrelease"), "-silent", str(source), "-qm", str(target)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if "--release" not in sys.argv:
        update()
    release()
