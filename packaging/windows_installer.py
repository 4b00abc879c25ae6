"""Windows: version resource for the programs, and the installer made by Inno Setup from windows/keepsake.iss.

Not run on the machines this project was made on; kept small, and its text output is tested.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from terminal import Trouble

WINDOWS = Path(__file__).resolve().parent / "windows"
_RESOURCE = """VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0, OS=0x40004, fileType=1, subtype=0),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("CompanyName", "The Keepsake authors"),
      StringStruct("FileDescription", "Keepsake, a private memory companion"),
      StringStruct("FileVersion", "{version}"),
      StringStruct("InternalName", "keepsake"),
      StringStruct("LegalCopyright", "MIT License"),
      StringStruct("OriginalFilename", "keepsake.exe"),
      StringStruct("ProductName", "Keepsake"),
      StringStruct("ProductVersion", "{version}"),
    ])]),
    VarFileInfo([VarStruct("Translation", [1033, 1200])]),
  ],
)
"""


def version_resource(version: str) -> str:
    """Text of PyInstaller's version file. Windows wants four numbers."""
    numbers = tuple(int(part) for part in [*version.split("."), "0", "0", "0"][:4])
    return _RESOURCE.format(numbers=numbers, version=version)


def compiler() -> str:
    found = shutil.which("iscc") or shutil.which("ISCC")
    for base in (os.environ.get("PROGRAMFILES(X86)"), os.environ.get("PROGRAMFILES")):
        candidate = Path(base) / "Inno Setup 6" / "ISCC.exe" if base else None
        if not found and candidate and candidate.exists():
            found = str(candidate)
    if not found:
        raise Trouble("Inno Setup 6 is needed for the Windows installer (winget install JRSoftware.InnoSetup)")
    return found


def make(folder: Path, out: Path, version: str, models: list[Path]) -> Path:
    """Compile the installer. Models go beside the program, where the app looks for them."""
    for model in models:
        (folder / "models").mkdir(exist_ok=True)
        shutil.copy2(model, folder / "models" / model.name)
    name = f"keepsake{'-full' if models else ''}-{version}-windows-x64"
    settings = {"Version": version, "Source": folder, "Output": out, "Name": name}
    command = [compiler(), *(f"/D{key}={value}" for key, value in settings.items()), str(WINDOWS / "keepsake.iss")]
    subprocess.run(command, check=True)
    return out / f"{name}.exe"
