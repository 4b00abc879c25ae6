"""Installs the Debian package in a fresh Debian, starts it there, upgrades and removes it; needs root, debootstrap.

    python3 packaging/debian_check.py DEB [--previous DEB] [--root FOLDER] [--suite bookworm] [--models FOLDER]

The fresh Debian is made in FOLDER once and used again; the package manager of this machine says where it comes from.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import dev

KEY = "00" * 32
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
ENVIRONMENT = {"HOME": "/home/anna", "PATH": PATH, "LANG": "C", "QT_QPA_PLATFORM": "offscreen"}
MODELS = "/models"
KEPT = "I live in Bruges."


class Failed(Exception):
    """What did not hold in the fresh Debian."""


def mirror() -> str:
    """Where this machine's own package manager gets Debian from."""
    for file in (Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("debian*")):
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        found = re.search(r"^(?:URIs:|deb(?:\s+\[[^]]*\])?)\s+(\S+/debian)/?\s", text + "\n", re.MULTILINE)
        if found:
            return found[1]
    raise Failed("this machine names no Debian mirror")


class FreshDebian:
    """A Debian in a folder, with our models mounted read-only."""

    def __init__(self, root: Path, suite: str, models: Path) -> None:
        self.root = root
        if not (root / "etc" / "os-release").exists():
            subprocess.run(["debootstrap", "--variant=minbase", suite, str(root), mirror()], check=True)
        (root / "home" / "anna").mkdir(exist_ok=True)
        (root / MODELS[1:]).mkdir(exist_ok=True)
        subprocess.run(["mount", "--bind", "-o", "ro", str(models), str(root / MODELS[1:])], check=True)
        subprocess.run(["mount", "-t", "proc", "proc", str(root / "proc")], check=True)
        resolver = Path("/etc/resolv.conf")
        if resolver.exists():
            shutil.copy(resolver, root / "etc" / "resolv.conf")

    def close(self) -> None:
        for name in (MODELS[1:], "proc"):
            subprocess.run(["umount", "--lazy", str(self.root / name)], check=False)

    def run(self, *command: str, expect: int = 0, **extra: str) -> str:
        """Run a command inside; its stdout. Raises Failed for another exit code."""
        environment = {**ENVIRONMENT, "KEEPSAKE_MODELS": MODELS, "DEBIAN_FRONTEND": "noninteractive", **extra}
        asked = ["chroot", str(self.root), *command]
        done = subprocess.run(asked, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode != expect:
            said = done.stdout[-2000:] + done.stderr[-2000:]
            raise Failed(f"{' '.join(command)}: exit code {done.returncode}\n{said}")
        return done.stdout

    def install(self, deb: Path) -> None:
        shutil.copy(deb, self.root / "tmp" / deb.name)
        self.run("apt-get", "install", "--yes", "--no-install-recommends", f"/tmp/{deb.name}")


def check(debian: FreshDebian, deb: Path, previous: Path | None) -> None:
    """Install, start, keep something, upgrade, find it again, remove, see that it is still there."""
    debian.run("apt-get", "update", "--quiet")
    need("keepsake" not in debian.run("dpkg-query", "--show", "--showformat", "${Package} "), "not a fresh Debian")
    debian.install(previous or deb)
    print("installed; its dependencies were found")
    print(debian.run("keepsake", "--version"), end="")
    report = json.loads(debian.run("keepsake", "doctor", "--json", "--model", "small"))
    need(report["ok"], f"doctor: {[each for each in report['checks'] if not each['ok']]}")
    print(f"doctor: {len(report['checks'])} checks passed")
    debian.run("keepsake", "remember", KEPT, "--json", KEEPSAKE_KEY=KEY)
    debian.install(deb)
    found = json.loads(debian.run("keepsake", "memories", "--json", KEEPSAKE_KEY=KEY))
    need(any("Bruges" in memory["content"] for memory in found), "an upgrade lost a memory")
    print("after installing over it the vault opens and holds what it held")
    vault = debian.root / "home/anna/.local/share/keepsake"
    before = sorted(path.name for path in vault.rglob("*"))
    debian.run("apt-get", "purge", "--yes", "keepsake")
    need(not (debian.root / "usr/lib/keepsake").exists(), "removal left the program behind")
    need(before and sorted(path.name for path in vault.rglob("*")) == before, "removal touched what a person kept")
    print("removed; what was remembered is still there")


def need(condition: object, what: str) -> None:
    if not condition:
        raise Failed(what)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="debian_check.py", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("deb", type=Path)
    parser.add_argument("--previous", type=Path, help="an older package to upgrade from")
    parser.add_argument("--root", type=Path, default=Path(tempfile.gettempdir()) / "keepsake-fresh-debian")
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--models", type=Path, default=dev.models_folder())
    options = parser.parse_args(arguments)
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        print("keepsake: this needs root and debootstrap (`sudo apt install debootstrap`)", file=sys.stderr)
        return 1
    debian = FreshDebian(options.root, options.suite, options.models)
    try:
        check(debian, options.deb, options.previous)
    except Failed as failed:
        print(f"failed: {failed}", file=sys.stderr)
        return 1
    finally:
        debian.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
