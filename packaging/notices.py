"""Collects the licence text of everything inside the frozen app, and refuses to leave a gap."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import lock_files
from terminal import Trouble

TEXTS = Path(__file__).resolve().parent / "licences"
# Parts whose own package carries no licence file: name -> files in `licences/`.
KEPT_HERE = {
    "presidio-analyzer": ("presidio-analyzer.txt",),
    "pyside6-essentials": ("qt.txt", "LGPL-3.0.txt", "GPL-3.0.txt", "icu.txt"),
    "shiboken6": ("qt.txt", "LGPL-3.0.txt"),
}
MODEL_TEXTS = {"Apache-2.0": "Apache-2.0.txt", "MIT": "multilingual-e5-small.txt"}
_LICENCE_FILE = re.compile(r"(?i)(^|/)(licen[cs]e|copying|notice|authors)[^/]*$")
_RULE = "\n\n" + "=" * 100 + "\n\n"


def installed() -> list[importlib.metadata.Distribution]:
    """Distributions of the run lock that are installed here (some are for other systems)."""
    found = []
    for name in sorted(lock_files.pins(lock_files.read("run"))):
        try:
            found.append(importlib.metadata.distribution(name))
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def licence_name(distribution: importlib.metadata.Distribution) -> str:
    """SPDX expression where there is one, else what the package says of itself."""
    metadata = distribution.metadata
    stated = metadata.get("License-Expression") or metadata.get("License") or ""
    classifiers = [each for each in metadata.get_all("Classifier") or [] if each.startswith("License ::")]
    if 0 < len(stated) <= 80 and stated != "UNKNOWN":
        return stated
    return ", ".join(each.rpartition("::")[2].strip() for each in classifiers) or "see text"


def is_copyleft(licence: str) -> bool:
    """Whether a licence would put Keepsake itself under it: GPL or AGPL, with no other choice offered."""
    return all(re.search(r"(?<!L)A?GPL|(?<!Lesser )General Public", each) is not None for each in licence.split(" OR "))


def texts(distribution: importlib.metadata.Distribution) -> list[str]:
    """Licence texts a distribution carries, or those kept for it here; empty is a gap."""
    name = re.sub(r"[-_.]+", "-", distribution.name).lower()
    if name in KEPT_HERE:
        return [(TEXTS / file).read_text(encoding="utf-8") for file in KEPT_HERE[name]]
    found = []
    for file in distribution.files or []:
        if ".dist-info/" in str(file) and _LICENCE_FILE.search(str(file)) and not str(file).endswith((".py", ".pyc")):
            found.append(Path(str(distribution.locate_file(file))).read_text(encoding="utf-8", errors="replace"))
    return found


def system_package(library: Path) -> tuple[str, str, Path] | None:
    """(package, version, copyright file) of a library that came from this Debian system; None where it did not."""
    if shutil.which("dpkg-query") is None:
        return None
    asked = subprocess.run(["dpkg-query", "--search", f"*/{library.name}"], capture_output=True, text=True)
    for line in asked.stdout.splitlines():
        package = line.partition(":")[0].split(",")[0]
        file = Path("/usr/share/doc") / package / "copyright"
        if file.exists():
            query = ["dpkg-query", "--show", "--showformat", "${Version}", package]
            return package, subprocess.run(query, capture_output=True, text=True, check=True).stdout, file
    return None


def system_libraries(internal: Path) -> list[Path]:
    """Libraries lying loose in the app folder: those that came from the system, and Python's own."""
    return sorted(path for path in internal.glob("lib*.so*") if not path.is_symlink())


def python_licence() -> str:
    return (Path(sysconfig.get_path("stdlib")) / "LICENSE.txt").read_text(encoding="utf-8")


def collect(internal: Path, models: list[dict[str, str]]) -> str:
    """One text with every licence. Raises Trouble that names each part for which none was found."""
    gaps: list[str] = []
    sections = [f"Keepsake contains the following parts, each under its own licence.{_RULE}"]

    def add(title: str, licence: str, bodies: list[str]) -> None:
        if not any(body.strip() for body in bodies):
            gaps.append(title)
        sections.append(f"{title}\nLicence: {licence}\n\n" + "\n\n".join(body.strip() for body in bodies) + _RULE)

    add(f"Python {sys.version.split()[0]}", "PSF-2.0", [python_licence()])
    for distribution in installed():
        if is_copyleft(licence_name(distribution)):
            raise Trouble(f"{distribution.name} is under {licence_name(distribution)}, which Keepsake cannot ship")
        add(f"{distribution.name} {distribution.version}", licence_name(distribution), texts(distribution))
    add("llama.cpp and ggml", "MIT", [(TEXTS / "llama.cpp.txt").read_text(encoding="utf-8")])
    packages: dict[str, tuple[str, Path]] = {}
    for library in system_libraries(internal):
        if library.name.startswith("libpython"):
            continue
        found = system_package(library)
        if found is None:
            gaps.append(library.name)
        else:
            packages[found[0]] = (found[1], found[2])
    for package, (version, file) in sorted(packages.items()):
        add(f"{package} {version} (system library)", "see text", [file.read_text(encoding="utf-8", errors="replace")])
    for model in models:
        text = (TEXTS / MODEL_TEXTS[model["licence"]]).read_text(encoding="utf-8")
        add(f"{model['title']} (model)", model["licence"], [text])
    if gaps:
        raise Trouble(f"no licence text was found for: {', '.join(gaps)}")
    return "".join(sections)


def model_entries(names: tuple[str, ...]) -> list[dict[str, str]]:
    with (lock_files.REPOSITORY / "resources" / "models.toml").open("rb") as file:
        return [entry for entry in tomllib.load(file)["model"] if entry["name"] in names]
