"""The lock files: which there are, how they are read, and how they are made anew from pyproject.toml."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tempfile
import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
FOLDER = Path(__file__).resolve().parent / "locks"

# lock file: the extras of pyproject.toml it pins, and the lock files it stands upon. Each file lists only what those
# below it do not have, so that no version is written twice. All are resolved against `dev`, so they agree.
EXTRAS: dict[str, tuple[str, ...]] = {
    "run": (),
    "dev": ("strict", "api", "mcp", "langchain", "client", "dev"),
    "bench": ("bench",),
    "build": ("build",),
    "native": ("native",),
    "locking": ("locking",),
}
BASES: dict[str, tuple[str, ...]] = {
    "run": (), "dev": ("run",), "bench": ("run", "dev"), "build": ("run",), "native": (), "locking": (),
}  # fmt: skip
_NAME = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==([^\s;\\]+)")


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def read(name: str) -> str:
    return path(name).read_text(encoding="utf-8")


def chain(name: str) -> list[str]:
    """The lock file with those it stands upon, lowest first."""
    return [*BASES[name], name]


def blocks(text: str) -> dict[str, str]:
    """Pinned requirements of a lock file: `name==version ; marker` -> the whole entry with its hashes."""
    found: dict[str, str] = {}
    for part in re.split(r"\n(?=\S)", text.strip()):
        if _NAME.match(part):
            found[part.split("\\")[0].strip()] = part
    return found


def pins(text: str) -> dict[str, list[str]]:
    """Normalised name -> pinned versions (more than one where they differ by marker)."""
    found: dict[str, list[str]] = {}
    for key in blocks(text):
        match = _NAME.match(key)
        assert match
        found.setdefault(re.sub(r"[-_.]+", "-", match[1]).lower(), []).append(match[2])
    return found


def without(text: str, package: str) -> str:
    """The lock file less one package (llama-cpp-python is built with its own flags and installed apart)."""
    kept = [block for key, block in blocks(text).items() if not key.startswith(f"{package}==")]
    return "\n".join(kept) + "\n"


def only(text: str, package: str) -> str:
    """The one entry of a package. Raises KeyError when the lock does not pin it."""
    for key, block in blocks(text).items():
        if key.startswith(f"{package}=="):
            return block + "\n"
    raise KeyError(package)


def wanted(name: str, pyproject: Path = REPOSITORY / "pyproject.toml") -> list[str]:
    """Requirements of pyproject.toml that this lock file pins."""
    with pyproject.open("rb") as file:
        project = tomllib.load(file)["project"]
    out = list(project["dependencies"]) if name == "run" or "run" in BASES[name] else []
    for extra in EXTRAS[name]:
        out += project["optional-dependencies"][extra]
    return out


def fingerprint(name: str, pyproject: Path = REPOSITORY / "pyproject.toml") -> str:
    """First line of the lock file: tells whether pyproject.toml has changed since."""
    digest = hashlib.sha256(json.dumps(sorted(wanted(name, pyproject))).encode()).hexdigest()
    return f"# made by `packaging/dev.py lock` from pyproject.toml; requirements {digest[:16]}"


def make(uv: list[str], upgrade: bool) -> None:
    """Resolve all lock files anew with `uv`. Versions stay as they are unless `upgrade` or pyproject.toml asks."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        texts: dict[str, str] = {}
        for name in ("dev", *(name for name in EXTRAS if name != "dev")):
            requirements = folder / f"{name}.in"
            requirements.write_text("\n".join(wanted(name)) + "\n", encoding="utf-8")
            out = folder / f"{name}.txt"
            old = [base for base in chain(name) if path(base).exists()]
            if old and not upgrade:
                merged = {key: block for base in old for key, block in blocks(read(base)).items()}
                out.write_text("\n".join(merged.values()) + "\n", encoding="utf-8")
            command = [*uv, "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--python-version", "3.11"]
            command += ["--no-header", "--no-annotate", str(requirements), "--output-file", str(out)]
            if name in ("run", "bench", "build"):
                command += ["--constraint", str(folder / "dev.txt")]
            subprocess.run(command, check=True)
            texts[name] = out.read_text(encoding="utf-8")
    for name, text in texts.items():
        below = {block for base in BASES[name] for block in blocks(texts[base]).values()}
        kept = [block for block in blocks(text).values() if block not in below]
        path(name).write_text("\n".join([fingerprint(name), *kept]) + "\n", encoding="utf-8")
